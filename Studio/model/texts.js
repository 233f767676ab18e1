// SPDX-License-Identifier: GPL-3.0-or-later
// Typed texts in the words of the server. No DOM.

import { onLayer } from './layers.js';

/** @typedef {import('../ink/stroke.js').Color} Color */
/**
 * @typedef {object} Style
 * @property {string} family @property {number} size in points @property {number} weight @property {boolean} isItalic
 * @property {boolean} isUnderlined @property {boolean} isStruck @property {Color} color
 */
/** @typedef {{text: string, style: Style}} Run */
/** @typedef {'start' | 'left' | 'center' | 'right' | 'justified'} Alignment */
/**
 * @typedef {object} Text
 * @property {Run[]} runs @property {[number, number, number, number, number, number]} transform
 * @property {Alignment} [alignment] @property {'automatic' | 'leftToRight' | 'rightToLeft'} [direction]
 * @property {number} [width] @property {number} [lineHeight] @property {[number, number]} [measured]
 */
/** How a person types. The color is #rrggbb. */
/**
 * @typedef {object} TextSetting
 * @property {string} family @property {number} size @property {boolean} isBold @property {boolean} isItalic
 * @property {boolean} isUnderlined @property {string} color @property {Alignment} alignment
 */

/** Families that every server has something for. */
export const families = ['serif', 'sans-serif', 'monospace'];
export const textSizes = [8, 10, 12, 14, 18, 24, 36, 48];
export const alignments = /** @type {const} */ (['start', 'center', 'right', 'justified']);
/** The distance of lines in font sizes, so that the browser and exports set them alike. */
export const lineHeight = 1.25;
/** A box that is narrower was not meant as one, in points. */
export const narrowest = 16;

/** @type {TextSetting} */
export const firstText = { family: 'serif', size: 14, isBold: false, isItalic: false, isUnderlined: false, color: '#1b2a4a', alignment: 'start' };

/** @param {TextSetting} setting @param {Color} color @returns {Style} */
export function styleOf({ family, size, isBold, isItalic, isUnderlined }, color) {
    return { family, size, weight: isBold ? 700 : 400, isItalic, isUnderlined, isStruck: false, color };
}

/**
 * Runs whose text has been typed over: what was not touched keeps its style, and what is new has the style of what was
 * there.
 * @param {Run[]} runs @param {string} after @param {Style} style of a text that was empty
 * @returns {Run[]}
 */
export function retyped(runs, after, style) {
    const before = wordsOf(runs);
    if (before.length === 0) return after ? [{ text: after, style: runs[0]?.style ?? style }] : [];
    const shorter = Math.min(before.length, after.length);
    let start = 0;
    while (start < shorter && before[start] === after[start]) start += 1;
    let end = 0;
    while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
    // A letter of two code units is not cut.
    if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start -= 1;
    if (end > 0 && isLowSurrogate(before.charCodeAt(before.length - end))) end -= 1;
    const kept = [...piece(runs, 0, start)];
    const added = after.slice(start, after.length - end);
    // New words go on in the style before them.
    if (added) kept.push({ text: added, style: styleAt(runs, Math.max(start - 1, 0)) });
    return joined([...kept, ...piece(runs, before.length - end, before.length)]);
}

/** @param {number} unit */
function isHighSurrogate(unit) { return unit >= 0xd800 && unit < 0xdc00; }
/** @param {number} unit */
function isLowSurrogate(unit) { return unit >= 0xdc00 && unit < 0xe000; }

/** @param {Run[]} runs */
export function wordsOf(runs) { return runs.map(({ text }) => text).join(''); }

/** @param {Run[]} runs @param {number} place @returns {Style} */
function styleAt(runs, place) {
    let end = 0;
    for (const { text, style } of runs) {
        end += text.length;
        if (place < end) return style;
    }
    return runs[runs.length - 1].style;
}

/** @param {Run[]} runs @param {number} from @param {number} to @returns {Run[]} */
function piece(runs, from, to) {
    let start = 0;
    return runs.flatMap(({ text, style }) => {
        const cut = text.slice(Math.max(from - start, 0), Math.max(to - start, 0));
        start += text.length;
        return cut ? [{ text: cut, style }] : [];
    });
}

/** @param {Run[]} runs @returns {Run[]} */
function joined(runs) {
    /** @type {Run[]} */
    const result = [];
    for (const run of runs) {
        const last = result[result.length - 1];
        if (last && JSON.stringify(last.style) === JSON.stringify(run.style)) last.text += run.text;
        else result.push({ ...run });
    }
    return result;
}

/**
 * All runs with some properties of their style changed.
 * @param {Run[]} runs @param {Partial<Style>} changes @returns {Run[]}
 */
export function restyled(runs, changes) { return joined(runs.map(({ text, style }) => ({ text, style: { ...style, ...changes } }))); }

/**
 * The largest size of a text, in points.
 * @param {Run[]} runs
 */
export function largestSize(runs) { return Math.max(...runs.map(({ style }) => style.size), 1); }

/**
 * The part of a text's own space that a picture of it shows: letters may reach beyond the box.
 * @param {Text} text @param {[number, number]} size the width and height of the set text
 * @returns {[number, number, number, number]}
 */
export function regionOf({ runs, width: limit }, [width, height]) {
    const size = largestSize(runs);
    const margin = Math.ceil(size / 2);
    // The server's fonts may be wider than the browser's, and lines may then break more often.
    const [wide, high] = [limit === undefined ? width * 1.3 + size : width, height * 1.3 + size];
    return [-margin, -margin, Math.ceil(wide) + margin, Math.ceil(high) + margin];
}

/**
 * How many pixels of a picture a point of a text has, so that the picture is sharp and not too large.
 * @param {[number, number, number, number]} region @param {Text['transform']} transform @param {number} pixels of a point of the page
 */
export function scaleOf([x0, y0, x1, y1], [a, b, c, d], pixels) {
    // Twice as fine as the screen: a text seldom begins at a whole pixel.
    const wanted = 2 * pixels * Math.sqrt(Math.max(Math.abs(a * d - b * c), 1e-6));
    return Math.min(wanted, 32, Math.sqrt(8e6 / ((x1 - x0) * (y1 - y0))));
}

/**
 * The family as CSS has it, with the kind of font that stands in for it.
 * @param {string} family
 */
export function cssFamily(family) {
    return /^(serif|sans-serif|monospace|cursive|fantasy)$/.test(family) || !/^[\w -]+$/.test(family) ? family.replace(/[^\w, -]/g, '') : `"${family}", sans-serif`;
}

/**
 * Whether somebody has changed nothing about a text.
 * @param {Text} a @param {Text} b
 */
export function isSameText(a, b) {
    return JSON.stringify(a.runs) === JSON.stringify(b.runs) && a.width === b.width && a.alignment === b.alignment;
}

/**
 * The edit that keeps what somebody typed; undefined if nothing changes.
 * @param {any[]} items of the page @param {any} before the item as it was; undefined for a new text
 * @param {Text | undefined} text undefined if no letter is left @param {number} layer that a new text goes on
 * @returns {import('./items.js').Wish | undefined}
 */
export function wishForText(items, before, text, layer) {
    if (!before) return text && { add: [onLayer({ text }, layer)] };
    const index = items.findIndex((item) => item.text === before.text);
    const isSame = text !== undefined && isSameText(before.text, text);
    if (index >= 0) return isSame ? undefined : { replace: new Map([[index, text ? [{ ...before, text }] : []]]) };
    // Somebody else has changed or removed the text meanwhile: what was typed is kept as a new text.
    return text && !isSame ? { add: [{ ...before, text }] } : undefined;
}
