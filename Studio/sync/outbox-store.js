// SPDX-License-Identifier: GPL-3.0-or-later
// What is not on the server yet, in the browser's own store. Where the browser gives none, it is kept in memory, and
// `isLasting` says so, so that people are told at once.

/**
 * An edit that waits.
 * @typedef {object} Waiting
 * @property {number} [order] given by the store
 * @property {string} key the idempotency key
 * @property {string} character @property {number} page
 * @property {'edits' | 'undo' | 'redo' | 'form'} deed
 * @property {number} [turn] how far its page was turned when it was made, in degrees
 * @property {any} body
 * @property {boolean} needsRevision whether it is told by indices, so that the page must not have changed
 * @property {number} [base] the revision that it was sent for; so it is the very same request after a reload
 * @property {number} [failures] how often it failed for a reason that may be its own
 * @property {any[]} [removed] what the indices of a removal mean
 * @property {boolean} [isWhole] whether it may change more than strokes
 * @property {any[]} [layersBefore] the layers before the edit
 * @property {boolean} [isMerged] whether it was sent to be merged with what others have changed
 * @property {string} [mark] what the server shall know it by @property {string} [takesBack] the mark of the edit that it takes back
 * @property {number} strokes how many strokes it adds
 * @property {string} [refusal] why the server did not take it
 * @property {string} [refusalKind] the same as a word, such as `changed`
 */
/**
 * A stroke under the pen, or a text that is typed in; `before` is what the text was, where it is not new. `at` is when
 * its tab was last known to live, in milliseconds since 1970.
 * @typedef {{id: string, character: string, page: number, turn?: number, stroke: any, before?: any, at: number}} Unfinished
 */

/**
 * @typedef {object} Store
 * @property {boolean} isLasting
 * @property {() => Promise<Waiting[]>} all in order
 * @property {(waiting: Waiting, ended?: string) => Promise<Waiting>} put with the end of an unfinished stroke: both, or neither
 * @property {(order: number) => Promise<void>} remove
 * @property {(stroke: Unfinished) => Promise<void>} checkpoint
 * @property {(id: string) => Promise<void>} dropCheckpoint
 * @property {() => Promise<Unfinished[]>} unfinished
 * @property {() => Promise<void>} empty
 */

const name = 'limn-studio';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/**
 * The name of a server's database. The studio's own server has the plain one; what is written for another server must
 * never be sent to it.
 * @param {string} [base] the address of the server's interface, such as `https://limn.example/api/v1`
 * @param {string} [origin] of the page
 */
export function storeName(base, origin = globalThis.location?.origin) {
    return base === undefined || base === '/api/v1' || base === `${origin}/api/v1` ? name : `${name} ${base}`;
}

/** @param {IDBFactory} factory @param {string} database @returns {Promise<IDBDatabase>} */
function connect(factory, database) {
    const opening = factory.open(database, 1);
    opening.onupgradeneeded = () => {
        opening.result.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true });
        opening.result.createObjectStore('unfinished', { keyPath: 'id' });
    };
    return answer(opening);
}

/** @type {Map<string, Promise<Store>>} */
const opened = new Map();

/**
 * Opens a store once; whoever knows that one will be needed may ask early.
 * @param {string} [base] the address of the server's interface, where it is not the studio's own
 * @returns {Promise<Store>}
 */
export function openStore(base) {
    const database = storeName(base);
    let store = opened.get(database);
    if (!store) opened.set(database, store = newStore(database));
    return store;
}

/** @param {string} database @returns {Promise<Store>} */
async function newStore(database) {
    try {
        const open = () => connect(indexedDB, database);
        return new DatabaseStore(await open(), open);
    } catch {
        return new MemoryStore();
    }
}

/**
 * Whether a failure means that the browser has ended the connection, as WebKit does with tabs that rest.
 * @param {any} error
 */
function isEnded(error) {
    return error?.name === 'InvalidStateError' || /connection|closing/i.test(String(error?.message ?? ''));
}

