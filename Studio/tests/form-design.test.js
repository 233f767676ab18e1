// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does with the fields of a design.

import assert from 'node:assert/strict';
import test from 'node:test';
import { FormDesign } from '../model/form-design.js';

/** @param {...any} fields */
function designOf(...fields) {
    const design = new FormDesign([{ width: 200, height: 300 }, { width: 100, height: 100 }]);
    design.load(fields.map((values) => ({ type: 'text', page: 1, ...values })));
    return design;
}

/** @param {FormDesign} design @param {...string} names */
function select(design, ...names) { design.select(design.fields.filter(({ name }) => names.includes(name)).map(({ key }) => key)); }

/** @param {FormDesign} design */
const rects = (design) => Object.fromEntries(design.fields.map(({ name, rect }) => [name, rect]));

test('doubtful places are left out until somebody wants them', () => {
    const design = designOf({ name: 'a', rect: [0, 0, 10, 10], certainty: 0.9 }, { name: 'b', rect: [20, 0, 30, 10], certainty: 0.4 });
    assert.deepEqual(design.wanted.map(({ name }) => name), ['a']);
    select(design, 'b');
    design.want(true);
    assert.deepEqual(design.wanted.map(({ name }) => name), ['a', 'b']);
    assert.deepEqual(Object.keys(design.wanted[0]).sort(), ['alignment', 'cells', 'choice', 'choices', 'fontSize', 'maximumLength', 'multiline',
        'name', 'page', 'rect', 'sumOf', 'tooltip', 'turn', 'type']);
    design.undo();
    assert.equal(design.wanted.length, 1);
});

test('fields stay on their page', () => {
    const design = designOf({ name: 'a', rect: [10, 10, 60, 30] }, { name: 'b', rect: [100, 10, 150, 30] });
    select(design, 'a', 'b');
    design.moveBy(500, -500);
    assert.deepEqual(rects(design), { a: [60, 0, 110, 20], b: [150, 0, 200, 20] });
    select(design, 'a');
    design.resize(design.selected[0].key, [0, 0, -500, 900]);
    assert.deepEqual(rects(design).a, [60, 0, 64, 300]);
    design.add('check', 2, [95, 95, 120, 120]);
    assert.deepEqual(design.selected[0].rect, [95, 95, 100, 100]);
});

test('moves of one gesture are one step, and other gestures others', () => {
    const design = designOf({ name: 'a', rect: [10, 10, 60, 30] });
    select(design, 'a');
    for (const gesture of ['one', 'one', 'two']) design.moveBy(5, 0, gesture);
    assert.equal(rects(design).a[0], 25);
    design.undo();
    assert.equal(rects(design).a[0], 20);
    design.undo();
    assert.deepEqual([rects(design).a[0], design.canUndo, design.canRedo], [10, false, true]);
    design.redo();
    design.redo();
    assert.equal(rects(design).a[0], 25);
});

test('fields are put in line, spread, and made alike', () => {
    const design = designOf({ name: 'a', rect: [10, 10, 30, 20] }, { name: 'b', rect: [15, 40, 65, 60] }, { name: 'c', rect: [12, 100, 22, 110] });
    select(design, 'a', 'b', 'c');
    design.align('left');
    assert.deepEqual(design.fields.map(({ rect }) => rect[0]), [10, 10, 10]);
    design.distribute('down');
    assert.deepEqual(design.fields.map(({ rect }) => rect[1]), [10, 50, 100]);
    design.equalize();
    assert.deepEqual(design.fields.map(({ rect }) => [rect[2] - rect[0], rect[3] - rect[1]]), [[20, 10], [20, 10], [20, 10]]);
    design.align('bottom');
    assert.deepEqual(new Set(design.fields.map(({ rect }) => rect[3])).size, 1);
});

test('rows are repeated as far as the page goes, and their numbers count on', () => {
    const design = designOf({ name: 'items.1.name', rect: [0, 200, 50, 220] }, { name: 'items.1.weight', rect: [60, 200, 90, 220] },
        { name: 'items.3.name', rect: [100, 0, 150, 20] }, { name: 'kin', type: 'radio', choice: '1', rect: [100, 200, 110, 210] });
    select(design, 'items.1.name', 'items.1.weight');
    design.repeat(9, 25);
    assert.deepEqual(design.fields.map(({ name }) => name),
        ['items.1.name', 'items.1.weight', 'items.2.name', 'items.2.weight', 'items.4.name', 'items.3.weight', 'items.5.name', 'items.4.weight', 'items.3.name', 'kin']);
    assert.deepEqual(rects(design)['items.2.weight'], [60, 225, 90, 245]);
    select(design, 'kin');
    design.repeat(2, 12);
    assert.deepEqual(design.fields.filter(({ name }) => name === 'kin').map(({ choice }) => choice), ['1', '2', '3']);
});

