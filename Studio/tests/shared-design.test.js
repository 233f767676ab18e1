// SPDX-License-Identifier: GPL-3.0-or-later
// Several windows at one design, over a network that is slow, goes away, and comes back.

import assert from 'node:assert/strict';
import test from 'node:test';
import { FormDesign } from '../model/form-design.js';
import { ApiError, OfflineError } from '../sync/api.js';
import { SharedDesign } from '../sync/shared-design.js';
import { design as answered, resetDesigns } from './double/design.js';
import { LibraryOfDouble, Refusal } from './double/library.js';

/** Numbers that are the same every time. @param {number} seed */
function numbers(seed) {
    let state = seed;
    return (/** @type {number} */ limit) => {
        state = (state * 48271) % 2147483647;
        return state % limit;
    };
}

/** A server, and windows that follow its events. */
class World {
    /** @type {{shared: SharedDesign, design: FormDesign, isOnline: boolean}[]} */
    windows = [];
    #library = new LibraryOfDouble();

    constructor() {
        resetDesigns();
        this.template = this.#library.importTemplate('Sheet', Buffer.from('%PDF-1.7'), 1).template.id;
        this.#library.told = (/** @type {string} */ _, /** @type {any} */ event) => {
            for (const { shared, isOnline } of this.windows) if (isOnline) void shared.follow(event).catch(() => undefined);
        };
    }

    /** @param {(limit: number) => number} random */
    open(random) {
        const design = new FormDesign([{ width: 600, height: 800 }]);
        const one = { shared: /** @type {any} */ (undefined), design, isOnline: true };
        const ask = async (/** @type {string} */ method, /** @type {any} */ json, /** @type {string} */ query) => {
            await new Promise((later) => setTimeout(later, random(4)));
            if (!one.isOnline) throw new OfflineError('away');
            try {
                return structuredClone(answered(this.#library, method, this.template, json, new URLSearchParams(query)).json);
            } catch (error) {
                if (error instanceof Refusal) throw new ApiError(error.status, error.kind, error.message);
                throw error;
            } finally {
                await new Promise((later) => setTimeout(later, random(4)));
            }
        };
        const api = {
            design: (/** @type {string} */ _, /** @type {number | undefined} */ since) => ask('GET', {}, since === undefined ? '' : `since=${since}`)
                .catch((error) => (error.status === 404 ? undefined : Promise.reject(error))),
            beginDesign: (/** @type {string} */ _, /** @type {any} */ fields, /** @type {string} */ client) => ask('POST', { fields, client }, ''),
            changeDesign: (/** @type {string} */ _, /** @type {any} */ fields, /** @type {string} */ client, /** @type {string} */ draft,
                /** @type {number} */ since) => ask('PATCH', { fields, client }, `since=${since}&draft=${draft}`),
            endDesign: (/** @type {string} */ _, /** @type {string} */ client, /** @type {number} */ revision) =>
                ask('DELETE', {}, `client=${client}&revision=${revision}`),
        };
        one.shared = new SharedDesign(/** @type {any} */ (api), this.template, design, (reason) => assert.fail(reason));
        this.windows.push(one);
        return one;
    }
}

/** @param {FormDesign} design @param {(limit: number) => number} random */
function change(design, random) {
    const { fields } = design;
    design.select(fields.length > 0 ? [fields[random(fields.length)].key] : []);
    const deeds = [
        () => design.add('text', 1, [random(500), random(700), 550, 750]), () => design.moveBy(random(20) - 10, random(20) - 10, `${random(1e6)}`),
        () => design.set({ tooltip: `tip ${random(1000)}` }), () => design.set({ multiline: random(2) === 0 }),
        () => design.selected[0] && design.rename(design.selected[0].key, `name${random(1e6)}`), () => design.remove(), () => design.undo(), () => design.redo(),
    ];
    deeds[random(deeds.length)]();
}

/** @param {FormDesign} design */
const shown = (design) => design.fields.map((field) => JSON.stringify(Object.entries(field).sort())).sort();

test('windows that change one design at once end with the same fields', async () => {
    for (let seed = 1; seed <= 12; seed++) {
        const random = numbers(seed * 7919);
        const world = new World();
        const windows = [world.open(random), world.open(random), world.open(random)];
        const found = Array.from({ length: 5 }, (_, i) => ({ name: `f${i}`, rect: /** @type {[number, number, number, number]} */ ([0, i * 20, 50, i * 20 + 15]) }));
        assert.equal(await windows[0].shared.load(), false);
        await Promise.all(windows.map(({ shared }) => shared.begin(found)));
        assert.deepEqual(new Set(windows.map(({ design }) => design.fields.length)), new Set([5]), `seed ${seed}`);
        for (let turn = 0; turn < 60; turn++) {
            const one = windows[random(3)];
            change(one.design, random);
            if (random(3) === 0) void one.shared.settle().catch(() => undefined);
            if (random(15) === 0) one.isOnline = !one.isOnline;
            if (random(4) === 0) await new Promise((later) => setTimeout(later, random(6)));
        }
        for (const one of windows) one.isOnline = true;
        for (let round = 0; round < 6; round++) {
            for (const { shared } of windows) await shared.settle();
            await new Promise((later) => setTimeout(later, 12));
        }
        const [first, ...others] = windows.map(({ design }) => shown(design));
        for (const other of others) assert.deepEqual(other, first, `seed ${seed}`);
        for (const { shared } of windows) shared.close();
    }
});

test('what is changed while an answer is under way is kept', async () => {
    const world = new World();
    // Every answer takes its time.
    const [one, two] = [world.open(() => 3), world.open(() => 3)];
    await one.shared.begin([{ name: 'a', rect: [0, 0, 50, 20] }, { name: 'b', rect: [0, 30, 50, 50] }]);
    await two.shared.load();
    const [a, b] = one.design.fields;
    one.design.select([a.key]);
    one.design.rename(a.key, 'named');
    const sending = one.shared.settle();
    await Promise.resolve().then(() => undefined);
    one.design.set({ tooltip: 'told' });
    one.design.select([b.key]);
    one.design.set({ multiline: true });
    one.design.remove();
    await sending;
    assert.deepEqual(one.design.fields.map(({ name, tooltip }) => [name, tooltip]), [['named', 'told']]);
    // Somebody else's change of the field that has gone here comes meanwhile.
    two.design.select([b.key]);
    two.design.set({ tooltip: 'theirs' });
    await two.shared.settle();
    await one.shared.settle();
    assert.deepEqual(one.design.fields.map(({ name }) => name), ['named']);
    await two.shared.settle();
    assert.deepEqual(two.design.fields.map(({ name, tooltip }) => [name, tooltip]), [['named', 'told']]);
    for (const { shared } of world.windows) shared.close();
});

test('what comes last counts, however often one asks', async () => {
    const world = new World();
    const [one, two] = [world.open(() => 3), world.open(() => 2)];
    await one.shared.begin([{ name: 'a', rect: [0, 0, 50, 20] }]);
    await two.shared.load();
    const [{ key }] = one.design.fields;
    for (const tooltip of ['X', 'Y', 'Z']) {
        two.design.select([key]);
        two.design.set({ tooltip });
        await two.shared.settle();
        void one.shared.settle();
    }
    await one.shared.settle();
    await two.shared.settle();
    assert.deepEqual([one, two].map(({ design }) => design.fields[0].tooltip), ['Z', 'Z']);
    // What was removed and put back while its removal was under way is there.
    one.design.select([key]);
    one.design.remove();
    const removing = one.shared.settle();
    await new Promise((later) => setTimeout(later, 1));
    one.design.undo();
    await removing;
    await one.shared.settle();
    await two.shared.settle();
    assert.deepEqual([one, two].map(({ design }) => design.fields.length), [1, 1]);
    for (const { shared } of world.windows) shared.close();
});

test('a design that others have changed is not ended, and one that was begun anew takes the place of the old one', async () => {
    const world = new World();
    const [one, two] = [world.open(() => 1), world.open(() => 1)];
    await one.shared.begin([{ name: 'a', rect: [0, 0, 50, 20] }]);
    await two.shared.load();
    one.isOnline = false;
    two.design.add('text', 1, [0, 100, 50, 120]);
    await two.shared.settle();
    one.isOnline = true;
    await one.shared.end();
    assert.equal((await two.shared.load(), two.design.fields.length), 2);
    await two.shared.end();
    const three = world.open(() => 1);
    assert.equal(await three.shared.load(), false);
    await three.shared.begin([{ name: 'new', rect: [0, 0, 50, 20] }, { name: 'other', rect: [0, 30, 50, 50] }]);
    assert.deepEqual(three.design.fields.map(({ name }) => name), ['new', 'other']);
    three.shared.close();
});
