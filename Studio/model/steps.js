// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has done to a character, wherever it was, and how it is taken back: by an edit that does the opposite to
// the page as it is then. So nobody takes back what somebody else has done. No DOM.

import { newKey } from '../sync/api.js';
import { areSameLayers, findItems, isStroke, itemsOf, pageOf, withPicture } from './items.js';

/** @typedef {import('./items.js').Item} Item */
/** @typedef {import('./items.js').Layer} Layer */
/** @typedef {import('./items.js').PictureData} PictureData */
/** @typedef {import('./page-ink.js').PageInk} PageInk */
/** @typedef {import('./form.js').FieldValue} FieldValue */
/** @typedef {{index: number, item: Item}} Placed an item, and where it is among all items of its page, ascending */
/**
 * One change. Pictures of its items are indices of its own pictures.
 * @typedef {object} Step
 * @property {number} page from 1; 0 where it is not known
 * @property {Placed[]} removed where they were before it @property {Placed[]} inserted where they are after it
 * @property {PictureData[]} pictures
 * @property {{before: Layer[], after: Layer[]}} [layers]
 * @property {{name: string, before: FieldValue, after: FieldValue}} [value] of a field of the form
 * @property {boolean} [joins] whether it is taken back, and done again, with the step before it
 * @property {string} [mark] what the server knows it by: the mark of its edit, or of the edit that has taken it back
 */

/** @typedef {Pick<import('../sync/outbox-store.js').Waiting, 'mark' | 'takesBack'>} Marks */

/** How many steps are remembered, and how long their words may be in the browser's store. */
const [mostSteps, longestWords] = [1000, 600000];

/**
 * The step that leads from one state of a page to another one.
 * @param {number} page @param {import('./page-ink.js').PageState} before @param {import('./page-ink.js').PageState} after
 * @param {any} body the edit in the words of the server
 * @returns {Step}
 */
export function stepOf(page, before, after, body) {
    const [old, now] = [itemsOf(before), itemsOf(after)];
    /** @type {PictureData[]} */
    const pictures = [];
    /** @param {Item[]} items @param {PictureData[]} from @param {number[]} indices */
    const placed = (items, from, indices) => indices.map((index) => {
        const item = items[index];
        return { index, item: item.picture ? withPicture(item, from[item.picture.data], pictures) : item };
    });
    const added = (body.add ?? []).map((/** @type {Item} */ _, /** @type {number} */ i) => now.length - body.add.length + i);
    return {
        page, removed: placed(old, before.pictures, body.remove ?? []),
        inserted: placed(now, after.pictures, [...(body.insert ?? []).map((/** @type {Placed} */ { index }) => index), ...added]),
        pictures, ...(body.layers ? { layers: { before: before.layers, after: after.layers } } : {}),
    };
}

/** @param {Step} step @returns {Step} */
export function opposite({ page, removed, inserted, pictures, layers, value }) {
    return {
        page, removed: inserted, inserted: removed, pictures, ...(layers ? { layers: { before: layers.after, after: layers.before } } : {}),
        ...(value ? { value: { name: value.name, before: value.after, after: value.before } } : {}),
    };
}

/**
 * Makes a step on a page as it is now; undefined, and nothing is changed, if what it removes is gone or its layers were
 * changed by somebody else.
 * @param {PageInk} ink @param {Step} step
 * @returns {Pick<import('../sync/outbox-store.js').Waiting, 'body' | 'removed' | 'isWhole' | 'layersBefore'> | undefined}
 *   the edit
 */
