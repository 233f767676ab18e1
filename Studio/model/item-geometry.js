// SPDX-License-Identifier: GPL-3.0-or-later
// Where items are, and items moved, scaled and turned: as LimnInk's Item does it. Lengths are points in page space.

import { touches } from '../ink/eraser.js';
import { isInside, selects } from '../ink/lasso.js';
import { bounds } from '../ink/stroke.js';
import { isStroke } from './items.js';
import { isOn, quadBox } from './markup.js';

/** @typedef {import('./items.js').Item} Item */
/** @typedef {import('../ink/geometry.js').Point} Point */
/** @typedef {[number, number, number, number]} Box x0, y0, x1, y1 */
/** @typedef {[number, number, number, number, number, number]} Matrix a, b, c, d, e, f as in CSS: x' = ax + cy + e */

/** @type {Matrix} */
export const identityMatrix = [1, 0, 0, 1, 0, 0];

/** The side of a note's pin. */
const pinSize = 20;

/**
 * The transform that does `first`, then `second`.
 * @param {Matrix} first @param {Matrix} second @returns {Matrix}
 */
export function then([a, b, c, d, e, f], [A, B, C, D, E, F]) {
    return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** @param {Matrix} matrix @param {number} x @param {number} y @returns {Point} */
export function applied([a, b, c, d, e, f], x, y) { return { x: a * x + c * y + e, y: b * x + d * y + f }; }

/** @param {number} dx @param {number} dy @returns {Matrix} */
export function moving(dx, dy) { return [1, 0, 0, 1, dx, dy]; }

/**
 * Scales about a point.
 * @param {number} scale @param {Point} about @returns {Matrix}
 */
export function scaling(scale, { x, y }) { return [scale, 0, 0, scale, x - scale * x, y - scale * y]; }

/**
 * Scales in one direction about a point.
 * @param {number} x @param {number} y the scales @param {Point} about @returns {Matrix}
 */
export function stretching(x, y, about) { return [x, 0, 0, y, about.x - x * about.x, about.y - y * about.y]; }

/**
 * Turns about a point.
 * @param {number} angle in radians, from x towards y @param {Point} about @returns {Matrix}
 */
export function turning(angle, { x, y }) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}

/**
 * The box of an item; undefined if it is nowhere.
 * @param {Item} item @returns {Box | undefined}
 */
export function boxOf(item) {
    if (isStroke(item)) return bounds(item);
    if (item.text) {
        const [width, height] = textSize(item.text);
        return cornersBox(item.text.transform, [0, 0, width, height]);
    }
    if (item.picture) return cornersBox(item.picture.transform ?? identityMatrix, item.picture.frame);
    if (item.note) return [item.note.at[0], item.note.at[1], item.note.at[0] + pinSize, item.note.at[1] + pinSize];
    if (item.markup) return boxAround(item.markup.quads.map(quadBox));
    return item.link?.area;
}

/**
 * The width and height of a text: as the server has measured it, else a guess.
 * @param {any} text @returns {[number, number]}
 */
function textSize({ measured, width, runs, lineHeight = 1.2 }) {
    if (measured) return measured;
    const size = Math.max(...runs.map((/** @type {any} */ run) => run.style.size), 1);
    const words = runs.map((/** @type {any} */ run) => run.text).join('').split('\n');
    const longest = Math.max(...words.map((/** @type {string} */ line) => line.length)) * size * 0.5;
    const lineCount = width ? words.reduce((/** @type {number} */ sum, /** @type {string} */ line) =>
        sum + Math.max(1, Math.ceil((line.length * size * 0.5) / width)), 0) : words.length;
    return [width ?? longest, lineCount * size * lineHeight];
}

