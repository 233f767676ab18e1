// SPDX-License-Identifier: GPL-3.0-or-later
// Items that were cut or copied, for other pages and windows. They go through the browser's own store, which pages of
// insecure addresses have as well; the system's clipboard carries them where a key was pressed.

import { isStroke, itemIdentity, itemsOf } from './items.js';
import { boxAround, boxOf, moving, transformedItem } from './item-geometry.js';

/** @typedef {import('./items.js').Item} Item */
/** @typedef {{limnItems: 1, items: Item[], pictures: import('./items.js').PictureData[]}} Clip */

/** The type of items on the system's clipboard. */
export const clipType = 'application/x-limn-items';
const place = 'limn:clipboard';
/** How far a copy lies beside its original, in points. */
export const offset = 14;

/**
 * Items with the pictures that they need.
 * @param {Item[]} items @param {import('./items.js').PictureData[]} pictures of the page
 * @returns {Clip}
 */
export function clipOf(items, pictures) {
    /** @type {import('./items.js').PictureData[]} */
    const taken = [];
    return { limnItems: 1, pictures: taken, items: items.map(({ layer: _, ...item }) => {
        if (!item.picture) return item;
        return { ...item, picture: { ...item.picture, data: taken.push(pictures[item.picture.data]) - 1 } };
    }) };
}

/**
 * What a text holds; undefined if it is no clip.
 * @param {string | null | undefined} words @returns {Clip | undefined}
 */
export function readClip(words) {
    try {
        const clip = JSON.parse(words ?? '');
        const isClip = clip?.limnItems === 1 && Array.isArray(clip.items) && Array.isArray(clip.pictures) && clip.items.length > 0;
        return isClip && clip.items.every((/** @type {Item} */ item) => item && (isStroke(item) ? item.brush : item.text || item.picture || item.note || item.link || item.markup))
            ? clip : undefined;
    } catch {
        return undefined;
    }
}

/**
 * What readers of plain text get: the words of the items.
 * @param {Clip} clip
 */
export function plainWords({ items }) {
    return items.flatMap((item) => (item.text ? [item.text.runs.map((/** @type {any} */ run) => run.text).join('')] : item.note?.text ?? item.markup?.words ?? [])).join('\n');
}

/**
 * Items to be pasted on a page: where they were, but inside the page and beside what lies there already.
 * @param {Clip} clip @param {import('./page-ink.js').PageState} page @param {{width: number, height: number}} size
 */
export function placed({ items }, page, size) {
    const taken = new Set(itemsOf(page).map(itemIdentity));
    const box = boxAround(items.map(boxOf));
    let made = items;
    if (box) {
        const inside = [Math.min(0, size.width - box[2]), Math.min(0, size.height - box[3])];
        const [dx, dy] = [Math.max(inside[0], -box[0]), Math.max(inside[1], -box[1])];
        const clamped = (box[0] < 0 || box[1] < 0 || box[2] > size.width || box[3] > size.height);
        if (clamped) made = items.map((item) => transformedItem(item, moving(dx, dy)));
    }
    for (let step = 0; step < 50 && made.some((item) => taken.has(itemIdentity(item))); step++) {
        made = made.map((item) => transformedItem(item, moving(offset, offset)));
    }
    return made;
}

/** What this tab has copied, where the store does not take it. */
let kept = '';

/**
 * Keeps a clip for all windows of this browser.
 * @param {Clip} clip
 */
export function keepClip(clip) {
    kept = JSON.stringify(clip);
    try {
        localStorage.setItem(place, kept);
    } catch {
        // It is larger than the store: this tab alone has it.
        try {
            localStorage.removeItem(place);
        } catch {
            // A browser that stores nothing.
        }
    }
}

/** @returns {Clip | undefined} */
export function keptClip() {
    try {
        return readClip(localStorage.getItem(place)) ?? readClip(kept);
    } catch {
        return readClip(kept);
    }
}
