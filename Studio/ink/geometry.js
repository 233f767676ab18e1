// SPDX-License-Identifier: Apache-2.0
// Points, and the circular arcs of paths, as LimnGeometry has them. Lengths are points in page space, y down.

/** @typedef {{x: number, y: number}} Point */

/**
 * What a path is written to. `Path2D` and canvas contexts have these methods.
 * @typedef {object} PathSink
 * @property {(x: number, y: number) => void} moveTo
 * @property {(x: number, y: number) => void} lineTo
 * @property {(ax: number, ay: number, bx: number, by: number, x: number, y: number) => void} bezierCurveTo
 * @property {() => void} closePath
 */

/**
 * Adds a circular arc that begins where the path stands, in the direction (ux, uy) from the center. It turns by `sweep`
 * radians, positive from x towards y, in cubics of at most a quarter turn (Goldapp 1991).
 * @param {PathSink} path
 * @param {number} cx @param {number} cy @param {number} radius
 * @param {number} ux @param {number} uy @param {number} sweep
 */
export function arc(path, cx, cy, radius, ux, uy, sweep) {
    const pieces = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2)));
    const step = sweep / pieces;
    const k = (4 / 3) * Math.tan(step / 4) * radius;
    const [cos, sin] = [Math.cos(step), Math.sin(step)];
    for (let i = 0; i < pieces; i++) {
        const vx = ux * cos - uy * sin;
        const vy = ux * sin + uy * cos;
        path.bezierCurveTo(
            cx + ux * radius - uy * k, cy + uy * radius + ux * k,
            cx + vx * radius + vy * k, cy + vy * radius - vx * k,
            cx + vx * radius, cy + vy * radius);
        ux = vx;
        uy = vy;
    }
}

/** @param {Point} a @param {Point} b */
export function distance(a, b) { return Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2); }

/** @param {number} value @param {number} low @param {number} high */
export function clamp(value, low, high) { return Math.min(Math.max(value, low), high); }
