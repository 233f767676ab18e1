// SPDX-License-Identifier: Apache-2.0
// The closed subpath around successive discs, none of which contains its neighbor: LimnInk's OutlineRun.

import { arc, clamp } from './geometry.js';

/** @typedef {import('./geometry.js').PathSink} PathSink */
/** @typedef {import('./outline.js').Disc} Disc */

/** The outer tangents of two successive discs. `lean` is the angle between the tangents and the center line. */
class Segment {
    /** @param {Disc} a @param {Disc} b */
    constructor(a, b) {
        const [vx, vy] = [b.x - a.x, b.y - a.y];
        this.length = Math.sqrt(vx * vx + vy * vy);
        this.dx = vx / this.length;
        this.dy = vy / this.length;
        const sine = clamp((a.r - b.r) / this.length, -1, 1);
        const cosine = Math.sqrt(1 - sine * sine);
        this.lean = Math.atan2(sine, cosine);
        this.leftX = this.dx * sine - this.dy * cosine;
        this.leftY = this.dy * sine + this.dx * cosine;
        this.rightX = this.dx * sine + this.dy * cosine;
        this.rightY = this.dy * sine - this.dx * cosine;
    }
}

export class OutlineRun {
    /** @param {Disc[]} discs two or more @param {number} tolerance in points */
    constructor(discs, tolerance) {
        this.discs = discs;
        this.tolerance = tolerance;
        this.segments = discs.slice(1).map((disc, i) => new Segment(discs[i], disc));
    }

    /**
     * Adds the subpath: along the left tangents, around the end, back along the right, around the start. 
     * @param {PathSink} path
     */
    append(path) {
        const { discs, segments } = this;
        const last = segments.length - 1;
        const [start, end] = [discs[0], discs[last + 1]];
        const [first, final] = [segments[0], segments[last]];
        path.moveTo(start.x + first.leftX * start.r, start.y + first.leftY * start.r);
        for (let i = 0; i < last; i++) this.join(i, true, path);
        path.lineTo(end.x + final.leftX * end.r, end.y + final.leftY * end.r);
        this.cap(end, final.leftX, final.leftY, 2 * final.lean - Math.PI, path);
        path.lineTo(end.x + final.rightX * end.r, end.y + final.rightY * end.r);
        for (let i = last; i > 0; i--) this.join(i - 1, false, path);
        path.lineTo(start.x + first.rightX * start.r, start.y + first.rightY * start.r);
        this.cap(start, first.rightX, first.rightY, -2 * first.lean - Math.PI, path);
        path.closePath();
    }

    /**
     * The join at the disc between segments i and i + 1, on the left side forwards or on the right one backwards. 
     * @param {number} i @param {boolean} isLeft @param {PathSink} path
     */
    join(i, isLeft, path) {
        const [before, after, disc] = [this.segments[i], this.segments[i + 1], this.discs[i + 1]];
        const turn = Math.atan2(
            before.dx * after.dy - before.dy * after.dx, before.dx * after.dx + before.dy * after.dy);
        const fx = isLeft ? before.leftX : after.rightX;
        const fy = isLeft ? before.leftY : after.rightY;
        const tx = isLeft ? after.leftX : before.rightX;
        const ty = isLeft ? after.leftY : before.rightY;
        const sweep = isLeft ? turn - after.lean + before.lean : -(turn + after.lean - before.lean);
        const gap = Math.sqrt((tx - fx) ** 2 + (ty - fy) ** 2) * disc.r;
        const isShort = gap < before.length / 2 && gap < after.length / 2;
        if (isShort && Math.abs(sweep) < Math.PI / 4 && (sweep > 0 || this.isFlat(sweep, disc.r))) {
            // The tangents meet in one point: the corner on the inner side, and close to the arc on the outer one.
            const factor = disc.r / (1 + fx * tx + fy * ty);
            path.lineTo(disc.x + (fx + tx) * factor, disc.y + (fy + ty) * factor);
            return;
        }
        path.lineTo(disc.x + fx * disc.r, disc.y + fy * disc.r);
        if (sweep < 0) this.cap(disc, fx, fy, sweep, path);
        else path.lineTo(disc.x, disc.y);
        path.lineTo(disc.x + tx * disc.r, disc.y + ty * disc.r);
    }

    /** @param {Disc} disc @param {number} ux @param {number} uy @param {number} sweep @param {PathSink} path */
    cap(disc, ux, uy, sweep, path) {
        if (disc.r > 0 && !this.isFlat(sweep, disc.r)) arc(path, disc.x, disc.y, disc.r, ux, uy, sweep);
    }

    /**
     * Whether an arc is within the tolerance of its chord.
     * @param {number} sweep @param {number} radius
     */
    isFlat(sweep, radius) {
        if (Math.abs(sweep) >= 2) return radius * 2 <= this.tolerance;
        return (radius * sweep * sweep) / 8 <= this.tolerance;
    }
}
