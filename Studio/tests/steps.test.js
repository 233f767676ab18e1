// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { edited, itemsOf } from '../model/items.js';
import { PageInk } from '../model/page-ink.js';
import { make, opposite, stepOf, Steps } from '../model/steps.js';

/** @param {number} y @returns {any} */
function stroke(y) {
    const color = { red: 0, green: 0, blue: 0, alpha: 1 };
    return { brush: { kind: 'pen', color, width: 1, cap: 'round', dash: [] }, width: 1, xy: [10, y, 20, y] };
}

/** @param {any[]} strokes @param {any[]} [objects] */
function inkOf(strokes, objects = []) {
    const ink = new PageInk();
    ink.load({ strokes, objects }, 1);
    return ink;
}

/** @param {PageInk} ink */
const heights = (ink) => ink.strokes.map(({ xy }) => xy[1]);

test('a removal is taken back where it was, below what others have drawn since', () => {
    const ink = inkOf([stroke(1), stroke(2), stroke(3)]);
    const before = ink.state;
    const { words } = ink.replace(new Map([[1, []]]));
    const step = stepOf(4, before, ink.state, words);
    ink.receive([stroke(9)], 3);
    const edit = make(ink, opposite(step));
    assert.deepEqual(heights(ink), [1, 2, 3, 9]);
    assert.deepEqual(edit?.body.insert.map((/** @type {any} */ { index }) => index), [1]);
    assert.equal(edit?.body.remove, undefined);
    assert.ok(make(ink, step));
    assert.deepEqual(heights(ink), [1, 3, 9]);
});

test('what somebody else has removed is not taken back, and nothing of theirs goes', () => {
    const ink = inkOf([stroke(1), stroke(2)]);
    const step = { page: 1, removed: [], inserted: [{ index: 1, item: stroke(7) }], pictures: [] };
    assert.equal(make(ink, opposite(step)), undefined);
    assert.deepEqual(heights(ink), [1, 2]);
});

test('objects between strokes come back between them', () => {
    const note = { note: { at: [1, 2], text: 'x' } };
    const ink = inkOf([stroke(1), stroke(2)], [{ strokesBelow: 1, ...note }]);
    const before = ink.state;
    const { after, body } = edited(before, { replace: new Map([[1, []]]) });
    ink.become(after);
    assert.ok(make(ink, opposite(stepOf(1, before, after, body))));
    assert.deepEqual(itemsOf(ink).map((item) => ('note' in item ? 'note' : item.xy[1])), [1, 'note', 2]);
});

test('steps are kept for the next visit, the newest first, and a new one ends what was taken back', () => {
    /** @type {any} */
    let kept;
    const store = { get: () => kept, set: (/** @type {any} */ words) => { kept = JSON.parse(JSON.stringify(words)); } };
    const steps = new Steps();
    steps.open(store);
    for (const y of [1, 2, 3]) steps.record({ page: y, removed: [], inserted: [{ index: 0, item: stroke(y) }], pictures: [] });
    const taken = steps.take('undo');
    assert.equal(taken?.step.page, 3);
    assert.equal(taken?.step.removed.length, 1, 'what was added is to go');
    taken?.kept();
    assert.ok(steps.canRedo);
    steps.keep();
    const again = new Steps();
    again.open(store);
    assert.equal(again.take('redo')?.step.page, 3);
    again.record({ page: 9, removed: [], inserted: [], pictures: [] });
    assert.ok(!again.canRedo);
    const large = new Steps();
    large.open(store);
    large.record({ page: 1, removed: [], inserted: [{ index: 0, item: { ...stroke(1), time: new Array(400000).fill(1) } }], pictures: [] });
    large.keep();
    assert.deepEqual(kept.done, [], 'what does not fit is not kept');
});

test('steps that are one deed are taken back and done again together', () => {
    const steps = new Steps();
    const step = (/** @type {number} */ page) => ({ page, removed: [], inserted: [], pictures: [] });
    for (const page of [1, 2, 3]) steps.record(step(page));
    steps.join();
    const walk = (/** @type {'undo' | 'redo'} */ deed) => {
        const taken = steps.take(deed);
        taken?.kept();
        return taken && [taken.step.page, taken.goesOn];
    };
    assert.deepEqual([walk('undo'), walk('undo'), walk('undo')], [[3, true], [2, false], [1, false]]);
    assert.deepEqual([walk('redo'), walk('redo'), walk('redo')], [[1, false], [2, true], [3, false]]);
});

test('each step back and forth names the edit before it, for the history that the server keeps', () => {
    const steps = new Steps();
    const mark = steps.record({ page: 1, removed: [], inserted: [], pictures: [] });
    const walk = (/** @type {'undo' | 'redo'} */ deed) => {
        const taken = steps.take(deed);
        taken?.kept();
        return taken?.marks ?? {};
    };
    const marks = [walk('undo'), walk('redo'), walk('undo')];
    assert.deepEqual(marks.map(({ takesBack }) => takesBack), [mark, marks[0].mark, marks[1].mark]);
    assert.equal(new Set([mark, ...marks.map((one) => one.mark)]).size, 4);
});
