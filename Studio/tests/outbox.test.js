// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError, newKey, OfflineError } from '../sync/api.js';
import { MemoryStore } from '../sync/outbox-store.js';
import { Outbox } from '../sync/outbox.js';

/** A server that keeps what it is told, once per key, and can be away. */
class FakeServer {
    isAway = false;
    /** Answers that are lost on the way back. */
    lost = 0;
    revision = 0;
    /** @type {string[]} */
    keys = [];
    /** @type {any[]} */
    bodies = [];
    requests = 0;

    /** @param {string} _character @param {number} _page @param {string} _deed @param {any} body @param {any} condition */
    async change(_character, _page, _deed, body, { key, revision }) {
        this.requests += 1;
        if (this.isAway) throw new OfflineError('away');
        if (body.refuse) throw new ApiError(422, 'refused', 'No.');
        if (revision !== undefined && revision !== this.revision) throw new ApiError(412, 'stale-revision', 'Stale.');
        if (!this.keys.includes(key)) {
            this.keys.push(key);
            this.bodies.push(body);
            this.revision += 1;
        }
        if (this.lost-- > 0) throw new OfflineError('lost');
        return { revision: this.revision, canUndo: true, canRedo: false };
    }
}

/** @param {FakeServer} server @param {MemoryStore} store */
function outboxOf(server, store, rebase = async () => /** @type {any} */ (undefined)) {
    return new Outbox(store, /** @type {any} */ (server), { rebase, newKey, random: () => -1 });
}

/** @param {any} body @param {any} [values] */
function edit(body, values = {}) {
    return { key: newKey(), character: 'c', page: 1, deed: /** @type {'edits'} */ ('edits'), body, needsRevision: false, strokes: 1, ...values };
}

/** @param {() => boolean} condition */
async function until(condition) {
    for (let i = 0; i < 500 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(condition());
}

test('edits arrive in order, and the store is empty afterwards', async () => {
    const [server, store] = [new FakeServer(), new MemoryStore()];
    const outbox = outboxOf(server, store);
    await Promise.all([1, 2, 3, 4].map((n) => outbox.put(edit({ add: [n] }))));
    await until(() => outbox.status.state === 'saved');
    assert.deepEqual(server.bodies.map((body) => body.add[0]), [1, 2, 3, 4]);
    assert.deepEqual(await store.all(), []);
});

test('while the server is away, strokes are counted, and each arrives once when it is back', async () => {
    const [server, store] = [new FakeServer(), new MemoryStore()];
    server.isAway = true;
    const outbox = outboxOf(server, store);
    for (const n of [1, 2, 3]) await outbox.put(edit({ add: [n] }));
    await until(() => outbox.status.state === 'offline');
    assert.equal(outbox.status.strokes, 3);
    assert.equal((await store.all()).length, 3);
    server.isAway = false;
    outbox.wake(true);
    await until(() => outbox.status.state === 'saved');
    assert.equal(server.bodies.length, 3);
});

test('an answer that is lost does not make a stroke twice', async () => {
    const [server, store] = [new FakeServer(), new MemoryStore()];
    server.lost = 2;
    const outbox = outboxOf(server, store);
    await outbox.put(edit({ add: [1] }));
    await until(() => outbox.status.state === 'saved');
    assert.equal(server.requests, 3);
    assert.equal(server.bodies.length, 1);
});

test('what an earlier visit left is sent by the next one', async () => {
    const [server, store] = [new FakeServer(), new MemoryStore()];
    server.isAway = true;
    const first = outboxOf(server, store);
    await first.put(edit({ add: [1] }));
    const other = new FakeServer();
    const second = outboxOf(other, store);
    await second.start();
    await until(() => second.status.state === 'saved');
    assert.equal(other.bodies.length, 1);
    server.isAway = false;
});

test('a removal whose page has changed is told anew', async () => {
    const [server, store] = [new FakeServer(), new MemoryStore()];
    server.revision = 7;
    const outbox = outboxOf(server, store, async () => ({ body: { remove: [5] }, revision: server.revision }));
    outbox.know('c', 1, 3);
    await outbox.put(edit({ remove: [4] }, { needsRevision: true, removed: [{}] }));
    await until(() => outbox.status.state === 'saved');
    assert.deepEqual(server.bodies, [{ remove: [5] }]);
});

test('a refusal is kept with its reason and does not hold up what follows', async () => {
    const [server, store] = [new FakeServer(), new MemoryStore()];
    const outbox = outboxOf(server, store);
    await outbox.put(edit({ refuse: true }));
    await outbox.put(edit({ add: [1] }));
    await until(() => outbox.status.state === 'saved');
    assert.equal(outbox.status.refused[0].refusal, 'No.');
    assert.equal((await store.all()).length, 1);
    assert.deepEqual(server.bodies, [{ add: [1] }]);
});

test('a store that is full does not keep a stroke from the server', async () => {
    const [server, store] = [new FakeServer(), new MemoryStore()];
    store.put = async () => { throw new Error('full'); };
    const outbox = outboxOf(server, store);
    await assert.rejects(outbox.put(edit({ add: [1] })));
    await until(() => outbox.status.state === 'saved');
    assert.equal(server.bodies.length, 1);
});
