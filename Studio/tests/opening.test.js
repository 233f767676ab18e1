// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { EditorModel } from '../model/editor.js';
import { LoadingOrder } from '../page/loading-order.js';
import { askAhead, fetchAhead, forgetAhead, isInkEarly } from '../sync/ahead.js';
import { newKey } from '../sync/api.js';
import { MemoryStore } from '../sync/outbox-store.js';
import { Outbox } from '../sync/outbox.js';

const get = { method: 'GET' };

/** @param {(path: string) => Response} answer what the network says, for a while @returns {string[]} what it was asked */
function network(answer) {
    /** @type {string[]} */
    const asked = [];
    globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ path) => {
        asked.push(path.replace('/api/v1', ''));
        return answer(path);
    });
    return asked;
}

test('what a sheet needs is asked for ahead, and taken once', async () => {
    const asked = network(() => new Response('{"lastPage":4}'));
    await askAhead('/c/x/3', () => 9);
    assert.deepEqual(asked, ['/characters/x', '/session', '/characters/x/pages?limit=200', '/characters/x/pages/3/ink', '/characters/x/form']);
    assert.ok(isInkEarly('x', 3));
    assert.deepEqual(await (await fetchAhead('/api/v1/characters/x', get)).json(), { lastPage: 4 });
    assert.equal(asked.length, 5);
    await fetchAhead('/api/v1/characters/x', get);
    assert.equal(asked.length, 6);
    forgetAhead();
    assert.ok(!isInkEarly('x', 3));
});

test('without a page in the address, the page of the last visit is asked for', async () => {
    const asked = network(() => new Response('{"lastPage":4}'));
    await askAhead('/c/x', () => 9);
    await askAhead('/c/y', () => undefined);
    assert.deepEqual(asked.filter((path) => path.endsWith('/ink')), ['/characters/x/pages/9/ink', '/characters/y/pages/4/ink']);
    forgetAhead();
});

test('what failed ahead is asked for again, and what must be fresh is', async () => {
    let isAway = true;
    const asked = network(() => {
        if (isAway) throw new TypeError('away');
        return new Response('{}');
    });
    await askAhead('/c/x/3', () => undefined);
    isAway = false;
    assert.equal((await fetchAhead('/api/v1/session', get)).status, 200);
    await askAhead('/c/x/3', () => undefined);
    const before = asked.length;
    await fetchAhead('/api/v1/characters/x/pages/3/ink', { ...get, cache: 'no-store' });
    assert.equal(asked.length, before + 1);
    forgetAhead();
});

test('after a break, ink is fetched again only where it has changed', async () => {
    let revision = 3;
    /** @type {string[]} */
    const asked = [];
    const api = /** @type {any} */ ({
        ink: async () => {
            asked.push('ink');
            return { ink: { strokes: [] }, revision };
        },
        newerInk: async (/** @type {string} */ _, /** @type {number} */ __, /** @type {number} */ known) => {
            asked.push(`newer than ${known}`);
            return known === revision ? undefined : { ink: { strokes: [] }, revision };
        },
    });
    const outbox = new Outbox(new MemoryStore(), api, { rebase: async () => undefined, newKey });
    const model = new EditorModel(/** @type {any} */ ({ id: 'c' }), api, outbox, () => undefined);
    // A page that nobody has looked at is not asked for.
    model.ink(2);
    await model.load(1);
    model.reset();
    await new Promise((done) => setTimeout(done));
    assert.equal(model.ink(1).revision, 3);
    revision = 5;
    // What is said to be doubtful while it is on its way is looked at when it is there.
    model.doubt(1);
    await new Promise((done) => setTimeout(done));
    assert.equal(model.ink(1).revision, 5);
    assert.deepEqual(asked, ['ink', 'newer than 3', 'newer than 3']);
});

test('pages nearby wait for those that are seen, and rest', async () => {
    /** @type {string[]} */
    const done = [];
    /** @type {() => void} */
    let isThere = () => undefined;
    const pages = [0, 1000, 2000, 3000].map((top, i) => /** @type {any} */ ({
        box: { top, height: 900 },
        wake: () => {
            done.push(`wake ${i}`);
            return new Promise((resolve) => {
                isThere = () => resolve(true);
            });
        },
        rest: () => done.push(`rest ${i}`), prepare: () => done.push(`prepare ${i}`), number: i,
    }));
    const order = new LoadingOrder(async (/** @type {any} */ { number }) => done.push(`ink ${number}`));
    order.follow(pages, 1000, 1650);
    assert.deepEqual(done, ['rest 0', 'rest 2', 'rest 3', 'wake 1', 'ink 1']);
    isThere();
    await order.ready;
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(done.slice(5), ['prepare 0', 'ink 0', 'prepare 2', 'ink 2', 'prepare 3', 'ink 3']);
    // Whoever scrolls down is about to see the next page.
    done.length = 0;
    order.follow(pages, 1200, 1850);
    assert.ok(done.includes('wake 2') && done.includes('rest 0'));
    order.stop();
});
