// SPDX-License-Identifier: GPL-3.0-or-later
// A text that is typed in, on the page: a text area as wide and as high as its words, at the page's zoom, in the place of
// the text. When the person pauses, the server's picture of it takes the place of the browser's letters.

import { cssColor } from '../ink/painting.js';
import { inkedEdge, nearestFont } from './nearest-font.js';
import { cssFamily, largestSize, lineHeight, narrowest, regionOf, scaleOf, wordsOf } from '../model/texts.js';

/** @typedef {import('../model/texts.js').Text} Text */
/** @typedef {import('./page-view.js').PageView} PageView */

/** After how many milliseconds without a key the server's picture is asked for. */
const drawingPause = 180;

export class TextBox {
    element = document.createElement('div');
    area = document.createElement('textarea');
    #mirror = document.createElement('div');
    #picture = new Image();
    #grip = document.createElement('span');
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #pause;
    #run = 0;
    #isComposing = false;
    /** @type {import('./nearest-font.js').Font | undefined} */
    #font;
    #fontKey = '';
    /**
     * The width of the words as the server has set them, in points.
     * @type {{words: string, width: number} | undefined}
     */
    #set;
    /**
     * What the picture shows of the text's own space, in points.
     * @type {number[] | undefined}
     */
    #drawn;
    #attachment = { placed: () => this.#layout(), removed: () => this.listener.left() };

