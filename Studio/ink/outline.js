// SPDX-License-Identifier: Apache-2.0
// The filled outline of a stroke of varying width, for the non-zero rule: the same as LimnInk's Outline.
// Between two points it is the hull of two circles; a run of hulls is one closed subpath.

import { arc } from './geometry.js';
import { OutlineRun } from './outline-run.js';

/** @typedef {import('./geometry.js').PathSink} PathSink */
/** @typedef {{x: number, y: number, r: number}} Disc */

/** The largest distance of the outline from the exact edge, in points. */
export const outlineTolerance = 0.01;

/** @param {Disc} a @param {Disc} b */
function contains(a, b) { return Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2) + b.r <= a.r; }

/**
 * Adds a circle, oriented as the runs of an outline are.
 * @param {PathSink} path @param {Disc} disc
 */
export function circle(path, disc) {
    path.moveTo(disc.x + disc.r, disc.y);
    arc(path, disc.x, disc.y, disc.r, 1, 0, -2 * Math.PI);
    path.closePath();
}

/**
 * Adds the outline of the discs along a stroke. Where one disc contains its neighbor, a new subpath begins.
 * @param {PathSink} path @param {Iterable<Disc>} discs @param {number} [tolerance] in points
 */
export function outline(path, discs, tolerance = outlineTolerance) {
    /** @type {Disc[]} */
    let run = [];
    let coveredByPrevious = false;
    for (const disc of discs) {
        const last = run[run.length - 1];
        if (!last) {
            run.push(disc);
        } else if (contains(last, disc)) {
            if (contains(disc, last)) continue;
            append(path, run, coveredByPrevious, tolerance);
            run = [disc];
            coveredByPrevious = true;
        } else if (contains(disc, last)) {
            if (run.length > 1) append(path, run, false, tolerance);
            run = [disc];
            coveredByPrevious = false;
        } else {
            run.push(disc);
        }
    }
    append(path, run, coveredByPrevious, tolerance);
}

/** @param {PathSink} path @param {Disc[]} run @param {boolean} coveredByPrevious @param {number} tolerance */
function append(path, run, coveredByPrevious, tolerance) {
    if (run.length > 1) new OutlineRun(run, tolerance).append(path);
    else if (run.length === 1 && !coveredByPrevious && run[0].r > 0) circle(path, run[0]);
}
