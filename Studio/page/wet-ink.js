// SPDX-License-Identifier: GPL-3.0-or-later
// The stroke under the pen. Browsers copy a changed canvas whole, so it is drawn on small tiles that are made where the
// pen goes; only those that it is on change. A canvas of its own holds the tip: what is not settled yet, and what the
// browser predicts. All of them are opaque, and their parent has the stroke's opacity, so that nothing darkens.

import { outline } from '../ink/outline.js';

/** @typedef {import('../ink/outline.js').Disc} Disc in page space */
/** @typedef {import('../ink/stroke.js').Color} Color */
/** @typedef {import('./page-box.js').PageBox} PageBox */

/** The side of a tile in pixels of the screen. */
const side = 512;

export class WetInk {
    element = document.createElement('div');
    /** @type {Map<string, CanvasRenderingContext2D>} */
    #tiles = new Map();
    /** @type {HTMLCanvasElement[]} */
    #spare = [];
    /** @type {PageBox | undefined} */
    #box;
    #color = '#000';
    /** @type {Set<string>} */
    #tip = new Set();
    /** @type {Map<string, CanvasRenderingContext2D>} */
    #tipTiles = new Map();

    constructor() {
        this.element.className = 'wet';
        this.element.setAttribute('aria-hidden', 'true');
    }

    /** @param {PageBox} box @param {Color} color @param {boolean} multiplies */
    begin(box, color, multiplies) {
        this.clear();
        this.#box = box;
        this.#color = `rgb(${color.red * 255} ${color.green * 255} ${color.blue * 255})`;
        this.element.style.opacity = String(color.alpha);
        this.element.style.mixBlendMode = multiplies ? 'multiply' : 'normal';
    }

    /**
     * Draws settled discs; successive calls share a disc.
     * @param {Disc[]} discs
     */
    add(discs) { this.#draw(discs, this.#tiles, undefined); }

    /**
     * Shows the tip in place of the last one.
     * @param {Disc[]} discs @param {boolean} [isMore] whether it is another piece of the same tip
     */
    showTip(discs, isMore = false) {
        for (const key of isMore ? [] : this.#tip) {
            const context = this.#tipTiles.get(key);
            context?.clearRect(0, 0, context.canvas.width, context.canvas.height);
        }
        if (!isMore) this.#tip.clear();
        this.#draw(discs, this.#tipTiles, this.#tip);
    }

    /** Takes everything away. */
    clear() {
        for (const tiles of [this.#tiles, this.#tipTiles]) {
            for (const { canvas } of tiles.values()) {
                canvas.remove();
                if (this.#spare.length < 8) this.#spare.push(canvas);
            }
            tiles.clear();
        }
        this.#tip.clear();
    }

    /** @param {Disc[]} discs @param {Map<string, CanvasRenderingContext2D>} tiles @param {Set<string> | undefined} used */
    #draw(discs, tiles, used) {
        const box = this.#box;
        if (!box || discs.length === 0) return;
        const path = new Path2D();
        outline(path, discs);
        let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
        for (const { x, y, r } of discs) {
            x0 = Math.min(x0, x - r);
            y0 = Math.min(y0, y - r);
            x1 = Math.max(x1, x + r);
            y1 = Math.max(y1, y + r);
        }
        /** @param {number} value @param {number} limit */
        const tile = (value, limit) => Math.min(Math.max(Math.floor(value / side), 0), Math.floor(limit / side));
        const [left, right] = [tile(x0 * box.scaleX - 1, box.pixelWidth), tile(x1 * box.scaleX + 1, box.pixelWidth)];
        const [top, bottom] = [tile(y0 * box.scaleY - 1, box.pixelHeight), tile(y1 * box.scaleY + 1, box.pixelHeight)];
        for (let row = top; row <= bottom; row++) {
            for (let columnIndex = left; columnIndex <= right; columnIndex++) {
                const key = `${columnIndex},${row}`;
                let context = tiles.get(key);
                if (!context) tiles.set(key, context = this.#tile(columnIndex, row, box));
                used?.add(key);
                context.setTransform(box.scaleX, 0, 0, box.scaleY, -columnIndex * side, -row * side);
                context.fillStyle = this.#color;
                context.fill(path, 'nonzero');
                context.setTransform(1, 0, 0, 1, 0, 0);
            }
        }
    }

    /** @param {number} columnIndex @param {number} row @param {PageBox} box */
    #tile(columnIndex, row, box) {
        const canvas = this.#spare.pop() ?? document.createElement('canvas');
        canvas.width = Math.min(side, box.pixelWidth - columnIndex * side + 1);
        canvas.height = Math.min(side, box.pixelHeight - row * side + 1);
        // In parts of the page's box: pixels of the canvas may be fewer than those of the screen.
        const [x, y] = [box.width / box.pixelWidth, box.height / box.pixelHeight];
        canvas.style.left = `${columnIndex * side * x}px`;
        canvas.style.top = `${row * side * y}px`;
        canvas.style.width = `${canvas.width * x}px`;
        canvas.style.height = `${canvas.height * y}px`;
        this.element.append(canvas);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('This browser gives no canvas to draw on.');
        return context;
    }
}
