// SPDX-License-Identifier: GPL-3.0-or-later
// The editor: pages to write on, tools at the edge, the state of saving in words.

import { ColumnView } from '../page/column-view.js';
import { beginErasing, beginLasso } from '../page/erasing.js';
import { PointerControl } from '../page/pointer-control.js';
import { Selection } from '../page/selection.js';
import { beginWriting } from '../page/writing.js';
import { colorOf, remember, remembered, settings } from '../model/settings.js';
import { text } from '../texts/texts.js';
import { smallPicture } from './cards.js';
import { tell } from './dialogs.js';
import { iconButton, make } from './element.js';
import { exportDialog } from './export-dialog.js';
import { handleKey } from './keys.js';
import { SaveState } from './save-state.js';
import { ToolBar } from './tool-bar.js';

/** @typedef {import('../model/editor.js').EditorModel} EditorModel */
/** @typedef {import('../page/page-view.js').PageView} PageView */
/** @typedef {import('../page/pointer-control.js').Work} Work */

/** The eraser's radius in CSS pixels. */
const eraserRadius = 9;

export class EditorView {
    element = make('main', { className: 'editor' });
    settings = settings();
    #page = 0;
    /** @type {Selection | undefined} */
    #selection;
    #where = make('span', { className: 'where' });
    #strip = make('nav', { className: 'strip', 'aria-label': text('strip') });
    #id = crypto.getRandomValues(new Uint32Array(1))[0];
    #strokes = 0;

