// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what stands on pages: printed words, values of forms, typed texts, notes, and what a server reads of handwriting. No DOM.

import { boxOf } from './item-geometry.js';

/** @typedef {'printed' | 'value' | 'text' | 'note' | 'handwriting'} Kind */
/**
 * Something that was found.
 * @typedef {object} Found
 * @property {Kind} kind @property {number} page from 1
 * @property {string} words what stands there, about the place; empty for handwriting, whose text is only a guess
 * @property {number} [certainty] how sure it is that handwriting says so, 0…1
 * @property {string} [of] the field or the note that it is in
 * @property {number[]} box left, top, right, bottom in points
 * @property {number[][]} [boxes] those of all lines, of printed words
 * @property {[number, number]} [range] the first and the last word of the page's printed text
 */
/** @typedef {import('./printed-text.js').Matcher} Matcher */
/** @typedef {{number: number, objects: readonly any[], layers: readonly import('./items.js').Layer[]}} Sheet */

/** So many letters are shown about what was found. */
const shown = 80;
/** How large a note's pin is, in points. */
const pin = 18;

/**
 * @param {Matcher} matcher @param {readonly Sheet[]} sheets
 * @param {Pick<import('./form.js').FormModel, 'fields' | 'places' | 'values'>} [form]
 * @returns {Found[]} in any order
 */
export function findOnPages({ fold, all }, sheets, form) {
    /** @type {Found[]} */
    const found = [];
    /** @param {Omit<Found, 'words'>} place @param {string} words */
    const look = (place, words) => {
        const [match] = all(fold(words));
        if (match) found.push({ ...place, words: about(words, match.at, match.length) });
    };
    for (const { number: page, objects, layers } of sheets) {
        for (const object of objects) {
            if (layers[object.layer ?? 0]?.hidden) continue;
            if (object.text) look({ kind: 'text', page, box: boxOf(object) ?? [0, 0, 0, 0] }, object.text.runs.map((/** @type {any} */ run) => run.text).join(''));
            if (object.markup?.text) look({ kind: 'note', page, of: object.markup.words, box: boxOf(object) ?? [0, 0, 0, 0] }, object.markup.text);
            if (object.note) {
                const { title = '', text = '', at: [x, y] } = object.note;
                look({ kind: 'note', page, of: title, box: [x - pin, y - pin, x + pin, y + pin] }, [title, text].filter(Boolean).join(': '));
            }
        }
    }
    for (const { page, field, type, rect } of form?.places ?? []) {
        const value = form?.values[field];
        if (!['text', 'list', 'combo'].includes(type) || value === null || value === undefined) continue;
        const known = form?.fields.find(({ name }) => name === field);
        const words = [value].flat().map((one) => known?.options?.find((option) => option.value === one)?.label ?? one).join(', ');
        look({ kind: 'value', page, of: known?.tooltip || field, box: rect }, words);
    }
    return found;
}

/**
 * @param {Matcher} matcher @param {number} page @param {import('./printed-text.js').PrintedText} text what is printed there
 * @returns {Found[]}
 */
export function findPrinted(matcher, page, text) {
    return text.find(matcher).map(({ words, at, length, boxes, first, last }) => ({ kind: 'printed', page, words: about(words, at, length), box: boxes[0], boxes, range: [first, last] }));
}

/**
 * @param {Map<number, {handwriting?: {box: number[], certainty: number}[]}>} told what the server says of the pages
 * @returns {Found[]}
 */
export function findHandwritten(told) {
    return [...told].flatMap(([page, { handwriting = [] }]) =>
        handwriting.map(({ box, certainty }) => ({ kind: /** @type {Kind} */ ('handwriting'), page, words: '', box, certainty })));
}

/**
 * From the first page to the last, and from top to bottom.
 * @param {Found[]} found @param {(page: number) => number} position of a page among the others
 */
export function inOrder(found, position) {
    return found.sort((a, b) => position(a.page) - position(b.page) || a.box[1] - b.box[1] || a.box[0] - b.box[0]);
}

/**
 * @param {string} words @param {number} at where it was found @param {number} length
 */
function about(words, at, length) {
    const line = words.replace(/\s/g, ' ');
    if (line.length <= shown) return line;
    const from = Math.max(0, Math.min(at - Math.round((shown - length) / 2), line.length - shown));
    return `${from > 0 ? '…' : ''}${line.slice(from, from + shown)}${from + shown < line.length ? '…' : ''}`;
}
