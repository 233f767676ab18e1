// SPDX-License-Identifier: GPL-3.0-or-later
// Marks on words: highlights, and lines below or through words. They are items of the page, as LimnInk's MarkupItem is.
// No DOM.

/** @typedef {'highlight' | 'underline' | 'strikeOut' | 'squiggly'} Style */
/** @typedef {number[]} Quad four corners around a piece of a line, from the start of its upper edge: x0, y0, … x3, y3 */
/**
 * @typedef {{style: Style, quads: Quad[], color: import('../ink/stroke.js').Color, words?: string, text?: string}} Markup
 *   `words` are what is marked, `text` is a comment
 */
/** @typedef {{x: number, y: number}} Point */

/** @type {Style[]} */
export const styles = ['highlight', 'underline', 'strikeOut', 'squiggly'];

/**
 * The colors that marks have at first.
 * @type {Record<Style, string>}
 */
export const firstColors = { highlight: '#ffd84d', underline: '#1f6fb2', strikeOut: '#c4342b', squiggly: '#2e7d4f' };

/** The positions and the thickness of lines, as parts of the height of the text: those of MarkupItem. */
const [below, through, thickness] = [1 / 7, 3 / 7, 1 / 16];
const [mostWaves, allWaves] = [2000, 20000];

/**
 * The quadrilateral of a box of words.
 * @param {number[]} box left, top, right, bottom @param {number} turn by how many degrees the words are turned clockwise
 * @returns {Quad}
 */
export function quadOf([x0, y0, x1, y1], turn) {
    const corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
    const first = turn / 90;
    return [...corners.slice(first), ...corners.slice(0, first)].flat().map((value) => Math.round(value * 1000) / 1000);
}

/**
 * A line along the text.
 * @param {Quad} quad @param {number} height 0 for the lower edge, 1 for the upper @returns {[Point, Point]}
 */
function lineAt([x0, y0, x1, y1, x2, y2, x3, y3], height) {
    return [{ x: x3 + (x0 - x3) * height, y: y3 + (y0 - y3) * height }, { x: x2 + (x1 - x2) * height, y: y2 + (y1 - y2) * height }];
}

/** @param {Quad} quad the distance between the middles of its upper and lower edge */
function heightOf([x0, y0, x1, y1, x2, y2, x3, y3]) { return Math.hypot((x0 + x1 - x2 - x3) / 2, (y0 + y1 - y2 - y3) / 2); }

/**
 * A zigzag line along the lower edge.
 * @param {Quad} quad @param {number} all how many pieces there are @returns {Point[]}
 */
function wave(quad, all) {
    const [low, high] = [lineAt(quad, 1 / 16), lineAt(quad, 3 / 16)];
    const step = heightOf(quad) / 8;
    const length = Math.hypot(quad[4] - quad[6], quad[5] - quad[7]);
    if (!(step > 0)) return low;
    const count = Math.max(1, Math.floor(Math.min(length / step, mostWaves, Math.max(1, Math.floor(allWaves / all)))));
    return Array.from({ length: count + 1 }, (_, i) => {
        const [from, to] = i % 2 === 0 ? low : high;
        return { x: from.x + (to.x - from.x) * (i / count), y: from.y + (to.y - from.y) * (i / count) };
    });
}

/**
 * What is painted of a mark: areas, or lines with their widths.
 * @param {Markup} markup
 * @returns {{areas: Quad[], lines: {points: Point[], width: number}[]}}
 */
export function shapesOf({ style, quads }) {
    const there = quads.filter((quad) => heightOf(quad) > 0);
    if (style === 'highlight') return { areas: there, lines: [] };
    const points = (/** @type {Quad} */ quad) => (style === 'squiggly' ? wave(quad, quads.length) : lineAt(quad, style === 'underline' ? below : through));
    return { areas: [], lines: there.map((quad) => ({ points: points(quad), width: heightOf(quad) * thickness })) };
}

/** @param {Quad} quad @returns {[number, number, number, number]} */
export function quadBox(quad) {
    const [xs, ys] = [quad.filter((_, i) => i % 2 === 0), quad.filter((_, i) => i % 2 === 1)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * Whether a place is on marked words.
 * @param {Markup} markup @param {Point} at @param {number} reach in points
 */
export function isOn({ quads }, { x, y }, reach) {
    return quads.some((quad) => {
        const [x0, y0, x1, y1] = quadBox(quad);
        return x >= x0 - reach && x <= x1 + reach && y >= y0 - reach && y <= y1 + reach;
    });
}
