// SPDX-License-Identifier: GPL-3.0-or-later
// Leads pointers to what they do: the tool in hand on the page where they came down, or moving and zooming the pages.

import { coalesced } from './sampling.js';
import { isLarge, PenRules } from './pen-rules.js';

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
/**
 * @typedef {object} Deeds
 * @property {(view: PageView, event: PointerEvent) => Work | undefined} begin the tool in hand comes down
 * @property {(view: PageView, event: PointerEvent) => Work | undefined} hold a finger that would move the pages comes down:
 *   on something that it takes hold of, or to place something
 * @property {(view: PageView, event: PointerEvent) => Promise<(() => Work) | undefined>} press a finger has rested where it came down
 * @property {() => boolean} opensMenu whether the browser's own menu has something to offer
 * @property {(view: PageView, target: EventTarget | null, event: PointerEvent) => void} tap a pointer that would have moved
 *   the pages was lifted where it came down
 * @property {(fingers: number) => void} taps several fingers touched for a moment
 * @property {() => void} fingerMoved a finger moved the pages while a tool that draws was in hand
 */
/** @typedef {{view: PageView | undefined, target: EventTarget | null, time: number, count: number, isStill: boolean}} Tap */

/** How far fingers stray until they move the pages, in CSS pixels, and how long a tap of several takes, in milliseconds. */
const [slop, briefly] = [8, 300];
/** How long a finger rests until it selects, in milliseconds. */
const resting = 450;

export class PointerControl {
    rules = new PenRules();
    /**
     * The pointers that move the pages or may come to: where each was last, and where it came down.
     * @type {Map<number, {x: number, y: number, x0: number, y0: number}>}
     */
    #fingers = new Map();
    /** @type {Work | undefined} */
    #work;
    #workId = -1;
    /** @type {(() => void)[]} what waits for the end of a stroke */
    #waiting = [];
    /** @type {Tap | undefined} */
    #tap;
    #speed = { x: 0, y: 0, time: 0 };
    /** Whether the last pointer that touched was a pen. */
    #isPen = false;
    /** How far one finger has moved the pages. */
    #way = { x: 0, y: 0 };
    #gliding = 0;

