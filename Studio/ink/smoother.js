// SPDX-License-Identifier: Apache-2.0
// Takes the noise of a pen out of a stroke and leaves the handwriting: LimnInk's StrokeSmoother.
//
// A curve is fitted to the samples. How stiff it is, the samples around each place say: the likelihood of a signal with
// white noise (restricted maximum likelihood; Wahba, The Annals of Statistics 13, 1985) tells noise, which changes from
// sample to sample, from the movement of a hand, which does not. So the method needs no cutoff, and a stroke at 60 or
// 240 Hz, written fast or slowly, keeps its shape.

import { order, PenalizedFit } from './penalized-fit.js';

/**
 * The state of a pen at one moment. What the pen does not report is absent.
 * @typedef {object} PenSample
 * @property {number} x @property {number} y in points of page space
 * @property {number} time in seconds since the stroke began
 * @property {number} [pressure] 0…1
 * @property {number} [altitude] between pen and paper in radians, π/2 upright
 * @property {number} [azimuth] where the pen leans, in radians from x towards y
 */

/** How many samples the noise is estimated from, and how far it is from one estimate to the next. */
const [windowLength, hop] = [48, 12];
/** The decimal exponents of the stiffness that are tried. */
const exponents = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5];
/** The largest exponent of the stiffness: above, doubles are too coarse. */
const stiffest = 8;
/** By how much the logarithm of the likelihood may be less than the best one's, twice, for a softer curve. */
const evidence = 12;
/** The largest noise of a pen, in pixels: the standard deviation along an axis. Whole pixels alone are 0.29. */
const largestNoise = 0.2;
/** How many standard deviations a sample may be moved, and a run of samples may lie to one side of the curve. */
const [reach, bias] = [2.5, 3];
/** How many samples at once may lie to one side. */
const runs = [1, 3, 5];
/** How often the curve is softened where it does not follow the samples, and each time by what factor's exponent. */
const [rounds, softening] = [4, 2];
/** The weight of the first and the last sample: the curve begins and ends where the pen did. */
const endWeight = 1e4;
/** A sample stays in the box of so many neighbors on each side. */
const neighbors = 3;

/**
 * The samples of a stroke, smoothed: only positions change. Samples that are not finite, or not later than the one
 * before, are left out; the stroke ends where the last one was.
 * @param {PenSample[]} samples
 * @param {number} [strength] 0…1: 0 keeps every sample where it is. Up to ½ noise alone is taken away, up to 0.2 pixels
 *   (standard deviation) at ½. Above, the hand's own tremor goes, too, and by and by the handwriting
 * @param {number} [pixel] the size of a pixel of the digitizer in points
 * @returns {PenSample[]}
 */
export function smoothed(samples, strength = 0.5, pixel = 1) {
    const kept = inOrder(samples);
    const count = kept.length;
    if (count <= order + 1 || !(strength > 0)) return kept;
    const beyond = Math.max(2 * Math.min(strength, 1) - 1, 0);
    const largest = largestNoise * Math.min(2 * strength, 1) * pixel;
    const allowance = 2 * beyond * pixel;
    const [xs, ys] = [Float64Array.from(kept, ({ x }) => x), Float64Array.from(kept, ({ y }) => y)];
    const { stiffness, noise } = estimates(xs, ys, largest);
    for (let i = 0; i < count; i++) stiffness[i] = Math.min(stiffness[i] + 6 * beyond, stiffest);
    const weights = new Float64Array(count).fill(1);
    weights[0] = weights[count - 1] = endWeight;
    let [fx, fy] = [xs, ys];
    for (let round = 0; round <= rounds; round++) {
        const penalties = new Float64Array(count - order);
        for (let j = 0; j < penalties.length; j++) {
            penalties[j] = 10 ** Math.min(stiffness[j], stiffness[j + 1], stiffness[j + 2], stiffness[j + 3]);
        }
        const fit = new PenalizedFit(weights, penalties);
        [fx, fy] = [fit.fitted(xs), fit.fitted(ys)];
        if (round === rounds || !soften(stiffness, xs, ys, fx, fy, noise, allowance)) break;
    }
    const radius = neighbors + Math.round(9 * beyond);
    return kept.map((sample, i) => {
        if (i === 0 || i === count - 1) return sample;
        const x = withinNeighbors(fx[i], xs, i, radius);
        const y = withinNeighbors(fy[i], ys, i, radius);
        const [dx, dy] = [x - sample.x, y - sample.y];
        const way = Math.sqrt(dx * dx + dy * dy);
        if (!Number.isFinite(way)) return sample;
        const limit = reach * noise[i] + allowance;
        const part = way > limit ? limit / way : 1;
        return { ...sample, x: sample.x + dx * part, y: sample.y + dy * part };
    });
}

