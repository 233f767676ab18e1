// SPDX-License-Identifier: GPL-3.0-or-later
// What pointers do on pages: the tool in hand, the pen's buttons, and what fingers do although they do not draw.

import { hullOf, isCrossedOut, isScribble } from '../../ink/scribble.js';
import { beginErasing } from '../../page/erasing.js';
import { beginPointing } from '../../page/pointing.js';
import { beginWriting } from '../../page/writing.js';
import { findItems, isStroke, itemsAt, itemsOf } from '../../model/items.js';
import { onLayer } from '../../model/layers.js';
import { quadOf } from '../../model/markup.js';
import { dashOf, nibOf } from '../../model/palette.js';
import { colorOf, remember, remembered } from '../../model/settings.js';
import { keptStroke } from '../../sync/kept-stroke.js';
import { counted, text } from '../../texts/texts.js';
import { tell } from '../dialogs.js';
import { enter } from './filling.js';

/** @typedef {import('../../page/page-view.js').PageView} PageView */
/** @typedef {import('../../page/pointer-control.js').Work} Work */
/** @typedef {import('../../model/settings.js').Hand} Hand */

/** The tools by which a finger draws where it may. */
const drawing = ['pen', 'highlighter', 'eraser'];
/** How long the mouse rests until links show, in milliseconds. */
const resting = 120;
const links = () => import('./link-following.js');
/** The buttons of a pen, as `PointerEvent.buttons` has them. */
const [barrelButton, eraserEnd] = [2, 32];

export class Drawing {
    #id = crypto.getRandomValues(new Uint32Array(1))[0];
    #strokes = 0;
    #isSpaceHeld = false;

    /** @param {import('./editor-view.js').EditorView} editor */
    constructor(editor) { this.editor = editor; }

    /** Another tool is in hand, or fingers do something else. */
    toolChanged() {
        const { rules } = this.editor.pointers;
        const { hand, fingersDraw } = this.editor.settings;
        rules.fingersDraw = fingersDraw;
        const { mayWrite, settings } = this.editor;
        // What is to be placed is in hand instead of the hand.
        const isHand = hand === 'hand' && !this.editor.inserting.isPlacing;
        const points = isHand && settings.points;
        rules.selects = settings.selects && (isHand || !mayWrite) && !this.#isSpaceHeld;
        rules.isHand = !mayWrite || (isHand && !points) || this.#isSpaceHeld;
        this.editor.element.classList.toggle('is-pointing', points);
        this.editor.element.classList.toggle('is-selecting', rules.selects);
        this.editor.element.classList.toggle('is-moving', rules.isHand);
    }

