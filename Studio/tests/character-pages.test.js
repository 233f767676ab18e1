// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of a character that has its own order of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorModel } from '../model/editor.js';
import { pictureAddress, stripPicture } from '../model/page-picture.js';
import { mergedPages } from '../sync/api.js';

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
