// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of a character that has its own order of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorModel } from '../model/editor.js';
import { pictureAddress, stripPicture } from '../model/page-picture.js';
import { rebasing, turnedTo } from '../model/rebasing.js';
import { Api, ApiError, mergedPages, newKey } from '../sync/api.js';
import { keptStroke } from '../sync/kept-stroke.js';
import { MemoryStore } from '../sync/outbox-store.js';
import { Outbox } from '../sync/outbox.js';
import { recovered } from '../sync/recovery.js';

const told = [
    { page: 2, position: 1, template: 2, paper: null, rotation: 0, width: 600, height: 800, revision: 4, strokes: 1 },
    { page: 5, position: 2, template: null, paper: 'lined', rotation: 90, width: 800, height: 600, revision: 0 },
    { page: 1, position: 3, template: 1, paper: null, rotation: 0, width: 600, height: 800, revision: 0 },
    { page: 6, position: 4, template: 1, paper: null, rotation: 0, width: 600, height: 800, revision: 2 },
];

test('pages keep their numbers, stand in the order of the character, and are found by their numbers', async () => {
    const pages = mergedPages([], told);
    assert.deepEqual(pages.map(({ page }) => page), [2, 5, 1, 6]);
    assert.deepEqual(pages.map(({ position }) => position), [1, 2, 3, 4]);
    assert.deepEqual(pages.map(({ isOwn }) => isOwn), [false, true, false, true]);
    assert.deepEqual(pages.map(({ width }) => width), [600, 800, 600, 600]);
    const model = new EditorModel(/** @type {any} */ ({ id: 'c' }), /** @type {any} */ ({ pages: async () => pages }),
        /** @type {any} */ ({ listen: () => () => undefined }), () => undefined);
    await model.open();
    assert.deepEqual([1, 2, 3, 5, 6].map((number) => model.position(number)), [3, 1, 0, 2, 4]);
    assert.equal(model.page(5)?.paper, 'lined');
    assert.equal(model.page(3), undefined);
});

test('a character without an order of its own has the pages of its template, and others that have ink', () => {
    const pages = mergedPages([], [{ page: 1, revision: 1 }, { page: 3, revision: 2 }]);
    assert.deepEqual(pages.map(({ page, position, isOwn }) => [page, position, isOwn]), [[1, 1, false], [2, 2, false], [3, 3, false]]);
    const sizes = [{ width: 10, height: 20 }, { width: 30, height: 40 }];
    assert.deepEqual(mergedPages(sizes, told.slice(0, 1)).map(({ page, width, revision }) => [page, width, revision]), [[1, 10, 0], [2, 30, 4]]);
});

test('what the template does not show is drawn for the character', () => {
    const [own, paper] = mergedPages([], told);
    const character = /** @type {any} */ ({ id: 'c', template: 't' });
    assert.equal(pictureAddress(character, own, 10, 20, undefined), '/iiif/t:2/full/^10,20/0/default.png');
    assert.equal(pictureAddress(character, paper, 10, 20, undefined), '/iiif/c:5/full/^10,20/0/default.png?ink=false');
    assert.equal(pictureAddress(character, own, 10, 20, 3), '/iiif/c:2/full/^10,20/0/default.png?ink=false&v=.3');
    assert.match(stripPicture(character, paper), /v=0-90$/);
});

const brush = { kind: 'pen', color: { red: 0, green: 0, blue: 0, alpha: 1 }, width: 1, cap: 'round', dash: [] };

/** @param {number[]} xy @returns {any} */
const stroke = (...xy) => ({ brush, width: 1, xy });

/** @param {number} rotation */
const sheet = (rotation) => mergedPages([], [{ page: 1, position: 1, template: 1, rotation, size: rotation % 180 ? [800, 600] : [600, 800] }]);

/** A server whose only page somebody else turns. */
class Turning {
    pages = sheet(0);
    strokes = [stroke(10, 20, 30, 40)];
    revision = 1;
    isAway = true;
    /** @type {any[]} */
    changes = [];

    turn() {
        this.pages = sheet(90);
        // The page was 800 points high.
        this.strokes = [stroke(780, 10, 760, 30)];
        this.revision = 2;
    }

    api = /** @type {any} */ ({
        pages: async () => this.pages,
        ink: async () => ({ ink: { strokes: this.strokes }, revision: this.revision }),
        newerInk: async () => undefined,
        change: async (/** @type {any} */ _, /** @type {any} */ page, /** @type {any} */ __, /** @type {any} */ body, /** @type {any} */ { revision, turn }) => {
            if (this.isAway) throw new ApiError(503, 'away', 'away');
            if (revision !== undefined && revision !== this.revision) throw new ApiError(412, 'stale-revision', 'Stale.');
            this.changes.push({ page, turn, body });
            return { revision: ++this.revision, canUndo: true, canRedo: false };
        },
    });

