// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHandwritten, findOnPages, findPrinted, inOrder } from '../model/finding.js';
import { byCharacter } from '../model/found-places.js';
import { aroundPlace } from '../model/page-picture.js';
import { matcherOf, PrintedPages, PrintedText } from '../model/printed-text.js';

/** @param {string} query @param {{isWhole?: boolean, isPattern?: boolean}} [how] */
function matcher(query, how) {
    const made = matcherOf(query, how);
    assert.ok(made, query);
    return made;
}

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
    const found = inOrder(findOnPages(matcher(' lantern'), sheets, form), (page) => page);
    assert.deepEqual(found.map(({ kind, page, of }) => [kind, page, of]), [
        ['note', 1, 'Café'], ['text', 1, undefined], ['value', 1, 'Name'], ['value', 2, 'guild']]);
    assert.equal(found[3].words, 'Lantern keepers', 'a choice by what it is called');
    assert.equal(findOnPages(matcher('cafe'), sheets)[0].words, 'Café: Owes Maren two lanterns');
    assert.deepEqual(findOnPages(matcher('  '), sheets, form), []);
});

test('places in handwriting stand among the others, without words, and with how sure they are', () => {
    const told = new Map([[3, { handwriting: [{ box: [10, 20, 60, 34], certainty: 0.83 }] }], [1, { count: 2 }]]);
    const found = inOrder([...findHandwritten(told), ...findOnPages(matcher('lantern'), [{ number: 3, objects: [text('lantern', 200)], layers: [{}] }])], (page) => page);
    assert.deepEqual(found.map(({ kind, page, words, certainty }) => [kind, page, words, certainty]), [['handwriting', 3, '', 0.83], ['text', 3, 'lantern', undefined]]);
});

test('of long words those about the place are shown, and the picture of a place stays on the page', () => {
    const long = `${'before '.repeat(30)}lantern${' after'.repeat(30)}`;
    const [{ words }] = findOnPages(matcher('lantern'), [{ number: 1, objects: [text(long, 10)], layers: [{}] }]);
    assert.ok(words.length <= 82 && words.includes('lantern') && words.startsWith('…') && words.endsWith('…'), words);
    const page = { width: 595, height: 842 };
    assert.deepEqual(aroundPlace([0, 0, 10, 10], page, [300, 72]), [0, 0, 300, 72]);
    assert.deepEqual(aroundPlace([100, 100, 110, 110], page, [150, 36]), [30, 87, 180, 123]);
    assert.deepEqual(aroundPlace([590, 840, 594, 841], page, [300, 72]), [295, 770, 595, 842]);
    assert.deepEqual(aroundPlace([0, 0, 900, 900], { width: 100, height: 50 }, [300, 72]), [0, 0, 100, 50]);
    for (const box of [[100, 300, 340, 316], [100, 300, 130, 380]]) {
        const [left, top, right, bottom] = aroundPlace(box, page, [150, 36]);
        assert.ok(left < box[0] && top < box[1] && right > box[2] && bottom > box[3], `${box}`);
        assert.equal(((right - left) / (bottom - top)).toFixed(6), (150 / 36).toFixed(6), 'a picture fills its frame, whatever it shows');
    }
});

test('of several characters each has a few places first, and none hides the others', () => {
    const places = (/** @type {Record<string, number>} */ counts) => Object.entries(counts).flatMap(([character, count]) =>
        Array.from({ length: count }, (_, i) => /** @type {any} */ ({ character, text: `${character}${i}` })));
    const sizes = (/** @type {any[]} */ found) => byCharacter(found).map(({ shown, rest }) => [shown[0].character, shown.length, rest.length]);
    assert.deepEqual(byCharacter([]), []);
    assert.deepEqual(sizes(places({ a: 40 })), [['a', 24, 16]], 'one alone has all the room');
    assert.deepEqual(sizes(places({ a: 40, b: 2 })), [['a', 12, 28], ['b', 2, 0]]);
    assert.deepEqual(sizes(places({ z: 14, a: 4, c: 5, ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`d${i}`, 1])) })).slice(0, 4), [
        ['z', 3, 11], ['a', 4, 0], ['c', 3, 2], ['d0', 1, 0]], 'a button for one more place would take its room');
    // Places that the server has ordered by how sure it is stay in that order.
    const mixed = [...places({ b: 1 }), ...places({ a: 2 }), ...places({ b: 2 })];
    assert.deepEqual(byCharacter(mixed).map(({ shown }) => shown.map((/** @type {any} */ { text }) => text)), [['b0', 'b0', 'b1'], ['a0', 'a1']]);
});

/**
 * Lines of words, 10 points high; a line that begins with | begins a block.
 * @param {string[]} lines
 */
