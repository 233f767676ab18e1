// SPDX-License-Identifier: Apache-2.0
// Where a disc that moves and grows along a segment of a stroke overlaps an eraser that moves along a segment of its
// path. The distance is convex along the stroke and the radius linear, so the answer is one interval.

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./outline.js').Disc} Disc */

/**
 * The part of 0…1 in which the disc overlaps the eraser.
 * @param {Disc} a @param {Disc} b @param {number} eraserRadius @param {[Point, Point]} segment of the eraser
 * @returns {[number, number] | undefined}
 */
export function sweptRange(a, b, eraserRadius, [p, q]) {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const radius = a.r + eraserRadius;
    const growth = b.r - a.r;
    /** @param {number} t */
    const gap = (t) => distanceTo(a.x + dx * t, a.y + dy * t, p, q) - (radius + growth * t);
    if (a === b) return gap(0) < 0 ? [0, 0] : undefined;

    /**
     * Where the distance to a point equals the radius: |s + d t|² = (r + g t)².
     * @param {Point} point
     */
    const around = (point) => {
        const [sx, sy] = [a.x - point.x, a.y - point.y];
        const k2 = dx * dx + dy * dy - growth * growth;
        const k1 = 2 * (sx * dx + sy * dy - radius * growth);
        const k0 = sx * sx + sy * sy - radius * radius;
        if (k2 === 0) return k1 === 0 ? [] : [-k0 / k1];
        const discriminant = k1 * k1 - 4 * k2 * k0;
        if (discriminant < 0) return [];
        // The root of larger magnitude first, the other from their product: this avoids cancellation.
        const root = -(k1 + (k1 < 0 ? -1 : 1) * Math.sqrt(discriminant)) / 2;
        return root === 0 ? [0] : [root / k2, k0 / root];
    };
    /** Where the distance to the line through the eraser's segment equals the radius. */
    const beside = () => {
        const [ex, ey] = [q.x - p.x, q.y - p.y];
        const length = Math.sqrt(ex * ex + ey * ey);
        if (!(length > 0)) return [];
        const offset = (ex * (a.y - p.y) - ey * (a.x - p.x)) / length;
        const slope = (ex * dy - ey * dx) / length;
        return [1, -1].flatMap((side) => {
            const change = side * slope - growth;
            return change === 0 ? [] : [(radius - side * offset) / change];
        });
    };

    const parameters = [0, 1, ...around(p), ...around(q), ...beside()]
        .filter((t) => t >= 0 && t <= 1).sort((s, t) => s - t);
    /** @type {[number, number] | undefined} */
    let covered;
    for (let i = 1; i < parameters.length; i++) {
        const [from, to] = [parameters[i - 1], parameters[i]];
        if (gap((from + to) / 2) < 0) covered = [Math.min(covered?.[0] ?? from, from), Math.max(covered?.[1] ?? to, to)];
    }
    return covered;
}

/** @param {number} x @param {number} y @param {Point} p @param {Point} q */
function distanceTo(x, y, p, q) {
    const [ex, ey] = [q.x - p.x, q.y - p.y];
    const squared = ex * ex + ey * ey;
    const t = squared > 0 ? Math.min(Math.max(((x - p.x) * ex + (y - p.y) * ey) / squared, 0), 1) : 0;
    return Math.hypot(x - p.x - ex * t, y - p.y - ey * t);
}
