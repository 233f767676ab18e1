// SPDX-License-Identifier: GPL-3.0-or-later
// The stroke under the pen. Browsers copy a changed canvas whole, so it is drawn on small tiles that are made where the
// pen goes; only those that it is on change. A smaller canvas follows the pen and holds the tip: what is not settled yet,
// and what the browser predicts. All of them are opaque, and their parent has the stroke's opacity, so that nothing darkens.

import { outline } from '../ink/outline.js';

/** @typedef {import('../ink/outline.js').Disc} Disc in page space */
/** @typedef {import('../ink/stroke.js').Color} Color */
/** @typedef {import('./page-box.js').PageBox} PageBox */

/** The side of a tile in pixels of the screen. */
const side = 512;
/** The side of the tip's canvas grows by steps of so many. */
const tipStep = 128;

export class WetInk {
    element = document.createElement('div');
    /** @type {Map<string, CanvasRenderingContext2D>} */
    #tiles = new Map();
    /** @type {HTMLCanvasElement[]} */
    #spare = [];
    /** @type {PageBox | undefined} */
    #box;
    #color = '#000';
    #tip = document.createElement('canvas');
    #hasTip = false;

    constructor() {
        this.element.className = 'wet';
        this.element.setAttribute('aria-hidden', 'true');
        this.#tip.width = this.#tip.height = 0;
        this.#tip.style.left = this.#tip.style.top = '0';
    }

    /** @param {PageBox} box @param {Color} color @param {boolean} multiplies */
    begin(box, color, multiplies) {
        this.clear();
        this.#box = box;
        // It gets its size for this box.
        this.#tip.width = this.#tip.height = 0;
        this.#color = `rgb(${color.red * 255} ${color.green * 255} ${color.blue * 255})`;
        this.element.style.opacity = String(color.alpha);
        this.element.style.mixBlendMode = multiplies ? 'multiply' : 'normal';
    }

    /**
     * Draws settled discs; successive calls share a disc.
     * @param {Disc[]} discs
     */
    add(discs) {
        const box = this.#box;
        if (!box || discs.length === 0) return;
        const path = new Path2D();
        outline(path, discs);
        const [x0, y0, x1, y1] = reach([discs]);
        /** @param {number} value @param {number} limit */
        const tile = (value, limit) => Math.min(Math.max(Math.floor(value / side), 0), Math.floor(limit / side));
        const [left, right] = [tile(x0 * box.scaleX - 1, box.pixelWidth), tile(x1 * box.scaleX + 1, box.pixelWidth)];
        const [top, bottom] = [tile(y0 * box.scaleY - 1, box.pixelHeight), tile(y1 * box.scaleY + 1, box.pixelHeight)];
        for (let row = top; row <= bottom; row++) {
            for (let columnIndex = left; columnIndex <= right; columnIndex++) {
                const key = `${columnIndex},${row}`;
                let context = this.#tiles.get(key);
                if (!context) this.#tiles.set(key, context = this.#tile(columnIndex, row, box));
                context.setTransform(box.scaleX, 0, 0, box.scaleY, -columnIndex * side, -row * side);
                context.fillStyle = this.#color;
                context.fill(path, 'nonzero');
                context.setTransform(1, 0, 0, 1, 0, 0);
            }
        }
    }

    /**
     * Shows the tip in place of the last one.
     * @param {Disc[][]} pieces
     */
    showTip(pieces) {
        const box = this.#box;
        const context = this.#tip.getContext('2d');
        if (!box || !context) return;
        const [x0, y0, x1, y1] = reach(pieces);
        const { width } = this.#tip;
        if (this.#hasTip) context.clearRect(0, 0, width, width);
        this.#hasTip = x0 < x1;
        if (!this.#hasTip) return;
        let [left, top] = [Math.floor(x0 * box.scaleX) - 1, Math.floor(y0 * box.scaleY) - 1];
        const wanted = Math.max(x1 * box.scaleX - left, y1 * box.scaleY - top) + 1;
        if (wanted > side) {
            // After a pause of the machine, predictions lead far away. What is near the pen is shown.
            const [{ x, y }] = pieces[0];
            [left, top] = [Math.floor(x * box.scaleX - side / 2), Math.floor(y * box.scaleY - side / 2)];
        }
        const [x, y] = [box.width / box.pixelWidth, box.height / box.pixelHeight];
        // One that has become long, with a fast pen, becomes short again.
        const long = Math.min(Math.ceil(wanted / tipStep) * tipStep, side);
        if (width < long || width > 2 * long) {
            this.#tip.width = this.#tip.height = long;
            this.#tip.style.width = `${long * x}px`;
            this.#tip.style.height = `${long * y}px`;
        }
        this.#tip.style.transform = `translate(${left * x}px, ${top * y}px)`;
        context.setTransform(box.scaleX, 0, 0, box.scaleY, -left, -top);
        context.fillStyle = this.#color;
        for (const discs of pieces) {
            const path = new Path2D();
            outline(path, discs);
            context.fill(path, 'nonzero');
        }
        context.setTransform(1, 0, 0, 1, 0, 0);
        if (!this.#tip.isConnected) this.element.append(this.#tip);
    }

    /** Takes everything away. */
    clear() {
        for (const { canvas } of this.#tiles.values()) {
            canvas.remove();
            if (this.#spare.length < 8) this.#spare.push(canvas);
        }
        this.#tiles.clear();
        this.#tip.remove();
        this.showTip([]);
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

/**
 * The box of discs; empty if there are none.
 * @param {Disc[][]} pieces @returns {[number, number, number, number]} left, top, right, bottom
 */
function reach(pieces) {
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { x, y, r } of pieces.flat()) {
        x0 = Math.min(x0, x - r);
        y0 = Math.min(y0, y - r);
        x1 = Math.max(x1, x + r);
        y1 = Math.max(y1, y + r);
    }
    return [x0, y0, x1, y1];
}
