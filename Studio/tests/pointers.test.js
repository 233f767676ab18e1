// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { PenRules } from '../page/pen-rules.js';
import { Sampler, tilt } from '../page/sampling.js';
import { WetStroke } from '../page/wet-stroke.js';
import { column, pageBox, visible } from '../page/page-box.js';

/** @param {number} id @param {string} type @param {any} [values] */
function touch(id, type, values = {}) { return { id, type, button: 0, width: 1, height: 1, ...values }; }

/** @param {number} x @param {any} [values] */
function event(x, values = {}) { return { clientX: x, clientY: 5, timeStamp: 1000 + x, pressure: 0.5, tiltX: 0, tiltY: 0, ...values }; }

/** @param {number} x @param {number} y */
const same = (x, y) => ({ x, y });

test('fingers draw until a pen was seen, then they pan', () => {
    const rules = new PenRules();
    assert.equal(rules.down(touch(1, 'touch')), 'draw');
    rules.up(1);
    assert.equal(rules.down(touch(2, 'pen')), 'draw');
    assert.equal(rules.down(touch(3, 'touch')), 'ignore', 'a palm beside the pen does nothing');
    rules.up(2);
    rules.up(3);
    assert.equal(rules.down(touch(4, 'touch')), 'pan');
    rules.up(4);
    rules.fingersDraw = true;
    assert.equal(rules.down(touch(5, 'touch')), 'draw');
});

test('palms, right buttons and second pointers do nothing; the wheel button pans', () => {
    const rules = new PenRules();
    assert.equal(rules.down(touch(1, 'touch', { width: 80 })), 'ignore');
    assert.equal(rules.down(touch(2, 'mouse', { button: 2 })), 'ignore');
    assert.equal(rules.down(touch(3, 'mouse', { button: 1 })), 'pan');
    rules.up(3);
    assert.equal(rules.down(touch(4, 'mouse')), 'draw');
    assert.equal(rules.down(touch(5, 'mouse')), 'ignore');
    assert.equal(rules.doing(4), 'draw');
});

test('exact duplicates are left out, and points of the same time are kept', () => {
    const sampler = new Sampler('pen', same);
    assert.equal(sampler.sample(event(1))?.time, 0);
    assert.equal(sampler.sample(event(1)), undefined);
    const next = sampler.sample(event(2, { timeStamp: 1001 }));
    assert.ok(next && next.time > 0 && next.time < 0.001);
});

test('a pen that stops reporting pressure writes at its nominal width from the beginning', () => {
    const sampler = new Sampler('pen', same);
    const stroke = new WetStroke({ tool: 'fountain', size: 2, color: { red: 0, green: 0, blue: 0, alpha: 1 } });
    [event(1, { pressure: 1 }), event(9, { pressure: 0 }), event(20, { pressure: 0 })].forEach((reading) => {
        const sample = sampler.sample(reading);
        if (sample) stroke.add(sample);
    });
    const made = stroke.finished(sampler.reportsPressure);
    assert.equal(made.width, 2);
    assert.equal(made.pressure, undefined);
});

test('a mouse writes at the nominal width, a pen with its pressure', () => {
    assert.equal(new Sampler('mouse', same).sample(event(1))?.pressure, undefined);
    assert.equal(new Sampler('pen', same).sample(event(1, { pressure: 0.25 }))?.pressure, 0.25);
    assert.equal(new Sampler('pen', same, 0.5).sample(event(1, { pressure: 0.25 }))?.pressure, 0.5);
});

test('tilts become altitude and azimuth', () => {
    const upright = tilt({ ...event(0) });
    assert.ok(Math.abs(upright.altitude - Math.PI / 2) < 1e-6);
    const leaning = tilt({ ...event(0), tiltX: 45 });
    assert.ok(Math.abs(leaning.altitude - Math.PI / 4) < 1e-9 && Math.abs(leaning.azimuth) < 1e-9);
});

test('settled discs join without gaps, and the tip goes on from them', () => {
    const stroke = new WetStroke({ tool: 'fineliner', size: 2, color: { red: 0, green: 0, blue: 0, alpha: 1 } });
    const taken = [];
    for (let i = 0; i < 50; i++) {
        stroke.add({ x: i, y: 0, time: i / 200 });
        const discs = stroke.takeSettled();
        if (discs.length > 0 && taken.length > 0) assert.equal(discs[0].x, taken[taken.length - 1].x);
        taken.push(...discs);
    }
    assert.ok(taken.length > 40);
    const tip = stroke.tip([]);
    assert.equal(tip[0].x, taken[taken.length - 1].x);
    assert.equal(tip[tip.length - 1].x, 49, 'the tip reaches the pen');
});

test('a page’s box is whole device pixels at every zoom and ratio', () => {
    for (const ratio of [1, 1.25, 1.5, 2, 3]) {
        for (let zoom = 0.3; zoom < 3; zoom += 0.137) {
            const box = pageBox({ width: 595.3, height: 841.9 }, zoom, ratio, { left: 13.37, top: 7.77 });
            for (const value of [box.left, box.top, box.width, box.height]) {
                assert.ok(Math.abs(value * ratio - Math.round(value * ratio)) < 1e-6);
            }
            assert.ok(Math.abs(box.scaleX * 595.3 - box.pixelWidth) < 1e-9);
            assert.ok(box.pixelWidth * box.pixelHeight <= 24e6);
        }
    }
});

test('of a thousand pages only those in view and their neighbours are made', () => {
    const sizes = Array.from({ length: 1158 }, () => ({ width: 600, height: 800 }));
    const { boxes, height } = column(sizes, { zoom: 1, ratio: 2, viewWidth: 900, gap: 24 });
    assert.equal(height, 24 + 1158 * 824);
    const [from, to] = visible(boxes, 824 * 500, 824 * 500 + 700);
    assert.ok(from <= 499 && to > 500 && to - from <= 4);
});
