// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen of a page that is too large for one canvas: tiles of its picture and of its ink, each as sharp as the
// screen. Below them lie the whole picture and the whole ink, less sharp, until the tiles are there.

import { paint } from '../ink/painting.js';
import { bounds } from '../ink/stroke.js';
import { gridOf } from './page-box.js';
import { Paper } from './paper.js';

/** @typedef {import('../ink/stroke.js').Stroke} Stroke */
/** @typedef {import('./page-box.js').PageBox} PageBox */
/** @typedef {[x0: number, y0: number, x1: number, y1: number]} Region in points */
/** @typedef {{region: Region, left: number, top: number, wide: number, high: number, source: string, paper: Paper,
 *   ink: HTMLCanvasElement, isInked: boolean}} Tile its place is in device pixels, `source` is its part of the server's picture */
/**
 * What a page has to say.
 * @typedef {object} Source
 * @property {{width: number, height: number}} size in points
 * @property {(width: number, height: number, region: string) => string} picture the address of a part of the page's picture
 * @property {() => readonly Stroke[]} strokes that are shown
 * @property {() => CanvasImageSource | undefined} backdrop the whole picture, where ink is multiplied with it
 * @property {(isThere: boolean) => void} covered is told whether the ink of all tiles is drawn
 */

/** The pixels of a point in the server's picture of a page, and the side of a tile in these pixels. */
const [perPoint, side] = [300 / 72, 512];

export class Detail {
    paper = document.createElement('div');
    ink = document.createElement('div');
    /** @type {Map<string, Tile>} */
    #tiles = new Map();
    /** @type {PageBox | undefined} */
    #box;
    #frame = 0;
    #source;

    /** @param {Source} source */
    constructor(source) {
        this.#source = source;
        for (const layer of [this.paper, this.ink]) layer.setAttribute('aria-hidden', 'true');
        this.paper.className = 'detail';
        this.ink.className = 'detail fine-ink';
    }

