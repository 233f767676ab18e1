// SPDX-License-Identifier: GPL-3.0-or-later
// All pages below one another, or one at a time. Pages come as they are needed and go when they are far away. While one
// zooms, everything is scaled as it is; afterwards it is drawn sharply.

import { clamp } from '../ink/geometry.js';
import { LoadingOrder } from './loading-order.js';
import { column, snapped, visible } from './page-box.js';
import { PageView } from './page-view.js';
import { PastEnd } from './past-end.js';

/** @typedef {import('./page-box.js').PageBox} PageBox */
/** @typedef {import('../model/editor.js').EditorModel} EditorModel */

const [smallestZoom, largestZoom] = [0.2, 8];
const gap = 24;

export class ColumnView {
    element = document.createElement('div');
    #content = document.createElement('div');
    /** @type {Map<number, PageView>} */
    views = new Map();
    /** @type {PageBox[]} */
    #boxes = [];
    zoom = 1;
    #gesture = 1;
    /** Whether one page is shown at a time, and which one that is, by its permanent number. */
    isSingle = false;
    #single = 1;
    /**
     * The page that was gone to, and where the view was then: it is the current one until the view is moved, also where it is
     * low and another one lies in the middle.
     * @type {{number: number, top: number} | undefined}
     */
    #gone;
    #pastEnd = new PastEnd(this.element, (way) => this.turn(way, way < 0));
    #width = 0;
    #fitting = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #settling;
    #observer;
    #order = new LoadingOrder((view) => view.once(() => this.model.load(view.page.number).catch((error) => this.model.tell(error.message))));