    get isSpaceHeld() { return this.#isSpaceHeld; }

    /** @param {boolean} isHeld whether the space bar is held, which makes a hand of every tool */
    holdSpace(isHeld) {
        if (isHeld === this.#isSpaceHeld) return;
        this.#isSpaceHeld = isHeld;
        this.toolChanged();
    }

    /**
     * The tool in hand comes down.
     * @param {PageView} view @param {PointerEvent} event @returns {Work | undefined}
     */
    begin(view, event) {
        const { filling, inserting, pointers } = this.editor;
        if (pointers.rules.selects && event.pointerType === 'mouse') return filling.begin(event, () => this.#selectOrFollow(view, event));
        this.editor.clearWords();
        return inserting.isPlacing ? this.#use(view, event) : filling.begin(event, () => this.#use(view, event));
    }

    /**
     * A finger takes hold of what is selected, or draws the area of a link.
     * @param {PageView} view @param {PointerEvent} event @returns {Work | undefined}
     */
    hold(view, event) {
        const { inserting, selecting, settings } = this.editor;
        if (inserting.isPlacing) return inserting.begin(view, event);
        return settings.hand === 'lasso' ? selecting.hold(view, event) : undefined;
    }

    /**
     * A finger, or the hand, has touched a place: it goes into a field, opens a note or a mark, or begins a
     * text.
     * @param {PageView} view @param {EventTarget | null} target @param {PointerEvent} event
     */
    tap(view, target, event) {
        const { inserting, typing, selecting, settings, mayWrite } = this.editor;
        this.editor.tools.closeOptions();
        this.editor.clearWords();
        if (target instanceof HTMLElement && target.matches('.field, .tappable')) enter(target);
        else if (view.page.ink.isLoaded && !(mayWrite && ['text', 'lasso'].includes(settings.hand)) && inserting.openMark(view, event)) return;
        else if (mayWrite && !view.page.ink.isLoaded) return;
        else if (mayWrite && settings.hand === 'text') typing.begin(view, event)?.end();
        else if (mayWrite && settings.hand === 'lasso') selecting.begin(view, event)?.end();
        else if (settings.hand !== 'hand' || !settings.points) this.#follow(view, event);
    }

    /** The browser's menu copies words that are selected. */
    opensMenu() {
        return this.editor.hasSelectedWords;
    }

    /**
     * A finger rests on a word: it selects.
     * @param {PageView} view @param {PointerEvent} event
     * @returns {Promise<(() => Work) | undefined>} what begins to select; undefined where there is no word
     */
    async press(view, event) {
        const { inserting, typing, selecting } = this.editor;
        if (inserting.isPlacing || typing.isOpen || selecting.isActive) return undefined;
        if (event.target instanceof Element && event.target.closest('.field, .tappable')) return undefined;
        const words = await this.editor.words();
        return (await words.isOnWord(view, event)) ? () => words.begin(view, event, { byWords: true, offers: true }) : undefined;
    }

    /**
     * The hand was pressed twice on a word: it selects it.
     * @param {MouseEvent} event
     */
    twice(event) {
        // The column has captured the pointer, so that the event is the column's.
        const target = document.elementFromPoint(event.clientX, event.clientY);
        const view = this.editor.column.viewOf(target);
        const { isHand, selects } = this.editor.pointers.rules;
        if (!view || !(isHand || selects) || target?.closest('.field, .tappable')) return;
        this.editor.withWords(async (words) => {
            if (await words.isOnWord(view, event)) words.begin(view, event, { byWords: true, offers: false }).end();
        });
    }

    /**
     * The mouse selects words. Where it goes up without having moved, it opens a mark or follows a link.
     * @param {PageView} view @param {PointerEvent} event @returns {Work}
     */
    #selectOrFollow(view, event) {
        const work = this.#selectWords(view, event, { byWords: false, offers: this.editor.mayWrite });
        let isStill = true;
        return {
            move: (move, all) => {
                isStill &&= Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) < 4;
                work.move(move, all);
            },
            end: () => {
                work.end();
                if (isStill && !this.editor.inserting.openMark(view, event)) this.#follow(view, event);
            },
            cancel: () => work.cancel(),
        };
    }

    /** @param {PageView} view @param {{clientX: number, clientY: number}} at follows the link there, if there is one */
    #follow(view, at) { void links().then(({ followLinkAt }) => followLinkAt(this.editor, view, at)); }

    /**
     * The mouse rests over a page with the hand: it shows whether there is a link.
     * @param {PointerEvent} event
     */
    hover(event) {
        clearTimeout(this.#hovering);
        const { element, column, pointers } = this.editor;
        element.classList.remove('over-link');
        column.element.removeAttribute('title');
        const { isHand, selects } = pointers.rules;
        if (event.pointerType !== 'mouse' || event.buttons !== 0 || !(isHand || selects) || this.#isSpaceHeld) return;
        const view = column.viewOf(event.target);
        if (!view) return;
        this.#hovering = setTimeout(() => void links().then(async ({ linkAt }) => {
            const waiting = this.#hovering;
            const link = await linkAt(this.editor, view, view.toPage(event.clientX, event.clientY), 0);
            if (!link || waiting !== this.#hovering) return;
            element.classList.add('over-link');
            if (link.uri) column.element.title = link.uri.slice(0, 500);
        }), resting);
    }

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #hovering;

    /**
     * Selects words as soon as they are here.
     * @param {PageView} view @param {MouseEvent} event @param {{byWords: boolean, offers: boolean}} how @returns {Work}
     */
    #selectWords(view, event, how) {
        /** @type {(work: Work) => void} */
        let latest = () => undefined;
        let [isOver, isCancelled] = [false, false];
        /** @type {Work | undefined} */
        let work;
        this.editor.withWords((words) => {
            if (isCancelled) return;
            work = words.begin(view, event, how);
            latest(work);
            if (isOver) work.end();
        });
        return {
            move: (move) => {
                latest = (one) => one.move(move, []);
                if (work) latest(work);
            },
            end: () => {
                isOver = true;
                work?.end();
            },
            cancel: () => {
                isCancelled = true;
                work?.cancel();
            },
        };
    }

    /** @param {number} fingers that have touched at once: two undo, three redo */
    taps(fingers) {
        if (fingers === 2) this.editor.step('undo');
        else if (fingers === 3) this.editor.step('redo');
    }

    /** A finger has moved the pages. The first time that it may have wanted to draw, the person is asked. */
    fingerMoved() {
        const { editor } = this;
        if (!editor.mayWrite || editor.pointers.rules.hasSeenPen || !drawing.includes(editor.settings.hand) || remembered('asked-fingers')) return;
        remember('asked-fingers', true);
        tell(text('fingers.ask'), { label: text('fingers'), act: () => editor.tools.letFingersDraw(true) });
    }

