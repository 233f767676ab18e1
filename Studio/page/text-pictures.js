// SPDX-License-Identifier: GPL-3.0-or-later
// Texts as exports set them: the server draws each once for a scale, and the pictures take the place of what the browser
// has set, which stays below for screen readers and while the server is away.

import { largestSize, regionOf, scaleOf } from '../model/texts.js';
import { textOf } from './objects.js';

/** @typedef {import('../model/texts.js').Text} Text */
/** @typedef {import('./page-view.js').PageView} PageView */
/** @typedef {(text: Text, region: [number, number, number, number], scale: number) => Promise<string>} Draw an address */

const svg = 'http://www.w3.org/2000/svg';
/** How many pictures are kept. */
const mostPictures = 300;

/**
 * Keeps what was drawn.
 * @param {(item: any, region: number[], scale: number) => Promise<Blob>} fetched
 * @returns {Draw}
 */
export function keptPictures(fetched) {
    /** @type {Map<string, Promise<string>>} */
    const known = new Map();
    return (text, region, scale) => {
        const { transform: _, measured: __, ...words } = text;
        const key = JSON.stringify([words, region, scale.toFixed(3)]);
        let picture = known.get(key);
        if (picture) return picture;
        picture = fetched({ text }, region, scale).then((blob) => URL.createObjectURL(blob));
        known.set(key, picture);
        picture.catch(() => known.delete(key));
        if (known.size > mostPictures) {
            const [[oldest, gone]] = known;
            known.delete(oldest);
            void gone.then((address) => URL.revokeObjectURL(address), () => undefined);
        }
        return picture;
    };
}

/** Lays the server's pictures over the texts of a page. */
export class SetTexts {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #waiting;
    #run = 0;
    /** @type {Text | undefined} the text that is typed in at the moment */
    #typed;

    /** @param {PageView} view @param {Draw} draw */
    constructor(view, draw) {
        this.view = view;
        this.draw = draw;
        this.shown();
    }

    /** The page's objects were shown anew. */
    shown() {
        this.#hide();
        void this.#dress();
    }

    /** The page may have another size: after a pause, texts are drawn for it. */
    placed() {
        clearTimeout(this.#waiting);
        this.#waiting = setTimeout(() => void this.#dress(), 250);
    }

    /**
     * Leaves a text out while somebody types in it.
     * @param {Text | undefined} text
     */
    leaveOut(text) {
        this.#typed = text;
        this.#hide();
    }

    #hide() {
        for (const holder of this.view.objects.querySelectorAll('foreignObject')) {
            const isTyped = this.#typed !== undefined && textOf.get(holder) === this.#typed;
            holder.classList.toggle('typed', isTyped);
            const picture = holder.nextElementSibling;
            if (picture?.classList.contains('set-text')) picture.classList.toggle('typed', isTyped);
        }
    }

    async #dress() {
        const run = ++this.#run;
        const { box } = this.view;
        if (!box) return;
        for (const holder of [...this.view.objects.querySelectorAll('foreignObject')]) {
            const text = textOf.get(holder);
            if (!text) continue;
            const region = regionOf(text, text.measured ?? this.#measured(holder, text));
            const scale = scaleOf(region, text.transform, box.scaleX);
            if (scale <= 0) continue;
            try {
                const address = await this.draw(text, region, scale);
                const image = await drawnImage(address, region, text);
                if (run !== this.#run || !holder.isConnected) return;
                const old = holder.nextElementSibling;
                if (old?.classList.contains('set-text')) old.remove();
                holder.after(image);
                holder.classList.add('set');
                this.#hide();
            } catch {
                // The server is away, or draws no texts: what the browser has set stays.
            }
        }
    }

    /**
     * The size of what the browser has set, in points.
     * @param {Element} holder @param {Text} text @returns {[number, number]}
     */
    #measured(holder, text) {
        const range = document.createRange();
        range.selectNodeContents(holder);
        const { width, height } = range.getBoundingClientRect();
        const points = this.view.pointsPerPixel;
        const longest = Math.hypot(width, height) * points;
        const isUpright = text.transform[1] === 0 && text.transform[2] === 0;
        const limit = 4000;
        return isUpright
            ? [Math.min(Math.max(text.width ?? 0, width * points + largestSize(text.runs)), limit), Math.min(height * points * 1.2, limit)]
            : [Math.min(longest, limit), Math.min(longest, limit)];
    }

    removed() {
        clearTimeout(this.#waiting);
        this.#run += 1;
    }
}

/**
 * @param {string} address @param {[number, number, number, number]} region @param {Text} text
 */
async function drawnImage(address, [x0, y0, x1, y1], { transform }) {
    // Decoded first, so that nothing flickers.
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const image = document.createElementNS(svg, 'image');
    image.setAttribute('class', 'set-text');
    image.setAttribute('preserveAspectRatio', 'none');
    image.setAttribute('aria-hidden', 'true');
    for (const [name, value] of Object.entries({
        x: x0, y: y0, width: x1 - x0, height: y1 - y0, href: address, transform: `matrix(${transform.join(' ')})`,
    })) image.setAttribute(name, String(value));
    return image;
}
