// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { PenRules } from '../page/pen-rules.js';
import { Sampler, tilt } from '../page/sampling.js';
import { WetStroke } from '../page/wet-stroke.js';
import { column, inDevicePixels, pageBox, visible } from '../page/page-box.js';

/** @param {number} id @param {string} type @param {any} [values] */
function touch(id, type, values = {}) { return { id, type, button: 0, width: 1, height: 1, time: 0, ...values }; }

/** @param {number} x @param {any} [values] */
function event(x, values = {}) { return { clientX: x, clientY: 5, timeStamp: 1000 + x, pressure: 0.5, tiltX: 0, tiltY: 0, ...values }; }

/** @param {number} x @param {number} y */
const same = (x, y) => ({ x, y });

test('fingers move the pages, pen or not, until a person lets them draw', () => {
    const rules = new PenRules();
    assert.equal(rules.down(touch(1, 'touch')), 'pan');
    assert.equal(rules.down(touch(2, 'touch')), 'pan', 'two of them zoom');
    rules.up(1);
    rules.up(2);
    rules.fingersDraw = true;
    assert.equal(rules.down(touch(3, 'touch')), 'draw');
    assert.equal(rules.down(touch(4, 'touch')), 'ignore');
});

test('a palm of any size does nothing while a pen is near or down, before it or after it', () => {
    const rules = new PenRules();
    assert.equal(rules.down(touch(1, 'touch', { time: 0, width: 30 })), 'pan');
    assert.deepEqual(rules.penSeen(100), [1], 'what it did stops');
    assert.equal(rules.doing(1), 'ignore');
    assert.equal(rules.down(touch(2, 'touch', { time: 400, width: 80 })), 'ignore', 'the pen hovers');
    assert.equal(rules.down(touch(3, 'pen', { time: 600 })), 'draw');
    assert.equal(rules.down(touch(4, 'touch', { time: 60000 })), 'ignore', 'the pen is down');
    rules.up(3);
    rules.penSeen(60000, true);
    assert.equal(rules.down(touch(5, 'touch', { time: 60100 })), 'ignore', 'the pen has just left');
    assert.equal(rules.down(touch(6, 'touch', { time: 61000 })), 'pan');
});

test('a palm that draws, where fingers do, is taken back when the pen comes', () => {
    const rules = new PenRules();
    rules.fingersDraw = true;
    assert.equal(rules.down(touch(1, 'touch')), 'draw');
    assert.deepEqual(rules.penSeen(50), [1]);
    assert.equal(rules.down(touch(2, 'pen', { time: 50 })), 'draw');
});

test('with the hand everything moves the pages', () => {
    const rules = new PenRules();
    rules.isHand = true;
    for (const type of ['mouse', 'touch', 'pen']) {
        assert.equal(rules.down(touch(1, type, { time: 9000 })), 'pan', type);
        rules.up(1);
    }
    rules.penSeen(9500);
    rules.down(touch(1, 'pen', { time: 9500 }));
    assert.deepEqual(rules.penSeen(9501), [], 'a pen that moves the pages does not stop itself');
    assert.equal(rules.doing(1), 'pan');
    rules.up(1);
    assert.equal(rules.down(touch(1, 'mouse', { button: 2 })), 'ignore');
});

test('a pen acts by its tip, its button and its end; of a mouse the wheel button moves the pages', () => {
    const rules = new PenRules();
    for (const button of [0, 2, 5]) {
        assert.equal(rules.down(touch(1, 'pen', { button })), 'draw');
        rules.up(1);
    }
    assert.equal(rules.down(touch(2, 'mouse', { button: 2 })), 'ignore');
    assert.equal(rules.down(touch(3, 'mouse', { button: 1 })), 'pan');
    rules.up(3);
    assert.equal(rules.down(touch(4, 'mouse')), 'draw');
    assert.equal(rules.down(touch(5, 'mouse')), 'ignore');
    assert.equal(rules.doing(4), 'draw');
});

test('a finger that takes hold of something draws, and a second finger is ignored then', () => {
    const rules = new PenRules();
    assert.equal(rules.down(touch(1, 'touch')), 'pan');
    rules.panBecomesDrawing(1);
    assert.equal(rules.doing(1), 'draw');
    assert.equal(rules.down(touch(2, 'touch')), 'ignore');
});

test('exact duplicates are left out, and points of the same time are kept', () => {
    const sampler = new Sampler('pen', same);
    assert.equal(sampler.sample(event(1))?.time, 0);
    assert.equal(sampler.sample(event(1)), undefined);
    const next = sampler.sample(event(2, { timeStamp: 1001 }));
    assert.ok(next && next.time > 0 && next.time < 0.001);
});

/**
 * A stroke of a fountain pen whose samples tell these pressures.
 * @param {...number} pressures
 */
function pressed(...pressures) {
    const sampler = new Sampler('pen', same);
    const stroke = new WetStroke({ tool: 'fountain', size: 2, color: { red: 0, green: 0, blue: 0, alpha: 1 }, smoothing: 0 });
    pressures.forEach((pressure, i) => {
        const sample = sampler.sample(event(9 * i, { pressure }));
        if (sample) stroke.add(sample);
    });
    return stroke.finished;
}

test('a pen that reports no pressure, or only with its first sample, writes at its nominal width', () => {
    for (const pressures of [[1, 0, 0], [0, 0, 0, 0], [0], [1, 0], [0.6, 0, 0, 0, 0, 0.2, 0, 0, 0]]) {
        const made = pressed(...pressures);
        assert.equal(made.width, 2, pressures.join());
        assert.equal(made.pressure, undefined, pressures.join());
    }
});

test('pressure 0 at the ends is the ends, and between touches no pressure', () => {
    assert.deepEqual(pressed(0, 0.5, 0.75, 0).pressure, [0, 0.5, 0.75, 0]);
    assert.deepEqual(pressed(0.5, 0.75, 0).pressure, [0.5, 0.75, 0]);
    assert.deepEqual(pressed(0, 0.5).pressure, [0, 0.5]);
    assert.deepEqual(pressed(0, 0, 0.5, 0.75, 0.5, 0, 0).pressure, [0, 0, 0.5, 0.75, 0.5, 0, 0]);
    assert.deepEqual(pressed(0.5, 0.25, 0, 0, 0.75).pressure, [0.5, 0.25, 0.25, 0.25, 0.75]);
    assert.deepEqual(pressed(0.5).pressure, [0.5]);
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
    for (let i = 0; i < 80; i++) {
        stroke.add({ x: i, y: 0, time: i / 200 });
        const discs = stroke.takeSettled();
        if (discs.length > 0 && taken.length > 0) assert.equal(discs[0].x, taken[taken.length - 1].x);
        taken.push(...discs);
    }
    assert.ok(taken.length > 40);
    const tip = stroke.tip([]);
    assert.equal(tip[0].x, taken[taken.length - 1].x);
    assert.equal(tip[tip.length - 1].x, 79, 'the tip reaches the pen');
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
            assert.equal(box.isReduced, box.width * ratio - box.pixelWidth > 0.5);
            assert.ok(Math.abs(inDevicePixels(box).pixelWidth - box.width * ratio) < 1e-6);
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
