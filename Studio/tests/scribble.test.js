// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hullOf, isCrossedOut, isScribble } from '../ink/scribble.js';

/** @param {number[][]} places @returns {any} a stroke along straight lines, a point each two points of the page */
function along(...places) {
    const xy = [...places[0]];
    for (let i = 1; i < places.length; i++) {
        const [[ax, ay], [bx, by]] = [places[i - 1], places[i]];
        const steps = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / 2));
        for (let k = 1; k <= steps; k++) xy.push(ax + ((bx - ax) * k) / steps, ay + ((by - ay) * k) / steps);
    }
    return { xy };
}

const scribble = along([100, 100], [180, 106], [102, 110], [178, 114], [100, 118], [182, 122], [104, 126]);

test('a line that goes to and fro is a scribble, and what a hand writes is none', () => {
    assert.ok(isScribble(scribble));
    assert.ok(isScribble(along([0, 0], [10, 40], [20, 0], [30, 40], [40, 0], [50, 40], [60, 0], [62, 40])), 'peaks beside one another');
    const turn = Array.from({ length: 80 }, (_, i) => [100 + 30 * Math.cos(i / 10), 100 + 30 * Math.sin(i / 10)]);
    for (const [name, stroke] of Object.entries({
        line: along([0, 0], [300, 0]), zed: along([0, 0], [40, 0], [0, 40], [40, 40]), w: along([0, 0], [10, 30], [20, 0], [30, 30], [40, 0]),
        circle: along(...turn.slice(0, 63)), frame: along([0, 0], [80, 0], [80, 50], [0, 50], [0, 0]), dot: along([5, 5], [6, 5]),
        wave: along(...Array.from({ length: 100 }, (_, i) => [i * 3, 100 + 6 * Math.sin(i / 3)])),
    })) assert.ok(!isScribble(stroke), name);
});

test('a scribble crosses out what mostly lies below it', () => {
    const hull = hullOf(scribble);
    assert.ok(isCrossedOut(hull, along([110, 112], [160, 112])));
    assert.ok(!isCrossedOut(hull, along([110, 112], [400, 112])), 'most of it lies elsewhere');
    assert.ok(!isCrossedOut(hull, along([110, 200], [160, 200])));
});