    /**
     * @param {PageView} view @param {Text} text @param {string} label @param {string} gripLabel
     * @param {{typed: (words: string) => void, left: () => void, widened: (width: number | undefined) => void,
     *   draw: import('./text-pictures.js').Draw}} listener
     */
    constructor(view, text, label, gripLabel, listener) {
        this.view = view;
        this.text = text;
        this.listener = listener;
        this.element.className = 'text-box';
        this.area.className = 'typing';
        this.area.dataset.testid = 'typing';
        this.area.setAttribute('aria-label', label);
        this.area.dir = 'auto';
        this.area.rows = 1;
        this.area.value = wordsOf(text.runs);
        this.area.maxLength = 20000;
        this.area.spellcheck = true;
        this.#mirror.className = 'typing mirror';
        this.#mirror.setAttribute('aria-hidden', 'true');
        this.#mirror.dir = 'auto';
        this.#picture.alt = '';
        this.#picture.className = 'typed-picture';
        this.#grip.className = 'text-grip';
        this.#grip.title = gripLabel;
        this.element.append(this.#picture, this.#mirror, this.area, this.#grip);
        this.area.addEventListener('input', () => this.#typed());
        this.area.addEventListener('compositionstart', () => { this.#isComposing = true; });
        this.area.addEventListener('compositionend', () => {
            this.#isComposing = false;
            this.#typed();
        });
        this.area.addEventListener('keydown', (event) => {
            event.stopPropagation();
            if (event.isComposing || this.#isComposing) return;
            if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
                event.preventDefault();
                listener.left();
            }
        });
        this.#grip.addEventListener('pointerdown', (event) => this.#widen(event));
        view.element.append(this.element);
        view.attachments.add(this.#attachment);
        this.#layout();
    }

    /**
     * The width and height of the text as the browser has set it, in points.
     * @returns {[number, number]}
     */
    get size() {
        const pixels = this.#pixels;
        const { width, height } = this.#mirror.getBoundingClientRect();
        // As the server has set it, where it has; else as the browser does.
        const own = this.#set?.words === JSON.stringify(this.text.runs) ? this.#set.width : Math.ceil((width / this.#shrink / pixels) * 10) / 10;
        return [this.text.width ?? own, height / this.#shrink / pixels];
    }

    get #pixels() { return this.view.box ? this.view.box.width / this.view.page.size.width : 1; }

    /** By how much a gesture or the text's own transform scales what is on the screen. */
    get #shrink() { return this.#mirror.offsetWidth > 0 ? this.#mirror.getBoundingClientRect().width / this.#mirror.offsetWidth || 1 : 1; }

    focus() {
        this.area.focus({ preventScroll: true });
        this.area.setSelectionRange(this.area.value.length, this.area.value.length);
    }

    /**
     * The text has another style or width.
     * @param {Text} text
     */
    show(text) {
        this.text = text;
        this.#layout();
        this.#ask();
    }

    #typed() {
        // The browser's letters, until the server has set them.
        this.element.classList.remove('is-set');
        this.#run += 1;
        this.listener.typed(this.area.value);
        this.#layout();
        if (!this.#isComposing) this.#ask();
    }

    #layout() {
        const pixels = this.#pixels;
        const { text } = this;
        const [a, b, c, d, e, f] = text.transform;
        Object.assign(this.element.style, { left: `${e * pixels}px`, top: `${f * pixels}px`, transform: `matrix(${a}, ${b}, ${c}, ${d}, 0, 0)` });
        const { style } = text.runs[0] ?? {};
        if (style) this.#findFont(style);
        for (const { style: css } of [this.area, this.#mirror]) {
            if (!style) break;
            Object.assign(css, {
                fontFamily: this.#font?.family ?? cssFamily(style.family), letterSpacing: `${this.#font?.spacing ?? 0}em`, fontSize: `${largestSize(text.runs) * pixels}px`, fontWeight: String(style.weight),
                fontStyle: style.isItalic ? 'italic' : 'normal', lineHeight: String(text.lineHeight ?? lineHeight),
                textDecoration: [style.isUnderlined && 'underline', style.isStruck && 'line-through'].filter(Boolean).join(' '),
                textAlign: text.alignment === 'justified' ? 'justify' : text.alignment ?? 'start',
                whiteSpace: text.width === undefined ? 'pre' : 'pre-wrap', width: text.width === undefined ? 'max-content' : `${text.width * pixels}px`,
            });
            css.setProperty('--letters', cssColor(style.color));
        }
        // A last empty line counts.
        this.#mirror.textContent = `${this.area.value}\u200b`;
        this.area.style.width = text.width === undefined ? `${this.#mirror.offsetWidth + 2}px` : `${text.width * pixels}px`;
        this.area.style.height = `${this.#mirror.offsetHeight}px`;
        this.#placePicture();
    }

    /** The picture stays where it was drawn for, also when the browser's letters get another font afterwards. */
    #placePicture() {
        const pixels = this.#pixels;
        const [x0, y0, x1, y1] = this.#drawn ?? regionOf(this.text, this.size);
        Object.assign(this.#picture.style, {
            left: `${x0 * pixels}px`, top: `${y0 * pixels}px`, width: `${(x1 - x0) * pixels}px`, height: `${(y1 - y0) * pixels}px`,
        });
    }

    /** @param {import('../model/texts.js').Style} style */
    #findFont(style) {
        const key = `${style.family} ${style.weight} ${style.isItalic}`;
        if (key === this.#fontKey) return;
        this.#fontKey = key;
        this.#font = undefined;
        void nearestFont(style, this.listener.draw).then((font) => {
            if (this.#fontKey !== key) return;
            this.#font = font;
            this.#layout();
        }, () => undefined);
    }

    #ask() {
        clearTimeout(this.#pause);
        this.#pause = setTimeout(() => void this.#draw(), drawingPause);
    }

    async #draw() {
        const run = ++this.#run;
        const { box } = this.view;
        if (!box || this.area.value.trim() === '' || this.#isComposing) return;
        const region = regionOf(this.text, this.size);
        try {
            const address = await this.listener.draw(this.text, region, scaleOf(region, this.text.transform, box.scaleX));
            const picture = new Image();
            picture.src = address;
            await picture.decode();
            const edge = await inkedEdge(address, region);
            if (run !== this.#run) return;
            if (edge !== undefined) this.#set = { words: JSON.stringify(this.text.runs), width: Math.ceil(edge * 10) / 10 };
            this.#drawn = region;
            this.#placePicture();
            this.#picture.src = address;
            await this.#picture.decode();
            if (run === this.#run) this.element.classList.add('is-set');
        } catch {
            // The browser's letters stay.
        }
    }

    /** @param {PointerEvent} event */
    #widen(event) {
        event.preventDefault();
        event.stopPropagation();
        this.#grip.setPointerCapture(event.pointerId);
        const start = event.clientX;
        const [before] = this.size;
        const [a, b] = this.text.transform;
        const points = this.view.pointsPerPixel / (Math.hypot(a, b) || 1);
        /** @param {PointerEvent} move */
        const move = (move) => this.listener.widened(Math.max(before + (move.clientX - start) * points, narrowest));
        const end = () => {
            this.#grip.removeEventListener('pointermove', move);
            this.focus();
        };
        this.#grip.addEventListener('pointermove', move);
        this.#grip.addEventListener('pointerup', end, { once: true });
        this.#grip.addEventListener('pointercancel', end, { once: true });
    }

    remove() {
        clearTimeout(this.#pause);
        this.#run += 1;
        this.view.attachments.delete(this.#attachment);
        this.element.remove();
    }
}
