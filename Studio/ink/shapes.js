// SPDX-License-Identifier: Apache-2.0
// Recognizes what somebody has drawn by hand: a line, an arrow, a triangle, a rectangle or an ellipse. Corners come from
// the Ramer–Douglas–Peucker simplification; a shape is taken if the drawing stays near it.

import { distance } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {'line' | 'arrow' | 'triangle' | 'rectangle' | 'ellipse'} ShapeName */
/** @typedef {{name: ShapeName, points: Point[]}} Shape the points of one stroke that draws it */

/** Lengths and distances are compared with the size of the drawing. */
const [cornerTolerance, lineTolerance, ellipseTolerance, closingGap] = [0.085, 0.05, 0.11, 0.28];
/** A line by hand bends once or twice by more than this part of its length, and than so many points: waves do so more often. */
const [bend, smallestBend] = [0.012, 1];
/** The smallest drawing in points that becomes a shape. Letters are smaller. */
const smallest = 24;

/** @param {Point[]} points */
function extent(points) {
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [x0, y0, x1, y1] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    return { x0, y0, x1, y1, width: x1 - x0, height: y1 - y0, size: Math.hypot(x1 - x0, y1 - y0) };
}

/** @param {Point} p @param {Point} a @param {Point} b */
function distanceToSegment(p, a, b) {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const square = dx * dx + dy * dy;
    const t = square > 0 ? Math.min(Math.max(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0), 1) : 0;
    return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/**
 * The corners of a polyline (Ramer 1972, Douglas and Peucker 1973), without recursion.
 * @param {Point[]} points @param {number} tolerance
 */
export function simplified(points, tolerance) {
    const isKept = new Array(points.length).fill(false);
    isKept[0] = isKept[points.length - 1] = true;
    const open = [[0, points.length - 1]];
    for (let range = open.pop(); range; range = open.pop()) {
        const [from, to] = range;
        let [farthest, index] = [tolerance, -1];
        for (let i = from + 1; i < to; i++) {
            const away = distanceToSegment(points[i], points[from], points[to]);
            if (away > farthest) [farthest, index] = [away, i];
        }
        if (index < 0) continue;
        isKept[index] = true;
        open.push([from, index], [index, to]);
    }
    return points.filter((_, i) => isKept[i]);
}

/**
 * The shape that was meant; undefined if it is none.
 * @param {Point[]} points of the stroke, in points of page space
 * @returns {Shape | undefined}
 */
export function recognized(points) {
    if (points.length < 5) return undefined;
    const all = extent(points);
    if (all.size < smallest) return undefined;
    const [first, last] = [points[0], points[points.length - 1]];
    const chord = distance(first, last);
    const isStraight = simplified(points, Math.max(bend * chord, smallestBend)).length <= 4;
    if (isStraight && points.every((point) => distanceToSegment(point, first, last) < lineTolerance * chord)) return line(first, last);
    // A wave along a line is nothing else either.
    if (points.every((point) => distanceToSegment(point, first, last) < 0.12 * chord)) return undefined;
    if (chord < closingGap * all.size) return closed(points, all);
    return arrow(points, all);
}

/**
 * A shape whose drawer goes on pulling at it: lines and arrows turn and stretch about their beginning, the others grow
 * about their middle.
 * @param {Shape} shape @param {Point} grab where it was taken hold of @param {Point} now
 * @returns {Shape}
 */
export function adjusted({ name, points }, grab, now) {
    const all = extent(points);
    const isOpen = name === 'line' || name === 'arrow';
    const fixed = isOpen ? points[0] : { x: (all.x0 + all.x1) / 2, y: (all.y0 + all.y1) / 2 };
    const [gx, gy, nx, ny] = [grab.x - fixed.x, grab.y - fixed.y, now.x - fixed.x, now.y - fixed.y];
    const square = gx * gx + gy * gy;
    if (square < 1 || nx * nx + ny * ny < 1) return { name, points };
    if (name === 'line') return line(fixed, now);
    // The similarity that leads the one vector to the other; for closed shapes only its size.
    const size = Math.sqrt((nx * nx + ny * ny) / square);
    const [cos, sin] = isOpen ? [(gx * nx + gy * ny) / square, (gx * ny - gy * nx) / square] : [size, 0];
    return { name, points: points.map(({ x, y }) => ({
        x: fixed.x + (x - fixed.x) * cos - (y - fixed.y) * sin, y: fixed.y + (x - fixed.x) * sin + (y - fixed.y) * cos,
    })) };
}

/**
 * Lines that nearly lie along the page do so.
 * @param {Point} from @param {Point} to @returns {Shape}
 */
function line(from, to) { return { name: 'line', points: [from, straightened(from, to)] }; }

/** @param {Point} from @param {Point} to */
function straightened(from, to) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const near = Math.tan((4 * Math.PI) / 180);
    if (Math.abs(dy) < Math.abs(dx) * near) return { x: to.x, y: from.y };
    if (Math.abs(dx) < Math.abs(dy) * near) return { x: from.x, y: to.y };
    return to;
}

