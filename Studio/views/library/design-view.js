// SPDX-License-Identifier: GPL-3.0-or-later
// The designer: what was found on a template lies over its pages, is corrected, tried, and becomes a template of its own.

import { fieldTypes, FormDesign } from '../../model/form-design.js';
import { DesignApi } from '../../sync/design-api.js';
import { followEvents } from '../../sync/event-stream.js';
import { SharedDesign } from '../../sync/shared-design.js';
import { text } from '../../texts/texts.js';
import { showDialog, tell } from '../dialogs.js';
import { icon, iconButton, make, takesKeys } from '../element.js';
import { showMenu } from '../menu.js';
import { showDesignData } from './design-data.js';
import { DesignPanel } from './design-panel.js';
import { DesignPaper } from './design-paper.js';
import { DesignTrial } from './design-trial.js';

/** @typedef {import('../../sync/api.js').Template} Template */

/** The widths of the page, in parts of the room that there is. */
const zooms = [1, 1.5, 2, 3];
/** After so many milliseconds, somebody who changed something is no longer named. */
const companyPause = 20000;

export class DesignView {
    element = make('main', { className: 'design' });
    #status = make('p', { className: 'hint', role: 'status' });
    #body = make('div', { className: 'design-body' });
    #zoom = 0;
    #isOver = false;

