// SPDX-License-Identifier: Apache-2.0
// The grain that a pencil or a crayon leaves on paper, as LimnInk's Grain: a small pattern that repeats in both directions
// and lies still on the page.

/** @typedef {import('./stroke.js').Brush} Brush */
/** @typedef {'pencil' | 'crayon'} Texture */
/** @typedef {{texture: Texture, level: number}} Grain the level is from 0, the lightest, to `levels` − 1 */

/** The number of cells in a row and in a column of the pattern. */
export const side = 88;
/** The inked cells of each level in percent. */
const coverages = [50, 62, 75, 88];
export const levels = coverages.length;
/** The opacities at which the next level starts. */
const steps = [0.45, 0.65, 0.85];
/** The lowest opacity that the lightest level stands for. Below it, the ink is translucent. */
const faintest = 0.3;

/**
 * The width and height of a cell in points.
 * @param {Grain} grain
 */
export function cellOf({ texture }) { return texture === 'pencil' ? 0.22 : 0.36; }

/**
 * The grain for a tool and an opacity, and the opacity with which it is painted; undefined if the brush leaves no grain.
 * @param {Brush} brush @param {number} opacity
 * @returns {{grain: Grain, opacity: number} | undefined}
 */
export function grainFor({ kind, tool }, opacity) {
    if (kind !== 'pen' || (tool !== 'pencil' && tool !== 'crayon')) return undefined;
    return { grain: { texture: tool, level: steps.filter((step) => opacity >= step).length }, opacity: Math.min(opacity / faintest, 1) };
}

/** @type {Partial<Record<Texture, Uint8Array>>} */
const made = {};

/**
 * The number of levels that ink each cell, row by row. The first cell lies at the top left of the page.
 * @param {Texture} texture
 */
export function strengths(texture) {
    return made[texture] ??= texture === 'pencil' ? strengthsOf(1, [[0, 3], [1, 16], [4, 24]]) : strengthsOf(5, [[1, 8], [2, 15], [7, 21]]);
}

/**
 * Noise of several sizes, added up in whole numbers: every machine gets the same pattern.
 * @param {number} seed @param {[passes: number, weight: number][]} parts
 */
function strengthsOf(seed, parts) {
    const count = side * side;
    const sums = new Array(count).fill(0);
    parts.forEach(([passes, weight], index) => {
        let noise = sums.map((_, cell) => hash(seed + index * 100000 + cell) & 0xffff);
        for (let i = 0; i < passes; i++) noise = softened(noise);
        for (let cell = 0; cell < count; cell++) sums[cell] += weight * noise[cell];
    });
    const sorted = [...sums].sort((a, b) => a - b);
    const thresholds = coverages.map((coverage) => sorted[count - Math.floor(count * coverage / 100)]);
    return Uint8Array.from(sums, (sum) => thresholds.filter((threshold) => sum >= threshold).length);
}

/**
 * The mean of each cell and its neighbors with the weights 1, 2, 1 in both directions.
 * @param {number[]} values
 */
function softened(values) {
    const count = values.length;
    const across = values.map((value, cell) => {
        const [row, column] = [cell - cell % side, cell % side];
        return values[row + (column + side - 1) % side] + 2 * value + values[row + (column + 1) % side];
    });
    return across.map((value, cell) => Math.floor((across[(cell + count - side) % count] + 2 * value + across[(cell + side) % count]) / 16));
}

/** @param {number} value */
function hash(value) {
    for (let i = 0; i < 2; i++) value = Math.imul((value >>> 16) ^ value, 0x45d9f3b) >>> 0;
    return ((value >>> 16) ^ value) >>> 0;
}
