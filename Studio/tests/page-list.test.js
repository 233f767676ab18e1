// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagesIn } from '../model/page-list.js';

test('lists of pages are read as people type them', () => {
    assert.deepEqual(pagesIn('1-3, 7', 8), [1, 2, 3, 7]);
    assert.deepEqual(pagesIn('7;2 2 – 4', 8), [2, 3, 4, 7]);
    for (const words of ['', '0', '3-1', '9', '1-9', 'all', '1,x', '-2', '1.5']) assert.equal(pagesIn(words, 8), undefined, words);
});
