// SPDX-License-Identifier: GPL-3.0-or-later
// How far kept ink lies from where the pen was, and how much it keeps of the ups and downs of writing. Run by node, it
// measures files: node measures.js RAW.json KEPT.json, each a list of words {strokes: [[[x, y], …], …]} in points.

import { readFileSync } from 'node:fs';

/** @typedef {[number, number][]} Line in points */
/** @typedef {{strokes: Line[]}} Word */
/** @typedef {{words: number, mean: number, worstMean: number, farthest: number, worstFarthest: number, travel: number,
 *   leastTravel: number, mostTravel: number}} Figures distances in points, travel as a part of the raw points' */

/** Points per millimeter. */
export const pointsPerMillimeter = 72 / 25.4;

/**
 * The distance of a place from a polyline.
 * @param {[number, number]} place @param {Line} line
 */
export function distance([x, y], line) {
    let nearest = Math.hypot(x - line[0][0], y - line[0][1]);
    for (let i = 1; i < line.length; i++) {
        const [[ax, ay], [bx, by]] = [line[i - 1], line[i]];
        const squared = (bx - ax) ** 2 + (by - ay) ** 2;
        const t = squared > 0 ? Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared, 0), 1) : 0;
        nearest = Math.min(nearest, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
    }
    return nearest;
}

/**
 * The sum of the ups and downs between turning points. Less than half a point is no turn.
 * @param {Line} line
 */
export function travel(line) {
    const turns = [line[0][1]];
    let direction = 0;
    for (const [, y] of line) {
        const step = y - turns[turns.length - 1];
        if (direction === 0 ? Math.abs(step) > 0.5 : step * direction < -0.5) {
            turns.push(y);
            direction = Math.sign(step);
        } else if (step * direction > 0) turns[turns.length - 1] = y;
    }
    return turns.slice(1).reduce((sum, y, i) => sum + Math.abs(y - turns[i]), 0);
}

/**
 * @param {Word[]} raw @param {Word[]} kept the same strokes in the same order @returns {Figures}
 */
export function figures(raw, kept) {
    /** @type {{means: number[], farthest: number[], travels: number[]}} */
    const all = { means: [], farthest: [], travels: [] };
    raw.forEach(({ strokes }, w) => {
        let [sum, count, farthest, before, after] = [0, 0, 0, 0, 0];
        strokes.forEach((stroke, s) => {
            if (stroke.length < 8) return;
            const line = kept[w].strokes[s];
            for (const place of stroke) {
                const d = distance(place, line);
                farthest = Math.max(farthest, d);
                sum += d;
                count += 1;
            }
            before += travel(stroke);
            after += travel(line);
        });
        if (count === 0) return;
        all.means.push(sum / count);
        all.farthest.push(farthest);
        if (before > 5) all.travels.push(after / before);
    });
    /** @param {number[]} values @param {number} part */
    const at = (values, part) => values.sort((a, b) => a - b)[Math.round((values.length - 1) * part)];
    return {
        words: all.means.length, mean: at(all.means, 0.5), worstMean: at(all.means, 1), farthest: at(all.farthest, 0.5),
        worstFarthest: at(all.farthest, 1), travel: at(all.travels, 0.5), leastTravel: at(all.travels, 0), mostTravel: at(all.travels, 1),
    };
}

/**
 * A stroke as a pen of another rate reports it.
 * @param {Line} stroke @param {number} from its samples per second @param {number} to samples per second
 * @returns {Line}
 */
export function resampled(stroke, from, to) {
    const count = Math.floor(((stroke.length - 1) / from) * to + 1e-9);
    /** @type {Line} */
    const made = [];
    for (let i = 0; i <= count; i++) {
        const at = (i / to) * from;
        const index = Math.min(Math.floor(at), stroke.length - 1);
        const [[ax, ay], [bx, by]] = [stroke[index], stroke[Math.min(index + 1, stroke.length - 1)]];
        made.push([ax + (bx - ax) * (at - index), ay + (by - ay) * (at - index)]);
    }
    if (distance(stroke[stroke.length - 1], [made[made.length - 1]]) > 1e-9) made.push(stroke[stroke.length - 1]);
    return made;
}

/** @param {Figures} measured */
export function row(measured) {
    const { mean, worstMean, farthest, worstFarthest, travel: kept, leastTravel, mostTravel } = measured;
    /** @param {number} part */
    const percent = (part) => (100 * part).toFixed(1);
    return `${mean.toFixed(3)} | ${worstMean.toFixed(3)} | ${farthest.toFixed(2)} | ${worstFarthest.toFixed(2)} | `
        + `${percent(kept)} % | ${percent(leastTravel)} to ${percent(mostTravel)} %`;
}

const [, program, rawFile, keptFile] = process.argv;
if (program?.endsWith('measures.js') && keptFile) {
    const [raw, kept] = [rawFile, keptFile].map((file) => JSON.parse(readFileSync(file, 'utf8')));
    console.log(row(figures(raw, kept)));
}
