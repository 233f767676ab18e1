// SPDX-License-Identifier: GPL-3.0-or-later
// The stroke under the pen. Browsers copy a changed canvas whole, so it is drawn on small tiles that are made where the
// pen goes; only those that it is on change. A canvas of its own holds the tip: what is not settled yet, and what the
// browser predicts. All of them are opaque, and their parent has the stroke's opacity, so that nothing darkens. Each wash
// of a watercolor is a film of its own.

import { outline } from '../ink/outline.js';
import { paintStyle } from '../ink/painting.js';

/** @typedef {import('../ink/outline.js').Disc} Disc in page space */
/** @typedef {import('../ink/stroke.js').Color} Color */
/** @typedef {import('./page-box.js').PageBox} PageBox */
/** @typedef {import('../ink/marks.js').Film} Film */

/** The side of a tile in pixels of the screen. */
const side = 512;

export class WetInk {
    element = document.createElement('div');
    /** @type {WetFilm[]} */
    #films = [];
    /** @type {HTMLCanvasElement[]} */
    #spare = [];

    constructor() {
        this.element.className = 'wet';
        this.element.setAttribute('aria-hidden', 'true');
    }

    /** @param {PageBox} box @param {Film[]} films @param {boolean} multiplies */
    begin(box, films, multiplies) {
        this.clear();
        while (this.#films.length > films.length) this.#films.pop()?.element.remove();
        while (this.#films.length < films.length) {
            const film = new WetFilm(this.#spare);
            this.#films.push(film);
            this.element.append(film.element);
        }
        this.#films.forEach((film, i) => film.begin(box, films[i]));
        this.element.style.mixBlendMode = multiplies ? 'multiply' : 'normal';
    }

    /**
     * Changes the opacity of what was drawn and of what follows.
     * @param {Film[]} films as many as there are
     */
    fade(films) { this.#films.forEach((film, i) => film.fade(films[i])); }

    /**
     * Draws settled discs; successive calls share a disc.
     * @param {Disc[]} discs
     */
    add(discs) { for (const film of this.#films) film.add(discs); }

    /**
     * Shows the tip in place of the last one.
     * @param {Disc[]} discs @param {boolean} [isMore] whether it is another piece of the same tip
     */
    showTip(discs, isMore = false) { for (const film of this.#films) film.showTip(discs, isMore); }

    /** Takes everything away. */
    clear() { for (const film of this.#films) film.clear(); }
}

/** One layer of wet ink. */
class WetFilm {
    element = document.createElement('div');
    /** @type {Map<string, CanvasRenderingContext2D>} */
    #tiles = new Map();
    /** @type {PageBox | undefined} */
    #box;
    /** @type {Film} */
    #film = { color: { red: 0, green: 0, blue: 0, alpha: 1 } };
    /** @type {Set<string>} */
    #tip = new Set();
    /** @type {Map<string, CanvasRenderingContext2D>} */
    #tipTiles = new Map();
    /** Whether the tip begins with a disc that is settled. */
    #hasSettled = false;

    /** @param {HTMLCanvasElement[]} spare canvases to use again */
    constructor(spare) { this.spare = spare; }

    /** @param {PageBox} box @param {Film} film */
    begin(box, film) {
        this.#box = box;
        this.fade(film);
    }

    /** @param {Film} film */
    fade(film) {
        this.#film = film;
        const opacity = String(film.color.alpha);
        if (this.element.style.opacity !== opacity) this.element.style.opacity = opacity;
    }

    /** @param {Disc[]} discs */
    add(discs) {
        this.#hasSettled ||= discs.length > 0;
        this.#draw(discs, this.#tiles);
    }

    /** @param {Disc[]} discs @param {boolean} isMore */
    showTip(discs, isMore) {
        for (const key of isMore ? [] : this.#tip) {
            const context = this.#tipTiles.get(key);
            context?.clearRect(0, 0, context.canvas.width, context.canvas.height);
        }
        if (!isMore) this.#tip.clear();
        this.#draw(discs, this.#tipTiles, this.#tip, isMore);
    }

    /** Takes everything away. */
    clear() {
        this.#hasSettled = false;
        for (const tiles of [this.#tiles, this.#tipTiles]) {
            for (const { canvas } of tiles.values()) {
                canvas.remove();
                if (this.spare.length < 8) this.spare.push(canvas);
            }
            tiles.clear();
        }
        this.#tip.clear();
    }

    /**
     * @param {Disc[]} discs @param {Map<string, CanvasRenderingContext2D>} tiles @param {Set<string>} [used] the tiles of the tip
     * @param {boolean} [isMore] whether it is another piece of the tip
     */
    #draw(discs, tiles, used, isMore) {
        const box = this.#box;
        if (!box || discs.length === 0) return;
        const { color, grain, width } = this.#film;
        const opaque = { ...color, alpha: 1 };
        const path = new Path2D();
        outline(path, width === undefined ? discs : discs.map(({ x, y }) => ({ x, y, r: width / 2 })));
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
                context.fillStyle = paintStyle(context, opaque, grain);
                if (grain) {
                    // Pieces overlap. Where they do, the grain must not darken.
                    context.save();
                    context.clip(path, 'nonzero');
                    context.globalCompositeOperation = 'copy';
                    context.fillRect(x0, y0, x1 - x0, y1 - y0);
                    context.restore();
                    if (used && !isMore && this.#hasSettled) hollow(context, discs[0]);
                } else {
                    context.fill(path, 'nonzero');
                }
                context.setTransform(1, 0, 0, 1, 0, 0);
            }
        }
    }

    /** @param {number} columnIndex @param {number} row @param {PageBox} box */
    #tile(columnIndex, row, box) {
        const canvas = this.spare.pop() ?? document.createElement('canvas');
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
 * Takes a disc away that is drawn below: twice, grain would be darker.
 * @param {CanvasRenderingContext2D} context @param {Disc} disc
 */
function hollow(context, { x, y, r }) {
    context.globalCompositeOperation = 'destination-out';
    context.fillStyle = '#000';
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    context.fill();
    context.globalCompositeOperation = 'source-over';
}
