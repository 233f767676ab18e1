// SPDX-License-Identifier: GPL-3.0-or-later
// Strokes as LimnInk makes them (Tests/LimnInkTests/StudioVectors.swift), held against the studio's.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { strokeOf } from '../ink/brush-model.js';
import { levels, side, strengths } from '../ink/grain.js';
import { filmsOf, marks } from '../ink/marks.js';
import { smoothed } from '../ink/smoother.js';
import { widthAt } from '../ink/stroke.js';

/** The largest distance in points by which anything may differ. */
const limit = 0.02;
const { cases, grains } = JSON.parse(readFileSync(new URL('vectors/strokes.json', import.meta.url), 'utf8'));

/**
 * Rows of whole numbers from base64 of zigzag varints of differences.
 * @param {string} text @param {number} columns
 */
function rows(text, columns) {
    /** @type {number[][]} */
    const table = [];
    let last = new Array(columns).fill(0);
    let [row, value, factor] = [/** @type {number[]} */ ([]), 0, 1];
    for (const byte of Buffer.from(text, 'base64')) {
        value += (byte & 127) * factor;
        factor *= 128;
        if (byte > 127) continue;
        row.push(last[row.length] + (value % 2 ? -(value + 1) / 2 : value / 2));
        [value, factor] = [0, 1];
        if (row.length === columns) {
            table.push(row);
            last = row;
            row = [];
        }
    }
    return table;
}

/** Takes down what is written to a path. */
class Recorder {
    commands = '';
    /** @type {number[]} */
    numbers = [];
    /** @param {number} x @param {number} y */
    moveTo(x, y) { this.add('M', x, y); }
    /** @param {number} x @param {number} y */
    lineTo(x, y) { this.add('L', x, y); }
    /** @param {number[]} numbers */
    bezierCurveTo(...numbers) { this.add('C', ...numbers); }
    closePath() { this.add('Z'); }
    /** @param {string} command @param {number[]} numbers */
    add(command, ...numbers) {
        this.commands += command;
        this.numbers.push(...numbers);
    }
}

/**
 * Points along a path, close to one another.
 * @param {string} commands @param {number[]} numbers
 */
function edge(commands, numbers) {
    /** @type {[number, number][]} */
    const points = [];
    let [x, y, startX, startY, next] = [0, 0, 0, 0, 0];
    /** @param {number[]} controls */
    const curve = (...controls) => {
        const [ax, ay, bx, by, cx, cy] = controls;
        for (let i = 1; i <= 64; i++) {
            const [t, s] = [i / 64, 1 - i / 64];
            points.push([
                s * s * s * x + 3 * s * s * t * ax + 3 * s * t * t * bx + t * t * t * cx,
                s * s * s * y + 3 * s * s * t * ay + 3 * s * t * t * by + t * t * t * cy]);
        }
        [x, y] = [cx, cy];
    };
    for (const command of commands) {
        const count = command === 'C' ? 6 : command === 'Z' ? 0 : 2;
        const values = numbers.slice(next, next + count);
        next += count;
        if (command === 'M') [x, y, startX, startY] = [values[0], values[1], values[0], values[1]];
        else if (command === 'C') curve(...values);
        else {
            const [ex, ey] = command === 'L' ? values : [startX, startY];
            curve(x + (ex - x) / 3, y + (ey - y) / 3, x + (2 * (ex - x)) / 3, y + (2 * (ey - y)) / 3, ex, ey);
        }
    }
    return points;
}

/**
 * How far the points of one path lie from another path at most.
 * @param {[number, number][]} from @param {[number, number][]} to
 */
function farthest(from, to) {
    return Math.max(...from.map(([x, y]) => {
        let nearest = Infinity;
        for (let i = 1; i < to.length; i++) {
            const [[ax, ay], [bx, by]] = [to[i - 1], to[i]];
            const squared = (bx - ax) ** 2 + (by - ay) ** 2;
            const t = squared > 0 ? Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared, 0), 1) : 0;
            nearest = Math.min(nearest, Math.hypot(x - ax - (bx - ax) * t, y - ay - (by - ay) * t));
        }
        return nearest;
    }));
}

/** @param {any} golden */
function strokeOfCase(golden) {
    const samples = rows(golden.samples, 6).map(([x, y, time, pressure, altitude, azimuth]) => ({
        x: x / 64, y: y / 64, time: time / 4096,
        ...(golden.hasPressure ? { pressure: pressure / 1024 } : {}),
        ...(golden.hasTilt ? { altitude: altitude / 1024, azimuth: azimuth / 1024 } : {}),
    }));
    /** @param {number} shift */
    const part = (shift) => (Math.floor(golden.color / 2 ** shift) % 256) / 255;
    const color = { red: part(24), green: part(16), blue: part(8), alpha: part(0) };
    const stroke = strokeOf(golden.tool, golden.size, color, smoothed(samples), golden.nib);
    if (golden.dash) stroke.brush.dash = golden.dash;
    if (golden.fill) stroke.brush.fill = golden.fill;
    if (golden.cap) stroke.brush.cap = golden.cap;
    return stroke;
}

