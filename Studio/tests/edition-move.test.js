// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { EditionMove } from '../model/edition-move.js';

/** @param {number} x @param {number} y @returns {any} a short stroke */
function stroke(x, y) { return { brush: { kind: 'pen', width: 2, dash: [], color: {} }, xy: [x, y, x + 10, y] }; }

/** @param {number} item @param {any} [values] @returns {any} */
function placed(item, values = {}) {
    return { oldPage: 1, item, newPage: 2, transform: [1, 0, 0, 1, 0, 50], score: 1, certainty: 'certain', ...values };
}

/** @param {any[]} items @param {any[]} strokes */
function move(items, strokes) {
    return new EditionMove({ items, pages: [{ old: 1, new: 2, unchanged: false }], fields: [], messages: [], notes: [] }, new Map([[1, strokes]]));
}

/** @param {EditionMove} of */
function shape(of) { return of.groups.map((group) => group.placed.map(({ item }) => item)); }

test('items that are near one another and move alike are one group', () => {
    const strokes = [stroke(0, 0), stroke(20, 0), stroke(45, 5), stroke(200, 0), stroke(0, 100)];
    assert.deepEqual(shape(move([1, 2, 3, 4, 5].map((item) => placed(item)), strokes)), [[1, 2, 3], [4], [5]]);
    const other = [placed(1), placed(2, { certainty: 'likely' }), placed(3, { transform: [1, 0, 0, 1, 9, 50] })];
    assert.deepEqual(shape(move(other, strokes)), [[1], [2], [3]]);
});

test('a mark whose words broke into other lines arrives in its pieces', () => {
    const mark = { markup: { style: 'highlight', quads: [[0, 0, 9, 0, 9, 5, 0, 5]] } };
    const quads = [[80, 40, 90, 40, 90, 45, 80, 45], [10, 50, 20, 50, 20, 55, 10, 55]];
    const moved = move([placed(1), placed(2, { quads, certainty: 'likely' }), placed(3, { quads: [quads[0]], certainty: 'likely' })], [stroke(0, 0), mark, mark]);
    assert.deepEqual(shape(moved), [[1], [2], [3]]);
    const [group] = moved.doubtful;
    assert.deepEqual(group.arriving, [{ markup: { style: 'highlight', quads } }]);
    assert.deepEqual(group.items, [mark]);
    group.moveBy(3, 4);
    assert.deepEqual(group.matrix, [1, 0, 0, 1, 3, 4]);
});

test('what a person moves is settled, and told with all its items', () => {
    const moved = move([placed(1, { certainty: 'leftOver' }), placed(2, { certainty: 'leftOver' }), placed(3)], [stroke(0, 0), stroke(20, 0), stroke(300, 0)]);
    assert.deepEqual(moved.counts, { certain: 1, likely: 0, leftOver: 2 });
    const [group] = moved.doubtful;
    group.moveBy(3, 4);
    group.moveBy(-1, 0);
    assert.deepEqual(group.matrix, [1, 0, 0, 1, 2, 54]);
    assert.deepEqual(moved.counts, { certain: 3, likely: 0, leftOver: 0 });
    assert.deepEqual(moved.corrections, [{ page: 1, item: 1, newPage: 2, dx: 2, dy: 4 }, { page: 1, item: 2, newPage: 2, dx: 2, dy: 4 }]);
    group.moveTo(7);
    assert.deepEqual(moved.corrections.map(({ newPage }) => newPage), [7, 7]);
    group.reset();
    assert.deepEqual(moved.corrections, []);
    assert.equal(moved.doubtful.length, 1);
    assert.deepEqual([group.newPage, group.shift], [2, [0, 0]]);
});

test('an answer that names items which are not there is shown as far as it goes', () => {
    assert.deepEqual(shape(move([placed(1), placed(9), placed(1, { oldPage: 5 })], [stroke(0, 0)])), [[1]]);
    assert.deepEqual(move([], []).writtenPages, []);
});

test('an old page leads to its counterpart, else to where its items go', () => {
    const moved = move([placed(1, { newPage: 4 })], [stroke(0, 0)]);
    assert.equal(moved.newPageOf(1), 2);
    moved.answer.pages[0].new = null;
    assert.equal(moved.newPageOf(1), 4);
    assert.equal(moved.newPageOf(8), 1);
});

test('a page with thousands of strokes is grouped at once', () => {
    const strokes = Array.from({ length: 6000 }, (_, i) => stroke((i % 80) * 7, Math.floor(i / 80) * 9));
    assert.equal(move(strokes.map((_, i) => placed(i + 1)), strokes).groups.length, 1);
});
