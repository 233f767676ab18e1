// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen is fetched and drawn first. Of pages nearby, only what they need is fetched, when that is there or after a
// while: at a device ratio of 2, the bitmaps of a page take 70 MB.

/** @typedef {import('./page-view.js').PageView} PageView */

/** How long pages nearby wait for those that are seen, in milliseconds. */
const patience = 1000;
/** How far ahead of the view pages are drawn, in CSS pixels. */
const ahead = 300;

export class LoadingOrder {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #round = 0;
    #top = 0;
    #isDownward = true;
    /**
     * Resolves when what is seen is there.
     * @type {Promise<unknown>}
     */
    ready = Promise.resolve();

    /** @param {(view: PageView) => Promise<unknown>} loadInk */
    constructor(loadInk) { this.loadInk = loadInk; }

    /**
     * Wakes what is seen, and what is about to be.
     * @param {Iterable<PageView>} mounted @param {number} top of the view @param {number} bottom
     */
    follow(mounted, top, bottom) {
        if (top !== this.#top) this.#isDownward = top > this.#top;
        this.#top = top;
        const [from, to] = this.#isDownward ? [top, bottom + ahead] : [top - ahead, bottom];
        const views = [...mounted];
        const seen = views.filter(({ box }) => box && box.top < to && box.top + box.height > from);
        const nearby = views.filter((view) => !seen.includes(view));
        for (const view of nearby) view.rest();
        const round = ++this.#round;
        clearTimeout(this.#timer);
        const goOn = () => {
            if (round !== this.#round) return;
            clearTimeout(this.#timer);
            for (const view of nearby) {
                view.prepare();
                void this.loadInk(view);
            }
        };
        this.ready = Promise.all(seen.flatMap((view) => [view.wake(), this.loadInk(view)]));
        void this.ready.then(goOn);
        this.#timer = setTimeout(goOn, patience);
    }

    /** Nothing more is fetched. */
    stop() {
        this.#round++;
        clearTimeout(this.#timer);
    }
}
