// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas of finished strokes. It is only added to; where strokes went away, that region is drawn again. After a zoom
// everything is drawn in slices on a second bitmap, so that no frame is late, and then shown at once.

import { paint } from '../ink/painting.js';
import { bounds } from '../ink/stroke.js';

/** @typedef {import('../ink/stroke.js').Stroke} Stroke */
/** @typedef {import('./page-box.js').PageBox} PageBox */
/** @typedef {CanvasImageSource | undefined} Picture the page's picture, where ink is multiplied with it */

/** How many strokes are drawn in a frame. */
export const sliceSize = 150;

export class DryCanvas {
    element = document.createElement('canvas');
    /** @type {PageBox | undefined} */
    #box;
    #run = 0;
    /** Whether everything is being drawn in slices. */
    isDrawing = false;
    /** Whether the picture has to be part of this canvas: highlighters are multiplied with it. */
    showsPicture = false;

    constructor() {
        this.element.className = 'dry';
        this.element.setAttribute('aria-hidden', 'true');
    }

    /** @param {HTMLCanvasElement} canvas @param {PageBox} box */
    static context(canvas, box) {
        const context = canvas.getContext('2d');
        if (!context) throw new Error('This browser gives no canvas to draw on.');
        context.setTransform(box.scaleX, 0, 0, box.scaleY, 0, 0);
        return context;
    }

    /**
     * Adds one stroke on top.
     * @param {Stroke} stroke
     */
    add(stroke) {
        if (!this.#box) return;
        this.#allocate(this.#box);
        paint(DryCanvas.context(this.element, this.#box), stroke);
    }

    /**
     * A page without ink has no bitmap: at a device ratio of 2 one takes 30 MB.
     * @param {PageBox} box
     */
    #allocate(box) {
        if (this.element.width === box.pixelWidth && this.element.height === box.pixelHeight) return;
        this.element.width = box.pixelWidth;
        this.element.height = box.pixelHeight;
    }

    /**
     * Draws everything for a box, in slices. Resolves to false if another drawing came in between.
     * @param {PageBox} box @param {readonly Stroke[]} strokes @param {{width: number, height: number}} size of the page
     * @param {Picture} picture
     */
    async redraw(box, strokes, size, picture) {
        const run = ++this.#run;
        this.isDrawing = false;
        if (strokes.length === 0 && !picture) {
            this.#box = box;
            this.element.width = 0;
            this.element.height = 0;
            this.showsPicture = false;
            return true;
        }
        this.isDrawing = true;
        // Whoever waits for the page comes first.
        if (strokes.length > sliceSize) await new Promise((resolve) => requestAnimationFrame(resolve));
        if (run !== this.#run) return false;
        const canvas = document.createElement('canvas');
        canvas.width = box.pixelWidth;
        canvas.height = box.pixelHeight;
        const context = DryCanvas.context(canvas, box);
        if (picture) context.drawImage(picture, 0, 0, size.width, size.height);
        let drawn = 0;
        while (true) {
            // Strokes that were added meanwhile are drawn, too: the list is read anew each time.
            const end = Math.min(drawn + sliceSize, strokes.length);
            for (; drawn < end; drawn++) paint(context, strokes[drawn]);
            if (drawn >= strokes.length) break;
            await new Promise((resolve) => requestAnimationFrame(resolve));
            if (run !== this.#run) {
                // Its memory goes at once, not with the next collection.
                canvas.width = 0;
                return false;
            }
        }
        this.isDrawing = false;
        this.#box = box;
        this.element.width = box.pixelWidth;
        this.element.height = box.pixelHeight;
        const shown = this.element.getContext('2d');
        shown?.drawImage(canvas, 0, 0);
        canvas.width = 0;
        this.showsPicture = picture !== undefined;
        return true;
    }

    /**
     * Draws a region again, after strokes in it have gone.
     * @param {[number, number, number, number]} region in points
     * @param {readonly Stroke[]} strokes @param {{width: number, height: number}} size @param {Picture} picture
     */
    redrawRegion([x0, y0, x1, y1], strokes, size, picture) {
        const box = this.#box;
        if (!box || this.element.width === 0) return;
        const context = DryCanvas.context(this.element, box);
        // Whole pixels, with one more around: no edge of the region is drawn half.
        const left = Math.floor(x0 * box.scaleX) - 2;
        const top = Math.floor(y0 * box.scaleY) - 2;
        const wide = Math.ceil(x1 * box.scaleX) + 2 - left;
        const high = Math.ceil(y1 * box.scaleY) + 2 - top;
        context.save();
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.beginPath();
        context.rect(left, top, wide, high);
        context.clip();
        context.clearRect(left, top, wide, high);
        context.setTransform(box.scaleX, 0, 0, box.scaleY, 0, 0);
        if (picture) context.drawImage(picture, 0, 0, size.width, size.height);
        const [a, b, c, d] = [left / box.scaleX, top / box.scaleY, (left + wide) / box.scaleX, (top + high) / box.scaleY];
        for (const stroke of strokes) {
            const reach = bounds(stroke);
            if (reach && reach[0] <= c && reach[2] >= a && reach[1] <= d && reach[3] >= b) paint(context, stroke);
        }
        context.restore();
    }

    /** Gives the memory back. */
    release() {
        this.#run++;
        this.isDrawing = false;
        this.#box = undefined;
        this.element.width = 0;
        this.element.height = 0;
    }
}
