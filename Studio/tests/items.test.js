// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { cropped, shownPart } from '../model/cropping.js';
import { FormModel, letterSize, off, pressed, rebasedValues } from '../model/form.js';
import { areaBetween, frameOf, keptSize, linkAddress, remarksOf, pictureFault } from '../model/insertions.js';
import { cornerOpposite } from '../model/table.js';
import { regionOf, restyled, retyped, scaleOf, wordsOf } from '../model/texts.js';
import { ApiError, OfflineError } from '../sync/api.js';
import { MemoryStore } from '../sync/outbox-store.js';
import { Outbox } from '../sync/outbox.js';
import { readable } from '../page/form-layer.js';

/** @param {number} weight @returns {any} */
function style(weight) {
    return { family: 'serif', size: 12, weight, isItalic: false, isUnderlined: false, isStruck: false, color: { red: 0, green: 0, blue: 0, alpha: 1 } };
}
/** @param {[string, number][]} parts */
function runs(...parts) { return parts.map(([text, weight]) => ({ text, style: style(weight) })); }
/** @param {any[]} list */
function shape(list) { return list.map((run) => `${run.text}/${run.style.weight}`); }

test('what is typed over keeps the styles around it', () => {
    const words = runs(['A bold ', 400], ['lantern', 700], [' burns', 400]);
    assert.deepEqual(shape(retyped(words, 'A bold lantern burns', style(100))), ['A bold /400', 'lantern/700', ' burns/400']);
    assert.deepEqual(shape(retyped(words, 'A bold lanterns burns', style(100))), ['A bold /400', 'lanterns/700', ' burns/400']);
    assert.deepEqual(shape(retyped(words, 'A bold burns', style(100))), ['A bold burns/400']);
    assert.deepEqual(shape(retyped(words, 'X', style(100))), ['X/400']);
    assert.deepEqual(retyped(words, '', style(100)), []);
    assert.deepEqual(shape(retyped([], 'new', style(300))), ['new/300']);
});

