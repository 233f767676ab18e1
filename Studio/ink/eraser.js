// SPDX-License-Identifier: Apache-2.0
// A round eraser that moved along a path: LimnInk's Eraser. It covers a point of a stroke if the stroke's disc there
// overlaps what the eraser swept.

import { dashPattern, dashRanges } from './dashes.js';
import { sweptRange } from './swept-segment.js';
import { bounds, discs, part, pointCount } from './stroke.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./stroke.js').Stroke} Stroke */
/** @typedef {{path: Point[], radius: number}} Eraser the path of its center, and its radius in points */
/** @typedef {[number, number]} Range of parameters; a whole one is the index of a point */

/**
 * Whether the eraser touches the stroke's ink.
 * @param {Eraser} eraser @param {Stroke} stroke
 */
export function touches(eraser, stroke) {
    if (touchesFill(eraser, stroke)) return true;
    if (coveredRanges(eraser, stroke).length === 0) return false;
    return stroke.brush.dash.length === 0 || dashes(stroke).some((dash) => coveredRanges(eraser, dash).length > 0);
}

/**
 * The pieces of a stroke that the eraser leaves; undefined if it does not touch the stroke. Dashes become strokes, so
 * that they do not move, and a filled stroke loses its fill.
 * @param {Eraser} eraser @param {Stroke} stroke
 * @returns {Stroke[] | undefined}
 */
export function erased(eraser, stroke) {
    if (!touches(eraser, stroke)) return undefined;
    return dashes(stroke).flatMap((dash) => {
        const { fill: _, ...brush } = dash.brush;
        return removing({ ...dash, brush }, coveredRanges(eraser, dash));
    });
}

/** @param {Eraser} eraser @returns {[Point, Point][]} */
function segmentsOf({ path }) {
    return path.length === 1 ? [[path[0], path[0]]] : path.slice(1).map((point, i) => [path[i], point]);
}

/** @param {Eraser} eraser @param {Stroke} stroke @returns {Range[]} ascending and disjoint */
function coveredRanges(eraser, stroke) {
    const box = bounds(stroke);
    if (!box || eraser.path.length === 0) return [];
    const { radius } = eraser;
    const near = segmentsOf(eraser).filter(([a, b]) =>
        Math.max(a.x, b.x) + radius >= box[0] && Math.min(a.x, b.x) - radius <= box[2]
        && Math.max(a.y, b.y) + radius >= box[1] && Math.min(a.y, b.y) - radius <= box[3]);
    if (near.length === 0) return [];
    const circles = discs(stroke, stroke.brush.cap === 'square' ? Math.SQRT2 / 2 : 0.5);
    if (circles.length === 1) {
        return near.some((segment) => sweptRange(circles[0], circles[0], radius, segment)) ? [[0, 0]] : [];
    }
    /** @type {Range[]} */
    const covered = [];
    for (let i = 1; i < circles.length; i++) {
        for (const segment of near) {
            const range = sweptRange(circles[i - 1], circles[i], radius, segment);
            if (range) covered.push([i - 1 + range[0], i - 1 + range[1]]);
        }
    }
    return union(covered);
}

/** @param {Range[]} ranges */
function union(ranges) {
    /** @type {Range[]} */
    const joined = [];
    for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
        const last = joined[joined.length - 1];
        if (last && from <= last[1]) last[1] = Math.max(last[1], to);
        else joined.push([from, to]);
    }
    return joined;
}

/**
 * The dashes as strokes; the stroke itself if it has none.
 * @param {Stroke} stroke @returns {Stroke[]}
 */
function dashes(stroke) {
    const lengths = dashPattern(stroke.brush.dash);
    if (!lengths || pointCount(stroke) < 2) return [stroke];
    const brush = { ...stroke.brush, dash: [] };
    // A dash of no length with butt caps is invisible, but a stroke of one point would be a disc.
    return dashRanges(stroke, lengths).filter(([from, to]) => from < to || brush.cap !== 'butt')
        .map(([from, to]) => ({ ...part(stroke, from, to), brush }));
}

/** @param {Stroke} stroke @param {Range[]} covered @returns {Stroke[]} */
function removing(stroke, covered) {
    if (covered.length === 0) return [stroke];
    const starts = [0, ...covered.map((range) => range[1])];
    const ends = [...covered.map((range) => range[0]), pointCount(stroke) - 1];
    return starts.flatMap((start, i) => (ends[i] > start ? [part(stroke, start, ends[i])] : []));
}

/**
 * Whether the eraser touches the filled area, by the non-zero rule.
 * @param {Eraser} eraser @param {Stroke} stroke
 */
function touchesFill(eraser, stroke) {
    const count = pointCount(stroke);
    if (!stroke.brush.fill || count < 3) return false;
    const { xy } = stroke;
    const closing = {
        brush: { ...stroke.brush, dash: [], fill: 0 }, width: 0,
        xy: [xy[2 * count - 2], xy[2 * count - 1], xy[0], xy[1]],
    };
    if (coveredRanges(eraser, closing).length > 0) return true;
    return eraser.path.some(({ x, y }) => {
        let winding = 0;
        for (let i = 0; i < count; i++) {
            const j = (i + 1) % count;
            const [ax, ay, bx, by] = [xy[2 * i], xy[2 * i + 1], xy[2 * j], xy[2 * j + 1]];
            if ((ay > y) === (by > y)) continue;
            const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
            if (by > ay && side > 0) winding += 1;
            if (by < ay && side < 0) winding -= 1;
        }
        return winding !== 0;
    });
}
