// SPDX-License-Identifier: GPL-3.0-or-later
// Where somebody was on a character's pages, for the next visit.

import { remember, remembered } from '../../model/settings.js';

/** How long after the last move a place is remembered, in milliseconds. */
const pause = 300;

export class LastPlace {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #name;

    /** @param {string} character its id @param {import('../../page/column-view.js').ColumnView} column */
    constructor(character, column) {
        this.#name = `place:${character}`;
        this.column = column;
    }

    /**
     * What was remembered.
     * @returns {{page: number, part: number, zoom: number, width: number} | undefined}
     */
    get last() { return remembered(this.#name); }

    /** The zoom of the last visit if the column is as wide as then, else one that fits. */
    get zoom() {
        const { last } = this;
        return last && last.zoom > 0 && last.width === this.column.element.clientWidth ? last.zoom : this.column.fittingZoom;
    }

    moved() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.keep(), pause);
    }

    /** Remembers the place now. */
    keep() {
        clearTimeout(this.#timer);
        const { current: page, part, zoom, element } = this.column;
        remember(this.#name, { page, part, zoom, width: element.clientWidth });
    }
}