/** @param {Point[]} points @param {ReturnType<typeof extent>} all @returns {Shape | undefined} */
function closed(points, all) {
    const ring = [...points, points[0]];
    // The start of the pen is no corner: the ring is opened at the point farthest from the middle.
    const middle = { x: (all.x0 + all.x1) / 2, y: (all.y0 + all.y1) / 2 };
    let start = 0;
    points.forEach((point, i) => { if (distance(point, middle) > distance(points[start], middle)) start = i; });
    const turned = [...ring.slice(start, -1), ...ring.slice(0, start + 1)];
    const fit = ellipse(points, all);
    const corners = withoutNear(simplified(turned, cornerTolerance * all.size), 0.16 * all.size);
    /** @type {Shape | undefined} */
    let polygon;
    if (corners.length === 3) polygon = { name: 'triangle', points: [...corners, corners[0]] };
    else if (corners.length === 4 || corners.length === 5) polygon = rectangle(corners.slice(0, 4));
    const away = polygon ? meanAway(points, polygon.points) : Infinity;
    if (fit && fit.away < Math.min(away, ellipseTolerance * all.size * 0.5)) return fit.shape;
    return polygon && away < 0.045 * all.size ? polygon : fit && fit.away < ellipseTolerance * all.size * 0.5 ? fit.shape : undefined;
}

/** @param {Point[]} ring closed: the last is the first @param {number} gap */
function withoutNear(ring, gap) {
    /** @type {Point[]} */
    const corners = [];
    for (const point of ring.slice(0, -1)) if (corners.every((corner) => distance(corner, point) > gap)) corners.push(point);
    return corners;
}

/** @param {Point[]} points @param {Point[]} path */
function meanAway(points, path) {
    let sum = 0;
    for (const point of points) {
        let nearest = Infinity;
        for (let i = 1; i < path.length; i++) nearest = Math.min(nearest, distanceToSegment(point, path[i - 1], path[i]));
        sum += nearest;
    }
    return sum / points.length;
}

/**
 * The rectangle of four corners: turned as they are, or straight if they nearly are.
 * @param {Point[]} corners @returns {Shape | undefined}
 */