export function make(ink, { removed, inserted, pictures, layers }) {
    const items = itemsOf(ink);
    const found = findItems(items, removed.map(({ item }) => item));
    if (!found || (layers && !areSameLayers(ink.layers, layers.before))) return undefined;
    const gone = new Set(found);
    const list = items.filter((_, index) => !gone.has(index));
    const all = [...ink.pictures];
    const put = inserted.map(({ index, item }) => {
        const at = Math.min(index, list.length);
        const own = item.picture ? withPicture(item, pictures[item.picture.data], all) : item;
        list.splice(at, 0, own);
        return { index: at, item: own };
    });
    /** @type {any} */
    const body = {};
    /** @type {PictureData[]} */
    const sent = [];
    if (found.length > 0) body.remove = found;
    if (put.length > 0) {
        body.insert = put.map(({ index, item }) => ({ index, item: item.picture ? withPicture(item, all[item.picture.data], sent) : item }));
    }
    if (sent.length > 0) body.pictures = sent;
    if (layers) body.layers = layers.after;
    const taken = found.map((index) => items[index]);
    const layersBefore = ink.layers;
    if (layers || ![...taken, ...put.map(({ item }) => item)].every(isStroke)) {
        ink.become({ ...pageOf(list), layers: layers ? layers.after : ink.layers, pictures: all });
        return { body, removed: taken, isWhole: true, layersBefore };
    }
    // The numbers of strokes among themselves: what changes is drawn anew, and nothing else.
    ink.perform({ removed: numbered(items, found), inserted: numbered(list, put.map(({ index }) => index)) });
    return { body, removed: taken, layersBefore };
}

/** @param {Item[]} items @param {number[]} indices ascending */
function numbered(items, indices) {
    const wanted = new Set(indices);
    /** @type {{index: number, stroke: Item}[]} */
    const found = [];
    let strokes = 0;
    items.forEach((item, index) => {
        if (!isStroke(item)) return;
        if (wanted.has(index)) found.push({ index: strokes, stroke: item });
        strokes += 1;
    });
    return found;
}

/** What somebody has done to a character, in its order, and what of it they have taken back. */
export class Steps {
    /** @type {Step[]} */
    #done = [];
    /** @type {Step[]} */
    #undone = [];
    /** @type {{get: () => any, set: (words: any) => void} | undefined} */
    #store;
    /** @type {Set<() => void>} */
    #listeners = new Set();

    get canUndo() { return this.#done.length > 0; }

    get canRedo() { return this.#undone.length > 0; }

    /** @param {() => void} listener @returns {() => void} */
    listen(listener) {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    /**
     * Goes on with what an earlier visit has kept.
     * @param {{get: () => any, set: (words: any) => void}} store
     */
    open(store) {
        const kept = store.get();
        this.#store = store;
        if (!Array.isArray(kept?.done) || !Array.isArray(kept?.undone)) return;
        this.#done.unshift(...kept.done);
        if (this.#undone.length === 0) this.#undone = kept.undone;
        this.#tell();
    }

    /** Forgets all steps: the server, which knows them too, takes them back from here on. */
    forget() {
        this.#done = [];
        this.#undone = [];
        this.keep();
        this.#tell();
    }

    /** @param {Step} step @returns {string} its mark */
    record(step) {
        step.mark = newKey();
        this.#done.push(step);
        if (this.#done.length > mostSteps) this.#done.shift();
        this.#undone = [];
        this.#tell();
        return step.mark;
    }

    /** The last step and the one before it are one deed, such as what is dragged to another page. */
    join() {
        const last = this.#done[this.#done.length - 1];
        if (last && this.#done.length > 1) last.joins = true;
    }

    /**
     * The last step, which is no longer among them, or the last one that was taken back. `kept` puts it on the other side,
     * and `goesOn` tells whether another one belongs to the same deed. `marks` are for the edit that makes it.
     * @param {'undo' | 'redo'} deed @returns {{step: Step, kept: () => void, goesOn: boolean, marks: Marks} | undefined}
     */
    take(deed) {
        const [from, to] = deed === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done];
        const step = from.pop();
        if (!step) return undefined;
        this.#tell();
        const marks = { mark: newKey(), takesBack: step.mark };
        return {
            step: deed === 'undo' ? opposite(step) : step, marks,
            goesOn: (deed === 'undo' ? step : from[from.length - 1])?.joins === true, kept: () => {
                step.mark = marks.mark;
                to.push(step);
                this.#tell();
            },
        };
    }

    /** Keeps what there is room for, the newest first. */
    keep() {
        const room = { left: longestWords };
        /** @param {Step[]} steps */
        const last = (steps) => {
            const kept = [];
            for (const step of [...steps].reverse()) {
                room.left -= JSON.stringify(step).length;
                if (room.left < 0) break;
                kept.unshift(step);
            }
            return kept;
        };
        this.#store?.set({ done: last(this.#done), undone: last(this.#undone) });
    }

    #tell() { for (const listener of this.#listeners) listener(); }
}
