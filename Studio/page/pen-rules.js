// SPDX-License-Identifier: GPL-3.0-or-later
// What a pointer does on a page. Once a pen was seen, fingers pan and zoom and never draw; a switch turns that round.
// A second pointer during a stroke is ignored, and so is a palm.

/** @typedef {'draw' | 'pan' | 'ignore'} Deed */
/** @typedef {{id: number, type: string, button: number, width: number, height: number}} Touch */

/** The size in CSS pixels above which a touch is a palm. */
const palm = 60;

export class PenRules {
    hasSeenPen = false;
    /** Whether fingers draw though there is a pen. */
    fingersDraw = false;
    /** @type {number | undefined} */
    #drawing;
    /** @type {Set<number>} */
    #panning = new Set();

    /**
     * A pointer comes down.
     * @param {Touch} touch @returns {Deed}
     */
    down(touch) {
        if (touch.type === 'pen') this.hasSeenPen = true;
        if (this.#drawing !== undefined) return 'ignore';
        if (touch.type === 'mouse' && touch.button === 1) return this.#pan(touch.id);
        if (touch.button !== 0 && !(touch.type === 'pen' && touch.button === 5)) return 'ignore';
        if (touch.type === 'touch') {
            if (Math.max(touch.width, touch.height) > palm) return 'ignore';
            if ((this.hasSeenPen && !this.fingersDraw) || this.#panning.size > 0) return this.#pan(touch.id);
        } else if (this.#panning.size > 0 && touch.type !== 'pen') {
            return 'ignore';
        }
        this.#drawing = touch.id;
        return 'draw';
    }

    /** A second finger came soon after the first: both pan, and nothing is drawn. */
    drawingBecomesPan() {
        if (this.#drawing !== undefined) this.#panning.add(this.#drawing);
        this.#drawing = undefined;
    }

    /**
     * A pointer is gone.
     * @param {number} id
     */
    up(id) {
        if (this.#drawing === id) this.#drawing = undefined;
        this.#panning.delete(id);
    }

    /** @param {number} id @returns {Deed} */
    doing(id) {
        if (this.#drawing === id) return 'draw';
        return this.#panning.has(id) ? 'pan' : 'ignore';
    }

    /** @param {number} id @returns {Deed} */
    #pan(id) {
        this.#panning.add(id);
        return 'pan';
    }
}
