// SPDX-License-Identifier: GPL-3.0-or-later
// Who else looks at a character, at which page, and where they point. Everybody says again and again where they are. No DOM.

/** @typedef {{name: string, page: number}} Other */
/** @typedef {{name: string, character: string, page: number, at: [number, number]}} Pointed `at` in parts of the page */

/** How often a person says so, in milliseconds; the server forgets who has not for twice as long. */
const interval = 15000;
/** How long others wait between two words of where a laser points, in milliseconds. */
const pointing = 80;
/** For how long after that a person does not hear of their own laser, in milliseconds. */
const echo = 1500;

export class Company {
    /** @type {Map<string, number>} */
    #pages = new Map();
    #page = 1;
    #isClosed = false;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    #repeating;
    /** @type {string | undefined} */
    #ownName;

    /**
     * @param {import('../sync/api.js').Api} api @param {string} character its id
     * @param {(others: Other[]) => void} changed
     */
    constructor(api, character, changed) {
        this.api = api;
        this.character = character;
        this.changed = changed;
    }

    /** Those who are there, by name, but for the person at this window. */
    get others() {
        const found = [...this.#pages].filter(([name]) => name !== this.#ownName).map(([name, page]) => ({ name, page }));
        return found.sort((a, b) => a.name.localeCompare(b.name));
    }

    /**
     * Says on which page the person is.
     * @param {number} page
     */
    async at(page) {
        this.#page = page;
        clearInterval(this.#repeating);
        if (this.#isClosed) return;
        this.#repeating = setInterval(() => void this.#say(this.#page), interval);
        await this.#say(page);
    }

    /** @param {number | null} page */
    async #say(page) {
        try {
            this.#ownName ??= (await this.api.session()).name;
            const answer = await this.api.send('POST', `/characters/${this.character}/presence`, { json: { page } });
            const { items } = await answer.json();
            if (this.#isClosed) return;
            this.#pages = new Map(items.map((/** @type {Other} */ { name, page: at }) => [name, at]));
            this.changed(this.others);
        } catch {
            // Nobody is missed while the server is away.
        }
    }

    /** @param {{name: string, character?: string, page?: number | null}} event */
    heard({ name, character, page }) {
        if (character !== this.character || this.#isClosed) return;
        if (page === null || page === undefined) this.#pages.delete(name);
        else this.#pages.set(name, page);
        this.changed(this.others);
    }

    /**
     * Shows others where a laser points.
     * @param {number} page @param {[number, number]} at in parts of the page
     */
    point(page, at) {
        this.#pointedAt = performance.now();
        const isTelling = this.#pointed !== undefined;
        this.#pointed = { page, at };
        if (!isTelling) void this.#tellPointed();
    }

    /** @type {{page: number, at: [number, number]} | undefined} */
    #pointed;
    #pointedAt = -Infinity;

    /** Of what comes while one word is under way, the last is told. */
    async #tellPointed() {
        while (this.#pointed && !this.#isClosed) {
            const json = this.#pointed;
            await this.api.send('POST', `/characters/${this.character}/presence`, { json }).catch(() => undefined);
            await new Promise((later) => setTimeout(later, pointing));
            if (this.#pointed === json) this.#pointed = undefined;
        }
    }

    /**
     * Whether the dot of somebody else is to be shown: this window shows its own, and another one of the same person may point.
     * @param {Pointed} pointed
     */
    shows({ name, character }) {
        return character === this.character && !this.#isClosed && (name !== this.#ownName || performance.now() - this.#pointedAt > echo);
    }

    /** The person goes. */
    close() {
        this.#isClosed = true;
        clearInterval(this.#repeating);
        void this.#say(null);
    }
}