    /**
     * @param {EditorModel} model
     * @param {{label: (page: number) => string, moved: (page: number) => void, mounted?: (view: PageView) => void,
     *   picture: (page: number, width: number, height: number, region?: string) => string, small?: (page: number) => string,
     *   whenIdle: (act: () => void) => void}} helpers `whenIdle` does what moves the pages when nobody draws
     */
    constructor(model, helpers) {
        this.model = model;
        this.helpers = helpers;
        this.element.className = 'pages';
        this.element.tabIndex = 0;
        this.#content.className = 'column';
        this.element.append(this.#content);
        this.element.addEventListener('scroll', () => this.#show(), { passive: true });
        this.element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
        this.#observer = new ResizeObserver(() => helpers.whenIdle(() => this.#resized()));
        this.#observer.observe(this.element);
    }

    /** The zoom at which the widest page fills the view. */
    get fittingZoom() {
        const widest = Math.max(...this.model.pages.map(({ width }) => width), 1);
        const wide = Math.max(this.element.clientWidth, 100);
        return clamp((wide - (wide > 600 ? 2 * gap : gap)) / widest, smallestZoom, 1.5);
    }

    /** The zoom at which the whole current page fits into the view. */
    get pageZoom() {
        const { width, height } = this.model.page(this.current) ?? { width: 1, height: 1 };
        const { clientWidth, clientHeight } = this.element;
        return clamp(Math.min((clientWidth - gap) / width, (clientHeight - 2 * gap) / height), smallestZoom, largestZoom);
    }

    /** @param {boolean} isSingle whether one page is shown at a time */
    showOnePage(isSingle) {
        if (isSingle === this.isSingle) return;
        const { current, part } = this;
        this.isSingle = isSingle;
        this.#single = current;
        this.layout();
        this.goTo(current, part);
    }

    #resized() {
        if (this.element.clientWidth === this.#width || this.element.clientWidth === 0) return;
        const isFirst = this.#width === 0;
        const wasFitting = !isFirst && Math.abs(this.zoom - this.#fitting) < 1e-6;
        this.#width = this.element.clientWidth;
        this.#fitting = this.fittingZoom;
        const { current, part } = this;
        // Pages that filled the width do so again, for example beside the outline.
        if (wasFitting) this.zoom = this.#fitting;
        this.layout();
        if (!isFirst) this.goTo(current, part);
    }

    /** The permanent number of the page that was gone to, or else of the page in the middle of the view. */
    get current() {
        if (this.isSingle) return this.#single;
        if (this.#gone?.top === this.element.scrollTop) return this.#gone.number;
        const middle = this.element.scrollTop + this.element.clientHeight / 2;
        const [from, to] = visible(this.#boxes, middle, middle);
        for (let i = from; i < to; i++) if (this.#boxes[i].top + this.#boxes[i].height + gap / 2 >= middle) return this.#number(i);
        return this.#number(Math.max(to, 1) - 1);
    }

    /** @param {number} index among the pages @returns {number} its permanent number */
    #number(index) { return this.model.pages[index]?.page ?? index + 1; }

    /** @param {number} number @returns {number} where the page is among the pages, from 0 */
    #index(number) { return Math.max(this.model.position(number) - 1, 0); }

    /**
     * Shows a page for the first time. Others on the way to it are not fetched.
     * @param {number} zoom @param {number} page @param {number} part
     * @returns {Promise<unknown>} resolves when what is seen is there
     */
    open(zoom, page, part) {
        this.zoom = zoom;
        this.#lay();
        this.goTo(page, part);
        return this.#order.ready;
    }

    /** Lays all pages out for the zoom. */
    layout() {
        this.#lay();
        this.#show();
    }

    #lay() {
        const ratio = window.devicePixelRatio || 1;
        const { boxes, width, height } = this.#column(ratio);
        // The view itself may begin between two device pixels.
        const place = this.element.getBoundingClientRect();
        const [dx, dy] = [place.left, place.top].map((value) => snapped(value, ratio) - value);
        this.#boxes = boxes.map((box) => ({ ...box, left: box.left + dx, top: box.top + dy }));
        this.#content.style.width = `${width}px`;
        this.#content.style.height = `${height}px`;
        this.#content.style.transform = '';
        for (const [number, view] of this.views) view.place(this.#boxes[this.#index(number)]);
    }

    /** @param {number} ratio */
    #column(ratio) {
        const { pages } = this.model;
        const view = { zoom: this.zoom, ratio, viewWidth: this.element.clientWidth, gap };
        if (!this.isSingle) return column(pages, view);
        const { boxes: [box], width, height } = column(pages.slice(this.#index(this.#single)).slice(0, 1), view);
        // A page that is lower than the view lies in its middle.
        const top = Math.max(box.top, snapped((this.element.clientHeight - box.height) / 2, ratio));
        return { boxes: pages.map(() => ({ ...box, top })), width, height: height + Math.max(top - box.top - gap, 0) };
    }

    #show() {
        const top = this.element.scrollTop;
        const [from, to] = this.isSingle ? [this.#index(this.#single), this.#index(this.#single) + 1]
            : visible(this.#boxes, top, top + this.element.clientHeight);
        for (const [number, view] of this.views) {
            const index = this.#index(number);
            if (!view.isHeld && (index < from || index >= to)) {
                view.remove();
                this.views.delete(number);
            }
        }
        for (let index = from; index < to; index++) if (!this.views.has(this.#number(index))) this.#mount(index);
        this.#order.follow(this.views.values(), top, top + this.element.clientHeight);
        for (const view of this.views.values()) this.#look(view, top);
        this.helpers.moved(this.current);
    }

    /** @param {PageView} view @param {number} top of what is seen, in CSS pixels */
    #look(view, top) {
        const { box, page: { size } } = view;
        if (!box) return;
        const { scrollLeft, clientWidth, clientHeight } = this.element;
        const [x, y] = [size.width / box.width, size.height / box.height];
        view.look([
            Math.max(scrollLeft - box.left, 0) * x, Math.max(top - box.top, 0) * y,
            Math.min(scrollLeft + clientWidth - box.left, box.width) * x, Math.min(top + clientHeight - box.top, box.height) * y]);
    }

    /** @param {number} index */
    #mount(index) {
        const { page: number, width, height } = this.model.pages[index];
        const view = new PageView({
            number, size: { width, height }, ink: this.model.ink(number), label: this.helpers.label(number),
            picture: (wide, high, region) => this.helpers.picture(number, wide, high, region), small: this.helpers.small?.(number), waits: true,
        });
        this.views.set(number, view);
        // In the order of the pages, which the tab key follows.
        const later = [...this.views.keys()].map((other) => this.#index(other)).filter((other) => other > index);
        const next = this.views.get(this.#number(Math.min(...later)));
        this.#content.insertBefore(view.element, next?.element ?? null);
        view.place(this.#boxes[index]);
        this.helpers.mounted?.(view);
    }

    /**
     * Shows a page from its top, or from a part of its height. Instead of a page that is not there, one near its place is
     * shown.
     * @param {number} page its permanent number @param {number} [part] 0…1
     */
    goTo(page, part = 0) {
        const position = this.model.position(Math.round(page)) || clamp(Math.round(page), 1, this.#boxes.length);
        const number = this.#number(position - 1);
        if (this.isSingle && number !== this.#single) {
            this.#single = number;
            this.layout();
        }
        const box = this.#boxes[position - 1];
        if (!box) return;
        this.element.scrollTop = box.top - gap / 2 + part * box.height;
        this.element.scrollLeft = (this.#content.offsetWidth - this.element.clientWidth) / 2;
        this.#gone = { number, top: this.element.scrollTop };
        this.#show();
    }

    /** How far down the current page the view begins, as a part of its height. */
    get part() {
        const box = this.#boxes[this.#index(this.current)];
        return box ? (this.element.scrollTop - box.top + gap / 2) / box.height : 0;
    }

    /** @param {WheelEvent} event */
    #wheel(event) {
        if (!event.ctrlKey && !event.metaKey) {
            if (this.isSingle) this.#pastEnd.turned(event.deltaY);
            return;
        }
        event.preventDefault();
        this.zoomBy(Math.exp(-clamp(event.deltaY, -60, 60) / 120), event.clientX, event.clientY);
    }

    /**
     * Goes to the next page, or the one before.
     * @param {number} pages @param {boolean} [toEnd] whether the end of the page is shown
     */
    turn(pages, toEnd = false) {
        const from = this.#index(this.current);
        const to = clamp(from + pages, 0, this.model.pages.length - 1);
        if (to === from) return;
        this.goTo(this.#number(to));
        if (toEnd) this.element.scrollTop = this.element.scrollHeight;
    }

    /**
     * Fingers have swiped sideways where nothing could move.
     * @param {number} dx in CSS pixels
     */
    swiped(dx) {
        const isWide = this.element.scrollWidth > this.element.clientWidth + 1;
        if (this.isSingle && !isWide && Math.abs(dx) > 70) this.turn(dx < 0 ? 1 : -1);
    }

    /**
     * Zooms about a place that stays where it is. The pages become sharp when no more of it comes.
     * @param {number} factor @param {number} [clientX] @param {number} [clientY]
     */
    zoomBy(factor, clientX, clientY) {
        const place = this.element.getBoundingClientRect();
        const [x, y] = [(clientX ?? place.left + place.width / 2) - place.left, (clientY ?? place.top + place.height / 2) - place.top];
        const wanted = clamp(this.zoom * this.#gesture * factor, smallestZoom, largestZoom) / this.zoom;
        if (this.#gesture === 1) {
            this.#origin = [this.element.scrollLeft + x, this.element.scrollTop + y];
            this.#content.style.transformOrigin = this.#origin.map((value) => `${value}px`).join(' ');
        }
        this.#gesture = wanted;
        this.#content.style.transform = `scale(${wanted})`;
        clearTimeout(this.#settling);
        this.#settling = setTimeout(() => this.settle(), 140);
    }

    /** The place of the column that stays where it is while one zooms. */
    #origin = [0, 0];

    /** Draws sharply what was scaled. */
    settle() {
        clearTimeout(this.#settling);
        if (this.#gesture === 1) return;
        const anchor = this.#anchor(this.#origin[0], this.#origin[1]);
        // Two fingers have moved it meanwhile.
        const [x, y] = [this.#origin[0] - this.element.scrollLeft, this.#origin[1] - this.element.scrollTop];
        this.zoom *= this.#gesture;
        this.#gesture = 1;
        this.layout();
        const box = this.#boxes[anchor.index];
        this.element.scrollLeft = box.left + anchor.x * box.width - x;
        this.element.scrollTop = box.top + anchor.y * box.height - y;
        this.#show();
    }

    /**
     * A place as the index of a page and parts of its sides.
     * @param {number} x @param {number} y
     */
    #anchor(x, y) {
        const [from, to] = this.isSingle ? [0, 0] : visible(this.#boxes, y, y);
        let index = this.isSingle ? this.#index(this.#single) : from;
        for (let i = from; i < to; i++) if (this.#boxes[i].top <= y) index = i;
        const box = this.#boxes[index];
        return { index, x: (x - box.left) / box.width, y: (y - box.top) / box.height };
    }

    /** @param {number} zoom */
    zoomTo(zoom) {
        this.zoomBy(zoom / (this.zoom * this.#gesture));
        this.settle();
    }

    /**
     * The page under an event's target.
     * @param {EventTarget | null} target
     */
    viewOf(target) {
        const element = target instanceof Element ? target.closest('.page') : null;
        return element instanceof HTMLElement ? this.views.get(Number(element.dataset.page)) : undefined;
    }

    remove() {
        this.#observer.disconnect();
        this.#order.stop();
        clearTimeout(this.#settling);
        for (const view of this.views.values()) view.remove();
        this.views.clear();
        this.element.remove();
    }
}
