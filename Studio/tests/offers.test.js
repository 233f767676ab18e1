// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OfferList } from '../model/offers.js';

/** A form with a text, a check box and a group of two buttons. @param {Record<string, any>} values */
function formWith(values = {}) {
    const form = {
        character: 'mia', values, faults: new Map(),
        places: [
            { page: 1, field: 'alive', rect: [10, 10, 20, 20], value: 'Yes' },
            { page: 1, field: 'side', rect: [30, 10, 40, 20], value: 'left' }, { page: 1, field: 'side', rect: [50, 10, 60, 20], value: 'right' },
        ],
        fields: ['score', 'alive', 'side', 'closed'].map((name) => ({ name, flags: name === 'closed' ? ['locked'] : [] })),
        field: (/** @type {string} */ name) => form.fields.find((one) => one.name === name),
        set: async (/** @type {string} */ name, /** @type {any} */ value) => { form.values[name] = value; },
    };
    return /** @type {any} */ (form);
}

/** @param {string} field @param {string} value @param {any} [others] @returns {any} */
const offer = (field, value, others = {}) => ({ field, type: 'text', box: [0, 0, 9, 9], value, certainty: 0.99, certain: true, ...others });
/** @param {OfferList} list */
const shown = (list) => list.shown(1).map(({ field, value }) => `${field} ${value}`);

test('Certain values are offered that the fields do not have', () => {
    const list = new OfferList(formWith({ side: 'left' }));
    list.put(1, [
        offer('score', '17'), offer('gone', '3'), offer('alive', 'Yes', { type: 'check', certain: false }),
        offer('side', 'left', { type: 'radio', box: [30, 10, 40, 20] }), offer('closed', '4'),
    ], 1);
    assert.deepEqual(shown(list), ['score 17']);
    assert.deepEqual(list.shown(2), []);
});

test('A taken offer is the value, and goes; taken back, it is not offered again', async () => {
    const form = formWith();
    const list = new OfferList(form);
    const [one] = [offer('score', '17')];
    list.put(1, [one], 1);
    await list.take(one);
    list.look();
    assert.equal(form.values.score, '17');
    assert.deepEqual(shown(list), []);
    form.values.score = null;
    list.look();
    assert.deepEqual(shown(list), []);
});

test('Another value that was typed declines an offer, and new ink is offered again', () => {
    const form = formWith();
    const list = new OfferList(form);
    list.put(1, [offer('score', '17')], 1);
    form.values.score = '11';
    list.look();
    assert.deepEqual(shown(list), []);
    list.put(1, [offer('score', '12')], 1);
    assert.deepEqual(shown(list), ['score 12']);
    list.decline(offer('score', '12'));
    assert.deepEqual(shown(list), []);
});

test('What was declined is offered again after the ink said something else', () => {
    const list = new OfferList(formWith());
    list.put(1, [offer('score', '17')], 1);
    list.decline(offer('score', '17'));
    list.put(1, [offer('score', '17')], 1);
    assert.deepEqual(shown(list), []);
    // What a correction makes of the same ink is nothing new.
    list.put(1, [offer('score', '11')], 1);
    list.put(1, [offer('score', '17')], 1);
    assert.deepEqual(shown(list), []);
    list.put(1, [offer('score', '15')], 2);
    list.put(1, [offer('score', '17')], 3);
    assert.deepEqual(shown(list), ['score 17']);
});

test('Of two offers for a field, typing declines both', () => {
    const form = formWith();
    const list = new OfferList(form);
    list.put(1, [offer('score', '17'), offer('score', '11')], 1);
    form.values.score = '12';
    list.look();
    assert.deepEqual(shown(list), []);
});

test('A mark is offered as the state of its button', () => {
    const list = new OfferList(formWith());
    assert.equal(list.valueOf(offer('alive', 'Yes', { type: 'check', box: [10, 10, 20, 20] })), 'Yes');
    assert.equal(list.valueOf(offer('side', '@2', { type: 'radio', box: [50, 10, 60, 20] })), 'right');
    assert.equal(list.valueOf(offer('side', 'elsewhere', { type: 'radio' })), 'Off');
});
