// SPDX-License-Identifier: GPL-3.0-or-later
// A page of a template with the fields of a design: they are selected, moved, resized and drawn by pointer and keys.

import { text } from '../../texts/texts.js';
import { make } from '../element.js';

/** @typedef {import('../../model/form-design.js').FormDesign} FormDesign */
/** @typedef {import('../../model/form-design.js').Field} Field */
/** @typedef {import('../../model/form-design.js').FieldType} FieldType */
/** @typedef {import('../../model/form-design.js').Rect} Rect */

/** How many pixels wide pictures of pages are. */
const pictureWidth = 1600;
/** How far the arrow keys go, in points, without and with Shift. */
const [step, longStep] = [1, 10];
/** In a field whose sides are shorter, in CSS pixels, only two corners have handles, beside it. */
const roomForHandles = 44;
/** A pointer that has moved less, in CSS pixels, has pressed and not dragged. */
const slack = 4;

const arrows = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
/** Which edges a handle moves: left, top, right, bottom. */
const handles = /** @type {Record<string, Rect>} */ ({
    nw: [1, 1, 0, 0], n: [0, 1, 0, 0], ne: [0, 1, 1, 0], e: [0, 0, 1, 0], se: [0, 0, 1, 1], s: [0, 0, 0, 1], sw: [1, 0, 0, 1], w: [1, 0, 0, 0],
});