    /** @param {ColumnView} column @param {Deeds} deeds */
    constructor(column, deeds) {
        this.column = column;
        this.deeds = deeds;
        const { element } = column;
        element.addEventListener('pointerdown', (event) => this.#down(event));
        element.addEventListener('pointermove', (event) => this.#move(event));
        element.addEventListener('pointerup', (event) => this.#up(event, false));
        element.addEventListener('pointercancel', (event) => this.#up(event, true));
        element.addEventListener('pointerleave', (event) => {
            if (event.pointerType === 'pen' && this.#work === undefined) this.rules.penSeen(event.timeStamp, true);
        });
        // A pen writes and leaves the focus where it is. The wheel button moves the pages: it must not paste or scroll.
        element.addEventListener('mousedown', (event) => {
            if (this.#isPen || event.button === 1 || this.rules.isHand || this.rules.selects) event.preventDefault();
        });
        element.addEventListener('contextmenu', (event) => {
            if (this.isTouched || !this.deeds.opensMenu()) event.preventDefault();
        });
        // Safari's Scribble swallows quick taps unless touches are prevented.
        element.addEventListener('touchmove', (event) => {
            if (event.cancelable) event.preventDefault();
        }, { passive: false });
        element.addEventListener('wheel', (event) => {
            if (!this.isBusy) return;
            event.preventDefault();
            event.stopImmediatePropagation();
        }, { passive: false, capture: true });
    }

    /** Whether something is being drawn. */
    get isBusy() { return this.#work !== undefined; }

    /** Whether something is being drawn, or fingers move the pages. */
    get isTouched() { return this.isBusy || this.#fingers.size > 0; }

    /**
     * Does something at once, or when the stroke that is being drawn has ended.
     * @param {() => void} act
     */
    whenIdle(act) {
        if (this.isBusy) this.#waiting.push(act);
        else act();
    }

    /**
     * A pen is here: what fingers and palms did stops.
     * @param {PointerEvent} event
     */
    #penSeen(event) {
        const stopped = this.rules.penSeen(event.timeStamp);
        if (stopped.length === 0) return;
        cancelAnimationFrame(this.#gliding);
        this.#tap = undefined;
        for (const id of stopped) {
            this.#fingers.delete(id);
            if (id === this.#workId) this.#end((work) => work.cancel());
        }
        this.column.settle();
    }

    /** @param {(work: Work) => void} ending */
    #end(ending) {
        const work = this.#work;
        this.#work = undefined;
        this.#workId = -1;
        if (work) ending(work);
        for (const act of this.#waiting.splice(0)) act();
    }

    /** @param {PointerEvent} event */
    #down(event) {
        this.#isPen = false;
        const { pointerId: id, pointerType: type, button, width, height } = event;
        if (type === 'pen') this.#penSeen(event);
        // Fields and texts that are typed in take their pointers themselves.
        if (event.target instanceof Element && event.target.closest('.text-box, .field:focus, [data-fields-open] .field')) return;
        cancelAnimationFrame(this.#gliding);
        if (type === 'touch' && this.#work && this.rules.doing(this.#workId) === 'draw' && this.#work.isYoung?.()
            && this.#fingers.has(this.#workId)) {
            this.rules.drawingBecomesPan();
            this.#end((work) => work.cancel());
            this.#tap = { view: undefined, target: null, time: event.timeStamp, count: 1, isStill: true };
        }
        const deed = this.rules.down({ id, type, button, width, height, time: event.timeStamp });
        if (deed === 'ignore') return;
        // WebKitGTK sends no more events of a pen whose first one was prevented.
        this.#isPen = type === 'pen';
        if (type === 'touch') event.preventDefault();
        const place = { x: event.clientX, y: event.clientY, x0: event.clientX, y0: event.clientY };
        if (type === 'touch' || deed === 'pan') this.#fingers.set(id, place);
        try {
            this.column.element.setPointerCapture(id);
        } catch {
            // An event that no device made has no pointer to capture.
        }
        // What was zoomed a moment ago becomes sharp now, and not during the stroke.
        if (deed === 'draw') this.column.settle();
        const view = this.column.viewOf(event.target);
        if (deed === 'pan') {
            this.#way = { x: 0, y: 0 };
            // A palm may move the pages where no pen has been seen; it presses nothing and takes nothing back.
            const isFinger = type !== 'touch' || !isLarge(event);
            if (this.#tap) {
                this.#tap.count += 1;
                this.#tap.isStill &&= isFinger;
                return;
            }
            const held = view && !this.rules.isHand && type === 'touch' ? this.deeds.hold(view, event) : undefined;
            if (!held) {
                this.#tap = { view, target: event.target, time: event.timeStamp, count: 1, isStill: button === 0 && isFinger };
                if (view && type === 'touch') this.#awaitPress(view, event, this.#tap);
                return;
            }
            this.rules.panBecomesDrawing(id);
            this.#work = held;
        } else {
            this.#work = view && this.deeds.begin(view, event);
        }
        this.#workId = id;
        if (!this.#work) this.rules.up(id);
    }

    /**
     * A finger that rests selects, and goes on selecting when it moves.
     * @param {PageView} view @param {PointerEvent} event @param {Tap} tap
     */
    #awaitPress(view, event, tap) {
        clearTimeout(this.#resting);
        const { pointerId: id } = event;
        const rests = () => this.#tap === tap && tap.isStill && tap.count === 1 && !this.isBusy && this.#fingers.has(id);
        this.#resting = setTimeout(() => {
            if (rests()) {
                void this.deeds.press(view, event).then((begin) => {
                    if (!begin || !rests()) return;
                    this.rules.panBecomesDrawing(id);
                    this.#tap = undefined;
                    [this.#work, this.#workId] = [begin(), id];
                });
            }
        }, resting);
    }

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #resting;

    /** @param {PointerEvent} event */
    #move(event) {
        if (event.pointerType === 'pen') this.#penSeen(event);
        const deed = this.rules.doing(event.pointerId);
        if (deed === 'draw' && event.pointerId === this.#workId) {
            const finger = this.#fingers.get(event.pointerId);
            if (finger) Object.assign(finger, { x: event.clientX, y: event.clientY });
            this.#work?.move(event, coalesced(event));
        } else if (deed === 'pan') {
            this.#pan(event);
        }
    }

    /** @param {PointerEvent} event */
    #pan(event) {
        const finger = this.#fingers.get(event.pointerId);
        if (!finger) return;
        const { element } = this.column;
        const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
        const before = { ...finger };
        if (this.#tap?.isStill) {
            if (Math.hypot(event.clientX - finger.x0, event.clientY - finger.y0) < slop) return;
            this.#tap.isStill = false;
            if (event.pointerType === 'touch' && this.#fingers.size === 1 && !this.rules.isHand) this.deeds.fingerMoved();
        }
        Object.assign(finger, { x: event.clientX, y: event.clientY });
        const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
        if (other) {
            const [from, to] = [Math.hypot(before.x - other.x, before.y - other.y),
                Math.hypot(event.clientX - other.x, event.clientY - other.y)];
            if (from > 10 && to > 10) {
                this.column.zoomBy(to / from, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
            }
            // The middle of two fingers goes half as far as one of them.
            element.scrollLeft -= dx / 2;
            element.scrollTop -= dy / 2;
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
        const { pointerId: id, pointerType: type } = event;
        if (type === 'pen') this.rules.penSeen(event.timeStamp, true);
        const deed = this.rules.doing(id);
        const wasFinger = this.#fingers.delete(id);
        this.rules.up(id);
        if (deed === 'draw' && id === this.#workId) {
            // A pen that is taken away, as when its window goes, keeps what it wrote. A finger's stroke becomes a scroll.
            const isWritten = type !== 'touch' && this.#work?.isYoung && !this.#work.isYoung();
            this.#end((work) => {
                if (isCancelled && !isWritten) work.cancel();
                else work.end();
            });
        } else if (deed === 'pan' && wasFinger && this.#fingers.size === 0) {
            const tap = this.#tap;
            this.#tap = undefined;
            if (isCancelled) return;
            this.column.settle();
            if (tap?.isStill) {
                if (tap.count === 1 && tap.view) this.deeds.tap(tap.view, tap.target, event);
                else if (tap.count > 1 && event.timeStamp - tap.time < briefly) this.deeds.taps(tap.count);
                return;
            }
            if (Math.abs(this.#way.x) > 2 * Math.abs(this.#way.y)) this.column.swiped(this.#way.x);
            this.#glide(event.timeStamp);
        }
        if (this.#fingers.size === 0) this.#tap = undefined;
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
