// SPDX-License-Identifier: GPL-3.0-or-later
// Strokes that a lasso has selected: a frame with one handle; dragging moves or scales them, in one edit.

import { boxAround } from './erasing.js';

/** @typedef {import('./page-view.js').PageView} PageView */
/** @typedef {import('./pointer-control.js').Work} Work */
/** @typedef {import('../ink/stroke.js').Stroke} Stroke */

const svg = 'http://www.w3.org/2000/svg';

/**
 * A stroke moved and scaled about a point.
 * @param {Stroke} stroke @param {{dx: number, dy: number, scale: number, x: number, y: number}} t
 * @returns {Stroke}
 */
export function transformed(stroke, { dx, dy, scale, x, y }) {
    const moved = {
        ...stroke,
        xy: stroke.xy.map((value, i) => (i % 2 === 0 ? x + (value - x) * scale + dx : y + (value - y) * scale + dy)),
    };
    if (scale === 1) return moved;
    if (stroke.widths) moved.widths = stroke.widths.map((width) => width * scale);
    if (stroke.width !== undefined) moved.width = stroke.width * scale;
    moved.brush = {
        ...stroke.brush, width: stroke.brush.width * scale, dash: stroke.brush.dash.map((length) => length * scale),
    };
    return moved;
}

export class Selection {
    #group = document.createElementNS(svg, 'g');
    /** @type {[number, number, number, number]} */
    #box;

    /** @param {PageView} view @param {number[]} indices of strokes */
    constructor(view, indices) {
        this.view = view;
        this.indices = indices;
        this.strokes = indices.map((index) => view.page.ink.strokes[index]);
        this.#box = boxAround(this.strokes) ?? [0, 0, 0, 0];
        view.overlay.append(this.#group);
        this.#show({ dx: 0, dy: 0, scale: 1, x: this.#box[0], y: this.#box[1] });
    }

    /** @param {{dx: number, dy: number, scale: number, x: number, y: number}} t */
    #show({ dx, dy, scale, x, y }) {
        const margin = 6 * this.view.pointsPerPixel;
        const [x0, y0] = [this.#box[0] + dx - margin, this.#box[1] + dy - margin];
        const [x1, y1] = [x + (this.#box[2] - x) * scale + dx + margin, y + (this.#box[3] - y) * scale + dy + margin];
        const frame = document.createElementNS(svg, 'rect');
        const handle = document.createElementNS(svg, 'circle');
        frame.setAttribute('class', 'selection');
        handle.setAttribute('class', 'handle');
        for (const [key, value] of Object.entries({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 })) {
            frame.setAttribute(key, String(value));
        }
        for (const [key, value] of Object.entries({ cx: x1, cy: y1, r: margin })) handle.setAttribute(key, String(value));
        this.#group.replaceChildren(frame, handle);
    }

    /**
     * Takes hold of the selection; undefined if the pointer is not on it.
     * @param {PointerEvent} event @param {(moved: Stroke[]) => void} finished
     * @returns {Work | undefined}
     */
    begin(event, finished) {
        const start = this.view.toPage(event.clientX, event.clientY);
        const reach = 14 * this.view.pointsPerPixel;
        const [x0, y0, x1, y1] = this.#box;
        const isHandle = Math.hypot(start.x - x1, start.y - y1) < reach * 1.5;
        const isInside = start.x > x0 - reach && start.x < x1 + reach && start.y > y0 - reach && start.y < y1 + reach;
        if (!isHandle && !isInside) return undefined;
        const size = Math.max(Math.hypot(x1 - x0, y1 - y0), 1e-6);
        const change = { dx: 0, dy: 0, scale: 1, x: x0, y: y0 };
        return {
            move: (move) => {
                const { x, y } = this.view.toPage(move.clientX, move.clientY);
                if (isHandle) change.scale = Math.min(Math.max(Math.hypot(x - x0, y - y0) / size, 0.1), 20);
                else [change.dx, change.dy] = [x - start.x, y - start.y];
                this.#show(change);
            },
            end: () => finished(this.strokes.map((stroke) => transformed(stroke, change))),
            cancel: () => this.#show({ dx: 0, dy: 0, scale: 1, x: x0, y: y0 }),
        };
    }

    remove() { this.#group.remove(); }
}
