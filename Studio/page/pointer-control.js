// SPDX-License-Identifier: GPL-3.0-or-later
// Leads pointers to what they do: the tool in hand on the page where they came down, or moving and zooming the pages.

import { coalesced } from './sampling.js';
import { PenRules } from './pen-rules.js';

/** @typedef {import('./column-view.js').ColumnView} ColumnView */
/** @typedef {import('./page-view.js').PageView} PageView */
/**
 * What a tool does with one pointer, from down to up.
 * @typedef {object} Work
 * @property {(event: PointerEvent, all: PointerEvent[]) => void} move
 * @property {() => void} end
 * @property {() => void} cancel
 * @property {() => boolean} [isYoung] whether so little was done that a second finger may take it back
 */
/** @typedef {(view: PageView, event: PointerEvent) => Work | undefined} Begin */

export class PointerControl {
    rules = new PenRules();
    /** @type {Map<number, {x: number, y: number}>} */
    #fingers = new Map();
    /** @type {Work | undefined} */
    #work;
    #workId = -1;
    #speed = { x: 0, y: 0, time: 0 };
    /** Whether the last pointer that touched was a pen. */
    #isPen = false;
    /** How far one finger has moved the pages. */
    #way = { x: 0, y: 0 };
    #gliding = 0;

    /** @param {ColumnView} column @param {Begin} begin */
    constructor(column, begin) {
        this.column = column;
        this.begin = begin;
        const { element } = column;
        element.addEventListener('pointerdown', (event) => this.#down(event));
        element.addEventListener('pointermove', (event) => this.#move(event));
        element.addEventListener('pointerup', (event) => this.#up(event, false));
        element.addEventListener('pointercancel', (event) => this.#up(event, true));
        // A pen writes and leaves the focus where it is.
        element.addEventListener('mousedown', (event) => {
            if (this.#isPen) event.preventDefault();
        });
        element.addEventListener('contextmenu', (event) => event.preventDefault());
        // Safari's Scribble swallows quick taps unless touches are prevented.
        element.addEventListener('touchmove', (event) => {
            if (event.cancelable) event.preventDefault();
        }, { passive: false });
    }

    /** Whether something is being drawn. */
    get isBusy() { return this.#work !== undefined; }

    /** @param {PointerEvent} event */
    #down(event) {
        this.#isPen = false;
        // Fields and texts that are typed in take their pointers themselves.
        if (event.target instanceof Element && event.target.closest('.text-box, .field:focus, [data-fields-open] .field')) return;
        cancelAnimationFrame(this.#gliding);
        const { pointerId: id, pointerType: type, button, width, height } = event;
        if (type === 'touch' && this.#work && this.rules.doing(this.#workId) === 'draw' && this.#work.isYoung?.()
            && this.#fingers.has(this.#workId)) {
            this.#work.cancel();
            this.#work = undefined;
            this.rules.drawingBecomesPan();
        }
        const deed = this.rules.down({ id, type, button, width, height });
        if (deed === 'ignore') return;
        // WebKitGTK sends no more events of a pen whose first one was prevented.
        this.#isPen = type === 'pen';
        if (type === 'touch') event.preventDefault();
        if (type === 'touch') this.#fingers.set(id, { x: event.clientX, y: event.clientY });
        try {
            this.column.element.setPointerCapture(id);
        } catch {
            // An event that no device made has no pointer to capture.
        }
        if (deed === 'pan') {
            this.#way = { x: 0, y: 0 };
            this.#fingers.set(id, { x: event.clientX, y: event.clientY });
            return;
        }
        const view = this.column.viewOf(event.target);
        this.#work = view && this.begin(view, event);
        this.#workId = id;
        if (!this.#work) this.rules.up(id);
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const deed = this.rules.doing(event.pointerId);
        if (deed === 'draw' && event.pointerId === this.#workId) {
            if (this.#fingers.has(event.pointerId)) {
                this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
            }
            this.#work?.move(event, coalesced(event));
        } else if (deed === 'pan') {
            this.#pan(event);
        }
    }

    /** @param {PointerEvent} event */
    #pan(event) {
        const before = this.#fingers.get(event.pointerId);
        if (!before) return;
        const { element } = this.column;
        const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
        const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
        this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (other) {
            const [from, to] = [Math.hypot(before.x - other.x, before.y - other.y),
                Math.hypot(event.clientX - other.x, event.clientY - other.y)];
            if (from > 10 && to > 10) {
                this.column.zoomBy(to / from, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
            }
            return;
        }
        element.scrollLeft -= dx;
        element.scrollTop -= dy;
        this.#way = { x: this.#way.x + dx, y: this.#way.y + dy };
        const span = Math.max(event.timeStamp - this.#speed.time, 1);
        const weight = Math.min(span / 40, 1);
        this.#speed = {
            x: this.#speed.x * (1 - weight) + (dx / span) * weight, y: this.#speed.y * (1 - weight) + (dy / span) * weight,
            time: event.timeStamp,
        };
    }

    /** @param {PointerEvent} event @param {boolean} isCancelled */
    #up(event, isCancelled) {
        const { pointerId: id } = event;
        const deed = this.rules.doing(id);
        const wasFinger = this.#fingers.delete(id);
        this.rules.up(id);
        if (deed === 'draw' && id === this.#workId) {
            const work = this.#work;
            this.#work = undefined;
            // A pen that is taken away, as when its window goes, keeps what it wrote. A finger's stroke becomes a scroll.
            const isWritten = event.pointerType !== 'touch' && work?.isYoung && !work.isYoung();
            if (isCancelled && !isWritten) work?.cancel();
            else work?.end();
        } else if (deed === 'pan' && wasFinger && this.#fingers.size === 0 && !isCancelled) {
            this.column.settle();
            if (Math.abs(this.#way.x) > 2 * Math.abs(this.#way.y)) this.column.swiped(this.#way.x);
            this.#glide(event.timeStamp);
        }
    }

    /**
     * The pages go on for a while after a quick swipe.
     * @param {number} now
     */
    #glide(now) {
        if (now - this.#speed.time > 60 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
        let { x, y } = this.#speed;
        let last = performance.now();
        /** @param {number} time */
        const step = (time) => {
            const span = Math.min(time - last, 40);
            last = time;
            this.column.element.scrollLeft -= x * span;
            this.column.element.scrollTop -= y * span;
            const friction = Math.exp(-span / 320);
            x *= friction;
            y *= friction;
            if (Math.hypot(x, y) > 0.02) this.#gliding = requestAnimationFrame(step);
        };
        this.#gliding = requestAnimationFrame(step);
    }
}