    /**
     * The tool that a pointer is: a pen's end and its button are others than its tip.
     * @param {PointerEvent} event @returns {Hand}
     */
    #tool({ pointerType, buttons }) {
        const { hand, barrel } = this.editor.settings;
        if (pointerType !== 'pen') return hand;
        if ((buttons & eraserEnd) !== 0) return 'eraser';
        return (buttons & barrelButton) !== 0 && barrel !== 'pen' ? barrel : hand;
    }

    /** @param {PageView} view @param {PointerEvent} event @returns {Work | undefined} */
    #use(view, event) {
        const { editor } = this;
        const { settings, model, typing } = editor;
        editor.tools.closeOptions();
        if (settings.hand === 'hand' && !editor.inserting.isPlacing) return settings.points && editor.mayWrite ? beginPointing(view, event, (at) => editor.company.company.point(view.page.number, at)) : undefined;
        const { number, ink } = view.page;
        if (!ink.isLoaded || !editor.mayWrite) return undefined;
        editor.panels.view.close();
        if (event.pointerType === 'pen') remember('pen', true);
        const placing = editor.inserting.begin(view, event);
        if (placing) return placing;
        const hand = this.#tool(event);
        if (hand === 'text') return typing.begin(view, event);
        if (typing.isOpen) typing.finish();
        if (hand === 'eraser') {
            return beginErasing(view, event, settings.eraserSize / 2, {
                touched: (path, radius) => ink.erasedBy({ path, radius }, true),
                finished: (path, radius) => {
                    void model.replace(number, ink.erasedBy({ path, radius }, settings.erasesWhole));
                    editor.changed();
                },
            });
        }
        if (hand === 'lasso') {
            // What the pen's button has selected stays selected.
            editor.takeLasso();
            return editor.selecting.begin(view, event);
        }
        return this.#write(view, event);
    }

    /**
     * What a scribble crosses out, by the indices among all items. A scribble over nothing is ink.
     * @param {number} page @param {import('../../ink/stroke.js').Stroke} scribble
     */
    #crossedOut(page, scribble) {
        if (!isScribble(scribble)) return [];
        const hull = hullOf(scribble);
        return itemsAt(this.editor.model.ink(page), (item) => isStroke(item) && isCrossedOut(hull, item));
    }

    /**
     * A highlighter that has run along printed words becomes a mark on them. One step back brings the stroke.
     * @param {number} page @param {import('../../ink/stroke.js').Stroke} stroke
     */
    async #snap(page, stroke) {
        const { model } = this.editor;
        const words = await (await model.printed()).text(page, model.turn(page));
        const lines = words.along(stroke.xy);
        const [index] = findItems(itemsOf(model.ink(page)), [stroke]) ?? [];
        if (lines.length === 0 || index === undefined) return;
        const markup = {
            style: 'highlight', quads: lines.flatMap(({ first, last }) => words.boxes(first, last).map((box) => quadOf(box, words.words[first].turn ?? 0))), color: stroke.brush.color,
            words: lines.map(({ first, last }) => words.copied({ word: first, offset: 0 }, { word: last, offset: Infinity })).join(' '),
        };
        await model.edit(page, { replace: new Map([[index, [onLayer({ markup }, stroke.layer ?? 0)]]]) });
        this.editor.changed();
    }

    /** @param {PageView} view @param {PointerEvent} event */
    #write(view, event) {
        const { editor } = this;
        const { settings, model, ruler } = editor;
        const setting = settings.hand === 'highlighter' ? settings.highlighter : settings.pen;
        const { number } = view.page;
        const layer = editor.layer(number);
        if (!view.page.ink.isOpen({ layer })) {
            tell(text('layer.closed'));
            return undefined;
        }
        const { curve, smoothing, snapsShapes } = settings;
        const pen = { ...setting, color: colorOf(setting.color), dash: dashOf(setting.line, setting.size, setting.tool === 'highlighter'), nib: nibOf(setting), smoothing };
        const guide = ruler.guide(event.clientX, event.clientY, setting.size / 2 / view.pointsPerPixel);
        const { outbox, character } = model;
        const id = `${this.#id}-${this.#strokes++}`;
        const kept = keptStroke(outbox, { id, character: character.id, page: number, turn: model.turn(number) }, (stroke) => {
            const crossed = settings.scribbles ? this.#crossedOut(number, stroke) : [];
            const added = crossed.length > 0 ? model.replaceItems(number, new Map(crossed.map((index) => [index, []]))) : model.add(number, [stroke], id);
            if (crossed.length > 0) editor.offerUndo(counted('scribbled', crossed.length));
            else if (settings.snapsWords && pen.tool === 'highlighter') void added.then(() => this.#snap(number, stroke)).catch(() => undefined);
            editor.changed();
            return added;
        });
        return beginWriting(view, event, pen, { curve, snapsShapes, guide }, {
            ...kept, checkpoint: (stroke) => kept.checkpoint(onLayer(stroke, layer)), finished: (stroke) => kept.finished(onLayer(stroke, layer)),
        });
    }
}