test('a letter of two code units is never cut', () => {
    const words = runs(['🕯', 700], ['🖋', 400]);
    const after = retyped(words, '🕰🖋', style(100));
    assert.equal(wordsOf(after), '🕰🖋');
    for (const { text } of after) assert.doesNotMatch(text, /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
});

test('a change of style is for all words and joins what has become equal', () => {
    assert.deepEqual(shape(restyled(runs(['a', 400], ['b', 700]), { weight: 700 })), ['ab/700']);
});

test('pictures of texts are as large as their words, and never too large', () => {
    const text = { runs: runs(['a', 400]), transform: /** @type {any} */ ([2, 0, 0, 2, 0, 0]), width: 100 };
    const region = regionOf(text, [100, 15]);
    assert.ok(region[0] < 0 && region[2] >= 100 && region[3] >= 15);
    assert.equal(scaleOf([0, 0, 100, 10], text.transform, 2), 8);
    assert.ok(scaleOf([0, 0, 4000, 4000], text.transform, 8) ** 2 * 16e6 <= 8e6 + 1);
});

test('only addresses of the web and of people become links', () => {
    assert.equal(linkAddress(' example.org/a b '), 'https://example.org/a%20b');
    assert.equal(linkAddress('http://localhost:8420/c/1'), 'http://localhost:8420/c/1');
    assert.equal(linkAddress('maren@example.org'), 'mailto:maren@example.org');
    assert.equal(linkAddress('mailto:maren@example.org'), 'mailto:maren@example.org');
    for (const bad of ['', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'lantern', 'https://', 'vbscript:x']) {
        assert.equal(linkAddress(bad), undefined, bad);
    }
});

test('pictures are bounded, keep their shape and lie on the page', () => {
    assert.equal(pictureFault({ type: 'image/png', size: 10 }), undefined);
    assert.equal(pictureFault({ type: 'image/svg+xml', size: 10 }), 'type');
    assert.equal(pictureFault({ type: 'application/pdf', size: 10 }), 'type');
    assert.equal(pictureFault({ type: 'image/jpeg', size: 41 * 2 ** 20 }), 'large');
    assert.deepEqual(keptSize(8000, 4000), { width: 2400, height: 1200 });
    assert.deepEqual(keptSize(10, 20), { width: 10, height: 20 });
    const page = { width: 600, height: 800 };
    assert.deepEqual(frameOf({ width: 150, height: 300 }, page, { x: 300, y: 400 }), [264, 328, 336, 472]);
    const corner = frameOf({ width: 3000, height: 1000 }, page, { x: 0, y: 800 });
    assert.deepEqual([corner[0], corner[3], corner[2]], [0, 800, 300]);
    assert.deepEqual(areaBetween({ x: 9, y: 9 }, { x: 5, y: 8 }, 12), [5, 8, 17, 20]);
});

test('notes are listed page by page from top to bottom, without those of hidden layers', () => {
    const note = (/** @type {string} */ title, /** @type {number} */ y, layer = 0) => ({ layer, note: { title, at: [0, y] } });
    const pages = [
        { number: 1, layers: [{}, { hidden: true }], objects: [note('b', 9), note('a', 2), note('c', 1, 1), { text: {} }] },
        { number: 3, layers: [], objects: [note('d', 0)] }];
    assert.deepEqual(remarksOf(pages).map(({ page, object: { note } }) => `${page}${note.title}`), ['1a', '1b', '3d']);
});

/** @type {any} */
const form = {
    revision: 3, values: { name: 'Maren', alive: 'Off' },
    fields: [{ name: 'name', type: 'text', flags: [], options: [] }, { name: 'alive', type: 'check', flags: [], options: [] }],
    places: [{ page: 1, field: 'name', index: 0, type: 'text', rect: [0, 0, 10, 10] }, { page: 1, field: 'x', index: 0, type: 'signature', rect: [0, 0, 1, 1] },
        { page: 1, field: 'alive', index: 1, type: 'check', rect: [0, 0, 1, 1], hidden: true }],
};

/** @param {any} api */
async function opened(api) {
    const outbox = new Outbox(new MemoryStore(), api, { rebase: (waiting) => rebasedValues(api, waiting), newKey: () => 'key', random: () => 0 });
    const model = new FormModel('c', api, outbox, () => undefined);
    await model.load();
    return { outbox, model };
}

test('a value goes through the outbox for the revision that is known, and is newer than the picture until that is drawn', async () => {
    /** @type {any[]} */
    const sent = [];
    const api = {
        form: async () => structuredClone(form),
        change: async (/** @type {any[]} */ ...parts) => {
            sent.push(parts);
            return { revision: 4, canUndo: true, canRedo: false };
        },
    };
    const { model, outbox } = await opened(api);
    assert.deepEqual(model.places.map(({ field }) => field), ['name']);
    await model.set('name', 'Maren');
    assert.equal(outbox.status.state, 'saved', 'what is the same is not sent');
    await model.set('name', 'Brann');
    assert.ok(model.isNewer('name', 1000));
    while (outbox.status.state !== 'saved') await new Promise((resolve) => setTimeout(resolve, 1));
    assert.deepEqual(sent[0].slice(0, 4), ['c', 0, 'form', { values: { name: 'Brann' } }]);
    assert.equal(sent[0][4].revision, 3);
    assert.equal(model.revision, 4);
    assert.ok(model.isNewer('name', 3) && !model.isNewer('name', 4) && !model.isNewer('alive', 3));
});

test('values that wait lie on top of what the server has, and a server that is away shows no fault', async () => {
    /** @type {(answer: any) => void} */
    let answer = () => undefined;
    const api = { form: async () => structuredClone(form), change: () => new Promise((resolve) => { answer = resolve; }) };
    const { model } = await opened(api);
    await model.set('name', 'Brann');
    await model.load();
    assert.equal(model.values.name, 'Brann');
    answer({ revision: 4, canUndo: true, canRedo: false });
    const away = await opened({ form: async () => { throw new OfflineError('away'); } });
    assert.deepEqual(away.model.fields, []);
    const none = await opened({ form: async () => { throw new ApiError(404, 'not-found', 'No form.'); } });
    assert.deepEqual(none.model.fields, []);
});

test('a value is told anew for a changed form, unless somebody has changed the same field', async () => {
    const api = /** @type {any} */ ({ form: async () => ({ revision: 9, values: { name: 'Corvin', alive: 'Yes' } }) });
    const waiting = /** @type {any} */ ({ character: 'c', body: { values: { alive: 'Off' } }, removed: [{ alive: 'Yes' }] });
    assert.deepEqual(await rebasedValues(api, waiting), { body: { values: { alive: 'Off' } }, revision: 9 });
    const clash = /** @type {any} */ ({ character: 'c', body: { values: { name: 'Brann' } }, removed: [{ name: 'Maren' }] });
    assert.equal(await rebasedValues(api, clash), undefined);
    const same = /** @type {any} */ ({ character: 'c', body: { values: { name: 'Corvin' } }, removed: [{ name: 'Maren' }] });
    assert.equal((await rebasedValues(api, same))?.revision, 9);
});

test('buttons go on and off as their field allows', () => {
    const place = /** @type {any} */ ({ value: 'left' });
    const radio = /** @type {any} */ ({ type: 'radio', flags: ['noToggleToOff'] });
    assert.equal(pressed(place, radio, 'right'), 'left');
    assert.equal(pressed(place, radio, 'left'), 'left');
    assert.equal(pressed(place, { ...radio, flags: [] }, 'left'), off);
    assert.equal(pressed(place, { ...radio, type: 'check' }, 'left'), off);
    assert.equal(pressed(place, { ...radio, type: 'check' }, null), 'left');
});

test('letters fit their fields, and names of fields become words', () => {
    const field = /** @type {any} */ ({ type: 'text', flags: [] });
    assert.ok(letterSize(/** @type {any} */ ({ rect: [0, 0, 100, 14] }), field) < 14);
    assert.equal(letterSize(/** @type {any} */ ({ rect: [0, 0, 100, 90] }), field), 20);
    assert.equal(letterSize(/** @type {any} */ ({ rect: [0, 0, 100, 90] }), { ...field, flags: ['multiline'] }), 12);
    assert.equal(readable('hero.firstName_2'), 'hero first Name 2');
});

test('a picture shows another part of itself where that lies, and all of it again', () => {
    const picture = { layer: 1, picture: { data: 0, frame: [100, 200, 300, 300], opacity: 0.5, transform: [0, 1, -1, 0, 7, 7] } };
    const part = cropped(picture, [25, 10, 50, 80]);
    assert.deepEqual(part, { layer: 1, picture: {
        data: 0, frame: [150, 210, 250, 290], crop: [0.25, 0.1, 0.75, 0.9], opacity: 0.5, transform: [0, 1, -1, 0, 7, 7] } });
    assert.deepEqual(shownPart(part), [25, 10, 50, 80]);
    const smaller = cropped(part, [50, 50, 10, 10]);
    assert.deepEqual(smaller.picture.frame, [200, 250, 220, 260]);
    assert.deepEqual(cropped(smaller, [0, 0, 100, 100]), picture, 'what was left out is still there');
});

test('a corner of a region is dragged while the opposite one stays', () => {
    assert.deepEqual(cornerOpposite([10, 20, 40, 30], [11, 49], [2, 2]), [50, 20]);
    assert.deepEqual(cornerOpposite([10, 20, 40, 30], [50, 20], [2, 2]), [10, 50]);
    assert.equal(cornerOpposite([10, 20, 40, 30], [30, 35], [2, 2]), undefined);
});
