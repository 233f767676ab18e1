// SPDX-License-Identifier: GPL-3.0-or-later
// The ink of a page as it is on the screen: what the server has, and what waits for it. No DOM.

import { erased, touches } from '../ink/eraser.js';
import { find, identity } from './identity.js';
import { renewed } from './items.js';

/** @typedef {import('../ink/stroke.js').Stroke} Stroke */
/**
 * A stroke and its index among the strokes; a piece also has the index of the stroke that it comes from.
 * @typedef {{index: number, stroke: Stroke, origin?: number}} Placed
 */
/**
 * All that a page holds. Its parts are never changed, but replaced.
 * @typedef {{strokes: Stroke[], objects: any[], layers: import('./items.js').Layer[],
 *   pictures: {format: string, bytes: string}[]}} PageState
 */
/**
 * Indices before and after it, ascending. A change of more than strokes holds the whole page before and after it.
 * @typedef {{removed: Placed[], inserted: Placed[], whole?: {before: PageState, after: PageState}}} Change
 */
/** @typedef {{kind: 'added', strokes: Stroke[]} | {kind: 'changed', strokes: Stroke[]} | {kind: 'replaced'}} News */

/** How many edits can be undone without asking the server. */
const longestHistory = 1000;

export class PageInk {
    /** @type {Stroke[]} */
    strokes = [];
    /**
     * Texts, pictures, notes and links, which stand between the strokes.
     * @type {any[]}
     */
    objects = [];
    /** @type {import('./items.js').Layer[]} */
    layers = [];
    /**
     * The pictures that objects name by their numbers.
     * @type {{format: string, bytes: string}[]}
     */
    pictures = [];
    revision = 0;
    isLoaded = false;
    canUndo = false;
    canRedo = false;
    /** @type {Change[]} */
    #done = [];
    /** @type {Change[]} */
    #undone = [];
    /** @type {Set<(news: News) => void>} */
    #listeners = new Set();

