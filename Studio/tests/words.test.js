// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { importFiles, shownCharacters } from '../model/library.js';
import { nameFault } from '../model/names.js';
import { address, parsed } from '../model/routes.js';
import { Api, ApiError, mergedPages, newKey, OfflineError, revisionOf } from '../sync/api.js';
import { english } from '../texts/english.js';
import { german } from '../texts/german.js';
import { chooseLanguage, counted, text } from '../texts/texts.js';

test('every place has an address, and every address is a place', () => {
    for (const path of ['/', '/c/abc', '/c/abc/12', '/c/a%2Fb/3']) assert.equal(address(parsed(path)), path);
    for (const path of ['/x', '/c/', '/c/%E0%A4%A', '/c/a/b']) assert.deepEqual(parsed(path), { name: 'library' });
});

test('both languages have the same words with the same places', () => {
    assert.deepEqual(Object.keys(german), Object.keys(english));
    for (const [key, words] of Object.entries(english)) {
        const places = (/** @type {string} */ value) => [...value.matchAll(/\{\w+\}/g)].map(String).sort();
        assert.deepEqual(places(german[/** @type {keyof typeof german} */ (key)]), places(words), key);
        assert.ok(words.length > 0);
    }
});

test('numbers choose the form of the words', () => {
    assert.equal(chooseLanguage(['fr', 'de-AT']), 'de');
    assert.equal(counted('state.offline', 1), 'Offline, 1 Strich hier aufbewahrt');
    assert.equal(chooseLanguage(['en-GB']), 'en');
    assert.equal(counted('state.offline', 3), 'Offline, 3 strokes kept here');
    assert.equal(text('card.open', { name: '{count}' }), 'Open {count}');
});

test('what is counted has a word for one', () => {
    // These are said of several only.
    const several = new Set(['print.all', 'print.many', 'import.progress', 'design.save.hint', 'found.more']);
    for (const [key, words] of Object.entries(english)) {
        if (!key.endsWith('.other') && !several.has(key)) assert.doesNotMatch(words, /\{(count|days|pages)\} [a-z]+s\b/, key);
    }
    chooseLanguage(['de']);
    assert.equal(counted('link.noPage', 1), 'Dieser Bogen hat 1 Seite.');
    chooseLanguage(['en']);
});

test('names follow the library’s rules', () => {
    assert.equal(nameFault('  '), 'empty');
    assert.equal(nameFault('a\nb'), 'control');
    assert.equal(nameFault('🖋'.repeat(200)), undefined);
    assert.equal(nameFault('a'.repeat(201)), 'long');
});

test('search ignores case and accents and looks at tags', () => {
    const one = { id: '1', name: 'Élodie', template: 't', templateName: 'Sheet', favorite: false, tags: ['Tuesday'], lastPage: null, modified: '2' };
    const other = { ...one, id: '2', name: 'Brann', tags: [], modified: '3' };
    /** @param {string} query */
    const ids = (query) => shownCharacters([one, other], { query, sort: 'modified', favoritesOnly: false }).map(({ id }) => id);
    assert.deepEqual(ids('ELO'), ['1']);
    assert.deepEqual(ids('tuesday sheet'), ['1']);
    assert.deepEqual(ids(''), ['2', '1']);
});

test('each file is imported or has a reason', async () => {
    /** @type {string[]} */
    const states = [];
    const files = ['%PDF-1.7', 'hello', '%PDF-bad'].map((content, i) => /** @type {File} */ (Object.assign(new Blob([content]), { name: `${i}.pdf` })));
    await importFiles(files, async (file) => {
        if (file.name === '2.pdf') throw new ApiError(422, 'locked', 'Locked.');
    }, ({ name, state, reason }) => {
        if (state !== 'running') states.push(`${name} ${state} ${reason ?? ''}`.trim());
    }, { notPDF: 'No PDF.' });
    assert.deepEqual(states.sort(), ['0.pdf done', '1.pdf failed No PDF.', '2.pdf locked Locked.']);
});

test('problems become their sentence, and a server that is away becomes OfflineError', async () => {
    const problem = { type: '/problems/stale-revision', detail: 'The page has changed.', currentRevision: 4 };
    const api = new Api(async () => new Response(JSON.stringify(problem), { status: 412 }));
    await assert.rejects(api.get('/x'), (/** @type {any} */ error) =>
        error instanceof ApiError && error.kind === 'stale-revision' && error.message === problem.detail && !error.isPassing);
    const away = new Api(async () => { throw new TypeError('fetch failed'); });
    await assert.rejects(away.get('/x'), OfflineError);
});

test('lists are read to their end, and pages get their sizes', async () => {
    const api = new Api(async (address) => new Response(JSON.stringify(
        String(address).includes('cursor=b') ? { items: [3] } : { items: [1, 2], next: 'b' })));
    assert.deepEqual(await api.list('/things'), [1, 2, 3]);
    const pages = mergedPages([{ width: 10, height: 20 }, [30, 40]], [{ page: 2, revision: 5, strokes: 1, canUndo: true }]);
    assert.deepEqual(pages.map(({ width, revision, canUndo }) => [width, revision, canUndo]), [[10, 0, false], [30, 5, true]]);
});

test('keys are long and differ, and revisions are read from tags', () => {
    assert.match(newKey(), /^[0-9a-f]{32}$/);
    assert.notEqual(newKey(), newKey());
    assert.equal(revisionOf('W/"12"'), 12);
    assert.equal(revisionOf(null), 0);
});
