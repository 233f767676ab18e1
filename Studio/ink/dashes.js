// SPDX-License-Identifier: Apache-2.0
// Splits a polyline into dashes, as LimnInk's Dashes does.

/** @typedef {import('./stroke.js').Stroke} Stroke */

/** The most dashes of a stroke, which bounds the work for very fine patterns. */
const maximumDashCount = 100000;

/**
 * The lengths of a pattern, an even count; undefined if it is none. PDF repeats an odd pattern with dashes and gaps
 * swapped.
 * @param {number[]} lengths
 */
export function dashPattern(lengths) {
    const isPattern = lengths.length > 0 && lengths.every((length) => Number.isFinite(length) && length >= 0)
        && lengths.reduce((sum, length) => sum + length, 0) > 1e-6;
    if (!isPattern) return undefined;
    return lengths.length % 2 === 0 ? lengths : [...lengths, ...lengths];
}

/**
 * The dashes of a stroke as ranges of parameters. A whole parameter is the index of a point.
 * @param {Stroke} stroke @param {number[]} lengths from `dashPattern`
 * @returns {[number, number][]}
 */
export function dashRanges(stroke, lengths) {
    /** @type {[number, number][]} */
    const ranges = [];
    const count = stroke.xy.length / 2;
    let [phase, left, start] = [0, lengths[0], 0];
    for (let i = 1; i < count; i++) {
        const [dx, dy] = [stroke.xy[2 * i] - stroke.xy[2 * i - 2], stroke.xy[2 * i + 1] - stroke.xy[2 * i - 1]];
        const length = Math.sqrt(dx * dx + dy * dy);
        let done = 0;
        while (length - done > left && ranges.length < maximumDashCount) {
            done += left;
            const parameter = i - 1 + Math.min(done / length, 1);
            if (phase % 2 === 0) ranges.push([start, Math.max(parameter, start)]);
            start = parameter;
            phase = (phase + 1) % lengths.length;
            left = lengths[phase];
        }
        left -= length - done;
    }
    if (phase % 2 === 0 && count > 0) ranges.push([start, Math.max(count - 1, start)]);
    return ranges;
}
