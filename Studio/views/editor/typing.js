// SPDX-License-Identifier: GPL-3.0-or-later
// Typing on pages: a tap begins a text, a drag gives it a width, a tap on a text goes on with it. Leaving keeps it.

import { SetTexts, keptPictures } from '../../page/text-pictures.js';
import { TextBox } from '../../page/text-box.js';
import { itemsOf } from '../../model/items.js';
import { isTapped } from '../../model/item-geometry.js';
import { onLayer } from '../../model/layers.js';
import { colorOf, remember } from '../../model/settings.js';
import { lineHeight, narrowest, restyled, retyped, styleOf, wishForText, wordsOf } from '../../model/texts.js';
import { keepDraft } from '../../sync/text-draft.js';
import { text } from '../../texts/texts.js';
import { tell } from '../dialogs.js';
import { TypingBar } from './typing-bar.js';

/** @typedef {import('../../page/page-view.js').PageView} PageView */
/** @typedef {import('../../page/pointer-control.js').Work} Work */
/** @typedef {import('../../model/texts.js').Text} Text */
/**
 * What typing needs of the editor.
 * @typedef {object} Host
 * @property {HTMLElement} element @property {import('../../model/editor.js').EditorModel} model
 * @property {import('../../page/column-view.js').ColumnView} column @property {import('../../model/settings.js').Settings} settings
 * @property {() => void} changed @property {(page?: number) => number} layer the one that is written on
 * @property {{isPlacing: boolean}} inserting
 */
/**
 * The text that is typed in. `before` is what it was, where it is not new.
 * @typedef {{view: PageView, box: TextBox, text: Text, layer?: number, before?: any, id: string, isDrafted?: boolean}} Open
 */

const svg = 'http://www.w3.org/2000/svg';
/** How near a tap must be to a text, in CSS pixels. */
const tapReach = 4;
/** How far from the page's edge lines end, in points. */
const edge = 6;