export class DesignPaper {
    page = 1;
    /**
     * The type of the field that is drawn next.
     * @type {FieldType | undefined}
     */
    drawing;
    #picture = make('img', { alt: '', draggable: false });
    #band = make('div', { className: 'design-band', hidden: true });
    #handles = make('div', { className: 'design-handles', hidden: true }, ...Object.keys(handles).map((name) =>
        make('span', { className: `design-handle ${name}`, on: { pointerdown: (/** @type {PointerEvent} */ event) => this.#resize(event, handles[name]) } })));
    /** @type {Map<number, HTMLElement>} */
    #shown = new Map();
    #gestures = 0;
    /** Whether a pointer moves the focus, which says nothing of what is selected then. */
    #isPointing = false;

    /**
     * @param {FormDesign} design @param {string} template @param {{drawn: () => void, rename: () => void}} deeds
     */
    constructor(design, template, deeds) {
        this.design = design;
        this.template = template;
        this.deeds = deeds;
        this.element = make('div', {
            className: 'design-paper', data: { testid: 'design-page' }, on: {
                pointerdown: (/** @type {PointerEvent} */ event) => this.#press(event),
            },
        }, this.#picture, this.#handles, this.#band);
    }

    /** @param {number} page from 1 */
    turnTo(page) {
        this.page = page;
        const { width, height } = this.design.sizes[page - 1];
        const pixels = Math.round((pictureWidth * height) / width);
        this.#picture.src = `/iiif/${encodeURIComponent(this.template)}:${page}/full/^${pictureWidth},${pixels}/0/default.png`;
        this.#picture.alt = text('design.page', { page });
        this.element.style.setProperty('--ratio', String(width / height));
        for (const one of this.#shown.values()) one.remove();
        this.#shown.clear();
        this.update();
    }

    /** Shows the fields as they are now. */
    update() {
        const { fields, selection } = this.design;
        const here = fields.filter(({ page }) => page === this.page);
        const keys = new Set(here.map(({ key }) => key));
        for (const [key, one] of this.#shown) {
            if (keys.has(key)) continue;
            one.remove();
            this.#shown.delete(key);
        }
        // They lie in the order in which people come to them, so that Tab goes that way.
        let before = /** @type {Element} */ (this.#picture);
        for (const field of here) {
            const one = this.#shown.get(field.key) ?? this.#made(field.key);
            if (before.nextElementSibling !== one) before.after(one);
            before = one;
            this.#place(one, field.rect);
            one.className = `design-field ${field.isWanted ? '' : 'doubtful'} ${this.design.fault(field) ? 'faulty' : ''}`;
            Object.assign(one.dataset, { name: field.name, type: field.type });
            one.setAttribute('aria-pressed', String(selection.has(field.key)));
            const kind = text(`design.type.${field.type}`);
            one.setAttribute('aria-label', text(field.isWanted ? 'design.field' : 'design.field.doubtful', { name: field.name, type: kind }));
            one.title = field.name;
            const small = field.type === 'check' || field.type === 'radio';
            if (one.firstElementChild) one.firstElementChild.textContent = small ? '' : field.name.split('.').at(-1) ?? '';
        }
        const [only, second] = this.design.selected.filter(({ page }) => page === this.page);
        this.#handles.hidden = !only || second !== undefined;
        if (!only) return;
        this.#place(this.#handles, only.rect);
        // Handles must not cover the field that they belong to.
        const scale = this.element.clientWidth / this.design.sizes[this.page - 1].width;
        const side = Math.min(only.rect[2] - only.rect[0], only.rect[3] - only.rect[1]) * scale;
        this.#handles.classList.toggle('small', side < roomForHandles);
    }

    /** @param {number} key */
    reveal(key) { this.#shown.get(key)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }); }

    /** @param {number} key */
    #made(key) {
        const one = make('div', {
            tabIndex: 0, role: 'button', data: { testid: 'proposed-field' }, on: {
                focus: () => {
                    if (!this.#isPointing && !this.design.selection.has(key) && one.matches(':focus-visible')) this.design.select([key]);
                },
                dblclick: () => this.deeds.rename(),
            },
        }, make('span', {}));
        one.dataset.key = String(key);
        this.#shown.set(key, one);
        return one;
    }

    /** @param {HTMLElement} one @param {Rect} rect */
    #place(one, [x0, y0, x1, y1]) {
        const { width, height } = this.design.sizes[this.page - 1];
        Object.assign(one.style, {
            left: `${(x0 / width) * 100}%`, top: `${(y0 / height) * 100}%`,
            width: `${((x1 - x0) / width) * 100}%`, height: `${((y1 - y0) / height) * 100}%`,
        });
    }

    /**
     * Where a pointer is on the page, in points.
     * @param {PointerEvent} event @returns {[number, number]}
     */
    #at(event) {
        const box = this.element.getBoundingClientRect();
        const { width, height } = this.design.sizes[this.page - 1];
        return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
    }

    /**
     * Follows a pointer until it is lifted.
     * @param {PointerEvent} first @param {(event: PointerEvent, isDrag: boolean) => void} move
     * @param {(event: PointerEvent, isDrag: boolean, isCancelled: boolean) => void} end
     */
    #follow(first, move, end) {
        const { pointerId, clientX, clientY } = first;
        let isDrag = false;
        const moved = (/** @type {PointerEvent} */ event) => {
            if (event.pointerId !== pointerId) return;
            isDrag ||= Math.hypot(event.clientX - clientX, event.clientY - clientY) > slack;
            move(event, isDrag);
        };
        const ended = (/** @type {PointerEvent} */ event) => {
            if (event.pointerId !== pointerId) return;
            this.element.removeEventListener('pointermove', moved);
            for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) this.element.removeEventListener(type, ended);
            end(event, isDrag, event.type === 'pointercancel');
        };
        this.element.addEventListener('pointermove', moved);
        for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) this.element.addEventListener(type, ended);
        if (first.pointerType !== 'touch' || this.drawing || this.#isHeld(first)) this.element.setPointerCapture(pointerId);
    }

    /**
     * Whether a finger drags something instead of the page.
     * @param {PointerEvent} event
     */
    #isHeld(event) {
        const key = Number(/** @type {Element} */ (event.target).closest('[data-key]')?.getAttribute('data-key'));
        return this.design.selection.has(key);
    }

    /** @param {PointerEvent} event */
    #press(event) {
        if (event.button !== 0 || !event.isPrimary || isTried(event)) return;
        const found = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-key]'));
        if (this.drawing) this.#draw(event, this.drawing);
        else if (found) this.#take(event, Number(found.dataset.key), found);
        else this.#lasso(event);
    }

