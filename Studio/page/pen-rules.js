// SPDX-License-Identifier: GPL-3.0-or-later
// What a pointer does on a page. Fingers move the pages, unless a person has said that they draw. While a pen is near or
// down, a touch of any size is the palm of its hand and does nothing. A second pointer during a stroke is ignored.

/** @typedef {'draw' | 'pan' | 'ignore'} Deed */
/** @typedef {{id: number, type: string, button: number, width: number, height: number, time: number}} Touch time in milliseconds */

/** The size in CSS pixels above which a touch is a palm, pen or not. */
const palm = 60;
/** The size in CSS pixels up to which a touch beside the pages is a finger of the other hand, though a pen is near. */
const fingertip = 32;
/** For how many milliseconds a pen counts as near after its last event, and after it has left. */
const [near, gone] = [500, 150];

/**
 * Whether a touch is too large for a finger.
 * @param {{width: number, height: number}} touch
 */
export function isLarge({ width, height }) { return Math.max(width, height) > palm; }

export class PenRules {
    hasSeenPen = false;
    /** Whether fingers draw. */
    fingersDraw = false;
    /** Whether every pointer moves the pages: the hand tool, the space bar, or somebody who only looks. */
    isHand = false;
    /** Whether the mouse selects printed words instead of moving the pages. */
    selects = false;
    /** @type {{id: number, type: string} | undefined} */
    #drawing;
    /**
     * The types of the pointers that move the pages, by their ids.
     * @type {Map<number, string>}
     */
    #panning = new Map();
    #nearUntil = -Infinity;

    /**
     * A pen has sent an event: touches that are down do nothing until they are lifted.
     * @param {number} time @param {boolean} [isGone] whether it has left
     * @returns {number[]} the pointers that stop what they did
     */
    penSeen(time, isGone = false) {
        this.hasSeenPen = true;
        this.#nearUntil = time + (isGone ? gone : near);
        // A pen itself may move the pages.
        const stopped = [...this.#panning].filter(([, type]) => type === 'touch').map(([id]) => id);
        if (this.#drawing?.type === 'touch') stopped.push(this.#drawing.id);
        if (isGone) return [];
        for (const id of stopped) this.#panning.delete(id);
        if (this.#drawing?.type === 'touch') this.#drawing = undefined;
        return stopped;
    }

    /**
     * A pointer comes down. `penSeen` has been told of a pen.
     * @param {Touch} touch @returns {Deed}
     */
    down(touch) {
        const { id, type, button, time } = touch;
        if (this.#drawing !== undefined) return 'ignore';
        if (type === 'touch' && time < this.#nearUntil) return 'ignore';
        if (type === 'mouse' && button === 1) return this.#pan(id, type);
        const isTool = button === 0 || (type === 'pen' && (button === 2 || button === 5));
        if (!isTool) return 'ignore';
        if (this.isHand && !(this.selects && type === 'mouse')) return this.#pan(id, type);
        if (type === 'touch') {
            if (isLarge(touch) && (this.hasSeenPen || this.fingersDraw)) return 'ignore';
            if (!this.fingersDraw || this.#panning.size > 0) return this.#pan(id, type);
        } else if (this.#panning.size > 0) {
            return 'ignore';
        }
        this.#drawing = { id, type };
        return 'draw';
    }

    /**
     * Whether a touch lies there as a palm and presses nothing: on the pages while a pen is near, and anywhere while it writes.
     * @param {number} time @param {number} size in CSS pixels @param {boolean} isOnPages
     */
    isPalm(time, size, isOnPages) {
        return this.#drawing?.type === 'pen' || (time < this.#nearUntil && (isOnPages || size > fingertip));
    }

    /** A second finger came soon after the first: both pan, and nothing is drawn. */
    drawingBecomesPan() {
        if (this.#drawing !== undefined) this.#panning.set(this.#drawing.id, this.#drawing.type);
        this.#drawing = undefined;
    }

    /**
     * A finger that would move the page takes hold of something on it.
     * @param {number} id
     */
    panBecomesDrawing(id) {
        if (this.#panning.delete(id)) this.#drawing = { id, type: 'touch' };
    }

    /**
     * A pointer is gone.
     * @param {number} id
     */
    up(id) {
        if (this.#drawing?.id === id) this.#drawing = undefined;
        this.#panning.delete(id);
    }

    /** @param {number} id @returns {Deed} */
    doing(id) {
        if (this.#drawing?.id === id) return 'draw';
        return this.#panning.has(id) ? 'pan' : 'ignore';
    }

    /** @param {number} id @param {string} type @returns {Deed} */
    #pan(id, type) {
        this.#panning.set(id, type);
        return 'pan';
    }
}
