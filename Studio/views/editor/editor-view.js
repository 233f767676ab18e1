// SPDX-License-Identifier: GPL-3.0-or-later
// The editor: pages to write on, tools at the edge, the state of saving in words.

import { ColumnView } from '../../page/column-view.js';
import { showPointed } from '../../page/pointing.js';
import { keepPalmsOff } from '../../page/palm-guard.js';
import { PointerControl } from '../../page/pointer-control.js';
import { Ruler } from '../../page/ruler.js';
import { boxOf } from '../../model/item-geometry.js';
import { itemsAt } from '../../model/items.js';
import { pictureAddress, stripPicture } from '../../model/page-picture.js';
import { remember, remembered, settings } from '../../model/settings.js';
import { text } from '../../texts/texts.js';
import { tell, withDialogs } from '../dialogs.js';
import { CompanyList } from './company-list.js';
import { EditorPanels } from './panels/editor-panels.js';
import { iconButton, make } from '../element.js';
import { Drawing } from './drawing.js';
import { listenToKeys } from './keys.js';
import { Filling } from './filling.js';
import { Inserting } from './inserting.js';
import { LastPlace } from './last-place.js';
import { notesPanel } from './panels/notes-panel.js';
import { withMenu, withSheets } from './place-buttons.js';
import { SaveState } from './save-state.js';
import { Selecting } from './selecting.js';
import { keepSteps, showStep } from './step-place.js';
import { ToolBar } from './tool-bar.js';
import { Typing } from './typing.js';
import { whenLocked } from '../unlock-dialog.js';

/** @typedef {import('../../model/editor.js').EditorModel} EditorModel */

