// SPDX-License-Identifier: GPL-3.0-or-later
// The editor: pages to write on, tools at the edge, the state of saving in words.

import { ColumnView } from '../../page/column-view.js';
import { beginErasing } from '../../page/erasing.js';
import { PointerControl } from '../../page/pointer-control.js';
import { beginWriting } from '../../page/writing.js';
import { Ruler } from '../../page/ruler.js';
import { onLayer } from '../../model/layers.js';
import { pictureAddress, stripPicture } from '../../model/page-picture.js';
import { dashOf } from '../../model/palette.js';
import { colorOf, remember, remembered, settings } from '../../model/settings.js';
import { keptStroke } from '../../sync/kept-stroke.js';
import { text } from '../../texts/texts.js';
import { tell } from '../dialogs.js';
import { CompanyList } from './company-list.js';
import { EditorPanels } from './panels/editor-panels.js';
import { iconButton, make } from '../element.js';
import { exportDialog } from '../library/export-dialog.js';
import { handleKey } from './keys.js';
import { Filling } from './filling.js';
import { Inserting } from './inserting.js';
import { LastPlace } from './last-place.js';
import { notesPanel } from './panels/notes-panel.js';
import { SaveState } from './save-state.js';
import { Selecting } from './selecting.js';
import { ToolBar } from './tool-bar.js';
import { Typing } from './typing.js';

/** @typedef {import('../../model/editor.js').EditorModel} EditorModel */
/** @typedef {import('../../page/page-view.js').PageView} PageView */
/** @typedef {import('../../page/pointer-control.js').Work} Work */

/** So long the strip waits for the page, in milliseconds. */
const stripAfter = 1000;

export class EditorView {
    element = make('main', { className: 'editor' });
    settings = settings();
    #page = 0;
    #where = make('span', { className: 'where' });
    /**
     * The layers that are written on, by page, where it is not the first.
     * @type {Map<number, number>}
     */
    #layers = new Map();
    #id = crypto.getRandomValues(new Uint32Array(1))[0];
    #strokes = 0;
    #keys;
    #stopStatus;