    /** @param {(news: News) => void} listener @returns {() => void} */
    listen(listener) {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    /** The strokes of layers that are shown. */
    get shown() {
        if (!this.layers.some(({ hidden }) => hidden)) return this.strokes;
        return this.strokes.filter((stroke) => !this.isHidden(stroke));
    }

    /**
     * Whether a stroke's layer is not shown.
     * @param {Stroke} stroke
     */
    isHidden(stroke) { return this.layers[stroke.layer ?? 0]?.hidden === true; }

    /**
     * Whether an item may be erased and moved.
     * @param {{layer?: number}} item
     */
    isOpen({ layer = 0 }) { return this.layers[layer]?.hidden !== true && this.layers[layer]?.locked !== true; }

    /**
     * What an eraser leaves of the strokes that it touches, by their indices.
     * @param {{path: import('../ink/geometry.js').Point[], radius: number}} eraser in points
     * @param {boolean} isWhole whether whole strokes go
     */
    erasedBy(eraser, isWhole) {
        /** @type {Map<number, Stroke[]>} */
        const replacements = new Map();
        this.strokes.forEach((stroke, index) => {
            if (!this.isOpen(stroke)) return;
            const pieces = isWhole ? (touches(eraser, stroke) ? [] : undefined) : erased(eraser, stroke);
            if (pieces) replacements.set(index, pieces);
        });
        return replacements;
    }

    /** Whether a highlighter's ink is on the page. */
    get multiplies() { return this.shown.some((stroke) => stroke.brush.kind === 'highlighter'); }

    /**
     * Takes what the server has. Strokes that are the same stay the same objects.
     * @param {any} ink @param {number} revision
     */
    load(ink, revision) {
        const page = ink.pages?.[0] ?? ink;
        /** @param {Stroke} stroke */
        const key = (stroke) => `${stroke.layer ?? 0} ${identity(stroke)}`;
        const known = new Map(this.strokes.map((stroke) => [key(stroke), stroke]));
        const strokes = page.strokes ?? [];
        this.strokes = known.size === 0 ? strokes : strokes.map((/** @type {Stroke} */ stroke) => known.get(key(stroke)) ?? stroke);
        this.objects = page.objects ?? [];
        this.layers = page.layers ?? [];
        this.pictures = ink.pictures ?? [];
        this.revision = revision;
        this.isLoaded = true;
        this.#done = [];
        this.#undone = [];
        this.#tell({ kind: 'replaced' });
    }

    /**
     * Puts strokes on top, by this person.
     * @param {Stroke[]} strokes @returns {{add: Stroke[]}} the edit's words
     */
    add(strokes) {
        this.perform({ removed: [], inserted: strokes.map((stroke, i) => ({ index: this.strokes.length + i, stroke })) });
        return { add: strokes };
    }

    /**
     * Puts strokes on top that somebody else has drawn.
     * @param {Stroke[]} strokes @param {number} revision
     */
    receive(strokes, revision) {
        this.strokes.push(...strokes);
        this.revision = revision;
        this.#done = [];
        this.#undone = [];
        this.canUndo = true;
        this.#tell({ kind: 'added', strokes });
    }

    /**
     * Puts nothing or something in the place of strokes.
     * @param {Map<number, Stroke[]>} replacements by the index among the strokes
     * @returns {{change: Change, words: any}} the change, and the edit's words
     */
    replace(replacements) {
        const indices = [...replacements.keys()].sort((a, b) => a - b);
        const removed = indices.map((index) => ({ index, stroke: this.strokes[index] }));
        /** @type {Placed[]} */
        const inserted = [];
        let shift = 0;
        for (const index of indices) {
            const pieces = replacements.get(index) ?? [];
            pieces.forEach((stroke, i) => inserted.push({ index: index + shift + i, stroke, origin: index }));
            shift += pieces.length - 1;
        }
        const change = { removed, inserted };
        const words = this.words(change);
        this.perform(change);
        return { change, words };
    }

    /**
     * A change in the words of the server, whose indices count all items.
     * @param {Change} change
     */
    words({ removed, inserted }) {
        const words = { remove: removed.map(({ index }) => this.itemIndex(index)) };
        if (inserted.length === 0) return words;
        // A piece lies where the stroke lay that it comes from, above the same objects.
        const insert = inserted.map(({ index, stroke, origin }) =>
            ({ index: index + this.objectsBelow(origin ?? index), item: stroke }));
        return { ...words, insert };
    }

    /**
     * The index among all items.
     * @param {number} index among the strokes
     */
    itemIndex(index) { return index + this.objectsBelow(index); }

    /**
     * The strokes that an edit puts on top; undefined if it does anything else.
     * @param {any} edit in the words of the server
     * @returns {Stroke[] | undefined}
     */
    onTop(edit) {
        if (Object.keys(edit ?? {}).length !== 1) return undefined;
        const total = this.strokes.length + this.objects.length;
        const isPlaced = edit.insert?.every((/** @type {Placed} */ { index }, /** @type {number} */ i) => index === total + i);
        const items = edit.add ?? (isPlaced ? edit.insert.map((/** @type {{item: Stroke}} */ { item }) => item) : undefined);
        return Array.isArray(items) && items.every((item) => Array.isArray(item.xy)) ? items : undefined;
    }

    /**
     * How many objects lie below a stroke.
     * @param {number} index
     */
    objectsBelow(index) { return this.objects.filter((object) => object.strokesBelow <= index).length; }

    /**
     * Makes a change, which can be undone.
     * @param {Change} change
     */
    perform(change) {
        this.#apply(change);
        this.#done.push(change);
        if (this.#done.length > longestHistory) this.#done.shift();
        this.#undone = [];
        this.canUndo = true;
        this.canRedo = false;
        this.#tell(news(change));
    }

    /**
     * All that the page holds.
     * @returns {PageState}
     */
    get state() {
        const { strokes, objects, layers, pictures } = this;
        return { strokes: [...strokes], objects, layers, pictures };
    }

    /**
     * Makes a change of items and layers, which can be undone.
     * @param {PageState} after
     */
    become(after) { this.perform({ removed: [], inserted: [], whole: { before: this.state, after } }); }

    /** Undoes the last change, if this page knows it. Otherwise the server alone can. */
    undo() {
        const change = this.#done.pop();
        if (!change) return false;
        this.#apply(inverse(change));
        this.#undone.push(change);
        this.canRedo = true;
        this.#tell(news(inverse(change)));
        return true;
    }

    redo() {
        const change = this.#undone.pop();
        if (!change) return false;
        this.#apply(change);
        this.#done.push(change);
        this.canUndo = true;
        this.#tell(news(change));
        return true;
    }

    /**
     * What waits in the outbox, on top of what the server has.
     * @param {import('../sync/outbox-store.js').Waiting[]} waiting
     */
    applyWaiting(waiting) {
        for (const one of waiting) {
            const { deed, body, removed } = one;
            if (deed === 'undo') this.undo();
            else if (deed === 'redo') this.redo();
            else if (one.isWhole) {
                const after = renewed(this.state, one)?.after;
                if (after) this.become(after);
            }
            else if (body.add) this.add(body.add);
            else if (removed) {
                const indices = find(this.strokes, removed);
                const replacements = new Map(indices?.map((index) => [index, /** @type {Stroke[]} */ ([])]));
                if (indices) this.replace(replacements);
                if (body.insert) this.add(body.insert.map((/** @type {{item: Stroke}} */ { item }) => item));
            }
        }
    }

    /** @param {Change} change */
    #apply({ removed, inserted, whole }) {
        if (whole) {
            Object.assign(this, whole.after, { strokes: [...whole.after.strokes] });
            return;
        }
        for (const { index } of [...removed].reverse()) this.strokes.splice(index, 1);
        for (const { index, stroke } of inserted) this.strokes.splice(index, 0, stroke);
    }

    /** @param {News} what */
    #tell(what) { for (const listener of this.#listeners) listener(what); }
}

/** @param {Change} change @returns {Change} */
function inverse({ removed, inserted, whole }) {
    return { removed: inserted, inserted: removed, whole: whole && { before: whole.after, after: whole.before } };
}

/** @param {Change} change @returns {News} */
function news({ removed, inserted, whole }) {
    if (whole) return { kind: 'replaced' };
    const strokes = inserted.map(({ stroke }) => stroke);
    if (removed.length === 0 && strokes.length > 0) return { kind: 'added', strokes };
    return { kind: 'changed', strokes: [...removed.map(({ stroke }) => stroke), ...strokes] };
}