test('thousands of strokes of every tool are stored', () => {
    assert.ok(cases.length >= 2000);
    assert.equal(new Set(cases.map((/** @type {any} */ golden) => golden.tool)).size, 12);
    assert.ok(cases.filter((/** @type {any} */ golden) => golden.dash).length > 200);
});

test('samples become the same points, widths and opacities as in LimnInk', () => {
    let largest = 0;
    for (const golden of cases) {
        const stroke = strokeOfCase(golden);
        const expected = rows(golden.points, 4);
        assert.equal(stroke.xy.length, expected.length * 2);
        expected.forEach(([x, y, width, opacity], i) => {
            largest = Math.max(
                largest, Math.abs(stroke.xy[2 * i] - x / 1000), Math.abs(stroke.xy[2 * i + 1] - y / 1000),
                Math.abs(widthAt(stroke, i) - width / 1000), Math.abs((stroke.opacity?.[i] ?? 1) - opacity / 10000));
        });
    }
    assert.ok(largest < limit, `the largest distance is ${largest} pt`);
});

test('strokes have the same outlines as in LimnInk', () => {
    let [largest, paths, otherwise] = [0, 0, 0];
    for (const [index, golden] of cases.entries()) {
        const made = marks(strokeOfCase(golden), () => new Recorder());
        assert.equal(made.length, golden.marks.length, `stroke ${index}`);
        made.forEach((mark, i) => {
            const expected = golden.marks[i];
            const commands = expected.commands.replace(
                /([A-Z])(\d+)/g, (/** @type {string} */ _, /** @type {string} */ name, /** @type {string} */ times) =>
                    name.repeat(Number(times)));
            assert.equal(mark.multiplies, expected.multiplies);
            assert.equal(mark.grain && `${mark.grain.texture}-${mark.grain.level}`, expected.grain, `stroke ${index}`);
            assert.equal(mark.line === undefined, expected.line === undefined, `stroke ${index}`);
            const numbers = mark.line ? rows(golden.points, 4).flatMap(([x, y]) => [x, y]) : rows(expected.points, 2).flat();
            const places = numbers.map((value) => value / 1000);
            if (mark.path.commands === commands) {
                places.forEach((value, n) => { largest = Math.max(largest, Math.abs(mark.path.numbers[n] - value)); });
            } else {
                // An arc of exactly half a turn may have a piece more: then the edges are compared.
                const [one, other] = [edge(mark.path.commands, mark.path.numbers), edge(commands, places)];
                largest = Math.max(largest, farthest(one, other), farthest(other, one));
                otherwise += 1;
            }
            const { red, green, blue, alpha } = mark.color;
            [red, green, blue, alpha].forEach((value, n) => assert.ok(Math.abs(value - expected.color[n] / 10000) < 1e-4));
            if (mark.line) assert.ok(Math.abs(mark.line.width - expected.line) < limit);
            paths += 1;
        });
    }
    assert.ok(paths > 2000);
    assert.ok(otherwise < paths / 100, `${otherwise} paths have other commands`);
    assert.ok(largest < limit, `the largest distance is ${largest} pt`);
});

test('the grains of pencil and crayon are those of LimnInk', () => {
    assert.equal(levels, 4);
    for (const texture of /** @type {const} */ (['pencil', 'crayon'])) {
        const rows = Array.from({ length: side }, (_, row) => [...strengths(texture).slice(row * side, (row + 1) * side)].join(''));
        assert.deepEqual(rows, grains[texture]);
    }
});

test('a stroke has the colors and grains that it had while it was written', () => {
    for (const golden of cases) {
        const stroke = strokeOfCase(golden);
        if (stroke.brush.fill || !stroke.opacity || new Set(stroke.opacity).size > 1) continue;
        const films = filmsOf(stroke.brush, stroke.opacity[0]).filter(({ color }) => color.alpha > 0);
        const made = marks(stroke, () => new Recorder());
        assert.equal(made.length, films.length);
        made.forEach(({ color, grain }, i) => {
            assert.ok(Math.abs(color.alpha - films[i].color.alpha) < 1e-9);
            assert.deepEqual(grain, films[i].grain);
        });
    }
});