/** @param {Matrix} matrix @param {Box} box @returns {Box} */
function cornersBox(matrix, [x0, y0, x1, y1]) {
    const corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(([x, y]) => applied(matrix, x, y));
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * The box around all boxes that are there.
 * @param {(Box | undefined)[]} boxes @returns {Box | undefined}
 */
export function boxAround(boxes) {
    /** @type {Box | undefined} */
    let all;
    for (const box of boxes) {
        if (!box) continue;
        all = all ? [Math.min(all[0], box[0]), Math.min(all[1], box[1]), Math.max(all[2], box[2]), Math.max(all[3], box[3])] : box;
    }
    return all;
}

/**
 * An item moved, scaled and turned. A note keeps its size and stays upright.
 * @param {Item} item @param {Matrix} matrix @returns {Item}
 */
export function transformedItem(item, matrix) {
    if (isStroke(item)) return transformedStroke(item, matrix);
    if (item.text) return { ...item, text: { ...item.text, transform: then(item.text.transform, matrix) } };
    if (item.picture) {
        return { ...item, picture: { ...item.picture, transform: then(item.picture.transform ?? identityMatrix, matrix) } };
    }
    if (item.note) {
        const { x, y } = applied(matrix, item.note.at[0], item.note.at[1]);
        return { ...item, note: { ...item.note, at: [x, y] } };
    }
    if (item.markup) {
        const quads = item.markup.quads.map((/** @type {number[]} */ quad) => [0, 2, 4, 6].flatMap((i) => {
            const { x, y } = applied(matrix, quad[i], quad[i + 1]);
            return [x, y];
        }));
        return { ...item, markup: { ...item.markup, quads } };
    }
    return { ...item, link: { ...item.link, area: cornersBox(matrix, item.link.area) } };
}

/** @param {import('../ink/stroke.js').Stroke} stroke @param {Matrix} matrix */
function transformedStroke(stroke, matrix) {
    const [a, b, c, d] = matrix;
    const scale = Math.sqrt(Math.abs(a * d - b * c));
    const moved = { ...stroke, xy: [...stroke.xy] };
    for (let i = 0; i < moved.xy.length; i += 2) {
        const { x, y } = applied(matrix, stroke.xy[i], stroke.xy[i + 1]);
        [moved.xy[i], moved.xy[i + 1]] = [x, y];
    }
    if (stroke.azimuth && (b !== 0 || a < 0)) {
        moved.azimuth = stroke.azimuth.map((angle) => Math.atan2(
            b * Math.cos(angle) + d * Math.sin(angle), a * Math.cos(angle) + c * Math.sin(angle)));
    }
    if (Math.abs(scale - 1) < 1e-9) return moved;
    if (stroke.widths) moved.widths = stroke.widths.map((width) => width * scale);
    if (stroke.width !== undefined) moved.width = stroke.width * scale;
    moved.brush = { ...stroke.brush, width: stroke.brush.width * scale, dash: stroke.brush.dash.map((length) => length * scale) };
    return moved;
}

/**
 * An item in another color. Its opacity stays; pictures and links have no color.
 * @param {Item} item @param {import('../ink/stroke.js').Color} color @returns {Item}
 */
export function recolored(item, color) {
    /** @param {{alpha: number}} old */
    const like = ({ alpha }) => ({ ...color, alpha });
    if (isStroke(item)) return { ...item, brush: { ...item.brush, color: like(item.brush.color) } };
    if (item.note) return { ...item, note: { ...item.note, color: like(item.note.color) } };
    if (item.markup) return { ...item, markup: { ...item.markup, color: like(item.markup.color) } };
    if (!item.text) return item;
    const runs = item.text.runs.map((/** @type {any} */ run) => ({ ...run, style: { ...run.style, color: like(run.style.color) } }));
    return { ...item, text: { ...item.text, runs } };
}

/**
 * A stroke as if another pen had drawn it: where it was pressed, it is still wider. Other items have no width.
 * @param {Item} item @param {number} width of the pen in points @returns {Item}
 */
export function rewidened(item, width) {
    if (!isStroke(item)) return item;
    const factor = width / item.brush.width;
    return {
        ...item, ...(item.widths ? { widths: item.widths.map((one) => one * factor) } : {}), ...(item.width === undefined ? {} : { width: item.width * factor }),
        brush: { ...item.brush, width, dash: item.brush.dash.map((length) => length * factor) },
    };
}

/**
 * Whether a lasso selects an item: a stroke if more than half is inside, anything else by its middle.
 * @param {Point[]} corners @param {Box} lassoBox the box around the corners @param {Item} item
 */
export function isSelectedBy(corners, lassoBox, item) {
    const box = boxOf(item);
    if (!box || box[0] > lassoBox[2] || box[2] < lassoBox[0] || box[1] > lassoBox[3] || box[3] < lassoBox[1]) return false;
    if (isStroke(item)) return selects(corners, item);
    return isInside(corners, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
}

/**
 * Whether a tap is on an item.
 * @param {Item} item @param {Point} at @param {number} reach in points
 */
export function isTapped(item, at, reach) {
    const box = boxOf(item);
    if (!box || at.x < box[0] - reach || at.x > box[2] + reach || at.y < box[1] - reach || at.y > box[3] + reach) return false;
    if (item.markup) return isOn(item.markup, at, reach);
    return !isStroke(item) || touches({ path: [at], radius: reach }, item);
}
