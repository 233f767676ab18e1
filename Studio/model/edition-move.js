// SPDX-License-Identifier: GPL-3.0-or-later
// A character on its way to a new edition of its template: where the server would put each item, and what a person
// corrects. Items that lie close together and move alike are one group. No DOM.

import { boxAround, boxOf, moving, then } from './item-geometry.js';

/** @typedef {import('./items.js').Item} Item */
/** @typedef {import('./item-geometry.js').Box} Box */
/** @typedef {import('./item-geometry.js').Matrix} Matrix */
/** @typedef {'certain' | 'likely' | 'leftOver'} Certainty */
/**
 * Where the server puts an item. Pages and items count from 1; the transform leads from the old page to the new one. A mark
 * whose words did not all move alike has its pieces on the new page instead.
 * @typedef {{oldPage: number, item: number, newPage: number, transform: Matrix, quads?: number[][], certainty: Certainty}} Placed
 */
/** @typedef {{old: number, new: number | null, unchanged: boolean}} PagePair */
/** @typedef {{page: number, item: number, newPage: number, dx: number, dy: number}} Correction */
/** @typedef {{pages: PagePair[], items: Placed[], fields: {old: string, new: string | null}[], messages: string[], notes: string[]}} Answer */

/** Items of one group are at most this far apart, in points: about the distance of two lines of handwriting. */
const nearness = 18;
/** Of more items on a page, neighbors are not looked for: they are one group as far as they move alike. */
const mostNeighbors = 4000;

/** Items that a person moves together. */
export class Group {
    /** @type {[number, number]} the way that a person has moved it, in points */
    shift = [0, 0];
    /** Whether a person has said where it belongs. */
    isSettled = false;

    /** @param {Placed[]} placed of one old page and one transform @param {Item[]} items in the same order */
    constructor(placed, items) {
        this.placed = placed;
        this.items = items;
        const [{ oldPage, newPage, transform, quads, certainty }] = placed;
        this.oldPage = oldPage;
        this.newPage = newPage;
        this.transform = quads ? moving(0, 0) : transform;
        /** The items, from which `matrix` leads to the new page. */
        this.arriving = quads ? items.map((item) => ({ ...item, markup: { ...item.markup, quads } })) : items;
        this.found = certainty;
        /** @type {Box} on the old page */
        this.box = boxAround(items.map(boxOf)) ?? [0, 0, 0, 0];
    }

    /** @returns {Certainty} */
    get certainty() { return this.isSettled ? 'certain' : this.found; }

    /** From the old page to the new one, with what a person has corrected. */
    get matrix() { return then(this.transform, moving(...this.shift)); }

    /** @param {number} dx @param {number} dy in points */
    moveBy(dx, dy) {
        this.shift = [this.shift[0] + dx, this.shift[1] + dy];
        this.isSettled = true;
    }

    /** @param {number} page from 1 */
    moveTo(page) {
        this.newPage = page;
        this.isSettled = true;
    }

    /** Says that the place is right. */
    settle() { this.isSettled = true; }

    /** Takes back what a person has corrected. */
    reset() {
        this.shift = [0, 0];
        this.newPage = this.placed[0].newPage;
        this.isSettled = false;
    }

    /** @returns {Correction[]} */
    get corrections() {
        if (!this.isSettled) return [];
        const [dx, dy] = this.shift;
        return this.placed.map(({ oldPage, item }) => ({ page: oldPage, item, newPage: this.newPage, dx, dy }));
    }
}

export class EditionMove {
    /**
     * @param {Answer} answer of a dry run @param {Map<number, Item[]>} drawings the items of the old pages, by page
     */
    constructor(answer, drawings) {
        this.answer = answer;
        this.groups = grouped(answer.items, drawings);
    }

    /** The groups that a person should look at, and those that are settled since. */
    get doubtful() { return this.groups.filter(({ found }) => found !== 'certain'); }

    /** @returns {Record<Certainty, number>} how many items are how certain now */
    get counts() {
        const counts = { certain: 0, likely: 0, leftOver: 0 };
        for (const { certainty, items } of this.groups) counts[certainty] += items.length;
        return counts;
    }

    get corrections() { return this.groups.flatMap(({ corrections }) => corrections); }

    /** The values of forms that have no field any more, by the names of their old fields. */
    get homelessFields() { return this.answer.fields.filter((field) => field.new === null).map(({ old }) => old); }

    /** The old pages that have something on them. */
    get writtenPages() { return [...new Set(this.groups.map(({ oldPage }) => oldPage))].sort((a, b) => a - b); }

    /**
     * The new page that belongs to an old one: its counterpart, else where most of its items go.
     * @param {number} old from 1
     */
    newPageOf(old) {
        const pair = this.answer.pages.find((page) => page.old === old);
        return pair?.new ?? this.groups.find(({ oldPage }) => oldPage === old)?.newPage ?? 1;
    }
}

/** @param {Placed[]} placed @param {Map<number, Item[]>} drawings @returns {Group[]} by old page, in painting order */
function grouped(placed, drawings) {
    /** @type {Map<string, Placed[]>} */
    const alike = new Map();
    for (const one of placed) {
        if (!drawings.get(one.oldPage)?.[one.item - 1]) continue;
        const way = one.quads ? [one.item] : one.transform.map((value) => value.toFixed(6));
        const key = [one.oldPage, one.newPage, one.certainty, ...way].join(' ');
        const others = alike.get(key);
        if (others) others.push(one);
        else alike.set(key, [one]);
    }
    const itemOf = (/** @type {Placed} */ { oldPage, item }) => /** @type {Item[]} */ (drawings.get(oldPage))[item - 1];
    const groups = [...alike.values()].flatMap((some) => neighbors(some, some.map((one) => boxOf(itemOf(one))))
        .map((indices) => indices.map((i) => some[i]))
        .map((members) => new Group(members, members.map(itemOf))));
    return groups.sort((a, b) => a.oldPage - b.oldPage || a.placed[0].item - b.placed[0].item);
}

/**
 * Sets of boxes that are near one another, each as ascending indices. Boxes are swept from left to right.
 * @param {unknown[]} things @param {(Box | undefined)[]} boxes @returns {number[][]}
 */
function neighbors(things, boxes) {
    if (things.length > mostNeighbors) return [things.map((_, i) => i)];
    const parents = things.map((_, i) => i);
    const root = (/** @type {number} */ i) => {
        while (parents[i] !== i) i = parents[i] = parents[parents[i]];
        return i;
    };
    const sorted = things.map((_, i) => i).filter((i) => boxes[i]).sort((a, b) => left(a) - left(b));
    /** @param {number} i */
    function left(i) { return /** @type {Box} */ (boxes[i])[0]; }
    /** @type {number[]} */
    let open = [];
    for (const i of sorted) {
        const box = /** @type {Box} */ (boxes[i]);
        open = open.filter((j) => /** @type {Box} */ (boxes[j])[2] + nearness >= box[0]);
        for (const j of open) {
            const other = /** @type {Box} */ (boxes[j]);
            if (other[1] <= box[3] + nearness && box[1] <= other[3] + nearness) parents[root(i)] = root(j);
        }
        open.push(i);
    }
    /** @type {Map<number, number[]>} */
    const sets = new Map();
    things.forEach((_, i) => sets.set(root(i), [...(sets.get(root(i)) ?? []), i]));
    return [...sets.values()];
}