/** @implements {Store} */
export class DatabaseStore {
    isLasting = true;
    /** @type {Promise<IDBDatabase>} */
    #database;

    /** @param {IDBDatabase} database @param {() => Promise<IDBDatabase>} open opens it again */
    constructor(database, open) {
        this.#database = Promise.resolve(database);
        this.open = open;
    }

    /**
     * Does something in one transaction; once more with a new connection, where the browser has ended the old one.
     * @template T
     * @param {('waiting' | 'unfinished')[]} tables @param {IDBTransactionMode} mode @param {'strict' | 'relaxed'} durability
     * @param {(transaction: IDBTransaction) => IDBRequest<T>} work
     * @returns {Promise<T>}
     */
    async #transact(tables, mode, durability, work) {
        const used = this.#database;
        const attempt = async () => {
            const transaction = (await this.#database).transaction(tables, mode, { durability });
            const request = work(transaction);
            return new Promise((/** @type {(result: T) => void} */ resolve, reject) => {
                transaction.oncomplete = () => resolve(request.result);
                transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
            });
        };
        try {
            return await attempt();
        } catch (error) {
            if (!isEnded(error)) throw error;
            // Of several that fail at once, the first opens it for all.
            if (this.#database === used) {
                const opened = this.open();
                this.#database = opened;
                opened.catch(() => {
                    // The next one tries again.
                    if (this.#database === opened) this.#database = used;
                });
            }
            return attempt();
        }
    }

    /**
     * @template T
     * @param {'waiting' | 'unfinished'} table @param {(store: IDBObjectStore) => IDBRequest<T>} work
     * @param {'strict' | 'relaxed'} [durability]
     */
    change(table, work, durability = 'strict') {
        return this.#transact([table], 'readwrite', durability, (transaction) => work(transaction.objectStore(table)));
    }

    /** @returns {Promise<Waiting[]>} */
    all() { return this.#transact(['waiting'], 'readonly', 'relaxed', (transaction) => transaction.objectStore('waiting').getAll()); }
    /** @returns {Promise<Unfinished[]>} */
    unfinished() { return this.#transact(['unfinished'], 'readonly', 'relaxed', (transaction) => transaction.objectStore('unfinished').getAll()); }

    /** @param {Waiting} waiting @param {string} [ended] @returns {Promise<Waiting>} */
    async put(waiting, ended) {
        const order = await this.#transact(['waiting', 'unfinished'], 'readwrite', 'strict', (transaction) => {
            const request = transaction.objectStore('waiting').put(waiting);
            if (ended !== undefined) transaction.objectStore('unfinished').delete(ended);
            return request;
        });
        return { ...waiting, order: Number(order) };
    }

    /** @param {number} order */
    async remove(order) { await this.change('waiting', (store) => store.delete(order)); }
    /** @param {Unfinished} stroke */
    async checkpoint(stroke) { await this.change('unfinished', (store) => store.put(stroke), 'relaxed'); }
    /** @param {string} id */
    async dropCheckpoint(id) { await this.change('unfinished', (store) => store.delete(id), 'relaxed'); }
    async empty() {
        await this.#transact(['waiting', 'unfinished'], 'readwrite', 'strict', (transaction) => {
            transaction.objectStore('unfinished').clear();
            return transaction.objectStore('waiting').clear();
        });
    }
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
    /** @param {Waiting} waiting @param {string} [ended] */
    async put(waiting, ended) {
        if (ended !== undefined) this.#unfinished.delete(ended);
        const stored = { ...waiting, order: waiting.order ?? this.#next++ };
        this.#waiting.set(stored.order, stored);
        return { ...stored };
    }
    /** @param {number} order */
    async remove(order) { this.#waiting.delete(order); }
    /** @param {Unfinished} stroke */
    async checkpoint(stroke) { this.#unfinished.set(stroke.id, stroke); }
    /** @param {string} id */
    async dropCheckpoint(id) { this.#unfinished.delete(id); }
    async empty() {
        this.#waiting.clear();
        this.#unfinished.clear();
    }
}