export class Typing {
    /** @type {Open | undefined} */
    #open;
    /** @type {Map<PageView, SetTexts>} */
    #texts = new Map();
    #leaving = () => this.finish();
    // A window that is hidden may never be told that it ends.
    #hidden = () => {
        if (document.visibilityState === 'hidden') this.finish();
    };
    /** @type {ReturnType<typeof setInterval> | undefined} */
    #beating;
    #drafts = 0;

    /** @param {Host} host @param {boolean} mayWrite */
    constructor(host, mayWrite) {
        this.host = host;
        this.mayWrite = mayWrite;
        const { api, character } = host.model;
        this.draw = keptPictures((item, region, scale) => api.textPicture(character.id, item, region, scale));
        this.bar = new TypingBar(host.settings, () => this.#restyle(), () => this.finish(), () => this.remove());
        host.element.append(this.bar.element);
        window.addEventListener('pagehide', this.#leaving);
        document.addEventListener('visibilitychange', this.#hidden);
        host.column.element.addEventListener('dblclick', (event) => this.#twice(event));
        host.column.element.addEventListener('keydown', (event) => {
            if (event.key !== 'Enter' || event.target !== host.column.element || host.settings.hand !== 'text') return;
            event.preventDefault();
            this.#beginInMiddle();
        });
    }

    get isOpen() { return this.#open !== undefined; }

    /** @param {PageView} view */
    mounted(view) {
        const texts = new SetTexts(view, this.draw);
        this.#texts.set(view, texts);
        view.attachments.add({
            placed: () => texts.placed(), shown: () => texts.shown(), removed: () => {
                texts.removed();
                this.#texts.delete(view);
            },
        });
    }

    /** The tool in hand has changed. */
    toolChanged() {
        const isText = this.host.settings.hand === 'text';
        if (!isText) this.finish();
        this.host.element.classList.toggle('is-typing', isText);
        // Whoever types goes into fields directly, but not with a note that may lie on one.
        if (isText && !this.host.inserting.isPlacing) this.host.column.element.dataset.fieldsOpen = '';
        else delete this.host.column.element.dataset.fieldsOpen;
    }

    /**
     * The text tool comes down on a page.
     * @param {PageView} view @param {PointerEvent} event @returns {Work | undefined}
     */
    begin(view, event) {
        if (this.#open) {
            this.finish();
            return undefined;
        }
        const start = view.toPage(event.clientX, event.clientY);
        const found = this.#textAt(view, start);
        const frame = document.createElementNS(svg, 'rect');
        frame.setAttribute('class', 'selection');
        let width = 0;
        let left = start.x;
        return {
            move: (move) => {
                const { x } = view.toPage(move.clientX, move.clientY);
                width = Math.abs(x - start.x);
                left = Math.min(x, start.x);
                if (found || width < narrowest) return;
                const { size } = this.host.settings.text;
                for (const [name, value] of Object.entries({ x: left, y: start.y, width, height: size * lineHeight })) frame.setAttribute(name, String(value));
                view.overlay.append(frame);
            },
            end: () => {
                frame.remove();
                if (found) this.#edit(view, found);
                else if (width >= narrowest) this.#begin(view, left, start.y, width);
                // A tap is where the first line stands, not where its box begins.
                else this.#begin(view, start.x, start.y - this.host.settings.text.size * lineHeight * 0.62, undefined);
            },
            cancel: () => frame.remove(),
        };
    }

    /** @param {MouseEvent} event */
    #twice(event) {
        const { hand } = this.host.settings;
        const view = this.host.column.viewOf(event.target);
        if (!view || !this.mayWrite || this.#open || (hand !== 'lasso' && hand !== 'text')) return;
        const found = this.#textAt(view, view.toPage(event.clientX, event.clientY));
        if (!found) return;
        event.preventDefault();
        this.#edit(view, found);
    }

    /** Begins a text in the middle of what is seen, for those who use keys. */
    #beginInMiddle() {
        const view = this.host.column.views.get(this.host.column.current);
        if (!view) return;
        const [page, seen] = [view.element.getBoundingClientRect(), this.host.column.element.getBoundingClientRect()];
        const top = (Math.max(page.top, seen.top) + Math.min(page.bottom, seen.bottom)) / 2;
        const { x, y } = view.toPage(page.left + page.width * 0.2, top);
        this.#begin(view, x, y, undefined);
    }

    /**
     * The text on top at a place.
     * @param {PageView} view @param {import('../../ink/geometry.js').Point} place
     */
    #textAt(view, place) {
        const { ink } = view.page;
        const reach = tapReach * view.pointsPerPixel;
        return itemsOf(ink).filter((item) => item.text && ink.isOpen(item) && isTapped(item, place, reach)).pop();
    }

    /** @param {PageView} view @param {number} x @param {number} y @param {number | undefined} width */
    #begin(view, x, y, width) {
        if (!this.mayWrite || !view.page.ink.isLoaded) return;
        if (!view.page.ink.isOpen({ layer: this.host.layer(view.page.number) })) {
            tell(text('layer.closed'));
            return;
        }
        const setting = this.host.settings.text;
        const { width: pageWidth, height } = view.page.size;
        const size = setting.size * lineHeight;
        const place = [Math.min(Math.max(x, 0), pageWidth - 8), Math.min(Math.max(y, 0), height - size)].map((value) => Math.round(value * 100) / 100);
        /** @type {Text} */
        const words = {
            runs: [{ text: '', style: styleOf(setting, colorOf(setting.color)) }], lineHeight, transform: [1, 0, 0, 1, place[0], place[1]],
            ...(setting.alignment === 'start' ? {} : { alignment: setting.alignment }), ...(width === undefined ? {} : { width: Math.round(width * 10) / 10 }),
        };
        this.#show(view, words);
    }

    /** @param {PageView} view @param {any} item */
    #edit(view, item) {
        this.#show(view, item.text, item);
        this.bar.take(item.text);
    }

    /** @param {PageView} view @param {Text} words @param {any} [before] the item that it is about */
    #show(view, words, before) {
        const box = new TextBox(view, words, text('text.label', { number: this.host.model.position(view.page.number) }), text('text.width'), {
            typed: (typed) => this.#typed(typed), left: () => this.finish(), widened: (width) => this.#widen(width), draw: this.draw,
        });
        this.#open = { view, box, text: words, before, id: `text-${Date.now()}-${this.#drafts++}` };
        this.#texts.get(view)?.leaveOut(before?.text);
        this.host.element.classList.add('has-text');
        box.focus();
        if (before) box.show(words);
        // Whoever thinks about the next word is still there: no other tab takes the text up.
        clearInterval(this.#beating);
        this.#beating = setInterval(() => {
            if (this.#open) this.#draft(this.#open);
        }, 1000);
    }

    /** @param {string} words */
    #typed(words) {
        const open = this.#open;
        if (!open) return;
        const setting = this.host.settings.text;
        const runs = retyped(open.text.runs, words, styleOf(setting, colorOf(setting.color)));
        // An empty text keeps its style.
        const style = open.text.runs[0]?.style ?? styleOf(setting, colorOf(setting.color));
        open.text = { ...open.text, runs: runs.length > 0 ? runs : [{ text: '', style }] };
        open.box.text = open.text;
        this.#keepOnPage(open);
        this.#draft(open);
    }

    /**
     * A line that comes to the page's edge goes on below.
     * @param {Open} open
     */
    #keepOnPage(open) {
        const [a, b, c, d, x] = open.text.transform;
        if (open.text.width !== undefined || a !== 1 || b !== 0 || c !== 0 || d !== 1) return;
        const room = open.view.page.size.width - x - edge;
        open.box.show(open.text);
        if (open.box.size[0] > room && room > 4 * narrowest) this.#widen(room);
    }

    /**
     * A text is in the browser's store while it is typed in, as a stroke is.
     * @param {Open} open
     */
    #draft(open) {
        const { before, view, id } = open;
        const { model } = this.host;
        const { outbox, character } = model;
        const words = { text: this.#measured(open) };
        open.isDrafted = keepDraft(outbox.store, {
            id, character: character.id, page: view.page.number, turn: model.turn(view.page.number), at: Date.now(), before,
            stroke: before ? { ...before, ...words } : onLayer(words, this.host.layer(view.page.number)),
        }, open.isDrafted === true);
    }

    /** @param {Open} open @returns {Text} */
    #measured({ text: words, box }) {
        return { ...words, measured: /** @type {[number, number]} */ (box.size.map((value) => Math.round(value * 100) / 100)) };
    }

    #restyle() {
        remember('settings', this.host.settings);
        const open = this.#open;
        if (!open) return;
        const setting = this.host.settings.text;
        const style = styleOf(setting, colorOf(setting.color));
        const { alignment: _, ...words } = open.text;
        open.text = { ...words, runs: restyled(open.text.runs, style), ...(setting.alignment === 'start' ? {} : { alignment: setting.alignment }) };
        open.box.show(open.text);
        this.#draft(open);
    }

    /** @param {number | undefined} width */
    #widen(width) {
        const open = this.#open;
        if (!open) return;
        open.text = { ...open.text, width: width === undefined ? undefined : Math.round(width * 10) / 10 };
        open.box.show(open.text);
    }

    /** Removes the text that is typed in. */
    remove() {
        const open = this.#open;
        if (!open) return;
        open.text = { ...open.text, runs: [] };
        this.finish();
    }

    /** Keeps the text that is typed in; one without letters goes. */
    finish() {
        const open = this.#open;
        if (!open) return;
        this.#open = undefined;
        clearInterval(this.#beating);
        const { view, before, id } = open;
        const measured = this.#measured(open);
        open.box.remove();
        this.host.element.classList.remove('has-text');
        this.#texts.get(view)?.leaveOut(undefined);
        const { model } = this.host;
        const layer = this.host.layer(view.page.number);
        const wish = wishForText(itemsOf(view.page.ink), before, wordsOf(open.text.runs).trim() === '' ? undefined : measured, layer);
        const kept = wish && model.edit(view.page.number, wish, id);
        this.host.changed();
        void (kept ?? Promise.resolve()).then(() => model.outbox.store.dropCheckpoint(id).catch(() => undefined));
        if (document.activeElement === document.body || document.activeElement === null) this.host.column.element.focus({ preventScroll: true });
    }

    close() {
        this.finish();
        window.removeEventListener('pagehide', this.#leaving);
        document.removeEventListener('visibilitychange', this.#hidden);
    }
}
