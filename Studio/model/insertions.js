// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures, notes and links that somebody puts on a page: what is taken, how large it becomes, and what is refused. No DOM.

import { boxOf } from './item-geometry.js';

/** The most bytes of a picture's file that is read, and the longest side that is kept, in pixels. */
export const largestFile = 40 * 2 ** 20;
export const longestSide = 2400;
/** The most letters of a note's title, and of its text. */
export const [longestTitle, longestNote] = [200, 10000];

/** The colors of pins. */
export const pins = ['#ffcc00', '#ff9f7a', '#8fd18f', '#8ec5ff', '#d9b3ff'];

/**
 * Why a file is not put on a page; undefined if it may be a picture.
 * @param {{type: string, size: number}} file
 * @returns {'type' | 'large' | undefined}
 */
export function pictureFault({ type, size }) {
    // A vector graphic may ask for other files; browsers that know none of a type say so when they read it.
    if (!type.startsWith('image/') || type.includes('svg')) return 'type';
    return size > largestFile ? 'large' : undefined;
}

/**
 * The pixels that a picture is kept with.
 * @param {number} width @param {number} height
 */
export function keptSize(width, height) {
    const factor = Math.min(1, longestSide / Math.max(width, height, 1));
    return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/**
 * Where a picture comes to lie: about a place, 150 pixels to the inch, on the page, and not over more than half of it.
 * @param {{width: number, height: number}} pixels @param {{width: number, height: number}} page in points
 * @param {{x: number, y: number}} place
 * @returns {[number, number, number, number]}
 */
export function frameOf({ width, height }, page, place) {
    const factor = Math.min(72 / 150, page.width / 2 / width, page.height / 2 / height);
    const [wide, high] = [width * factor, height * factor];
    const x = Math.min(Math.max(place.x - wide / 2, 0), page.width - wide);
    const y = Math.min(Math.max(place.y - high / 2, 0), page.height - high);
    return /** @type {[number, number, number, number]} */ ([x, y, x + wide, y + high].map((value) => Math.round(value * 100) / 100));
}

/**
 * The address that a link may have: of the web, or of a person. Undefined for anything else.
 * @param {string} typed
 */
export function linkAddress(typed) {
    const words = typed.trim();
    if (words === '' || words.length > 2000) return undefined;
    const isAddressOfPerson = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(words);
    const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(words) && !/^[^/:]+:\d/.test(words);
    const candidate = isAddressOfPerson ? `mailto:${words}` : hasScheme ? words : `https://${words}`;
    try {
        const { protocol, href, hostname } = new URL(candidate);
        if (protocol === 'mailto:') return href;
        return (protocol === 'https:' || protocol === 'http:') && (hostname.includes('.') || hostname === 'localhost' || hasScheme) ? href : undefined;
    } catch {
        return undefined;
    }
}

/**
 * A rectangle between two places, at least as large as a finger.
 * @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {number} smallest in points
 * @returns {[number, number, number, number]}
 */
export function areaBetween(a, b, smallest) {
    const [x0, y0] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    const [x1, y1] = [Math.max(a.x, b.x, x0 + smallest), Math.max(a.y, b.y, y0 + smallest)];
    return /** @type {[number, number, number, number]} */ ([x0, y0, x1, y1].map((value) => Math.round(value * 100) / 100));
}

/**
 * All notes and marks on words of the pages that are known, page by page and from top to bottom.
 * @param {{number: number, objects: any[], layers: {hidden?: boolean}[]}[]} pages
 * @returns {{page: number, object: any}[]}
 */
export function remarksOf(pages) {
    return pages.flatMap(({ number, objects, layers }) => objects
        .filter((object) => (object.note || object.markup) && !layers[object.layer ?? 0]?.hidden)
        .map((object) => ({ page: number, object, box: boxOf(object) ?? [0, 0, 0, 0] }))
        .sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])
        .map(({ page, object }) => ({ page, object })));
}