test('names that cannot be are told', () => {
    const design = designOf({ name: 'a', rect: [0, 0, 9, 9] }, { name: 'a', rect: [0, 20, 9, 29] }, { name: 'b', rect: [0, 40, 9, 49] },
        { name: 'b.c', rect: [0, 60, 9, 69] }, { name: 'x..y', rect: [0, 80, 9, 89] }, { name: 'a', rect: [0, 99, 9, 109], certainty: 0 });
    assert.deepEqual(design.fields.map((field) => design.fault(field)), ['taken', 'taken', 'branch', undefined, 'empty', undefined]);
    design.rename(design.fields[1].key, ' a2 ');
    assert.deepEqual(design.faulty.map(({ name }) => name), ['b', 'x..y']);
});

test('sums follow the names of what they add up', () => {
    const design = designOf({ name: 'row.1.a', rect: [0, 0, 9, 9] }, { name: 'row.1.total', rect: [20, 0, 29, 9], sumOf: ['row.1.a'] });
    select(design, 'row.1.a', 'row.1.total');
    design.repeat(1, 20);
    const sums = () => Object.fromEntries(design.fields.map(({ name, sumOf }) => [name, sumOf]));
    assert.deepEqual(sums(), { 'row.1.a': [], 'row.1.total': ['row.1.a'], 'row.2.a': [], 'row.2.total': ['row.2.a'] });
    design.rename(design.fields[0].key, 'first');
    assert.deepEqual(sums()['row.1.total'], ['first']);
    select(design, 'first');
    design.remove();
    assert.deepEqual(design.faulty.map((field) => [field.name, design.fault(field)]), [['row.1.total', 'sum']]);
    select(design, 'row.1.total');
    design.set({ type: 'list' });
    assert.deepEqual([design.faulty, sums()['row.1.total']], [[], []]);
    design.set({ type: 'radio' });
    assert.equal(design.fault(design.selected[0]), 'choice');
});

test('names with more digits than a number has get their own', () => {
    const design = designOf({ name: 'a99999999999999999999', rect: [0, 0, 9, 9] });
    select(design, 'a99999999999999999999');
    design.repeat(3, 20);
    assert.equal(new Set(design.fields.map(({ name }) => name)).size, 4);
});

test('an edge at its limit makes no step', () => {
    const design = designOf({ name: 'a', rect: [0, 0, 4, 9] });
    design.resize(design.fields[0].key, [-9, 0, -9, 0]);
    assert.equal(design.canUndo, false);
});

test('undo takes back one\'s own changes, and leaves those of others', () => {
    const design = designOf({ name: 'a', rect: [10, 10, 60, 30] }, { name: 'b', rect: [10, 50, 60, 70] }, { name: 'c', rect: [10, 90, 60, 110] });
    const [a, b, c] = design.fields;
    select(design, 'a', 'b');
    design.set({ tooltip: 'mine' });
    select(design, 'c');
    design.remove();
    // Somebody names one field, moves it, and removes the other one.
    design.merge([{ ...design.fields[0], name: 'theirs', rect: [0, 0, 50, 20] }], [b.key]);
    assert.deepEqual(design.fields.map(({ name, tooltip }) => [name, tooltip]), [['theirs', 'mine']]);
    design.undo();
    assert.deepEqual(design.fields.map(({ key }) => key), [a.key, c.key]);
    design.undo();
    assert.deepEqual(design.fields.map(({ name, tooltip, rect }) => [name, tooltip, rect[0]]), [['theirs', null, 0], ['c', null, 10]]);
    design.redo();
    assert.equal(design.fields[0].tooltip, 'mine');
    assert.equal(design.fields.length, 2);
});

test('a step that others have undone is passed over', () => {
    const design = designOf({ name: 'a', rect: [10, 10, 60, 30] });
    select(design, 'a');
    design.set({ tooltip: 'one' });
    design.set({ multiline: true });
    design.merge([{ ...design.fields[0], multiline: false }], []);
    design.undo();
    assert.deepEqual([design.fields[0].tooltip, design.canUndo], [null, false]);
});

test('fields keep the place in the order where they were drawn, however many come between two others', () => {
    const design = designOf({ name: 'a', rect: [10, 10, 60, 30] }, { name: 'z', rect: [10, 200, 60, 220] });
    for (let i = 0; i < 60; i++) design.add('text', 1, [10, 30 + i, 60, 50 + i]);
    assert.deepEqual([design.fields[0].name, design.fields.at(-1)?.name], ['a', 'z']);
    assert.equal(new Set(design.fields.map(({ order }) => order)).size, 62);
    assert.deepEqual(design.fields.slice(1, -1).map(({ rect }) => rect[1]), Array.from({ length: 60 }, (_, i) => 30 + i));
});

test('a step ends where something of others comes, and what they have changed since it was drawn stays', () => {
    const design = designOf({ name: 'a', rect: [10, 10, 60, 30] });
    select(design, 'a');
    design.moveBy(5, 0, 'keys');
    design.merge([{ ...design.fields[0], multiline: true }], []);
    design.moveBy(5, 0, 'keys');
    design.undo();
    assert.deepEqual([design.fields[0].rect[0], design.fields[0].multiline], [15, true]);
    design.add('text', 1, [10, 100, 60, 120]);
    design.merge([{ ...design.fields[1], name: 'theirs' }], []);
    design.undo();
    assert.deepEqual(design.fields.map(({ name, rect }) => [name, rect[0]]), [['a', 10], ['theirs', 10]]);
});
