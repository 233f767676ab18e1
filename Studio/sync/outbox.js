// SPDX-License-Identifier: GPL-3.0-or-later
// Sends what waits, in order, until the server has acknowledged it. An edit is in the store before it is sent; the same
// key makes a second arrival harmless, so two tabs may send the same.

import { ApiError, OfflineError } from './api.js';

/** @typedef {import('./outbox-store.js').Store} Store */
/** @typedef {import('./outbox-store.js').Waiting} Waiting */
/** @typedef {import('./api.js').Receipt} Receipt */
/** @typedef {'saved' | 'saving' | 'offline'} SaveState */
/** @typedef {{state: SaveState, edits: number, strokes: number, refused: Waiting[]}} Status */
/**
 * What the outbox tells.
 * @typedef {object} Listener
 * @property {(status: Status) => void} [status]
 * @property {(waiting: Waiting, receipt: Receipt) => void} [acknowledged]
 * @property {(waiting: Waiting, error: ApiError) => void} [refused]
 */

const [firstDelay, longestDelay] = [400, 20000];
/** So often an edit is sent that fails for a reason nobody knows; then what waits behind it goes on. */
const mostFailures = 8;

export class Outbox {
    /** @type {Waiting[]} */
    #queue = [];
    /** @type {Waiting[]} */
    #refused = [];
    /** @type {Map<string, number>} */
    #revisions = new Map();
    /** @type {Set<Listener>} */
    #listeners = new Set();
    #isSending = false;
    #failures = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #pausedUntil = 0;
    /** Puts follow one another, so that the order of the store is the order of the edits. */
    #storing = Promise.resolve();
    /**
     * What is on its way into the store.
     * @type {Waiting[]}
     */
    #unstored = [];

    /**
     * @param {Store} store
     * @param {import('./api.js').Api} api
     * @param {{rebase: (waiting: Waiting) => Promise<import('../model/rebasing.js').Rebased | undefined>, newKey: () => string,
     *   random?: () => number}} helpers
     */
    constructor(store, api, helpers) {
        this.store = store;
        this.api = api;
        this.helpers = helpers;
    }

    /** Takes up what an earlier visit left. */
    async start() {
        const stored = await this.store.all();
        this.#refused = stored.filter((waiting) => waiting.refusal !== undefined);
        this.#queue = stored.filter((waiting) => waiting.refusal === undefined);
        this.#tell();
        this.wake();
    }

    /** @param {Listener} listener @returns {() => void} stops */
    listen(listener) {
        this.#listeners.add(listener);
        listener.status?.(this.status);
        return () => this.#listeners.delete(listener);
    }