function rectangle(corners) {
    const sides = corners.map((corner, i) => ({ x: corners[(i + 1) % 4].x - corner.x, y: corners[(i + 1) % 4].y - corner.y }));
    const isSquareCornered = sides.every((side, i) => {
        const next = sides[(i + 1) % 4];
        const cosine = (side.x * next.x + side.y * next.y) / (Math.hypot(side.x, side.y) * Math.hypot(next.x, next.y));
        return Math.abs(cosine) < Math.sin((28 * Math.PI) / 180);
    });
    if (!isSquareCornered) return undefined;
    // The mean direction of the four sides, each turned back by its quarter.
    let [cos, sin] = [0, 0];
    for (const { x, y } of sides) {
        const angle = Math.atan2(y, x) * 4;
        cos += Math.cos(angle) * Math.hypot(x, y);
        sin += Math.sin(angle) * Math.hypot(x, y);
    }
    let angle = Math.atan2(sin, cos) / 4;
    if (Math.abs(angle) < (9 * Math.PI) / 180) angle = 0;
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
    const along = corners.map(({ x, y }) => x * ux + y * uy).sort((a, b) => a - b);
    const across = corners.map(({ x, y }) => y * ux - x * uy).sort((a, b) => a - b);
    const [a0, a1, b0, b1] = [(along[0] + along[1]) / 2, (along[2] + along[3]) / 2, (across[0] + across[1]) / 2, (across[2] + across[3]) / 2];
    /** @param {number} a @param {number} b */
    const at = (a, b) => ({ x: a * ux - b * uy, y: a * uy + b * ux });
    return { name: 'rectangle', points: [at(a0, b0), at(a1, b0), at(a1, b1), at(a0, b1), at(a0, b0)] };
}

/**
 * The ellipse that fills the drawing's box along its main axes.
 * @param {Point[]} points @param {ReturnType<typeof extent>} all
 */
function ellipse(points, all) {
    let best;
    for (let step = 0; step < 18; step++) {
        const angle = (step * Math.PI) / 36;
        const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
        const turned = extent(points.map(({ x, y }) => ({ x: x * ux + y * uy, y: y * ux - x * uy })));
        const [rx, ry] = [turned.width / 2, turned.height / 2];
        if (Math.min(rx, ry) < 0.08 * all.size) continue;
        const [cx, cy] = [(turned.x0 + turned.x1) / 2, (turned.y0 + turned.y1) / 2];
        let away = 0;
        for (const { x, y } of points) {
            const [px, py] = [x * ux + y * uy - cx, y * ux - x * uy - cy];
            away += Math.abs(Math.hypot(px / rx, py / ry) - 1) * Math.min(rx, ry);
        }
        away /= points.length;
        // A straight ellipse is preferred to one that fits hardly better.
        if (!best || away < best.away * 0.75) best = { away, rx, ry, cx, cy, ux, uy };
    }
    if (!best) return undefined;
    let { rx, ry } = best;
    const { cx, cy, ux, uy, away } = best;
    if (Math.abs(rx - ry) < 0.12 * Math.max(rx, ry)) rx = ry = (rx + ry) / 2;
    const path = Array.from({ length: 73 }, (_, i) => {
        const [x, y] = [cx + rx * Math.cos((i * Math.PI) / 36), cy + ry * Math.sin((i * Math.PI) / 36)];
        return { x: x * ux - y * uy, y: x * uy + y * ux };
    });
    return { away, shape: /** @type {Shape} */ ({ name: 'ellipse', points: path }) };
}

/**
 * A shaft and, after its far end, a head drawn in one go: there and back on both sides, or only one.
 * @param {Point[]} points @param {ReturnType<typeof extent>} all @returns {Shape | undefined}
 */
function arrow(points, all) {
    const corners = simplified(points, 0.045 * all.size);
    if (corners.length < 3 || corners.length > 6) return undefined;
    const [tail, tip] = corners;
    const length = distance(tail, tip);
    const head = corners.slice(2);
    if (length < 0.6 * all.size || head.some((point) => distance(point, tip) > 0.5 * length)) return undefined;
    const back = head.filter((point) => distance(point, tip) > 0.06 * length
        && ((point.x - tip.x) * (tail.x - tip.x) + (point.y - tip.y) * (tail.y - tip.y)) > 0);
    if (back.length === 0) return undefined;
    const end = straightened(tail, tip);
    const size = Math.min(Math.max(...back.map((point) => distance(point, tip))), 0.4 * length);
    const angle = Math.atan2(tail.y - end.y, tail.x - end.x);
    const wings = [-1, 1].map((side) => ({
        x: end.x + size * Math.cos(angle + (side * Math.PI) / 6), y: end.y + size * Math.sin(angle + (side * Math.PI) / 6) }));
    return { name: 'arrow', points: [tail, end, wings[0], end, wings[1]] };
}
