// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placed } from '../model/offer-places.js';

const sheet = { width: 390, height: 550 };
/** @param {number} left @param {number} top @param {number} width @param {number} height */
const area = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });
/** @param {any} box @param {any} [others] */
const offer = (box, others = {}) => ({ box, width: 60, height: 24, isSmall: false, isOpen: false, ...others });
/** @param {any} a @param {any} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('An offer stands beside its box, on the other side where the page ends', () => {
    const [right, left] = [area(20, 100, 80, 20), area(320, 200, 60, 20)];
    const [one, two] = placed([offer(right), offer(left)], [right, left], sheet);
    assert.deepEqual(one, { left: 103, top: 98, right: 163, bottom: 122, isSmall: false });
    assert.deepEqual([two.right, two.isSmall], [317, false]);
});

test('Where the next field is near, it stands above or below, and otherwise it is small in its own box', () => {
    const boxes = [0, 1, 2].map((index) => area(20 + 70 * index, 100, 66, 20));
    const [above] = placed([offer(boxes[1])], boxes, sheet);
    assert.deepEqual([above.left, above.bottom, above.isSmall], [90, 97, false]);
    // A grid of boxes leaves no room.
    const grid = [0, 1, 2, 3, 4].flatMap((row) => [0, 1, 2, 3, 4].map((column) => area(20 + 70 * column, 100 + 22 * row, 68, 20)));
    const [small] = placed([offer(grid[12])], grid, sheet);
    assert.equal(small.isSmall, true);
    assert.ok(grid.every((box, index) => index === 12 || !overlap(small, box)));
});

test('No offer covers another field or another offer, and all are on the page', () => {
    for (const size of [{ width: 1000, height: 1400 }, { width: 390, height: 550 }, { width: 120, height: 160 }]) {
        const scale = size.width / 600;
        const boxes = [...Array(40).keys()].map((index) => {
            const [x, y] = [20 + 140 * (index % 4), 10 + 82 * Math.floor(index / 4)];
            return area(x * scale, y * scale, 100 * scale, 20 * scale);
        });
        const places = placed(boxes.map((box) => offer(box)), boxes, size);
        for (const [index, place] of places.entries()) {
            assert.ok(place.left >= 0 && place.top >= 0 && place.right <= size.width && place.bottom <= size.height, JSON.stringify(place));
            if (size.width > 120) assert.ok(boxes.every((box, other) => other === index || !overlap(place, box)));
            assert.ok(places.every((other, number) => number === index || !overlap(place, other)), `${index} at ${size.width}`);
            assert.ok(Math.abs(place.left - boxes[index].right) < 80, 'far from its box');
        }
    }
});

test('Marks are small, and what is open is large and on the page, even over others', () => {
    const box = area(370, 530, 12, 12);
    // So are those that are much higher than their boxes.
    assert.equal(placed([offer(area(20, 100, 80, 10))], [], sheet)[0].isSmall, true);
    const [mark] = placed([offer(box, { isSmall: true })], [box], sheet);
    assert.deepEqual([mark.isSmall, mark.right - mark.left], [true, 12]);
    const [open] = placed([offer(box, { isSmall: true, isOpen: true })], [box], sheet);
    assert.deepEqual(open, { left: 307, top: 524, right: 367, bottom: 548, isSmall: false });
});