    /** @param {PointerEvent} event @param {number} key @param {HTMLElement} found */
    #take(event, key, found) {
        const { design } = this;
        const adds = event.shiftKey || event.ctrlKey || event.metaKey;
        const wasSelected = design.selection.has(key);
        const drags = event.pointerType !== 'touch' || wasSelected;
        if (event.pointerType !== 'touch') event.preventDefault();
        if (!wasSelected && event.pointerType !== 'touch') design.select(adds ? [...design.selection, key] : [key]);
        this.#isPointing = true;
        found.focus({ preventScroll: true });
        this.#isPointing = false;
        const gesture = `drag ${++this.#gestures}`;
        let [x, y] = this.#at(event);
        this.#follow(event, (each, isDrag) => {
            if (!isDrag || !drags) return;
            const [nowX, nowY] = this.#at(each);
            design.moveBy(nowX - x, nowY - y, gesture);
            [x, y] = [nowX, nowY];
        }, (_, isDrag, isCancelled) => {
            if (isDrag || isCancelled) return;
            if (adds && wasSelected) design.select([...design.selection].filter((one) => one !== key));
            else if (!adds || event.pointerType === 'touch') design.select([key]);
        });
    }

    /** @param {PointerEvent} event @param {FieldType} type */
    #draw(event, type) {
        event.preventDefault();
        const from = this.#at(event);
        this.#band.hidden = false;
        this.#place(this.#band, [...from, ...from]);
        this.#follow(event, (each) => this.#place(this.#band, between(from, this.#at(each))), (each, isDrag, isCancelled) => {
            this.#band.hidden = true;
            if (isCancelled) return;
            const small = type === 'check' || type === 'radio';
            const [x, y] = from;
            const rect = isDrag ? between(from, this.#at(each)) : /** @type {Rect} */ ([x, y, x + (small ? 10 : 100), y + (small ? 10 : 16)]);
            this.design.add(type, this.page, rect);
            this.deeds.drawn();
        });
    }

    /**
     * Selects what a box touches. A finger moves the page instead.
     * @param {PointerEvent} event
     */
    #lasso(event) {
        const { design } = this;
        const isTouch = event.pointerType === 'touch';
        const kept = event.shiftKey ? [...design.selection] : [];
        const from = this.#at(event);
        this.#follow(event, (each, isDrag) => {
            if (isTouch || !isDrag) return;
            const box = between(from, this.#at(each));
            this.#band.hidden = false;
            this.#place(this.#band, box);
            const touched = design.fields.filter(({ page, rect }) => page === this.page
                && rect[0] < box[2] && rect[2] > box[0] && rect[1] < box[3] && rect[3] > box[1]);
            const keys = [...kept, ...touched.map(({ key }) => key)];
            if (keys.length !== design.selection.size || keys.some((key) => !design.selection.has(key))) design.select(keys);
        }, (_, isDrag, isCancelled) => {
            this.#band.hidden = true;
            if (!isDrag && !isCancelled) design.select([]);
        });
    }

    /** @param {PointerEvent} event @param {Rect} edges */
    #resize(event, edges) {
        if (event.button !== 0 || !event.isPrimary) return;
        event.preventDefault();
        event.stopPropagation();
        const [only] = this.design.selected;
        if (!only) return;
        const gesture = `drag ${++this.#gestures}`;
        let [x, y] = this.#at(event);
        this.#follow(event, (each, isDrag) => {
            if (!isDrag) return;
            const [nowX, nowY] = this.#at(each);
            const [dx, dy] = [nowX - x, nowY - y];
            this.design.resize(only.key, [edges[0] * dx, edges[1] * dy, edges[2] * dx, edges[3] * dy], gesture);
            [x, y] = [nowX, nowY];
        }, () => undefined);
        this.element.setPointerCapture(event.pointerId);
    }

    /** Removes what is selected, and goes on with the field that follows. */
    #remove() {
        const { design } = this;
        const here = design.fields.filter(({ page }) => page === this.page);
        const last = here.findIndex(({ key }) => design.selection.has(key));
        design.remove();
        const next = design.fields.filter(({ page }) => page === this.page)[Math.max(0, last)];
        if (next) this.#shown.get(next.key)?.focus({ preventScroll: true });
    }

    /**
     * Does what a key means for the fields that are selected.
     * @param {KeyboardEvent} event @returns {boolean} whether it meant something
     */
    key(event) {
        const { design } = this;
        const isHere = this.element.contains(/** @type {Node} */ (event.target));
        // A key on a button of the tools or the panel is that button's.
        if (!isHere && event.target !== document.body) return false;
        const arrow = arrows[event.key];
        const length = event.shiftKey ? longStep : step;
        if (arrow && event.altKey) {
            const [only] = design.selected;
            if (only) design.resize(only.key, [0, 0, arrow[0] * length, arrow[1] * length]);
        } else if (arrow) design.moveBy(arrow[0] * length, arrow[1] * length);
        else if (event.key === 'Delete' || event.key === 'Backspace') this.#remove();
        else if (event.key === 'Enter' && isHere) this.deeds.rename();
        else if (event.key === ' ' && isHere) design.want(!design.selected.every(({ isWanted }) => isWanted));
        else return false;
        return true;
    }
}

/**
 * Whether somebody types into a field.
 * @param {Event} event
 */
function isTried(event) { return /** @type {Element} */ (event.target).closest('.design-trial') !== null; }

/** @param {readonly [number, number]} a @param {readonly [number, number]} b @returns {Rect} */
function between(a, b) { return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])]; }
