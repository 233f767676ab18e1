// SPDX-License-Identifier: Apache-2.0
// A closed polygon that selects strokes of which more than half lies inside: LimnInk's Lasso with the rule "half".

import { pointCount } from './stroke.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./stroke.js').Stroke} Stroke */

/**
 * Whether a point is inside, by the even-odd rule.
 * @param {Point[]} corners @param {number} x @param {number} y
 */
export function isInside(corners, x, y) {
    let inside = false;
    let before = corners[corners.length - 1];
    for (const corner of corners) {
        if ((corner.y > y) !== (before.y > y)) {
            const t = (y - corner.y) / (before.y - corner.y);
            if (x < corner.x + (before.x - corner.x) * t) inside = !inside;
        }
        before = corner;
    }
    return inside;
}

/**
 * Whether the lasso selects a stroke; a dot by its center.
 * @param {Point[]} corners @param {Stroke} stroke
 */
export function selects(corners, stroke) {
    const count = pointCount(stroke);
    if (corners.length < 3 || count === 0) return false;
    const { xy } = stroke;
    let [inside, length] = [0, 0];
    for (let i = 1; i < count; i++) {
        const [ax, ay, bx, by] = [xy[2 * i - 2], xy[2 * i - 1], xy[2 * i], xy[2 * i + 1]];
        length += Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
        inside += lengthInside(corners, ax, ay, bx, by);
    }
    return length > 0 ? inside > length / 2 : isInside(corners, xy[0], xy[1]);
}

/**
 * The length of the part of a segment inside; it is split where it crosses the lasso.
 * @param {Point[]} corners @param {number} ax @param {number} ay @param {number} bx @param {number} by
 */
function lengthInside(corners, ax, ay, bx, by) {
    const [dx, dy] = [bx - ax, by - ay];
    const cuts = [0, 1];
    corners.forEach((start, i) => {
        const end = corners[(i + 1) % corners.length];
        const [ex, ey] = [end.x - start.x, end.y - start.y];
        const cross = dx * ey - dy * ex;
        if (cross === 0) return;
        const t = ((start.x - ax) * ey - (start.y - ay) * ex) / cross;
        const s = ((start.x - ax) * dy - (start.y - ay) * dx) / cross;
        if (t > 0 && t < 1 && s >= 0 && s <= 1) cuts.push(t);
    });
    cuts.sort((s, t) => s - t);
    let sum = 0;
    for (let i = 1; i < cuts.length; i++) {
        const middle = (cuts[i - 1] + cuts[i]) / 2;
        if (isInside(corners, ax + dx * middle, ay + dy * middle)) sum += cuts[i] - cuts[i - 1];
    }
    return sum * Math.sqrt(dx * dx + dy * dy);
}
