// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Company } from '../model/company.js';

/** A server that takes down what is said, and answers with who is there. */
function server(/** @type {{name: string, page: number}[]} */ items) {
    /** @type {any[]} */
    const said = [];
    const api = /** @type {any} */ ({
        session: async () => ({ name: 'Maren' }),
        send: async (/** @type {string} */ _, /** @type {string} */ path, /** @type {any} */ { json }) => {
            said.push([path, json.page]);
            return { json: async () => ({ items }) };
        },
    });
    return { api, said };
}

test('others are told by name and page, and the person at the window is not', async () => {
    const { api, said } = server([{ name: 'Tiia', page: 2 }, { name: 'Maren', page: 1 }, { name: 'Ada', page: 1 }]);
    /** @type {any[]} */
    let shown = [];
    const company = new Company(api, 'c1', (others) => { shown = others; });
    await company.at(1);
    assert.deepEqual(shown, [{ name: 'Ada', page: 1 }, { name: 'Tiia', page: 2 }]);
    company.heard({ name: 'Ada', character: 'c1', page: 3 });
    company.heard({ name: 'Tiia', character: 'c1', page: null });
    company.heard({ name: 'Bo', character: 'c2', page: 1 });
    company.heard({ name: 'Bo' });
    assert.deepEqual(shown, [{ name: 'Ada', page: 3 }]);
    company.close();
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert.deepEqual(said, [['/characters/c1/presence', 1], ['/characters/c1/presence', null]]);
});

test('a server that is away is no fault, and nobody is told after the person has gone', async () => {
    const { api } = server([]);
    api.send = async () => { throw new Error('away'); };
    let count = 0;
    const company = new Company(api, 'c1', () => { count += 1; });
    await company.at(1);
    company.close();
    company.heard({ name: 'Ada', character: 'c1', page: 1 });
    assert.equal(count, 0);
});

test('of where a laser points the last place is told and not each, and one does not see one’s own', async () => {
    const { api } = server([]);
    /** @type {any[]} */
    const said = [];
    api.send = async (/** @type {string} */ _, /** @type {string} */ path, /** @type {any} */ { json }) => {
        said.push(json);
        return { json: async () => ({ items: [] }) };
    };
    const company = new Company(api, 'c1', () => undefined);
    await company.at(1);
    const own = { name: 'Maren', character: 'c1', page: 1, at: /** @type {[number, number]} */ ([0.5, 0.5]) };
    assert.equal(company.shows(own), true, 'another window of the same person points');
    said.length = 0;
    for (let i = 0; i <= 20; i++) company.point(1, [i / 20, 0.5]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual(said, [{ page: 1, at: [0, 0.5] }, { page: 1, at: [1, 0.5] }]);
    assert.equal(company.shows(own), false);
    assert.equal(company.shows({ ...own, name: 'Ada' }), true);
    assert.equal(company.shows({ ...own, name: 'Ada', character: 'c2' }), false);
    company.close();
    assert.equal(company.shows({ ...own, name: 'Ada' }), false);
});
