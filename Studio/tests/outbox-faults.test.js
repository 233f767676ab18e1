// SPDX-License-Identifier: GPL-3.0-or-later
// What the outbox does after reloads in the middle of a request, with stores that fail, and with errors nobody knows.

import assert from 'node:assert/strict';
import test from 'node:test';
import { rebasing } from '../model/rebasing.js';
import { Api, ApiError, newKey, OfflineError } from '../sync/api.js';
import { DatabaseStore, MemoryStore, storeName } from '../sync/outbox-store.js';
import { Outbox } from '../sync/outbox.js';

/** @typedef {import('../sync/outbox-store.js').Waiting} Waiting */
/** @typedef {{body: any, key: string, revision?: number}} Sent */

/** @param {(sent: Sent) => any} answer @param {MemoryStore} [store] @param {any} [rebase] */
function setUp(answer, store = new MemoryStore(), rebase = async () => undefined) {
    /** @type {Sent[]} */
    const sent = [];
    const api = {
        /** @param {string} _c @param {number} _p @param {string} _d @param {any} body @param {any} condition */
        async change(_c, _p, _d, body, { key, revision }) {
            sent.push({ body, key, revision });
            return answer({ body, key, revision });
        },
    };
    const outbox = new Outbox(store, /** @type {any} */ (api), { rebase, newKey, random: () => -1 });
    return { outbox, store, sent };
}

/** @param {any} body @param {Partial<Waiting>} [values] @returns {Waiting} */
function edit(body, values = {}) {
    return { key: newKey(), character: 'c', page: 1, deed: 'edits', body, needsRevision: false, strokes: 1, ...values };
}

