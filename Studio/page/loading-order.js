// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen is fetched first. Pages nearby follow when that is there, or after a while.

/** @typedef {import('./page-view.js').PageView} PageView */

/** How long pages nearby wait for those that are seen, in milliseconds. */
const patience = 1000;

export class LoadingOrder {
    /** @type {WeakMap<PageView, Promise<unknown>>} */
    #begun = new WeakMap();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #round = 0;

    /** @param {(view: PageView) => Promise<unknown>} begin fetches what a page needs */
    constructor(begin) { this.begin = begin; }

    /**
     * Fetches what pages need, once.
     * @param {Iterable<PageView>} views @param {(view: PageView) => boolean} isSeen
     */
    follow(views, isSeen) {
        const round = ++this.#round;
        clearTimeout(this.#timer);
        const all = [...views];
        const begun = all.filter(isSeen).map((view) => this.#once(view));
        if (all.every((view) => this.#begun.has(view))) return;
        const goOn = () => {
            if (round !== this.#round) return;
            clearTimeout(this.#timer);
            for (const view of all) void this.#once(view);
        };
        void Promise.all(begun).then(goOn);
        this.#timer = setTimeout(goOn, patience);
    }

    /** @param {PageView} view */
    #once(view) {
        let begun = this.#begun.get(view);
        if (!begun) this.#begun.set(view, begun = this.begin(view));
        return begun;
    }

    /** Nothing more is fetched. */
    stop() {
        this.#round++;
        clearTimeout(this.#timer);
    }
}
