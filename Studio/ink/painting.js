// SPDX-License-Identifier: Apache-2.0
// Paints strokes on a canvas. The context's transform leads from page space to its pixels.

import { marks } from './marks.js';

/** @typedef {import('./stroke.js').Stroke} Stroke */
/** @typedef {import('./stroke.js').Color} Color */
/** @typedef {import('./marks.js').Mark<Path2D>} PathMark */

/** @type {WeakMap<Stroke, PathMark[]>} */
const kept = new WeakMap();

/**
 * The marks of a stroke, made once.
 * @param {Stroke} stroke @returns {PathMark[]}
 */
export function marksOf(stroke) {
    let made = kept.get(stroke);
    if (!made) kept.set(stroke, made = marks(stroke, () => new Path2D()));
    return made;
}

/** @param {Color} color */
export function cssColor({ red, green, blue, alpha }) {
    return `rgb(${red * 255} ${green * 255} ${blue * 255} / ${alpha})`;
}

/**
 * Paints a stroke in one operation a mark.
 * @param {CanvasRenderingContext2D} context @param {Stroke} stroke
 */
export function paint(context, stroke) {
    for (const mark of marksOf(stroke)) {
        context.globalCompositeOperation = mark.multiplies ? 'multiply' : 'source-over';
        const style = cssColor(mark.color);
        if (mark.line) {
            context.strokeStyle = style;
            context.lineWidth = mark.line.width;
            context.lineCap = mark.line.cap;
            context.lineJoin = 'round';
            context.setLineDash(mark.line.dash);
            context.stroke(mark.path);
        } else {
            context.fillStyle = style;
            context.fill(mark.path, 'nonzero');
        }
    }
}
