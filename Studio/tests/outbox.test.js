// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { EditorModel } from '../model/editor.js';
import { addedBy } from '../model/rebasing.js';
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

test('two removals that wait behind another person\'s edit are both told anew', async () => {
    const server = new FakeServer();
    const rebased = /** @type {any[]} */ ([]);
    const outbox = outboxOf(server, new MemoryStore(), async (waiting) => {
        rebased.push(waiting.body.remove);
        return { body: { remove: [waiting.body.remove[0] - 1] }, revision: server.revision };
    });
    await outbox.start();
    outbox.know('c', 1, 0);
    server.isAway = true;
    await outbox.put(edit({ remove: [2] }, { needsRevision: true }));
    await outbox.put(edit({ remove: [3] }, { needsRevision: true }));
    // Somebody else removes the first stroke.
    server.isAway = false;
    server.revision = 1;
    outbox.wake(true);
    await until(() => outbox.status.state === 'saved');
    assert.deepEqual(rebased, [[2], [3]]);
    assert.deepEqual(server.bodies, [{ remove: [1] }, { remove: [2] }]);
});

test('who is no longer signed in has nothing refused', async () => {
    const server = new FakeServer();
    const change = server.change.bind(server);
    server.change = async () => { throw new ApiError(401, 'unauthorized', 'Sign in.'); };
    const outbox = outboxOf(server, new MemoryStore());
    await outbox.start();
    await outbox.put(edit({ add: [1] }));
    await until(() => outbox.status.state === 'offline');
    assert.equal(outbox.status.refused.length, 0);
    server.change = change;
    outbox.wake(true);
    await until(() => outbox.status.state === 'saved');
    assert.equal(server.bodies.length, 1);
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

test('a refused edit that is kept beside the other version is on the page and in the outbox, and no longer refused', async () => {
    const [server, store] = [new FakeServer(), new MemoryStore()];
    server.revision = 3;
    const outbox = outboxOf(server, store);
    const character = /** @type {any} */ ({ id: 'c' });
    const model = new EditorModel(character, /** @type {any} */ ({ ink: async () => ({ ink: { strokes: [] }, revision: 3 }) }), outbox, () => undefined);
    const stroke = { brush: { kind: 'pen', color: { red: 0, green: 0, blue: 0, alpha: 1 } }, width: 1, xy: [1, 2, 3, 4] };
    await outbox.put(edit({ remove: [0], insert: [{ index: 0, item: stroke }] }, { needsRevision: true, removed: [stroke] }));
    await until(() => outbox.status.refused.length === 1);
    const [refused] = outbox.status.refused;
    assert.equal(refused.refusalKind, 'changed');
    assert.deepEqual(addedBy(refused), [stroke]);
    await model.keepBoth(refused);
    await until(() => outbox.status.state === 'saved');
    assert.deepEqual(outbox.status.refused, []);
    assert.deepEqual(model.ink(1).strokes, [stroke]);
    assert.deepEqual(server.bodies, [{ add: [stroke] }]);
    assert.deepEqual(await store.all(), []);
});

test('of a refused edit of a picture and a text, both are kept beside the other version, with the bytes of the picture', async () => {
    const [server, store] = [new FakeServer(), new MemoryStore()];
    server.revision = 3;
    const outbox = outboxOf(server, store);
    const api = /** @type {any} */ ({ ink: async () => ({ ink: { strokes: [] }, revision: server.revision }) });
    const model = new EditorModel(/** @type {any} */ ({ id: 'c' }), api, outbox, () => undefined);
    const picture = { picture: { data: 0, frame: [0, 0, 9, 9] } };
    const text = { text: { runs: [{ text: 'Ranger' }], transform: [1, 0, 0, 1, 5, 5] } };
    const pictures = [{ format: 'png', bytes: 'AAAA' }];
    await outbox.put(edit({ remove: [0], insert: [{ index: 0, item: picture }], add: [text], pictures }, { needsRevision: true, removed: [picture], isWhole: true }));
    await until(() => outbox.status.refused.length === 1);
    await model.keepBoth(outbox.status.refused[0]);
    await until(() => outbox.status.state === 'saved');
    assert.deepEqual(server.bodies, [{ add: [picture, text], pictures }]);
    assert.deepEqual([model.ink(1).strokes, model.ink(1).objects.length, model.ink(1).pictures], [[], 2, pictures]);
});