/** @param {PenSample[]} samples */
function inOrder(samples) {
    /** @type {PenSample[]} */
    const kept = [];
    /** @type {PenSample | undefined} */
    let end;
    for (const sample of samples) {
        if (!Number.isFinite(sample.x + sample.y) || !Number.isFinite(sample.time)) continue;
        const last = kept[kept.length - 1];
        if (!last || sample.time > last.time) {
            kept.push(sample);
            end = undefined;
        } else if (sample.time === last.time) {
            end = sample;
        }
    }
    if (end) {
        const last = kept[kept.length - 1];
        kept[kept.length - 1] = { ...last, x: end.x, y: end.y };
    }
    return kept;
}

/**
 * For each sample the exponent of the stiffness, and the standard deviation of the noise along an axis in points: the
 * least that any window around it says.
 * @param {Float64Array} xs @param {Float64Array} ys @param {number} largest the largest noise in points
 */
function estimates(xs, ys, largest) {
    const count = xs.length;
    const length = Math.min(windowLength, count);
    const fits = length === windowLength ? wholeWindow ??= evenFits(length) : evenFits(length);
    const stiffness = new Float64Array(count).fill(Infinity);
    const noise = new Float64Array(count).fill(Infinity);
    for (let start = 0; ; start = Math.min(start + hop, count - length)) {
        const found = estimate(xs, ys, start, length, fits, largest);
        for (let i = start; i < start + length; i++) {
            stiffness[i] = Math.min(stiffness[i], found.exponent);
            noise[i] = Math.min(noise[i], found.noise);
        }
        if (start === count - length) return { stiffness, noise };
    }
}

/** @type {PenalizedFit[] | undefined} the fits of a whole window, which most are */
let wholeWindow;

/**
 * Fits of one stiffness along a window, one for each exponent.
 * @param {number} length
 */
function evenFits(length) {
    return exponents.map((exponent) =>
        new PenalizedFit(new Float64Array(length).fill(1), new Float64Array(length - order).fill(10 ** exponent)));
}

/**
 * The softest curve that the samples of a window do not contradict.
 * @param {Float64Array} xs @param {Float64Array} ys @param {number} start @param {number} length
 * @param {PenalizedFit[]} fits one for each exponent @param {number} largest the largest noise in points
 */
function estimate(xs, ys, start, length, fits, largest) {
    const [x, y] = [xs.slice(start, start + length), ys.slice(start, start + length)];
    for (let i = length - 1; i >= 0; i--) {
        x[i] -= x[0];
        y[i] -= y[0];
    }
    const freedom = 2 * (length - order);
    const found = fits.map((fit, index) => {
        const [fx, fy] = [fit.fitted(x), fit.fitted(y)];
        let misfit = 0;
        for (let i = 0; i < length; i++) misfit += x[i] * (x[i] - fx[i]) + y[i] * (y[i] - fy[i]);
        misfit = Math.max(misfit, 1e-12);
        const variance = Math.min(misfit / freedom, largest * largest);
        const exponent = exponents[index];
        // Twice the negative logarithm of the restricted likelihood.
        const surprise = freedom * Math.log(variance) + misfit / variance + 2 * fit.logDeterminant
            - freedom * exponent * Math.LN10;
        return { exponent, noise: Math.sqrt(variance), surprise };
    });
    const best = found.reduce((smallest, { surprise }) => Math.min(smallest, surprise), Infinity);
    return found.find(({ surprise }) => surprise <= best + evidence) ?? found[0];
}

/**
 * Softens the curve where samples lie farther to one side of it than noise does. Returns whether there was such a place.
 * @param {Float64Array} stiffness @param {Float64Array} xs @param {Float64Array} ys
 * @param {Float64Array} fx @param {Float64Array} fy @param {Float64Array} noise @param {number} allowance
 */
function soften(stiffness, xs, ys, fx, fy, noise, allowance) {
    const count = xs.length;
    const places = new Set();
    for (const run of runs) {
        for (let start = 0; start + run <= count; start++) {
            let [dx, dy] = [0, 0];
            for (let i = start; i < start + run; i++) {
                dx += xs[i] - fx[i];
                dy += ys[i] - fy[i];
            }
            const limit = bias * noise[start + (run >> 1)] * Math.sqrt(run) + allowance * run;
            if (dx * dx + dy * dy <= limit * limit) continue;
            for (let i = Math.max(start - 1, 0); i < Math.min(start + run + 1, count); i++) {
                if (stiffness[i] > exponents[0]) places.add(i);
            }
        }
    }
    for (const i of places) stiffness[i] -= softening;
    return places.size > 0;
}

/** @param {number} value @param {Float64Array} values @param {number} index @param {number} radius */
function withinNeighbors(value, values, index, radius) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = Math.max(index - radius, 0); i <= Math.min(index + radius, values.length - 1); i++) {
        low = Math.min(low, values[i]);
        high = Math.max(high, values[i]);
    }
    return Math.min(Math.max(value, low), high);
}