function printed(...lines) {
    let block = 1;
    return new PrintedText({ words: lines.flatMap((line, i) => {
        if (line.startsWith('|')) block += 1;
        let x = 0;
        return line.replace('|', '').split(' ').map((word) => {
            const rect = [x, 20 * i, x + 5 * word.length, 20 * i + 10];
            x = rect[2] + 5;
            return { text: word, rect, line: i + 1, block };
        });
    }) });
}

test('printed words are found over the ends of lines, with and without the hyphen there, each place once', () => {
    const text = printed('The lan-', 'tern of a well-', 'known house', '|Lantern Café');
    assert.deepEqual(text.find(matcher('LANTERN')).map(({ first, last }) => [first, last]), [[1, 2], [8, 8]]);
    for (const query of ['well-known', 'wellknown']) assert.deepEqual(text.find(matcher(query)).map(({ first, last }) => [first, last]), [[5, 6]]);
    assert.deepEqual(text.find(matcher('house lantern')).map(({ first, last }) => [first, last]), [[7, 8]]);
});

test('a phrase has a box for each of its lines, and some words about it', () => {
    const [match] = printed('one two three', 'four five').find(matcher('three four'));
    assert.deepEqual(match.boxes, [[40, 0, 65, 10], [0, 20, 20, 30]]);
    assert.equal(match.words.slice(match.at, match.at + match.length), 'three four');
    const [found] = findPrinted(matcher('three four'), 3, printed('one two three', 'four five'));
    assert.deepEqual([found.kind, found.page, found.words], ['printed', 3, 'one two three four five']);
});

test('whole words, regular expressions, and what is none', () => {
    const text = printed('art cart ART. 12 d20+5 a.b');
    const places = (/** @type {string} */ query, /** @type {any} */ how) => text.find(matcher(query, how)).map(({ first }) => first);
    assert.deepEqual(places('art', {}), [0, 1, 2]);
    assert.deepEqual(places('art', { isWhole: true }), [0, 2]);
    assert.deepEqual(places('\\d+d?', { isPattern: true, isWhole: true }), [3, 4]);
    assert.deepEqual(places('a.b', {}), [5], 'a point is a point');
    assert.deepEqual(places('x*', { isPattern: true }), [], 'nothing is found nowhere');
    assert.equal(matcherOf('(', { isPattern: true }), undefined);
});

test('copied text joins lines and hyphenated words, and keeps blocks apart', () => {
    const text = printed('The lan-', 'tern burns', '|Second block');
    assert.equal(text.copied({ word: 0, offset: 1 }, { word: 5, offset: 3 }), 'he lantern burns\nSecond blo');
    assert.equal(text.copied({ word: 1, offset: 0 }, { word: 1, offset: Infinity }), 'lan-');
});

test('the nearest word is sought along the line, in the same column', () => {
    const text = new PrintedText({ words: [
        { text: 'left', rect: [0, 0, 40, 10], line: 1, block: 1 }, { text: 'below', rect: [0, 20, 40, 30], line: 2, block: 1 },
        { text: 'right', rect: [200, 0, 240, 10], line: 3, block: 2 }] });
    assert.equal(text.nearest({ x: 90, y: 5 }), 0);
    assert.equal(text.nearest({ x: 190, y: 26 }), 2);
    assert.equal(text.nearest({ x: 10, y: 100 }), 1);
    assert.equal(new PrintedText({ words: [] }).nearest({ x: 1, y: 1 }), undefined);
});

test('letters of a word lie where their edges say, letters of two units, too; edges that do not fit are none', () => {
    const [rect, line, block] = [[0, 0, 30, 10], 1, 1];
    const text = new PrintedText({ words: [
        { text: 'a𝄞b', rect, line, block, edges: [0, 5, 5, 20, 20, 30] }, { text: 'ab', rect, line, block, edges: [0, 30] }, { text: 'ab', rect, line, block }] });
    assert.deepEqual(text.letters(0), [{ from: 0, to: 1, begin: 0, end: 5 }, { from: 1, to: 3, begin: 5, end: 20 }, { from: 3, to: 4, begin: 20, end: 30 }]);
    assert.equal(text.letters(1), undefined);
    assert.equal(text.letters(2), undefined);
});

test('a page is asked once for its words, again when it was turned or could not be read', async () => {
    /** @type {number[]} */
    const asked = [];
    const pages = new PrintedPages((wanted) => {
        asked.push(...wanted);
        return wanted.includes(2) && asked.length < 4 ? Promise.reject(new Error('gone')) : Promise.resolve(wanted.map((page) => ({ page, words: [] })));
    });
    await Promise.all([pages.text(1), pages.text(1)]);
    await pages.text(1, 90);
    await assert.rejects(pages.text(2));
    await pages.text(2);
    assert.deepEqual(asked, [1, 1, 2, 2]);
    // Several come in one request, and those that are here already are not asked for.
    pages.fetch([{ page: 2, turn: 0 }, { page: 3, turn: 0 }, { page: 4, turn: 0 }]);
    await pages.text(4);
    assert.deepEqual(asked, [1, 1, 2, 2, 3, 4]);
});
