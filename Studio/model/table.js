// SPDX-License-Identifier: GPL-3.0-or-later
// The table: which characters lie side by side, and which part of their pages. No DOM.

/** @typedef {import('../sync/api.js').Character} Character */
/** @typedef {import('./routes.js').TableRoute} TableRoute */
/** @typedef {import('./routes.js').Region} Region */

/** The least side of a region, in parts of a hundred. */
const leastSide = 2;

/**
 * The characters of a tag or a template, sorted by name; all of them where neither is named.
 * @param {readonly Character[]} characters @param {TableRoute} route
 */
export function atTable(characters, { tag, template }) {
    const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
    return characters.filter((character) => (tag === undefined || (character.tags ?? []).includes(tag))
        && (template === undefined || character.template === template))
        .sort((a, b) => collator.compare(a.name, b.name));
}

/**
 * A region between two corners, within the page and never empty.
 * @param {readonly [number, number]} from in parts of a hundred @param {readonly [number, number]} to
 * @returns {Region}
 */
export function regionBetween(from, to) {
    const inside = (/** @type {number} */ value) => Math.min(Math.max(value, 0), 100);
    const sides = [0, 1].map((axis) => {
        const [low, high] = [inside(from[axis]), inside(to[axis])].sort((a, b) => a - b);
        const length = Math.max(high - low, leastSide);
        return [Math.min(low, 100 - length), length];
    });
    return [sides[0][0], sides[1][0], sides[0][1], sides[1][1]];
}

/**
 * The corner that stays when the one at a place is dragged; undefined if there is no corner near the place.
 * @param {Region} region @param {readonly [number, number]} place @param {readonly [number, number]} reach how near, along each axis
 * @returns {readonly [number, number] | undefined}
 */
export function cornerOpposite([left, top, width, height], place, reach) {
    for (const [x, oppositeX] of [[left, left + width], [left + width, left]]) {
        for (const [y, oppositeY] of [[top, top + height], [top + height, top]]) {
            if (Math.abs(place[0] - x) <= reach[0] && Math.abs(place[1] - y) <= reach[1]) return [oppositeX, oppositeY];
        }
    }
    return undefined;
}

/**
 * A region with another left, top, width or height, within the page.
 * @param {Region} region @param {number} index @param {number} value @returns {Region}
 */
export function changedRegion(region, index, value) {
    /** @type {Region} */
    const changed = [...region];
    changed[index] = Number.isFinite(value) ? value : changed[index];
    const [x, y, width, height] = changed;
    /** Another place makes the region smaller where it would leave the page, and another length moves it. */
    const placed = (/** @type {number} */ place, /** @type {number} */ length, /** @type {boolean} */ isPlaceChosen) => {
        if (!isPlaceChosen) {
            const long = Math.min(Math.max(length, leastSide), 100);
            return [Math.min(Math.max(place, 0), 100 - long), long];
        }
        const low = Math.min(Math.max(place, 0), 100 - leastSide);
        return [low, Math.min(length, 100 - low)];
    };
    const [[left, wide], [top, high]] = [placed(x, width, index === 0), placed(y, height, index === 1)];
    return [left, top, wide, high];
}

/**
 * The address of the picture of a region with its ink. The version makes it another one when the ink has changed.
 * @param {string} character @param {number} page @param {Region | undefined} region
 * @param {{width: number, height: number, version: string}} wanted in pixels
 */
export function regionPicture(character, page, region, { width, height, version }) {
    const part = region ? `pct:${region.map((value) => Number(value.toFixed(2))).join(',')}` : 'full';
    return `/iiif/${encodeURIComponent(character)}:${page}/${part}/^!${Math.round(width)},${Math.round(height)}/0/default.png?v=${encodeURIComponent(version)}`;
}
