// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { find } from '../model/identity.js';
import { PageInk } from '../model/page-ink.js';
import { erased, touches } from '../ink/eraser.js';
import { selects } from '../ink/lasso.js';

/**
 * A line at a height.
 * @param {number} y @returns {import('../ink/stroke.js').Stroke}
 */
function line(y) {
    const brush = { kind: /** @type {const} */ ('pen'), color: { red: 0, green: 0, blue: 0, alpha: 1 }, width: 2, cap: /** @type {const} */ ('round'), dash: [] };
    return { brush, width: 2, xy: [10, y, 50, y, 90, y] };
}

/** @param {number[]} heights */
function inkOf(...heights) {
    const ink = new PageInk();
    ink.load({ pages: [{ strokes: heights.map(line) }] }, 1);
    return ink;
}

/** @param {PageInk} ink */
function heights(ink) { return ink.strokes.map((stroke) => stroke.xy[1]); }

test('adding, removing, undoing and redoing lead back to the same strokes', () => {
    const ink = inkOf(1, 2, 3);
    ink.add([line(4)]);
    assert.deepEqual(ink.replace(new Map([[0, []], [2, []]])).words, { remove: [0, 2] });
    assert.deepEqual(heights(ink), [2, 4]);
    assert.ok(ink.undo());
    assert.deepEqual(heights(ink), [1, 2, 3, 4]);
    assert.ok(ink.undo());
    assert.ok(!ink.undo());
    assert.deepEqual(heights(ink), [1, 2, 3]);
    assert.ok(ink.redo() && ink.redo());
    assert.deepEqual(heights(ink), [2, 4]);
});

test('pieces take the place of their stroke, and indices count objects, too', () => {
    const ink = new PageInk();
    ink.load({ strokes: [line(1), line(2), line(3)], objects: [{ strokesBelow: 0 }, { strokesBelow: 2 }] }, 1);
    const { words } = ink.replace(new Map([[1, [line(21), line(22)]], [2, [line(3.5)]]]));
    assert.deepEqual(heights(ink), [1, 21, 22, 3.5]);
    // Before: object, 1, 2, object, 3. After: object, 1, 21, 22, object, 3.5.
    assert.deepEqual(words.remove, [2, 4]);
    assert.deepEqual(words.insert.map((/** @type {any} */ entry) => entry.index), [2, 3, 5]);
});

test('strokes are found again after a round trip, equal ones each once', () => {
    const strokes = [line(1), line(2), line(1)];
    const copies = JSON.parse(JSON.stringify([line(1), line(1)]));
    assert.deepEqual(find(strokes, copies), [0, 2]);
    assert.equal(find(strokes, [line(9)]), undefined);
});

test('what waits lies on top of what the server has', () => {
    const ink = inkOf(1, 2);
    const waiting = { key: '', character: '', page: 1, deed: /** @type {const} */ ('edits'), needsRevision: false, strokes: 1 };
    ink.applyWaiting([
        { ...waiting, body: { add: [line(3)] } }, { ...waiting, body: { remove: [0] }, removed: [line(1)] },
        { ...waiting, deed: 'undo', body: {} }]);
    assert.deepEqual(heights(ink), [1, 2, 3]);
});

test('only what lies on top of everything is taken without asking', () => {
    const ink = inkOf(1, 2);
    assert.deepEqual(ink.onTop({ insert: [{ index: 2, item: line(3) }] })?.length, 1);
    assert.deepEqual(ink.onTop({ add: [line(3)] })?.length, 1);
    for (const edit of [null, { remove: [1] }, { insert: [{ index: 1, item: line(3) }] }, { add: [{ text: {} }] }, { add: [], remove: [0] }]) {
        assert.equal(ink.onTop(edit), undefined);
    }
});

test('loading again keeps the strokes that are known', () => {
    const ink = inkOf(1, 2);
    const [first] = ink.strokes;
    ink.load({ strokes: [line(1), line(5)] }, 2);
    assert.equal(ink.strokes[0], first);
    assert.deepEqual(heights(ink), [1, 5]);
});

test('an eraser cuts a line where its edge touches it', () => {
    const eraser = { path: [{ x: 50, y: 0 }, { x: 50, y: 20 }], radius: 4 };
    assert.ok(touches(eraser, line(10)));
    assert.ok(!touches(eraser, line(40)));
    const pieces = erased(eraser, line(10)) ?? [];
    assert.equal(pieces.length, 2);
    // The stroke's radius is 1 and the eraser's 4: what is left ends 5 away.
    assert.ok(Math.abs(pieces[0].xy[2] - 45) < 1e-9 && Math.abs(pieces[1].xy[0] - 55) < 1e-9);
});

test('a lasso takes a stroke of which more than half is inside', () => {
    /** @param {number} right */
    const box = (right) => [{ x: 0, y: 0 }, { x: right, y: 0 }, { x: right, y: 20 }, { x: 0, y: 20 }];
    assert.ok(selects(box(51), line(10)));
    assert.ok(!selects(box(49), line(10)));
});
