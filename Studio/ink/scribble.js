// SPDX-License-Identifier: Apache-2.0
// A scribble that crosses something out: a line that goes to and fro over it at least five times.

import { isInside } from './lasso.js';
import { pointCount } from './stroke.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./stroke.js').Stroke} Stroke */

/** How often a scribble turns back, and how much of its width each way has to be. */
const [turns, way] = [4, 0.4];
/** How much longer than it is wide the line of a scribble is. */
const densest = 3;
/** How many times longer than its ways a scribble may be. */
const slimmest = 2;
/** How much of a stroke has to lie below a scribble. */
const below = 0.6;

/** @param {Stroke} stroke @returns {Point[]} */
function pointsOf({ xy }) { return Array.from({ length: xy.length / 2 }, (_, i) => ({ x: xy[2 * i], y: xy[2 * i + 1] })); }

/**
 * Whether a stroke is a scribble.
 * @param {Stroke} stroke
 */
export function isScribble(stroke) {
    const points = pointsOf(stroke);
    if (points.length < 12) return false;
    const [mx, my] = [points.reduce((sum, { x }) => sum + x, 0) / points.length, points.reduce((sum, { y }) => sum + y, 0) / points.length];
    let [xx, xy, yy, length] = [0, 0, 0, 0];
    points.forEach(({ x, y }, i) => {
        xx += (x - mx) ** 2;
        xy += (x - mx) * (y - my);
        yy += (y - my) ** 2;
        if (i > 0) length += Math.hypot(x - points[i - 1].x, y - points[i - 1].y);
    });
    // It goes to and fro along one of its two axes. A long line of small peaks is writing.
    const angle = Math.atan2(2 * xy, xx - yy) / 2;
    const ways = [angle, angle + Math.PI / 2].map((axis) => {
        const along = points.map(({ x, y }) => x * Math.cos(axis) + y * Math.sin(axis));
        return { along, extent: Math.max(...along) - Math.min(...along) };
    });
    const longer = Math.max(...ways.map(({ extent }) => extent));
    return ways.some(({ along, extent }) => extent * slimmest > longer && length > densest * extent && waysOf(along, extent * way) > turns);
}

/**
 * How many ways a movement has that are each at least so long.
 * @param {number[]} along @param {number} least
 */
function waysOf(along, least) {
    let [ways, direction, turned] = [0, 0, along[0]];
    let extreme = along[0];
    for (const place of along) {
        if (direction === 0 ? Math.abs(place - turned) >= least : (extreme - place) * direction >= least) {
            direction = direction === 0 ? Math.sign(place - turned) : -direction;
            ways += 1;
            extreme = place;
        } else if ((place - extreme) * direction > 0) extreme = place;
    }
    return ways;
}

/**
 * The corners of what a stroke covers: the smallest hull that bulges everywhere.
 * @param {Stroke} stroke @returns {Point[]}
 */
export function hullOf(stroke) {
    const points = pointsOf(stroke).sort((a, b) => a.x - b.x || a.y - b.y);
    /** @param {Point[]} list */
    const half = (list) => {
        /** @type {Point[]} */
        const hull = [];
        for (const p of list) {
            while (hull.length > 1) {
                const [a, b] = hull.slice(-2);
                if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
                hull.pop();
            }
            hull.push(p);
        }
        return hull.slice(0, -1);
    };
    return [...half(points), ...half([...points].reverse())];
}

/**
 * Whether most of a stroke lies below a scribble.
 * @param {Point[]} hull of the scribble @param {Stroke} stroke
 */
export function isCrossedOut(hull, stroke) {
    const count = pointCount(stroke);
    if (hull.length < 3 || count === 0) return false;
    let inside = 0;
    for (let i = 0; i < count; i++) if (isInside(hull, stroke.xy[2 * i], stroke.xy[2 * i + 1])) inside += 1;
    return inside >= below * count;
}
