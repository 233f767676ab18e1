// SPDX-License-Identifier: Apache-2.0
// Splits discs along a stroke into dashes while it is written, piece by piece, as `dashes.js` does it for whole strokes.

/** @typedef {import('./outline.js').Disc} Disc */

/**
 * @param {Disc[]} discs from where the last piece ended
 * @param {number[]} pattern an even number of dashes and gaps in points, from `dashPattern`
 * @param {number} start the length of the stroke before the first disc
 * @returns {{dashes: Disc[][], length: number}} and the length at the last disc
 */
export function dashedDiscs(discs, pattern, start) {
    const period = pattern.reduce((sum, length) => sum + length, 0);
    let [index, left] = [0, start % period];
    while (left >= pattern[index] && index < pattern.length - 1) left -= pattern[index++];
    left = pattern[index] - left;
    /** @type {Disc[][]} */
    const dashes = index % 2 === 0 && discs.length > 0 ? [[discs[0]]] : [];
    let length = start;
    for (let i = 1; i < discs.length; i++) {
        const [a, b] = [discs[i - 1], discs[i]];
        const step = Math.hypot(b.x - a.x, b.y - a.y);
        let done = 0;
        // Very fine patterns are drawn as lines while one writes: the work stays bounded.
        while (step - done > left && step / period < 1000) {
            done += left;
            const t = done / step;
            const at = { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, r: a.r + (b.r - a.r) * t };
            if (index % 2 === 0) dashes[dashes.length - 1]?.push(at);
            else dashes.push([at]);
            index = (index + 1) % pattern.length;
            left = pattern[index];
        }
        left -= step - done;
        length += step;
        if (index % 2 === 0) dashes[dashes.length - 1]?.push(b);
    }
    return { dashes, length };
}
