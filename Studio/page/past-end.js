// SPDX-License-Identifier: GPL-3.0-or-later
// A wheel that goes on at the end of a page turns it, where one is shown at a time.

/** Milliseconds between two pages. */
const pause = 350;
/** How far a wheel goes past the end until the page turns, in CSS pixels. */
const reach = 100;

export class PastEnd {
    /** How far the wheel has gone past the end. */
    #way = 0;
    /** When it last turned a page. */
    #last = 0;

    /** @param {HTMLElement} view what scrolls @param {(pages: 1 | -1) => void} turn */
    constructor(view, turn) {
        this.view = view;
        this.turn = turn;
    }

    /** @param {number} way in CSS pixels */
    turned(way) {
        const { scrollTop, clientHeight, scrollHeight } = this.view;
        const isAtEnd = way > 0 ? scrollTop + clientHeight >= scrollHeight - 1 : scrollTop <= 0;
        if (!isAtEnd || performance.now() - this.#last < pause) {
            this.#way = 0;
            return;
        }
        this.#way += way;
        if (Math.abs(this.#way) < reach) return;
        [this.#way, this.#last] = [0, performance.now()];
        this.turn(way > 0 ? 1 : -1);
    }
}
