// SPDX-License-Identifier: Apache-2.0
// Paints strokes on a canvas. The context's transform leads from page space to its pixels.

import { cellOf, levels, side, strengths } from './grain.js';
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

/** The most pictures of grains that are kept. */
const mostTiles = 64;
/** @type {Map<string, HTMLCanvasElement>} */
const tiles = new Map();

/**
 * What fills a mark: a color, or a grain in this color that lies still on the page.
 * @param {CanvasRenderingContext2D} context whose transform leads from page space to its pixels @param {Color} color
 * @param {import('./grain.js').Grain} [grain]
 */
export function paintStyle(context, color, grain) {
    const style = cssColor(color);
    if (!grain) return style;
    const cell = cellOf(grain);
    const { a, b } = context.getTransform();
    // Halved until a pixel of the picture is no smaller than one of the canvas: browsers leave pixels out.
    const halvings = Math.min(Math.max(Math.round(-Math.log2(cell * Math.hypot(a, b))), 0), 3);
    const key = `${style} ${grain.texture} ${grain.level} ${halvings}`;
    let tile = tiles.get(key);
    if (!tile) {
        if (tiles.size >= mostTiles) tiles.clear();
        tiles.set(key, tile = grainTile(grain, color, halvings));
    }
    const pattern = context.createPattern(tile, 'repeat');
    if (!pattern) return style;
    pattern.setTransform(new DOMMatrix().scale(cell * 2 ** halvings));
    return pattern;
}

/**
 * A picture of a grain, with a pixel for each cell, or for more of them where it is halved.
 * @param {import('./grain.js').Grain} grain @param {Color} color @param {number} halvings 0…3
 */
export function grainTile(grain, color, halvings) {
    const canvas = document.createElement('canvas');
    const step = 2 ** halvings;
    const size = canvas.width = canvas.height = side / step;
    const context = canvas.getContext('2d');
    const picture = context?.createImageData(size, size);
    if (!context || !picture) return canvas;
    strengths(grain.texture).forEach((strength, cell) => {
        if (strength + grain.level < levels) return;
        picture.data[4 * (Math.floor(cell / side / step) * size + Math.floor(cell % side / step)) + 3] += 1;
    });
    for (let i = 0; i < picture.data.length; i += 4) {
        picture.data[i] = color.red * 255;
        picture.data[i + 1] = color.green * 255;
        picture.data[i + 2] = color.blue * 255;
        picture.data[i + 3] = picture.data[i + 3] / step ** 2 * color.alpha * 255;
    }
    context.putImageData(picture, 0, 0);
    return canvas;
}

/**
 * Paints a stroke in one operation a mark.
 * @param {CanvasRenderingContext2D} context @param {Stroke} stroke
 */
export function paint(context, stroke) {
    for (const mark of marksOf(stroke)) {
        context.globalCompositeOperation = mark.multiplies ? 'multiply' : 'source-over';
        const style = paintStyle(context, mark.color, mark.grain);
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