    async opened(store = new MemoryStore()) {
        const outbox = new Outbox(store, this.api, { rebase: rebasing(this.api), newKey, random: () => -1 });
        await outbox.start();
        const model = new EditorModel(/** @type {any} */ ({ id: 'c' }), this.api, outbox, () => undefined);
        await model.open();
        return { outbox, model };
    }
}

/** @param {Outbox} outbox */
async function sent(outbox) {
    outbox.wake(true);
    for (let i = 0; i < 500 && outbox.status.edits > 0; i++) await new Promise((later) => setTimeout(later, 10));
    assert.equal(outbox.status.edits, 0);
}

test('a stroke that waits says how far its page was turned when it was drawn', async () => {
    const server = new Turning();
    const store = new MemoryStore();
    const { model } = await server.opened(store);
    await model.load(1);
    await model.add(1, [stroke(1, 2, 3, 4)]);
    server.turn();
    // The same browser, later: the page is shown as it is now, with the stroke where it belongs.
    const { model: later, outbox } = await server.opened(store);
    await later.load(1);
    assert.deepEqual(later.ink(1).strokes.map(({ xy }) => xy), [[780, 10, 760, 30], [798, 1, 796, 3]]);
    server.isAway = false;
    await sent(outbox);
    assert.deepEqual(server.changes.map(({ turn, body }) => [turn, body.add[0].xy]), [[0, [1, 2, 3, 4]]]);
});

test('a removal that waits finds its strokes on the page that somebody has turned', async () => {
    const server = new Turning();
    const { model, outbox } = await server.opened();
    await model.load(1);
    await model.replace(1, new Map([[0, [stroke(10, 20, 20, 30)]]]));
    server.turn();
    server.isAway = false;
    await sent(outbox);
    assert.deepEqual(outbox.status.refused, []);
    assert.deepEqual(server.changes.map(({ turn, body }) => [turn, body.remove, body.insert[0].item.xy, body.known[0].xy]),
        [[90, [0], [780, 10, 770, 20], [780, 10, 760, 30]]]);
});

test('items turn as their page does, every way', () => {
    const edit = { turn: 0, body: { add: [stroke(1, 2, 3, 4)], insert: [{ index: 4, item: { note: { at: [1, 2], text: '' } } }] }, removed: [stroke(5, 6)] };
    /** @param {number} rotation */
    const places = (rotation) => {
        const { turn, body, removed } = turnedTo(edit, sheet(rotation)[0]);
        return [turn, body.add[0].xy, body.insert[0].item.note.at, removed?.[0].xy];
    };
    assert.deepEqual(places(0), [0, [1, 2, 3, 4], [1, 2], [5, 6]]);
    assert.deepEqual(places(90), [90, [798, 1, 796, 3], [798, 1], [794, 5]]);
    assert.deepEqual(places(180), [180, [599, 798, 597, 796], [599, 798], [595, 794]]);
    assert.deepEqual(places(270), [270, [2, 599, 4, 597], [2, 599], [6, 595]]);
    assert.equal(turnedTo({ ...edit, turn: undefined }, sheet(90)[0]).body, edit.body);
});

test('the turn reaches the server, and a stroke under a pen that ends keeps it', async () => {
    /** @type {string[]} */
    const asked = [];
    const api = new Api(async (address) => {
        asked.push(String(address));
        return new Response('{"revision": 1, "canUndo": true, "canRedo": false}', { headers: { 'Content-Type': 'application/json' } });
    });
    await api.change('c', 5, 'edits', { add: [] }, { key: 'k', turn: 270 });
    await api.change('c', 5, 'edits', { add: [] }, { key: 'k' });
    assert.deepEqual(asked, ['/api/v1/characters/c/pages/5/edits?turn=270', '/api/v1/characters/c/pages/5/edits']);
    const store = new MemoryStore();
    const kept = keptStroke(/** @type {any} */ ({ store }), { id: 'i', character: 'c', page: 5, turn: 180 }, async () => undefined);
    kept.checkpoint(stroke(1, 2));
    const [unfinished] = await store.unfinished();
    kept.cancelled();
    assert.equal(recovered(unfinished).turn, 180);
});

test('what was refused because its page is gone goes to another page', async () => {
    const server = new Turning();
    const { model, outbox } = await server.opened();
    server.isAway = false;
    await model.load(1);
    const { change } = server.api;
    server.api.change = async () => { throw new ApiError(422, 'refused', 'There is no page 7.'); };
    await outbox.put({ key: newKey(), character: 'c', page: 7, deed: 'edits', body: { add: [stroke(1, 2)] }, needsRevision: false, strokes: 1 });
    await sent(outbox);
    server.api.change = change;
    await model.keepBoth(outbox.status.refused[0], 1);
    await sent(outbox);
    assert.deepEqual(outbox.status.refused, []);
    assert.deepEqual(server.changes.map(({ page, body }) => [page, body.add[0].xy]), [[1, [1, 2]]]);
});