/** @param {() => boolean} condition */
async function until(condition) {
    for (let i = 0; i < 1000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(condition());
}

const receipt = { revision: 8, canUndo: true, canRedo: false };

test('a removal whose answer a reload has cut off is sent again as it was, with its key and its revision', async () => {
    const first = setUp(() => new Promise(() => undefined));
    first.outbox.know('c', 1, 7);
    await first.outbox.put(edit({ remove: [4] }, { needsRevision: true, removed: [{}] }));
    await until(() => first.sent.length === 1);
    const rebased = /** @type {any[]} */ ([]);
    const second = setUp(() => receipt, first.store, async (/** @type {any} */ waiting) => void rebased.push(waiting));
    await second.outbox.start();
    await until(() => second.outbox.status.state === 'saved');
    assert.deepEqual(second.sent, first.sent);
    assert.equal(second.sent[0].revision, 7);
    assert.deepEqual(rebased, []);
    assert.deepEqual(second.outbox.status.refused, []);
});

test('a removal that was told anew is sent again as it was told, too', async () => {
    const first = setUp(({ revision }) => {
        if (revision === 3) throw new ApiError(412, 'stale-revision', 'Stale.');
        return new Promise(() => undefined);
    }, undefined, async () => ({ body: { remove: [5] }, revision: 7 }));
    first.outbox.know('c', 1, 3);
    await first.outbox.put(edit({ remove: [4] }, { needsRevision: true, removed: [{}] }));
    await until(() => first.sent.length === 2);
    const second = setUp(() => receipt, first.store);
    await second.outbox.start();
    await until(() => second.outbox.status.state === 'saved');
    assert.deepEqual(second.sent, [first.sent[1]]);
    assert.notEqual(first.sent[0].key, first.sent[1].key);
});

test('an erasure says what it was made for, also when it is told anew for the second time', async () => {
    const line = { brush: { kind: 'pen', color: { red: 0, green: 0, blue: 0, alpha: 1 } }, width: 2, xy: [10, 10, 90, 10] };
    const piece = { ...line, xy: [10, 10, 40, 10] };
    const rebase = rebasing(/** @type {any} */ ({}));
    const body = { remove: [4], insert: [{ index: 4, item: piece }] };
    const waiting = edit(body, { needsRevision: true, removed: [line] });
    const once = await rebase(waiting);
    const twice = await rebase({ ...waiting, body: once?.body });
    assert.deepEqual(twice, { turn: undefined, removed: [line], body: { ...body, known: [line] } });
});

test('a merged edit whose answer was lost is sent again with its key and without a revision', async () => {
    let isLost = true;
    const { outbox, sent } = setUp(({ revision }) => {
        if (revision !== undefined) throw new ApiError(412, 'stale-revision', 'Stale.');
        if (isLost) {
            isLost = false;
            throw new TypeError('network');
        }
        return receipt;
    }, undefined, rebasing(/** @type {any} */ ({})));
    outbox.know('c', 1, 3);
    await outbox.put(edit({ remove: [4] }, { needsRevision: true, removed: [{}] }));
    await until(() => sent.length === 2);
    // Somebody else's edit makes the revision known meanwhile.
    outbox.know('c', 1, 9);
    outbox.wake(true);
    await until(() => outbox.status.state === 'saved');
    assert.deepEqual(sent.slice(1).map(({ key, revision }) => [key, revision]), [[sent[1].key, undefined], [sent[1].key, undefined]]);
});

test('what is asked for afresh goes past every cache', async () => {
    /** @type {(RequestCache | undefined)[]} */
    const caches = [];
    const api = new Api(/** @type {any} */ (async (/** @type {string} */ _address, /** @type {RequestInit} */ options) => {
        caches.push(options.cache);
        return new Response('{}', { headers: { ETag: '"4"' } });
    }));
    await api.ink('c', 1);
    await api.ink('c', 1, true);
    await api.form('c', true);
    assert.deepEqual(caches, [undefined, 'no-store', 'no-store']);
});

test('an answer that is cut off counts as none', async () => {
    const api = new Api(/** @type {any} */ (async () => new Response('{"revision": 4')));
    await assert.rejects(api.change('c', 1, 'edits', {}, { key: 'k' }), OfflineError);
});

test('an edit that fails for an unknown reason is tried eight times, then kept, and what waits behind it arrives', async () => {
    const { outbox, store, sent } = setUp(({ body }) => {
        if (body.bad) throw new RangeError('Invalid string length');
        return receipt;
    });
    const waking = setInterval(() => outbox.wake(true), 5);
    await outbox.put(edit({ bad: true }));
    await outbox.put(edit({ add: [1] }));
    await until(() => outbox.status.state === 'saved');
    clearInterval(waking);
    assert.equal(sent.filter(({ body }) => body.bad).length, 8);
    assert.equal(outbox.status.refused[0].refusalKind, 'unknown');
    assert.deepEqual((await store.all()).map(({ body }) => body), [{ bad: true }]);
});

test('an edit that makes the server fail does not hold up the others for ever, and can be tried again', async () => {
    let isMended = false;
    const { outbox, store, sent } = setUp(({ body }) => {
        if (body.bad && !isMended) throw new ApiError(500, '', 'The server answered 500.');
        return receipt;
    });
    const waking = setInterval(() => outbox.wake(true), 5);
    await outbox.put(edit({ bad: true }));
    await until(() => outbox.status.refused.length === 1);
    clearInterval(waking);
    isMended = true;
    await outbox.retry(outbox.status.refused[0]);
    await until(() => outbox.status.state === 'saved');
    assert.deepEqual(outbox.status.refused, []);
    assert.deepEqual(await store.all(), []);
    assert.equal(new Set(sent.map(({ key }) => key)).size, 1, 'the same request');
});

test('an edit that a full store could not take leaves nothing behind once it has arrived', async () => {
    const store = new MemoryStore();
    const put = store.put.bind(store);
    let isFull = true;
    store.put = async (...parts) => {
        if (isFull) throw new Error('full');
        return put(...parts);
    };
    const { outbox } = setUp(({ revision }) => {
        if (revision === 3) throw new ApiError(412, 'stale-revision', 'Stale.');
        return receipt;
    }, store, async () => {
        isFull = false;
        return { body: { remove: [5] }, revision: 7 };
    });
    outbox.know('c', 1, 3);
    await assert.rejects(outbox.put(edit({ remove: [4] }, { needsRevision: true, removed: [{}] })));
    await until(() => outbox.status.state === 'saved');
    assert.deepEqual(await store.all(), []);
});

test('each server has a database of its own, and the studio and an element of its server share one', () => {
    const studio = storeName(undefined, 'https://a.example');
    assert.equal(storeName('https://a.example/api/v1', 'https://a.example'), studio);
    const others = ['https://b.example/api/v1', 'https://a.example/limn/api/v1'].map((base) => storeName(base, 'https://a.example'));
    assert.equal(new Set([studio, ...others]).size, 3);
});

test('a database that the browser has ended is opened again', async () => {
    /** A connection that works until it is ended. */
    class Connection {
        isEnded = false;
        /** @type {any[]} */
        rows = [];
        transaction() {
            if (this.isEnded) throw new DOMException('The database connection is closing.', 'InvalidStateError');
            const transaction = /** @type {any} */ ({
                objectStore: () => ({
                    put: (/** @type {any} */ row) => ({ result: this.rows.push(row) }), getAll: () => ({ result: [...this.rows] }),
                }),
            });
            setTimeout(() => transaction.oncomplete());
            return transaction;
        }
    }
    const [old, fresh] = [new Connection(), new Connection()];
    let opened = 0;
    const store = new DatabaseStore(/** @type {any} */ (old), async () => {
        opened += 1;
        return /** @type {any} */ (fresh);
    });
    old.isEnded = true;
    const kept = await Promise.all([store.put(edit({ add: [1] })), store.put(edit({ add: [2] }))]);
    assert.deepEqual(kept.map(({ order }) => order), [1, 2]);
    assert.equal((await store.all()).length, 2);
    assert.equal(opened, 1);
});