    /** @returns {Status} */
    get status() {
        const edits = this.#queue.length + this.#unstored.length;
        const strokes = this.#queue.reduce((sum, waiting) => sum + waiting.strokes, 0);
        const state = edits === 0 ? 'saved' : this.#failures > 0 ? 'offline' : 'saving';
        return { state, edits, strokes, refused: this.#refused };
    }

    /**
     * What waits for a page, in order.
     * @param {string} character @param {number} page
     */
    pending(character, page) {
        return [...this.#queue, ...this.#unstored].filter((waiting) => waiting.character === character && waiting.page === page);
    }

    /**
     * Whether anything waits for a character.
     * @param {string} character
     */
    hasPending(character) { return [...this.#queue, ...this.#unstored].some((waiting) => waiting.character === character); }

    /**
     * The revision of a page as this tab knows it.
     * @param {string} character @param {number} page @param {number} revision
     */
    know(character, page, revision) { this.#revisions.set(`${character}/${page}`, revision); }

    /**
     * Keeps an edit and sends it. Resolves when it is in the store.
     * @param {Waiting} waiting @param {string} [ended] the unfinished stroke that it is made of
     */
    put(waiting, ended) {
        this.#unstored.push(waiting);
        this.#tell();
        const stored = this.#storing.then(async () => {
            let kept = waiting;
            try {
                kept = await this.store.put(waiting, ended);
            } finally {
                // What the store refuses (it is full, say) is sent all the same; the caller hears of it.
                this.#queue.push(kept);
                this.#unstored = this.#unstored.filter((other) => other !== waiting);
                this.#tell();
                this.wake();
            }
        });
        this.#storing = stored.catch(() => undefined);
        return stored;
    }

    /** Puts away what was refused, after somebody has read why. */
    async forgetRefused() {
        const refused = this.#refused;
        this.#refused = [];
        this.#tell();
        for (const { order } of refused) if (order !== undefined) await this.store.remove(order).catch(() => undefined);
    }

    /**
     * Puts one refused edit away.
     * @param {Waiting} refused
     */
    async forget(refused) {
        this.#refused = this.#refused.filter((other) => other !== refused);
        this.#tell();
        if (refused.order !== undefined) await this.store.remove(refused.order).catch(() => undefined);
    }

    /**
     * Sends a refused edit again, as it is.
     * @param {Waiting} refused
     */
    async retry(refused) {
        if (!this.#refused.includes(refused)) return;
        this.#refused = this.#refused.filter((other) => other !== refused);
        const { refusal: _, refusalKind: __, failures: ___, ...waiting } = refused;
        this.#queue.push(waiting);
        await this.#keep(waiting);
        this.#tell();
        this.wake(true);
    }

    /** Tries now, for example when the network is back. */
    wake(isForced = false) {
        if (isForced) this.#pausedUntil = 0;
        const delay = this.#pausedUntil - Date.now();
        clearTimeout(this.#timer);
        if (delay > 0) this.#timer = setTimeout(() => this.wake(true), delay);
        else if (!this.#isSending) void this.#send();
    }

    async #send() {
        this.#isSending = true;
        try {
            while (this.#queue.length > 0) {
                const waiting = this.#queue[0];
                try {
                    const receipt = await this.#deliver(waiting);
                    this.#failures = 0;
                    await this.#drop(waiting);
                    for (const listener of this.#listeners) listener.acknowledged?.(waiting, receipt);
                } catch (error) {
                    const fault = error instanceof ApiError ? error : new ApiError(0, 'unknown', error instanceof Error ? error.message : String(error));
                    // What fails here or makes the server fail may do so for ever.
                    const isDoubtful = !(error instanceof OfflineError) && (fault.status === 0 || fault.status === 500);
                    if (isDoubtful) waiting.failures = (waiting.failures ?? 0) + 1;
                    // Who is no longer signed in signs in again; nothing is refused meanwhile.
                    const mayPass = error instanceof OfflineError || fault.isPassing || fault.status === 401 || fault.status === 0;
                    if (mayPass && (waiting.failures ?? 0) < mostFailures) {
                        this.#failures += 1;
                        const delay = Math.min(firstDelay * 2 ** Math.min(this.#failures - 1, 10), longestDelay);
                        this.#pausedUntil = Date.now() + delay * (0.75 + 0.5 * (this.helpers.random ?? Math.random)());
                        break;
                    }
                    await this.#refuse(waiting, fault);
                }
                this.#tell();
            }
        } finally {
            this.#isSending = false;
            this.#tell();
        }
        if (this.#queue.length > 0) this.wake();
    }

    /** @param {Waiting} waiting @returns {Promise<Receipt>} */
    async #deliver(waiting) {
        const { character, page, deed, body, key, needsRevision, mark, takesBack, turn } = waiting;
        const place = `${character}/${page}`;
        // What was sent before a reload may have arrived: it is sent again as it was.
        const revision = needsRevision ? waiting.base ?? (waiting.isMerged ? undefined : this.#revisions.get(place)) : undefined;
        if (needsRevision && revision === undefined && !waiting.isMerged) return this.#rebased(waiting);
        if (waiting.base !== revision) {
            waiting.base = revision;
            await this.#keep(waiting);
        }
        try {
            const receipt = await this.api.change(character, page, deed, body, { key, revision, mark, takesBack, turn });
            // The indices of what waits behind it are right only if nobody else's edit came in between.
            if (!waiting.isMerged && this.#revisions.get(place) === receipt.revision - 1) this.#revisions.set(place, receipt.revision);
            else this.#revisions.delete(place);
            return receipt;
        } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 412) throw error;
            return this.#rebased(waiting);
        }
    }

    /**
     * Sends an edit that the server merges with what others have changed, or a value that nobody else has.
     * @param {Waiting} waiting @returns {Promise<Receipt>}
     */
    async #rebased(waiting) {
        const { character, page, deed, mark, takesBack } = waiting;
        for (let attempt = 0; attempt < 5; attempt++) {
            const fresh = await this.helpers.rebase(waiting);
            if (!fresh) throw new ApiError(412, 'changed', 'Somebody else has changed what this edit is about.');
            waiting.key = this.helpers.newKey();
            waiting.body = fresh.body;
            waiting.removed = fresh.removed ?? waiting.removed;
            waiting.turn = fresh.turn;
            waiting.base = fresh.revision;
            waiting.isMerged = deed !== 'form';
            await this.#keep(waiting);
            try {
                const receipt = await this.api.change(
                    character, page, deed, fresh.body, { key: waiting.key, revision: fresh.revision, mark, takesBack, turn: fresh.turn });
                // What waits behind it was made for another state of the page.
                this.#revisions.delete(`${character}/${page}`);
                return receipt;
            } catch (error) {
                if (!(error instanceof ApiError) || error.status !== 412) throw error;
            }
        }
        throw new ApiError(503, 'busy', 'The page changes too quickly.');
    }

    /**
     * Stores what has changed about an edit. One that the store could not take is known by its order from now on.
     * @param {Waiting} waiting
     */
    async #keep(waiting) {
        try {
            waiting.order = (await this.store.put(waiting)).order;
        } catch {
            // What the store refuses is sent all the same; it was told when it was put.
        }
    }

    /** @param {Waiting} waiting @param {ApiError} error */
    async #refuse(waiting, error) {
        const refused = { ...waiting, refusal: error.message, refusalKind: error.kind };
        if (waiting.deed === 'edits' || waiting.deed === 'form') {
            this.#queue.shift();
            this.#refused.push(refused);
            await this.#keep(refused);
        } else {
            // Where there was nothing to undo, nothing is lost.
            await this.#drop(waiting);
        }
        for (const listener of this.#listeners) listener.refused?.(refused, error);
    }

    /** @param {Waiting} waiting */
    async #drop(waiting) {
        if (waiting.order !== undefined) await this.store.remove(waiting.order).catch(() => undefined);
        this.#queue.shift();
    }

    #tell() {
        const { status } = this;
        for (const listener of this.#listeners) listener.status?.(status);
    }
}