    /**
     * @param {import('../../sync/api.js').Api} api @param {string} template
     * @param {{back: () => void}} coordinator
     */
    constructor(api, template, coordinator) {
        this.api = new DesignApi(api);
        this.template = template;
        this.coordinator = coordinator;
        window.addEventListener('pagehide', this.#sendNow);
        if (!document.querySelector('link[href="/style/design.css"]')) document.head.append(make('link', { rel: 'stylesheet', href: '/style/design.css' }));
        this.element.append(make('header', { className: 'place-head' },
            iconButton('back', text('back'), coordinator.back, { data: { testid: 'back' } }), make('h1', {}, text('design.title'))), this.#status, this.#body);
    }

    async load() {
        document.title = text('design.title');
        const bar = this.#showProgress();
        const { record, sizes } = await this.api.template(this.template);
        if (this.#isOver) return;
        const design = new FormDesign(sizes);
        const shared = new SharedDesign(this.api, this.template, design, (reason) => void tell(reason ?? text('design.anew')));
        const isThere = await shared.load();
        let fault = '';
        if (!isThere && !this.#isOver) {
            // A person can still draw fields where nothing is found.
            const failed = (/** @type {unknown} */ error) => {
                fault = error instanceof Error ? error.message : String(error);
            };
            const found = await this.#look(bar).catch(failed);
            if (!this.#isOver) await shared.begin(found ?? []).catch(failed);
        }
        if (this.#isOver) return;
        this.#shared = shared;
        this.#begin(record, design, shared);
        this.#status.replaceChildren();
        this.#unfollow = followEvents({ design: (event) => void this.#follow(event), reset: () => void shared.settle().catch(() => undefined) });
        if (fault) tell(fault);
        else if (isThere) tell(text('design.draft'), { label: text('design.again'), act: () => void this.#again(design) });
        else if (design.fields.length === 0) tell(text('design.nothing'));
    }

    #showProgress() {
        this.#status.textContent = text('design.looking');
        const bar = make('progress', { 'aria-label': text('design.looking') });
        this.#body.replaceChildren(bar);
        return bar;
    }

    /** @param {HTMLProgressElement} bar */
    #look(bar) {
        return this.api.proposals(this.template, (share) => {
            bar.value = share;
        }, () => this.#isOver);
    }

    /** @param {FormDesign} design */
    async #again(design) {
        const body = [...this.#body.childNodes];
        const bar = this.#showProgress();
        const found = await this.#look(bar).catch((error) => void tell(error.message));
        if (this.#isOver) return;
        this.#status.replaceChildren();
        this.#body.replaceChildren(...body);
        if (found) design.replace(found);
    }

    /** @param {Parameters<SharedDesign['follow']>[0]} event */
    async #follow(event) {
        if (!await this.#shared?.follow(event).catch(() => false) || this.#isOver) return;
        if (event.revision === null) {
            tell(text('design.ended', { name: event.by }));
            this.coordinator.back();
            return;
        }
        this.#status.textContent = text('design.with', { name: event.by });
        clearTimeout(this.#company);
        this.#company = setTimeout(() => this.#status.replaceChildren(), companyPause);
    }

    #sendNow = () => this.#shared?.leave();

    remove() {
        this.#isOver = true;
        this.#unfollow?.();
        clearTimeout(this.#company);
        this.#shared?.close();
        window.removeEventListener('pagehide', this.#sendNow);
        if (this.#listener) window.removeEventListener('keydown', this.#listener);
        this.element.remove();
    }

    /** @type {SharedDesign | undefined} */
    #shared;
    /** @type {(() => void) | undefined} */
    #unfollow;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #company;
    /** @type {((event: KeyboardEvent) => void) | undefined} */
    #listener;

    /** @param {Template} record @param {FormDesign} design @param {SharedDesign} shared */
    #begin(record, design, shared) {
        const { sizes } = design;
        const trial = new DesignTrial();
        const paper = new DesignPaper(design, this.template, { drawn: () => draw(undefined), rename: () => panel.rename() });
        paper.element.append(trial.element);
        const panel = new DesignPanel(design, ({ page, key }) => {
            if (page !== paper.page) turnTo(page);
            paper.reveal(key);
        });
        const page = make('select', { 'aria-label': text('design.turn'), data: { testid: 'design-turn' }, on: { change: () => turnTo(Number(page.value)) } },
            ...sizes.map((_, i) => make('option', { value: String(i + 1) }, `${i + 1} / ${sizes.length}`)));
        const undo = iconButton('undo', text('undo'), () => design.undo(), { data: { testid: 'undo' } });
        const redo = iconButton('redo', text('redo'), () => design.redo(), { data: { testid: 'redo' } });
        const add = iconButton('region', text('design.add'), () => {
            if (paper.drawing) draw(undefined);
            else {
                showMenu(add, text('design.add'), fieldTypes.map((type) => ({
                    label: text(`design.type.${type}`), testid: `design-add-${type}`, act: () => draw(type),
                })));
            }
        }, { 'aria-haspopup': 'menu', 'aria-expanded': 'false', 'aria-pressed': 'false', data: { testid: 'design-add' } });
        const zoom = (/** @type {number} */ by) => {
            this.#zoom = Math.max(0, Math.min(zooms.length - 1, this.#zoom + by));
            paper.element.style.setProperty('--zoom', String(zooms[this.#zoom]));
        };
        const data = make('button', {
            type: 'button', className: 'button', data: { testid: 'design-data' }, on: { click: () => void showDesignData(this.api, design, record.name) },
        }, text('design.data'));
        const tryIt = make('button', {
            type: 'button', className: 'button', 'aria-pressed': 'false', data: { testid: 'design-try' }, on: {
                click: () => {
                    const tries = tryIt.getAttribute('aria-pressed') !== 'true';
                    tryIt.setAttribute('aria-pressed', String(tries));
                    this.element.classList.toggle('trying', tries);
                    if (tries) trial.show(sizes[paper.page - 1], [...design.fields], paper.page);
                    else trial.hide();
                },
            },
        }, text('design.try'));
        const save = make('button', {
            type: 'button', className: 'button primary', data: { testid: 'design-save' }, on: { click: () => this.#save(record, design, shared) },
        }, icon('check'), text('design.save'));
        const desk = make('div', { className: 'design-desk', tabIndex: -1 }, paper.element);
        const title = /** @type {HTMLElement} */ (this.element.querySelector('h1'));
        title.textContent = text('design.of', { name: record.name });
        title.after(make('div', { className: 'place-tools' }, page, iconButton('minus', text('design.smaller'), () => zoom(-1)),
            iconButton('plus', text('design.larger'), () => zoom(1)), undo, redo, add, data, tryIt, save));
        this.#body.replaceChildren(desk, panel.element);

        const turnTo = (/** @type {number} */ number) => {
            page.value = String(number);
            // What is out of sight is not changed.
            if (design.selected.some((field) => field.page !== number)) design.select([]);
            paper.turnTo(number);
            if (this.element.classList.contains('trying')) trial.show(sizes[number - 1], [...design.fields], number);
        };
        const draw = (/** @type {import('../../model/form-design.js').FieldType | undefined} */ type) => {
            paper.drawing = type;
            add.setAttribute('aria-pressed', String(type !== undefined));
            paper.element.classList.toggle('drawing', type !== undefined);
        };
        design.changed = () => {
            paper.update();
            panel.update();
            undo.disabled = !design.canUndo;
            redo.disabled = !design.canRedo;
            shared.changed();
        };
        design.changed();
        turnTo(1);
        this.#listener = (event) => {
            if (event.defaultPrevented) return;
            if (event.key === 'Escape' && paper.drawing) draw(undefined);
            if (takesKeys(event.target, 'input:not([type="checkbox"]), textarea, select') || this.element.classList.contains('trying')) return;
            const command = event.ctrlKey || event.metaKey;
            const key = event.key.toLowerCase();
            if (command && key === 'z' && !event.shiftKey) design.undo();
            else if (command && (key === 'y' || key === 'z')) design.redo();
            else if (command && key === 'a') design.select(design.fields.filter((one) => one.page === paper.page).map((one) => one.key));
            else if (command && key === 'd') design.repeat(1, Math.max(...design.selected.map(({ rect }) => rect[3] - rect[1])));
            else if (event.key === 'PageDown' || event.key === 'PageUp') turnTo(Math.max(1, Math.min(sizes.length, paper.page + (event.key === 'PageDown' ? 1 : -1))));
            else if (command || !paper.key(event)) return;
            event.preventDefault();
        };
        window.addEventListener('keydown', this.#listener);
    }

    /** @param {Template} record @param {FormDesign} design @param {SharedDesign} shared */
    #save(record, design, shared) {
        const [first] = design.faulty;
        if (first) {
            design.select([first.key]);
            tell(text('design.names.wrong', { name: first.name, reason: text(`design.fault.${design.fault(first) ?? 'empty'}`) }));
            return;
        }
        let isSending = false;
        const name = make('input', { type: 'text', value: text('design.fillable', { name: record.name }), maxLength: 200, required: true, data: { testid: 'design-template-name' } });
        const along = make('input', { type: 'checkbox', checked: true, data: { testid: 'design-along' } });
        const fault = make('p', { className: 'fault', role: 'alert' });
        const button = make('button', { type: 'submit', className: 'button primary', data: { testid: 'design-make' } }, text('design.make'));
        const submit = async () => {
            button.disabled = true;
            isSending = true;
            fault.textContent = '';
            try {
                // Includes what others have changed, and fails here if the server is away.
                await shared.settle();
                const [wrong] = design.faulty;
                if (wrong) throw new Error(text('design.names.wrong', { name: wrong.name, reason: text(`design.fault.${design.fault(wrong) ?? 'empty'}`) }));
                const sent = design.fields;
                const made = await this.api.make(this.template, design.wanted, name.value.trim());
                const { moved, refused } = along.checked ? await this.api.moveAlong(this.template, made.id) : { moved: 0, refused: [] };
                if (design.fields === sent) await shared.end();
                isSending = false;
                dialog.close();
                tell([text('design.made', { name: made.name }), moved > 0 && text('design.moved', { count: moved }),
                    refused.length > 0 && text('design.unmoved', { names: refused.join(', ') })].filter(Boolean).join(' '));
                // Somebody may have gone elsewhere, or gone on, meanwhile.
                if (!this.#isOver && design.fields === sent) this.coordinator.back();
            } catch (error) {
                isSending = false;
                fault.textContent = error instanceof Error ? error.message : String(error);
                button.disabled = false;
            }
        };
        const form = make('form', {
            on: {
                submit: (/** @type {Event} */ event) => {
                    event.preventDefault();
                    void submit();
                },
            },
        }, make('p', { className: 'hint' }, text('design.save.hint', { count: new Set(design.wanted.map((field) => field.name)).size })),
        make('label', { className: 'field' }, text('design.name'), name),
        make('label', { className: 'inline' }, along, text('design.along')), fault,
        make('div', { className: 'dialog-actions' },
            make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')), button));
        const dialog = showDialog(text('design.save'), form);
        dialog.addEventListener('cancel', (event) => {
            if (isSending) event.preventDefault();
        });
        if (design.wanted.length === 0) {
            button.disabled = true;
            fault.textContent = text('design.none');
        }
    }
}