/** So long the strip waits for the page, in milliseconds. */
const stripAfter = 1000;
/** So long after the page is there nothing is offered, in milliseconds. */
const offersAfter = 1500;

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
    #showTools = iconButton('tools', text('tools.show'), () => this.toggleTools(), { className: 'icon-button show-tools', 'aria-keyshortcuts': 'F', data: { testid: 'tools-show' } });
    #stopKeys;
    #stopStatus;
    #stopLocked;
    #letPalms;
    #stopAcknowledged;

    /**
     * @param {EditorModel} model
     * @param {{back: () => void, moved: (page: number) => void, mayWrite: boolean, isOwner: boolean,
     *   changePages: (change: import('../../sync/api.js').PageChange) => Promise<void>}} coordinator
     */
    constructor(model, coordinator) {
        this.model = model;
        this.coordinator = coordinator;
        const { character } = model;
        this.filling = new Filling(model, coordinator.mayWrite);
        this.column = new ColumnView(model, {
            label: (page) => text('page.label', { number: model.position(page), count: model.pages.length }),
            moved: (page) => this.#moved(page),
            whenIdle: (act) => this.pointers.whenIdle(act),
            mounted: (view) => {
                for (const part of [this.typing, this.inserting, this.filling, this.panels.find]) part.mounted(view);
                this.#offers?.mounted(view);
                if (this.#showsWords) void this.words().then((words) => words.layer(view)).catch(() => undefined);
                const { number, ink } = view.page;
                view.attachments.add({ removed: ink.listen(() => this.panels.pages.changed(number)) });
            },
            picture: (page, width, height, region) => pictureAddress(character, model.page(page) ?? { page, isOwn: false }, width, height, this.filling.version, region),
            small: (page) => stripPicture(character, model.page(page) ?? { page, revision: 0 }),
        });
        this.place = new LastPlace(character.id, this.column);
        this.drawing = new Drawing(this);
        this.pointers = new PointerControl(this.column, this.drawing);
        this.pointers.rules.hasSeenPen = remembered('pen') === true;
        this.#letPalms = keepPalmsOff(this.pointers.rules, this.column.element);
        this.saving = new SaveState(model.outbox, character.id, {
            keepBoth: (refused) => model.keepBoth(refused, this.column.current), position: (page) => model.position(page),
        });
        this.company = new CompanyList(model.api, character.id, { goTo: (page) => this.goTo(page), position: (page) => model.position(page) || page });
        this.selecting = new Selecting(this);
        /** @type {ToolBar} */
        this.tools = new ToolBar(this.settings, () => this.toolChanged(), {
            ruler: () => this.toggleRuler(), hide: () => this.toggleTools(), paste: () => {
                this.tools.closeOptions();
                this.selecting.paste();
            },
        });
        this.ruler = new Ruler({ name: text('ruler.name'), words: (angle) => text('ruler.angle', { angle }) });
        this.panels = new EditorPanels(this);
        this.undoButton = iconButton('undo', text('undo'), () => this.step('undo'), { data: { testid: 'undo' } });
        this.redoButton = iconButton('redo', text('redo'), () => this.step('redo'), { data: { testid: 'redo' } });
        /** @type {Typing} */
        this.typing = new Typing(this, coordinator.mayWrite);
        /** @type {Inserting} */
        this.inserting = new Inserting(this, coordinator.mayWrite);
        this.tools.ruler.after(this.inserting.button);
        this.element.append(
            make('button', { type: 'button', className: 'skip', on: { click: () => this.column.element.focus() } }, text('skip')),
            make('header', { className: 'editor-head' },
                iconButton('back', text('back'), () => coordinator.back(), { data: { testid: 'back' } }),
                make('div', { className: 'title' }, make('h1', { title: character.name }, character.name), this.#where, this.saving.element),
                this.company.element,
                make('div', { className: 'head-tools' },
                    this.undoButton, this.redoButton,
                    this.panels.zooming, ...this.panels.buttons,
                    iconButton('notes', text('notes'), () => void this.showNotes(), { data: { testid: 'notes' } }),
                    iconButton('export', text('export'), () => withDialogs(({ exportDialog }) => exportDialog(model, coordinator.isOwner)), { data: { testid: 'export' } }))),
            make('div', { className: 'editor-body' }, this.panels.pages.element, this.tools.element, this.column.element, this.ruler.element),
            this.panels.view.element, this.panels.layers.element, this.panels.find.element, this.selecting.bar, this.#showTools);
        this.column.isSingle = this.settings.showsOnePage;
        this.element.classList.toggle('night', this.settings.darkPaper);
        this.#stopKeys = listenToKeys(this);
        this.#stopStatus = keepSteps(model, () => this.#showSteps(), coordinator.mayWrite);
        this.#stopAcknowledged = model.outbox.listen({
            acknowledged: (waiting) => { if (waiting.character === character.id) this.panels.pages.changed(waiting.page); },
        });
        this.element.classList.toggle('reading', !coordinator.mayWrite);
        this.element.classList.toggle('tools-away', this.settings.hidesTools);
        this.typing.toolChanged();
        this.drawing.toolChanged();
        this.#stopLocked = whenLocked(character, () => {
            for (const view of this.column.views.values()) void view.renewPicture();
            void this.filling.form.load();
            this.panels.pages.fill();
        });
        this.column.element.addEventListener('pointermove', (event) => this.drawing.hover(event));
        this.column.element.addEventListener('dblclick', (event) => this.drawing.twice(event));
        // Whoever comes by keys may have the page read aloud, and selects by keys.
        this.column.element.addEventListener('focus', () => {
            if (this.column.element.matches(':focus-visible')) this.showWords();
        });
    }

    /** @type {Promise<import('./text-selecting.js').TextSelecting> | undefined} */
    #words;
    #showsWords = false;

    /** Ends the selection of printed words, if somebody has selected any. */
    clearWords() { void this.#words?.then((words) => words.clear(), () => undefined); }

    /**
     * Does something with printed words for the person.
     * @param {(words: import('./text-selecting.js').TextSelecting) => void} act
     */
    withWords(act) { void this.words().then(act, () => void tell(text('dialogs.offline'))); }

    /** What selects printed words. It is fetched when somebody first does. */
    words() {
        this.#words ??= import('./text-selecting.js').then(({ TextSelecting }) => new TextSelecting(this)).catch((error) => {
            // It is asked for again when it is needed again.
            this.#words = undefined;
            throw error;
        });
        return this.#words;
    }

    get hasSelectedWords() {
        const selection = getSelection();
        return this.#words !== undefined && selection !== null && !selection.isCollapsed && selection.anchorNode?.parentElement?.closest('.words') !== null;
    }

    /** Lays the printed words over pages, also over those that come. */
    showWords() {
        this.#showsWords = true;
        void this.words().then((words) => words.show()).catch(() => undefined);
    }

    /**
     * Selects printed words that were found.
     * @param {number} page @param {number} first @param {number} last
     */
    selectFound(page, first, last) { void this.words().then((words) => words.select(page, first, last)).catch(() => undefined); }

    /** @param {boolean} isOn whether the mouse selects printed words instead of moving the pages */
    selectWords(isOn) {
        Object.assign(this.settings, { selects: isOn, points: false });
        if (this.mayWrite) this.take('hand');
        else this.toolChanged();
    }

    /**
     * Shows the pages, where they were last seen, or a place on a page.
     * @param {number | undefined} page @param {number[]} [box]
     */
    show(page, box) {
        const place = this.place.last;
        this.element.classList.toggle('single', this.model.pages.length < 2);
        const wanted = page ?? place?.page ?? this.model.character.lastPage ?? this.model.pages[0]?.page ?? 1;
        const there = this.column.open(this.place.zoom, wanted, place?.page === wanted ? place.part : 0);
        if (page && box) this.panels.find.showPlace(page, box, there);
        // The server draws the page first, and the small pages of the strip afterwards.
        void Promise.race([there, new Promise((late) => setTimeout(late, stripAfter))]).then(() => this.panels.pages.fill());
        if (this.mayWrite && this.model.character.template) void there.then(() => setTimeout(() => void this.#offer(), offersAfter));
    }

    /** @type {import('./offers.js').Offers | undefined} */
    #offers;

    /** Offers what the ink in fields says. Its code comes when nobody draws; without it, nothing is offered. */
    async #offer() {
        await this.atRest();
        if (!this.element.isConnected) return;
        const found = await import('./offers.js').catch(() => undefined);
        if (found && this.element.isConnected) this.#offers ??= new found.Offers(this);
    }

    /** @param {number} page @param {number[]} [box] a place on it */
    goTo(page, box) {
        if (box) this.panels.find.showPlace(page, box);
        else if (page !== this.column.current) this.column.goTo(page);
    }

    /** @param {import('../../model/company.js').Pointed} pointed */
    pointedAt(pointed) {
        const view = this.column.views.get(pointed.page);
        if (view && this.company.company.shows(pointed)) showPointed(view, pointed);
    }

    /** @param {number} page */
    #moved(page) {
        this.place.moved();
        this.panels.moved();
        this.selecting.scrolled();
        if (page === this.#page) return;
        this.#page = page;
        this.#where.textContent = text('page.of', { number: this.model.position(page), count: this.model.pages.length });
        this.#showSteps();
        this.panels.showPage(page);
        void this.company.company.at(page);
        this.coordinator.moved(page);
    }

    #showSteps() {
        this.undoButton.disabled = !this.model.canUndo;
        this.redoButton.disabled = !this.model.canRedo;
    }

    toggleStrip() {
        this.element.classList.toggle('strip-shown');
        this.panels.showPage(this.#page);
    }

    changed() { this.#showSteps(); }

    /** Whether somebody draws, types, or is asked something: it would be lost with the view. */
    get #isInHand() {
        return this.pointers.isTouched || this.typing.isOpen || this.element.querySelector('textarea.field:focus, .field:focus:is([type="text"], [type="password"])') !== null
            || document.querySelector('dialog[open]') !== null;
    }

    /** Resolves when nobody draws, types, or is asked something, or when the view is gone. */
    async atRest() {
        while (this.element.isConnected && this.#isInHand) await new Promise((later) => setTimeout(later, 100));
    }

    get mayWrite() { return this.coordinator.mayWrite; }

    takeLasso() { if (this.settings.hand !== 'lasso') this.tools.take('lasso'); }

    /** @param {number} [page] the current one @returns the layer of a page that is written on */
    layer(page = this.column.current) {
        const layer = this.#layers.get(page) ?? 0;
        return layer < Math.max(this.model.ink(page).layers.length, 1) ? layer : 0;
    }

    /** @param {number} layer */
    takeLayer(layer) { this.#layers.set(this.column.current, layer); }

    toolChanged() {
        remember('settings', this.settings);
        this.element.classList.toggle('tools-away', this.settings.hidesTools);
        this.drawing.toolChanged();
        if (this.settings.hand !== 'lasso') this.selecting.select(undefined);
        this.inserting.stopPlacing();
        this.typing.toolChanged();
    }

    /** All notes and marks, and the one that is chosen. */
    showNotes() {
        return notesPanel(this.model, (page, object) => {
            const [, top] = boxOf(object) ?? [0, 0];
            this.column.goTo(page, top / (this.model.page(page)?.height ?? 1) - 0.1);
            const view = this.column.views.get(page);
            if (view) this.inserting.open(view, object);
        });
    }

    /**
     * Takes back what this person did last, or does it again, and shows where that is.
     * @param {'undo' | 'redo'} deed
     */
    step(deed) {
        this.typing.finish();
        const { canUndo, canRedo } = this.model;
        if (!this.coordinator.mayWrite || this.pointers.isBusy || (deed === 'undo' ? !canUndo : !canRedo)) return;
        this.#endOffer();
        this.selecting.select(undefined);
        void this.model.step(deed).then((made) => {
            if (made) showStep(this, made, deed);
            this.#showSteps();
        });
        this.#showSteps();
    }

    #endOffer = () => {};

    /**
     * Tells what was done last and offers to take it back, until something else is done.
     * @param {string} sentence
     */
    offerUndo(sentence) {
        this.#endOffer();
        const remove = tell(sentence, { label: text('undo'), act: () => this.step('undo') });
        const stop = this.model.steps.listen(() => this.#endOffer());
        this.#endOffer = () => {
            this.#endOffer = () => {};
            stop();
            remove();
        };
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

    /** Goes to the next value that was read from handwriting. */
    nextOffer() { this.#offers?.next(); }

    /** @param {number} pages */
    turn(pages) { this.column.turn(pages); }

    /** @param {boolean} isOn */
    showOnePage(isOn) {
        this.settings.showsOnePage = isOn;
        remember('settings', this.settings);
        this.column.showOnePage(isOn);
    }

    /** @param {boolean} isOn whether paper is dark, on this screen only */
    darken(isOn) {
        this.settings.darkPaper = isOn;
        remember('settings', this.settings);
        this.element.classList.toggle('night', isOn);
    }

    /**
     * What can be done with a page among the others.
     * @param {number} [page] the current one
     */
    showPageMenu(page = this.column.current) {
        if (!this.mayWrite || !this.model.character.template) return;
        this.typing.finish();
        this.selecting.select(undefined);
        withMenu(({ pageMenu }) => pageMenu(this.model, page, (change) => void this.coordinator.changePages(change)));
    }

    /** Takes everything off the current page that may be changed. One undo brings it back. */
    clearPage() {
        const page = this.column.current;
        const ink = this.model.ink(page);
        if (!this.mayWrite || !ink.isLoaded) return;
        this.typing.finish();
        this.selecting.select(undefined);
        const indices = itemsAt(ink, () => true);
        if (indices.length === 0) return;
        void this.model.replaceItems(page, new Map(indices.map((index) => [index, []])));
        this.offerUndo(text('page.cleared', { number: this.model.position(page) }));
    }

    /** Puts the tools away, so that nothing covers the pages and everything moves them; or gets the tools back. */
    toggleTools() {
        if (!this.mayWrite) return;
        this.tools.toggle();
        const inReach = this.settings.hidesTools ? this.#showTools : this.tools.buttonInHand;
        if (!this.column.element.contains(document.activeElement)) inReach?.focus({ preventScroll: true });
    }

    toggleRuler() {
        this.ruler.isShown = !this.ruler.isShown;
        this.tools.ruler.setAttribute('aria-pressed', String(this.ruler.isShown));
        if (this.ruler.isShown) this.ruler.element.focus({ preventScroll: true });
    }

    print() {
        const { current } = this.column;
        withSheets(this.model.position(current), ({ printDialog }) => printDialog(this.model, current, this.coordinator.isOwner));
    }

    closeAll() {
        this.tools.closeOptions();
        this.panels.close();
    }

    /** @param {string} sentence */
    tell(sentence) { tell(sentence); }

    remove() {
        this.#endOffer();
        this.place.keep();
        this.#stopKeys();
        this.#stopStatus();
        this.#stopLocked();
        this.#letPalms();
        this.#stopAcknowledged();
        this.panels.pages.remove();
        this.saving.remove();
        this.company.remove();
        this.selecting.remove();
        void this.#words?.then((words) => words.remove());
        this.#offers?.remove();
        this.filling.remove();
        this.typing.close();
        this.inserting.remove();
        this.model.close();
        this.column.remove();
        this.element.remove();
    }
}