    /** Whether all that is seen is there. */
    get isComplete() { return [...this.#tiles.values()].every(({ paper, isInked }) => isInked && paper.isThere); }

    /**
     * Shows the tiles of what is seen, and no others.
     * @param {PageBox} box of the page @param {Region} part what is seen
     */
    look(box, [x0, y0, x1, y1]) {
        if (!box.isReduced || x1 <= x0 || y1 <= y0) {
            if (this.#box) this.clear();
            return;
        }
        if (this.#box?.fullWidth !== box.fullWidth || this.#box.fullHeight !== box.fullHeight) this.clear();
        this.#box = box;
        const { size } = this.#source;
        const [across, down] = [Math.round(size.width * perPoint), Math.round(size.height * perPoint)];
        /** @param {number} value @param {number} whole @param {number} points */
        const index = (value, whole, points) => Math.floor(Math.min(Math.max(value / points * whole, 0), whole - 1) / side);
        const wanted = new Set();
        for (let row = index(y0, down, size.height); row <= index(y1, down, size.height); row++) {
            for (let column = index(x0, across, size.width); column <= index(x1, across, size.width); column++) {
                const key = `${column},${row}`;
                wanted.add(key);
                if (!this.#tiles.has(key)) this.#tiles.set(key, this.#make(column * side, row * side, across, down));
            }
        }
        for (const [key, tile] of this.#tiles) if (!wanted.has(key)) this.#remove(key, tile);
        this.#draw();
    }

    /** Fetches the pictures of all tiles anew. */
    renew() { for (const tile of this.#tiles.values()) void this.#show(tile); }

    /**
     * Adds a stroke on top.
     * @param {Stroke} stroke
     */
    add(stroke) {
        for (const tile of this.#tiles.values()) {
            const context = tile.isInked && touches(tile, bounds(stroke)) && this.#context(tile);
            if (context) paint(context, stroke);
        }
    }

    /**
     * Draws the ink again: all of it, or in a region.
     * @param {Region} [region]
     */
    redraw(region) {
        for (const tile of this.#tiles.values()) {
            if (!region) tile.isInked = false;
            else if (tile.isInked && touches(tile, region)) this.#paint(tile);
        }
        this.#draw();
    }

    clear() {
        for (const [key, tile] of this.#tiles) this.#remove(key, tile);
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
        this.#box = undefined;
        this.#tell(false);
    }

    /** @param {number} x @param {number} y @param {number} across @param {number} down in pixels of the server's picture @returns {Tile} */
    #make(x, y, across, down) {
        const { fullWidth = 1, fullHeight = 1, width = 1, height = 1 } = this.#box ?? {};
        const { size } = this.#source;
        const [right, bottom] = [Math.min(x + side, across), Math.min(y + side, down)];
        const grid = gridOf(fullWidth / width);
        /** @param {number} part @param {number} full */
        const place = (part, full) => Math.round(part * full / grid) * grid;
        const [left, top] = [place(x / across, fullWidth), place(y / down, fullHeight)];
        const tile = {
            region: /** @type {Region} */ ([x / across * size.width, y / down * size.height, right / across * size.width, bottom / down * size.height]),
            left, top, wide: place(right / across, fullWidth) - left, high: place(bottom / down, fullHeight) - top,
            source: [x, y, right - x, bottom - y].join(','), paper: new Paper(), ink: document.createElement('canvas'), isInked: false,
        };
        for (const element of [tile.paper.element, tile.ink]) {
            element.style.left = `${left / fullWidth * width}px`;
            element.style.top = `${top / fullHeight * height}px`;
            element.style.width = `${tile.wide / fullWidth * width}px`;
            element.style.height = `${tile.high / fullHeight * height}px`;
        }
        this.paper.append(tile.paper.element);
        this.ink.append(tile.ink);
        void this.#show(tile);
        return tile;
    }

    /** @param {Tile} tile */
    async #show(tile) {
        const isShown = await tile.paper.show(this.#source.picture(tile.wide, tile.high, tile.source));
        if (isShown && this.#source.backdrop() && tile.isInked) this.#paint(tile);
        if (this.#frame === 0) this.#tell();
    }

    /** @param {string} key @param {Tile} tile */
    #remove(key, { paper, ink }) {
        paper.release();
        paper.element.remove();
        ink.remove();
        ink.width = 0;
        this.#tiles.delete(key);
    }

    /** Draws the ink of tiles, one in a frame. */
    #draw() {
        const tile = [...this.#tiles.values()].find(({ isInked }) => !isInked);
        this.#tell(tile === undefined && this.#tiles.size > 0);
        if (!tile || this.#frame !== 0) return;
        this.#frame = requestAnimationFrame(() => {
            this.#frame = 0;
            if (this.ink.contains(tile.ink)) this.#paint(tile);
            this.#draw();
        });
    }

    /** @param {boolean} [isInked] whether the ink of all tiles is drawn, where that has changed */
    #tell(isInked = this.ink.style.visibility === 'visible') {
        this.ink.style.visibility = isInked ? 'visible' : 'hidden';
        this.#source.covered(isInked);
    }

    /** @param {Tile} tile */
    #context({ ink, left, top }) {
        const context = ink.getContext('2d');
        const { fullWidth = 1, fullHeight = 1 } = this.#box ?? {};
        const { width, height } = this.#source.size;
        context?.setTransform(fullWidth / width, 0, 0, fullHeight / height, -left, -top);
        return context;
    }

    /** @param {Tile} tile */
    #paint(tile) {
        tile.ink.width = tile.wide;
        tile.ink.height = tile.high;
        tile.isInked = true;
        const context = this.#context(tile);
        if (!context) return;
        const backdrop = this.#source.backdrop();
        if (backdrop) {
            const { width, height } = this.#source.size;
            context.drawImage(backdrop, 0, 0, width, height);
            const [x0, y0, x1, y1] = tile.region;
            if (tile.paper.isThere) context.drawImage(tile.paper.element, x0, y0, x1 - x0, y1 - y0);
        }
        for (const stroke of this.#source.strokes()) if (touches(tile, bounds(stroke))) paint(context, stroke);
    }
}

/** @param {Tile} tile @param {Region | undefined} box */
function touches({ region: [x0, y0, x1, y1] }, box) {
    return box !== undefined && box[0] <= x1 && box[2] >= x0 && box[1] <= y1 && box[3] >= y0;
}
