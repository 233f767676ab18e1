// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { around, findOnPages } from '../model/finding.js';

const text = (/** @type {string} */ words, /** @type {number} */ y, layer = 0) =>
    ({ layer, text: { runs: [{ text: words, style: { size: 12 } }], transform: [1, 0, 0, 1, 50, y], measured: [80, 15] } });
const note = { layer: 0, note: { at: [300, 40], title: 'Café', text: 'Owes Maren two lanterns' } };
const form = /** @type {any} */ ({
    fields: [{ name: 'name', tooltip: 'Name', options: [] }, { name: 'guild', options: [{ value: 'l', label: 'Lantern keepers' }] }, { name: 'ready', options: [] }],
    places: [
        { page: 1, field: 'name', type: 'text', rect: [10, 500, 90, 520] }, { page: 2, field: 'guild', type: 'combo', rect: [10, 10, 90, 20] },
        { page: 1, field: 'ready', type: 'check', rect: [10, 600, 20, 610] }],
    values: { name: 'Maren of the Lanterns', guild: 'l', ready: 'lantern' },
});

test('values, texts and notes are found without case and accents, in the order of the pages', () => {
    const sheets = [{ number: 1, objects: [text('A LANTERN burns', 200), note, text('lantern', 100, 1)], layers: [{}, { hidden: true }] }];
    const found = findOnPages(' lantern', sheets, form);
    assert.deepEqual(found.map(({ kind, page, of }) => [kind, page, of]), [
        ['note', 1, 'Café'], ['text', 1, undefined], ['value', 1, 'Name'], ['value', 2, 'guild']]);
    assert.equal(found[3].words, 'Lantern keepers', 'a choice by what it is called');
    assert.equal(findOnPages('cafe', sheets)[0].words, 'Café: Owes Maren two lanterns');
    assert.deepEqual(findOnPages('  ', sheets, form), []);
});

test('of long words those about the place are shown, and the picture of a place stays on the page', () => {
    const long = `${'before '.repeat(30)}lantern${' after'.repeat(30)}`;
    const [{ words }] = findOnPages('lantern', [{ number: 1, objects: [text(long, 10)], layers: [{}] }]);
    assert.ok(words.length <= 82 && words.includes('lantern') && words.startsWith('…') && words.endsWith('…'), words);
    assert.deepEqual(around([0, 0, 10, 10], { width: 595, height: 842 }), [0, 0, 150, 70]);
    assert.deepEqual(around([590, 840, 594, 841], { width: 595, height: 842 }), [445, 772, 595, 842]);
    assert.deepEqual(around([0, 0, 900, 900], { width: 100, height: 50 }), [0, 0, 100, 50]);
});