    /**
     * @param {EditorModel} model
     * @param {{back: () => void, moved: (page: number) => void, mayWrite: boolean}} coordinator
     */
    constructor(model, coordinator) {
        this.model = model;
        this.coordinator = coordinator;
        const { character } = model;
        this.column = new ColumnView(model, {
            label: (page) => text('page.label', { number: page, count: model.pages.length }),
            moved: (page) => this.#moved(page),
            picture: (page, width, height) =>
                `/iiif/${encodeURIComponent(character.template ?? '')}:${page}/full/^${width},${height}/0/default.png`,
        });
        this.pointers = new PointerControl(this.column, (view, event) => this.#begin(view, event));
        this.pointers.rules.fingersDraw = this.settings.fingersDraw;
        this.pointers.rules.hasSeenPen = remembered('pen') === true;
        this.saving = new SaveState(model.outbox);
        this.tools = new ToolBar(this.settings, () => this.#toolChanged());
        this.undoButton = iconButton('undo', text('undo'), () => this.step('undo'), { data: { testid: 'undo' } });
        this.redoButton = iconButton('redo', text('redo'), () => this.step('redo'), { data: { testid: 'redo' } });
        this.element.append(
            make('header', { className: 'editor-head' },
                iconButton('back', text('back'), () => coordinator.back(), { data: { testid: 'back' } }),
                make('div', { className: 'title' }, make('h1', { title: character.name }, character.name), this.#where, this.saving.element),
                make('div', { className: 'head-tools' },
                    this.undoButton, this.redoButton,
                    make('span', { className: 'zooming' },
                        iconButton('minus', text('zoom.out'), () => this.zoom(1 / 1.25)),
                        iconButton('fit', text('zoom.fit'), () => this.fit()),
                        iconButton('plus', text('zoom.in'), () => this.zoom(1.25))),
                    iconButton('strip', text('strip.toggle'), () => this.#toggleStrip(), { className: 'icon-button strip-toggle' }),
                    iconButton('export', text('export'), () => exportDialog(model), { data: { testid: 'export' } }))),
            make('div', { className: 'editor-body' }, this.#strip, this.column.element, this.tools.element));
        this.#keys = (/** @type {KeyboardEvent} */ event) => handleKey(event, this);
        window.addEventListener('keydown', this.#keys);
        this.#stopStatus = model.outbox.listen({ status: () => this.#showSteps() });
        this.#selectionBar();
        this.element.classList.toggle('reading', !coordinator.mayWrite);
    }

    #keys;
    #stopStatus;

    /**
     * Shows the pages, where they were last seen.
     * @param {number | undefined} page
     */
    show(page) {
        const place = remembered(`place:${this.model.character.id}`);
        this.column.zoom = place?.zoom > 0 && place.width === this.column.element.clientWidth ? place.zoom : this.column.fittingZoom;
        this.column.layout();
        this.#fillStrip();
        const wanted = page ?? place?.page ?? this.model.character.lastPage ?? 1;
        this.column.goTo(wanted, place?.page === wanted ? place.part : 0);
    }

    /** @param {number} page */
    goTo(page) { if (page !== this.column.current) this.column.goTo(page); }

    /** @param {number} page */
    #moved(page) {
        clearTimeout(this.#remembering);
        this.#remembering = setTimeout(() => this.#remember(), 300);
        if (page === this.#page) return;
        this.#page = page;
        this.#where.textContent = text('page.of', { number: page, count: this.model.pages.length });
        this.#showSteps();
        for (const button of this.#strip.querySelectorAll('button')) {
            const isCurrent = button.dataset.page === String(page);
            button.setAttribute('aria-current', isCurrent ? 'page' : 'false');
            if (isCurrent) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        }
        this.coordinator.moved(page);
    }

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #remembering;

    #remember() {
        remember(`place:${this.model.character.id}`, {
            page: this.#page, part: this.column.part, zoom: this.column.zoom, width: this.column.element.clientWidth,
        });
    }

    #showSteps() {
        const ink = this.model.ink(Math.max(this.#page, 1));
        this.undoButton.disabled = !ink.canUndo;
        this.redoButton.disabled = !ink.canRedo;
    }

    #fillStrip() {
        const { character, pages } = this.model;
        this.element.classList.toggle('single', pages.length < 2);
        // A book of a thousand pages has a strip, too; its pictures come when they are seen.
        this.#strip.replaceChildren(...pages.map(({ page, width, height }) => {
            const picture = make('img', { src: smallPicture(character.id, page, 160, String(pages[page - 1].revision)), alt: '', loading: 'lazy' });
            picture.width = 72;
            picture.height = Math.round((72 * height) / width);
            return make('button', {
                type: 'button', data: { page }, 'aria-label': text('page', { number: page }), on: { click: () => this.column.goTo(page) },
            }, picture, make('span', {}, String(page)));
        }));
    }

    #toggleStrip() { this.element.classList.toggle('strip-shown'); }

    #toolChanged() {
        remember('settings', this.settings);
        this.pointers.rules.fingersDraw = this.settings.fingersDraw;
        if (this.settings.hand !== 'lasso') this.#select(undefined);
    }

    /** @param {PageView} view @param {PointerEvent} event @returns {Work | undefined} */
    #begin(view, event) {
        this.tools.closeOptions();
        const { number } = view.page;
        if (!view.page.ink.isLoaded || !this.coordinator.mayWrite) return undefined;
        if (event.pointerType === 'pen') remember('pen', true);
        const { hand } = this.settings;
        const erases = hand === 'eraser' || (event.pointerType === 'pen' && (event.buttons & 32) !== 0);
        if (erases) {
            const { erasesWhole } = this.settings;
            return beginErasing(view, event, eraserRadius, {
                touched: (path, radius) => this.model.erasedBy(number, path, radius, true),
                finished: (path, radius) => {
                    void this.model.replace(number, this.model.erasedBy(number, path, radius, erasesWhole));
                    this.#showSteps();
                },
            });
        }
        if (hand === 'lasso') return this.#lasso(view, event);
        return this.#write(view, event);
    }

    /** @param {PageView} view @param {PointerEvent} event */
    #write(view, event) {
        const setting = this.settings.hand === 'highlighter' ? this.settings.highlighter : this.settings.pen;
        const { number } = view.page;
        const { outbox, character } = this.model;
        const id = `${this.#id}-${this.#strokes++}`;
        const drop = () => outbox.store.dropCheckpoint(id).catch(() => undefined);
        let last = Promise.resolve();
        /** @type {import('../ink/stroke.js').Stroke | undefined} */
        let known;
        const keep = () => {
            if (known) last = outbox.store.checkpoint({ id, character: character.id, page: number, stroke: known, at: Date.now() }).catch(() => undefined);
        };
        // A pen that rests still says that this tab is alive, so that no other tab takes the stroke up.
        const beating = setInterval(keep, 1000);
        return beginWriting(view, event, { ...setting, color: colorOf(setting.color) }, this.settings.curve, {
            checkpoint: (stroke) => {
                known = stroke;
                keep();
            },
            finished: (stroke) => {
                clearInterval(beating);
                const kept = this.model.add(number, [stroke]);
                void Promise.all([kept, last]).then(drop);
                this.#showSteps();
            },
            cancelled: () => {
                clearInterval(beating);
                void last.then(drop);
            },
        });
    }

    /** @param {PageView} view @param {PointerEvent} event @returns {Work | undefined} */
    #lasso(view, event) {
        const { number } = view.page;
        const selection = this.#selection;
        const held = selection?.view === view ? selection.begin(event, (moved) => {
            void this.model.replace(number, new Map(selection.indices.map((index, i) => [index, [moved[i]]])));
            this.#select(new Selection(view, selection.indices));
        }) : undefined;
        if (held) return held;
        this.#select(undefined);
        return beginLasso(view, event, (corners) => {
            const indices = this.model.selectedBy(number, corners);
            if (indices.length > 0) this.#select(new Selection(view, indices));
        });
    }

