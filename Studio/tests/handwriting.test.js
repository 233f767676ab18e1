// SPDX-License-Identifier: GPL-3.0-or-later
// The smoothing takes noise away and keeps handwriting: of made words, and of people's where LIMN_FOREIGN has them.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { smoothed } from '../ink/smoother.js';
import { WetStroke } from '../page/wet-stroke.js';
import { madeWords, random } from './handwriting/made-words.js';
import { figures, pointsPerMillimeter, resampled, row } from './handwriting/measures.js';

/** @typedef {import('./handwriting/measures.js').Line} Line */

/** @param {Line} line @param {number} rate @param {number} [pixel] @returns {Line} */
function kept(line, rate, pixel) {
    return smoothed(line.map(([x, y], i) => ({ x, y, time: i / rate })), 0.5, pixel).map(({ x, y }) => [x, y]);
}

/** @param {{hz: number, strokes: Line[]}[]} words */
function assertKept(words) {
    for (const rate of [60, 100, 133, 240]) {
        for (const speed of [1, 1.5, 2, 3]) {
            const raw = words.map(({ hz, strokes }) => ({ strokes: strokes.map((stroke) => resampled(stroke, hz, rate / speed)) }));
            const measured = figures(raw, raw.map(({ strokes }) => ({ strokes: strokes.map((stroke) => kept(stroke, rate)) })));
            const words_ = `${rate} Hz, ${speed} times: ${row(measured)}`;
            assert.ok(measured.mean <= 0.12 && measured.worstMean <= 0.2, words_);
            assert.ok(measured.farthest <= 0.5 && measured.worstFarthest <= 1, words_);
            assert.ok(measured.leastTravel >= 0.97 && measured.mostTravel <= 1.01, words_);
        }
    }
}

test('made words keep their place and their ups and downs at every rate and speed', () => assertKept(madeWords(20)));

const file = `${process.env.LIMN_FOREIGN ?? ''}/hand/words.json`;
if (existsSync(file)) test('people’s words keep their place and their ups and downs at every rate and speed', () => {
    assertKept(JSON.parse(readFileSync(file, 'utf8')).map((/** @type {{hz: number, strokes: Line[]}} */ { hz, strokes }) => ({
        hz, strokes: strokes.map((stroke) => stroke.map(([x, y]) => [x * pointsPerMillimeter, y * pointsPerMillimeter])),
    })));
});

test('noise of ± 0.3 pixels on a slow line falls to a third, at every zoom', () => {
    const next = random(11);
    for (const pixel of [0.5, 1, 1.5]) {
        for (const rate of [60, 120, 240]) {
            let [before, after] = [0, 0];
            for (let k = 0; k < 12; k++) {
                const angle = next() * 7;
                const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
                const noise = () => (next() * 2 - 1) * 0.3 * pixel;
                /** @type {Line} */
                const raw = Array.from({ length: 2 * rate }, (_, i) => [(40 * i * ux) / rate + noise(), (40 * i * uy) / rate + noise()]);
                /** @param {Line} line */
                const spread = (line) => line.slice(2, -2).reduce((sum, [x, y]) => sum + (y * ux - x * uy) ** 2, 0);
                before += spread(raw);
                after += spread(kept(raw, rate, pixel));
            }
            assert.ok(Math.sqrt(after / before) <= 1 / 3, `${rate} Hz, ${pixel} pt: ${Math.sqrt(after / before)}`);
        }
    }
});

test('corners and cusps keep their angles within ten degrees', () => {
    for (const rate of [60, 120, 240]) {
        for (const speed of [60, 150, 300]) {
            for (const turn of [30, 60, 90, 120, 150, 175]) {
                const [step, legs] = [speed / rate, 60];
                const back = [-Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
                const count = Math.round(legs / step);
                /** @type {Line} */
                const raw = Array.from({ length: 2 * count + 1 }, (_, i) =>
                    i <= count ? [step * (i - count), 0] : [-back[0] * step * (i - count), back[1] * step * (i - count)]);
                const made = kept(raw, rate);
                // The legs from two to ten points from the corner.
                const [near, far] = [Math.ceil(2 / step), Math.ceil(10 / step) + 1];
                /** @param {number} from @param {number} to */
                const direction = (from, to) => Math.atan2(made[to][1] - made[from][1], made[to][0] - made[from][0]);
                const angle = direction(count + near, count + far) - direction(count - far, count - near);
                const turned = Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle))) * (180 / Math.PI);
                assert.ok(Math.abs(turned - turn) < 10, `${rate} Hz, ${speed} pt/s, ${turn}°: ${turned}`);
                assert.ok(Math.hypot(...made[count]) < 0.5, `${rate} Hz, ${speed} pt/s, ${turn}°: the corner moves by ${Math.hypot(...made[count])} pt`);
            }
        }
    }
});

test('the tip is where the pen is, and what is shown lies where the kept stroke does', () => {
    const [word] = madeWords(1);
    const line = word.strokes.reduce((longest, stroke) => (stroke.length > longest.length ? stroke : longest));
    const stroke = new WetStroke({ tool: 'fineliner', size: 1, color: { red: 0, green: 0, blue: 0, alpha: 1 } });
    /** @type {Line} */
    const shown = [];
    line.forEach(([x, y], i) => {
        stroke.add({ x, y, time: i / word.hz });
        shown.push(...stroke.takeSettled().map((disc) => /** @type {[number, number]} */ ([disc.x, disc.y])));
        const tip = stroke.tip([]).at(-1);
        assert.ok(tip && Math.hypot(tip.x - x, tip.y - y) < 1e-9, 'no sample behind');
    });
    const { xy } = stroke.finished;
    /** @type {Line} */
    const made = Array.from({ length: xy.length / 2 }, (_, i) => [xy[2 * i], xy[2 * i + 1]]);
    assert.ok(shown.length > line.length / 2);
    assert.ok(figures([{ strokes: [shown] }], [{ strokes: [made] }]).farthest < 0.35);
});