    /**
     * @param {EditorModel} model
     * @param {{back: () => void, moved: (page: number) => void, mayWrite: boolean, isOwner: boolean}} coordinator
     */
    constructor(model, coordinator) {
        this.model = model;
        this.coordinator = coordinator;
        const { character } = model;
        this.filling = new Filling(model, coordinator.mayWrite);
        this.column = new ColumnView(model, {
            label: (page) => text('page.label', { number: page, count: model.pages.length }),
            moved: (page) => this.#moved(page),
            mounted: (view) => { for (const part of [this.typing, this.inserting, this.filling]) part.mounted(view); },
            picture: (page, width, height) => pictureAddress(character, page, width, height, this.filling.version),
            small: (page) => stripPicture(character, model.pages[page - 1]),
        });
        this.place = new LastPlace(character.id, this.column);
        this.pointers = new PointerControl(this.column, (view, event) => this.filling.begin(event, () => this.#begin(view, event)));
        this.pointers.rules.fingersDraw = this.settings.fingersDraw;
        this.pointers.rules.hasSeenPen = remembered('pen') === true;
        this.saving = new SaveState(model.outbox, (refused) => model.keepBoth(refused));
        this.company = new CompanyList(model.api, character.id, (page) => this.goTo(page));
        this.selecting = new Selecting(this);
        /** @type {ToolBar} */
        this.tools = new ToolBar(this.settings, () => this.#toolChanged(), {
            ruler: () => this.toggleRuler(), paste: () => {
                this.tools.closeOptions();
                this.selecting.paste();
            },
        });
        this.ruler = new Ruler({ name: text('ruler.name'), words: (angle) => text('ruler.angle', { angle }) });
        this.panels = new EditorPanels(this);
        this.undoButton = iconButton('undo', text('undo'), () => this.step('undo'), { data: { testid: 'undo' } });
        this.redoButton = iconButton('redo', text('redo'), () => this.step('redo'), { data: { testid: 'redo' } });
        this.typing = new Typing(this, coordinator.mayWrite);
        this.inserting = new Inserting(this, coordinator.mayWrite);
        this.tools.ruler.after(this.inserting.button);
        this.element.append(
            make('header', { className: 'editor-head' },
                iconButton('back', text('back'), () => coordinator.back(), { data: { testid: 'back' } }),
                make('div', { className: 'title' }, make('h1', { title: character.name }, character.name), this.#where, this.saving.element),
                this.company.element,
                make('div', { className: 'head-tools' },
                    this.undoButton, this.redoButton,
                    this.panels.zooming, ...this.panels.buttons,
                    iconButton('notes', text('notes'), () => void this.showNotes(), { data: { testid: 'notes' } }),
                    iconButton('export', text('export'), () => exportDialog(model), { data: { testid: 'export' } }))),
            make('div', { className: 'editor-body' }, this.panels.pages.element, this.column.element, this.ruler.element, this.tools.element),
            this.panels.view.element, this.panels.layers.element, this.selecting.bar);
        this.column.isSingle = this.settings.showsOnePage;
        this.#keys = (/** @type {KeyboardEvent} */ event) => handleKey(event, this);
        window.addEventListener('keydown', this.#keys);
        this.#stopStatus = model.outbox.listen({ status: () => this.#showSteps() });
        this.element.classList.toggle('reading', !coordinator.mayWrite);
        this.typing.toolChanged();
    }

    /**
     * Shows the pages, where they were last seen.
     * @param {number | undefined} page
     */
    show(page) {
        const place = this.place.last;
        this.element.classList.toggle('single', this.model.pages.length < 2);
        const wanted = page ?? place?.page ?? this.model.character.lastPage ?? 1;
        const there = this.column.open(this.place.zoom, wanted, place?.page === wanted ? place.part : 0);
        // The server draws the page first, and the small pages of the strip afterwards.
        void Promise.race([there, new Promise((late) => setTimeout(late, stripAfter))]).then(() => this.panels.pages.fill());
    }

    /** @param {number} page */
    goTo(page) { if (page !== this.column.current) this.column.goTo(page); }

    /** @param {number} page */
    #moved(page) {
        this.place.moved();
        this.panels.moved();
        this.selecting.scrolled();
        if (page === this.#page) return;
        this.#page = page;
        this.#where.textContent = text('page.of', { number: page, count: this.model.pages.length });
        this.#showSteps();
        this.panels.showPage(page);
        void this.company.company.at(page);
        this.coordinator.moved(page);
    }

    #showSteps() {
        if (this.#page === 0) return;
        const ink = this.model.ink(this.#page);
        this.undoButton.disabled = !ink.canUndo;
        this.redoButton.disabled = !ink.canRedo;
    }

    toggleStrip() {
        this.element.classList.toggle('strip-shown');
        this.panels.showPage(this.#page);
    }

    changed() { this.#showSteps(); }

    get mayWrite() { return this.coordinator.mayWrite; }

    takeLasso() { if (this.settings.hand !== 'lasso') this.tools.take('lasso'); }

    /** @param {number} [page] the current one @returns the layer of a page that is written on */
    layer(page = this.column.current) {
        const layer = this.#layers.get(page) ?? 0;
        return layer < Math.max(this.model.ink(page).layers.length, 1) ? layer : 0;
    }

    /** @param {number} layer */
    takeLayer(layer) { this.#layers.set(this.column.current, layer); }

    #toolChanged() {
        remember('settings', this.settings);
        this.pointers.rules.fingersDraw = this.settings.fingersDraw;
        if (this.settings.hand !== 'lasso') this.selecting.select(undefined);
        this.typing.toolChanged();
    }

    /** @param {PageView} view @param {PointerEvent} event @returns {Work | undefined} */
    #begin(view, event) {
        this.tools.closeOptions();
        const { number, ink } = view.page;
        if (!ink.isLoaded || !this.coordinator.mayWrite) return undefined;
        this.panels.view.close();
        if (event.pointerType === 'pen') remember('pen', true);
        const { hand } = this.settings;
        const placing = this.inserting.begin(view, event);
        if (placing) return placing;
        if (hand === 'text') return this.typing.begin(view, event);
        if (this.typing.isOpen) this.typing.finish();
        const erases = hand === 'eraser' || (event.pointerType === 'pen' && (event.buttons & 32) !== 0);
        if (erases) {
            const { erasesWhole } = this.settings;
            return beginErasing(view, event, this.settings.eraserSize / 2, {
                touched: (path, radius) => ink.erasedBy({ path, radius }, true),
                finished: (path, radius) => {
                    void this.model.replace(number, ink.erasedBy({ path, radius }, erasesWhole));
                    this.#showSteps();
                },
            });
        }
        if (hand === 'lasso') return this.selecting.begin(view, event);
        return this.#write(view, event);
    }

    /** @param {PageView} view @param {PointerEvent} event */
    #write(view, event) {
        const setting = this.settings.hand === 'highlighter' ? this.settings.highlighter : this.settings.pen;
        const { number } = view.page;
        const layer = this.layer(number);
        if (!view.page.ink.isOpen({ layer })) {
            tell(text('layer.closed'));
            return undefined;
        }
        const { curve, smoothing, snapsShapes } = this.settings;
        const pen = { ...setting, color: colorOf(setting.color), dash: dashOf(setting.line, setting.size, setting.tool === 'highlighter'), smoothing };
        const guide = this.ruler.guide(event.clientX, event.clientY, setting.size / 2 / view.pointsPerPixel);
        const { outbox, character } = this.model;
        const id = `${this.#id}-${this.#strokes++}`;
        const kept = keptStroke(outbox, { id, character: character.id, page: number }, (stroke) => {
            const added = this.model.add(number, [stroke], id);
            this.#showSteps();
            return added;
        });
        return beginWriting(view, event, pen, { curve, snapsShapes, guide }, {
            ...kept, checkpoint: (stroke) => kept.checkpoint(onLayer(stroke, layer)), finished: (stroke) => kept.finished(onLayer(stroke, layer)),
        });
    }

    /** All notes, and the one that is chosen. */
    showNotes() {
        return notesPanel(this.model, (page, note) => {
            this.column.goTo(page, note.at[1] / this.model.pages[page - 1].height - 0.1);
            const view = this.column.views.get(page);
            const object = view?.page.ink.objects.find((one) => one.note === note);
            if (view && object) this.inserting.open(view, object);
        });
    }

    /** @param {'undo' | 'redo'} deed */
    step(deed) {
        this.typing.finish();
        const page = Math.max(this.#page, 1);
        const ink = this.model.ink(page);
        if (!this.coordinator.mayWrite || this.pointers.isBusy || (deed === 'undo' ? !ink.canUndo : !ink.canRedo)) return;
        this.selecting.select(undefined);
        void this.model.step(page, deed);
        this.#showSteps();
    }

    /** @param {import('../../model/settings.js').Hand} hand */
    take(hand) { this.tools.take(hand); }

    /** @param {number} factor */
    zoom(factor) {
        this.column.zoomBy(factor);
        this.column.settle();
    }

    fit() { this.column.zoomTo(this.column.fittingZoom); }

    fitPage() {
        this.column.zoomTo(this.column.pageZoom);
        this.column.goTo(this.column.current);
    }

    /** @param {number} pages */
    turn(pages) { this.column.turn(pages); }

    /** @param {boolean} isOn */
    showOnePage(isOn) {
        this.settings.showsOnePage = isOn;
        remember('settings', this.settings);
        this.column.showOnePage(isOn);
    }

    toggleRuler() {
        this.ruler.isShown = !this.ruler.isShown;
        this.tools.ruler.setAttribute('aria-pressed', String(this.ruler.isShown));
        if (this.ruler.isShown) this.ruler.element.focus({ preventScroll: true });
    }

    closeAll() {
        this.tools.closeOptions();
        this.panels.close();
    }

    /** @param {string} sentence */
    tell(sentence) { tell(sentence); }

    remove() {
        this.place.keep();
        window.removeEventListener('keydown', this.#keys);
        this.#stopStatus();
        this.saving.remove();
        this.company.remove();
        this.selecting.remove();
        this.filling.remove();
        this.typing.close();
        this.inserting.remove();
        this.model.close();
        this.column.remove();
        this.element.remove();
    }
}