    /** @param {Selection | undefined} selection */
    #select(selection) {
        this.#selection?.remove();
        this.#selection = selection;
        this.element.classList.toggle('has-selection', selection !== undefined);
    }

    #selectionBar() {
        this.element.append(make('div', { className: 'selection-bar', role: 'toolbar', 'aria-label': text('tool.lasso') },
            iconButton('drop', text('lasso.recolor'), () => this.recolorSelection()),
            iconButton('trash', text('lasso.delete'), () => this.deleteSelection(), { data: { testid: 'selection-delete' } })));
    }

    deleteSelection() {
        const selection = this.#selection;
        if (!selection) return;
        this.#select(undefined);
        void this.model.replace(selection.view.page.number, new Map(selection.indices.map((index) => [index, []])));
        this.#showSteps();
    }

    recolorSelection() {
        const selection = this.#selection;
        if (!selection) return;
        const color = colorOf(this.settings.pen.color);
        void this.model.replace(selection.view.page.number, new Map(selection.indices.map((index, i) => {
            const stroke = selection.strokes[i];
            const brush = { ...stroke.brush, color: { ...color, alpha: stroke.brush.color.alpha } };
            return [index, [{ ...stroke, brush }]];
        })));
        this.#select(new Selection(selection.view, selection.indices));
    }

    /** @param {'undo' | 'redo'} deed */
    step(deed) {
        const page = Math.max(this.#page, 1);
        const ink = this.model.ink(page);
        if (!this.coordinator.mayWrite || this.pointers.isBusy || (deed === 'undo' ? !ink.canUndo : !ink.canRedo)) return;
        this.#select(undefined);
        void this.model.step(page, deed);
        this.#showSteps();
    }

    /** @param {import('../model/settings.js').Hand} hand */
    take(hand) { this.tools.take(hand); }

    /** @param {number} factor */
    zoom(factor) {
        this.column.zoomBy(factor);
        this.column.settle();
    }

    fit() { this.column.zoomTo(this.column.fittingZoom); }

    /** @param {number} pages */
    turn(pages) { this.column.goTo(this.column.current + pages); }

    /** @param {string} sentence */
    tell(sentence) { tell(sentence); }

    remove() {
        clearTimeout(this.#remembering);
        this.#remember();
        window.removeEventListener('keydown', this.#keys);
        this.#stopStatus();
        this.saving.remove();
        this.model.close();
        this.column.remove();
        this.element.remove();
    }
}
