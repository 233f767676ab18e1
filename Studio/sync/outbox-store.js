// SPDX-License-Identifier: GPL-3.0-or-later
// What is not on the server yet, in the browser's own store. Where the browser gives none, it is kept in memory, and
// `isLasting` says so, so that people are told at once.

/**
 * An edit that waits.
 * @typedef {object} Waiting
 * @property {number} [order] given by the store
 * @property {string} key the idempotency key
 * @property {string} character @property {number} page
 * @property {'edits' | 'undo' | 'redo'} deed
 * @property {any} body
 * @property {boolean} needsRevision whether it is told by indices, so that the page must not have changed
 * @property {any[]} [removed] what the indices of a removal mean
 * @property {number} strokes how many strokes it adds
 * @property {string} [refusal] why the server did not take it
 */
/**
 * A stroke under the pen; `at` is when its tab was last known to live, in milliseconds since 1970.
 * @typedef {{id: string, character: string, page: number, stroke: any, at: number}} Unfinished
 */

/**
 * @typedef {object} Store
 * @property {boolean} isLasting
 * @property {() => Promise<Waiting[]>} all in order
 * @property {(waiting: Waiting) => Promise<Waiting>} put
 * @property {(order: number) => Promise<void>} remove
 * @property {(stroke: Unfinished) => Promise<void>} checkpoint
 * @property {(id: string) => Promise<void>} dropCheckpoint
 * @property {() => Promise<Unfinished[]>} unfinished
 */

const name = 'limn-studio';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/** @returns {Promise<Store>} */
export async function openStore() {
    try {
        const opening = indexedDB.open(name, 1);
        opening.onupgradeneeded = () => {
            opening.result.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true });
            opening.result.createObjectStore('unfinished', { keyPath: 'id' });
        };
        return new DatabaseStore(await answer(opening));
    } catch {
        return new MemoryStore();
    }
}

/** @implements {Store} */
class DatabaseStore {
    isLasting = true;
    /** @param {IDBDatabase} database */
    constructor(database) { this.database = database; }

    /**
     * @template T
     * @param {'waiting' | 'unfinished'} table @param {(store: IDBObjectStore) => IDBRequest<T>} work
     * @param {'strict' | 'relaxed'} [durability]
     * @returns {Promise<T>}
     */
    change(table, work, durability = 'strict') {
        return new Promise((resolve, reject) => {
            const transaction = this.database.transaction(table, 'readwrite', { durability });
            const request = work(transaction.objectStore(table));
            transaction.oncomplete = () => resolve(request.result);
            transaction.onabort = transaction.onerror = () => reject(transaction.error);
        });
    }

    all() { return answer(this.database.transaction('waiting').objectStore('waiting').getAll()); }
    unfinished() { return answer(this.database.transaction('unfinished').objectStore('unfinished').getAll()); }

    /** @param {Waiting} waiting */
    async put(waiting) {
        const order = await this.change('waiting', (store) => store.put(waiting));
        return { ...waiting, order: Number(order) };
    }

    /** @param {number} order */
    async remove(order) { await this.change('waiting', (store) => store.delete(order)); }
    /** @param {Unfinished} stroke */
    async checkpoint(stroke) { await this.change('unfinished', (store) => store.put(stroke), 'relaxed'); }
    /** @param {string} id */
    async dropCheckpoint(id) { await this.change('unfinished', (store) => store.delete(id), 'relaxed'); }
}

/**
 * Keeps things until the tab is closed.
 * @implements {Store}
 */
export class MemoryStore {
    isLasting = false;
    /** @type {Map<number, Waiting>} */
    #waiting = new Map();
    /** @type {Map<string, Unfinished>} */
    #unfinished = new Map();
    #next = 1;

    async all() { return [...this.#waiting.values()].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)); }
    async unfinished() { return [...this.#unfinished.values()]; }
    /** @param {Waiting} waiting */
    async put(waiting) {
        const stored = { ...waiting, order: waiting.order ?? this.#next++ };
        this.#waiting.set(stored.order, stored);
        return stored;
    }
    /** @param {number} order */
    async remove(order) { this.#waiting.delete(order); }
    /** @param {Unfinished} stroke */
    async checkpoint(stroke) { this.#unfinished.set(stroke.id, stroke); }
    /** @param {string} id */
    async dropCheckpoint(id) { this.#unfinished.delete(id); }
}
