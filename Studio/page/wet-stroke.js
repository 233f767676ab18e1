// SPDX-License-Identifier: GPL-3.0-or-later
// A stroke while it is written: what is settled, what is shown at the tip, and what is kept in the end.

import { brushOf, opacityOfSample, strokeOf, widthOfSample } from '../ink/brush-model.js';
import { smoothed } from '../ink/smoother.js';

/** @typedef {import('../ink/smoother.js').PenSample} PenSample */
/** @typedef {import('../ink/outline.js').Disc} Disc */
/** @typedef {{tool: import('../ink/stroke.js').Tool, size: number, color: import('../ink/stroke.js').Color, dash?: number[],
 *   smoothing?: number, nib?: number}} Pen `smoothing` as `smoothed` has it, `nib` the angle of a flat nib in radians where the
 *   pen does not report its azimuth */

/** How many samples at the tip are drawn anew with every frame, since later ones still change them. */
const unsettled = 24;
/** How many settled samples the smoothing of the tip looks back to: a window of the smoothing is enough for a frame. */
const lookBack = 20;

export class WetStroke {
    /** @type {PenSample[]} */
    #raw = [];
    /** @type {PenSample[]} smoothed up to the tip: the last ones change with the next samples */
    #smooth = [];
    #settled = 0;
    /** The opacity of the settled samples times their length, and their length in points. */
    #summed = { count: 0, opacity: 0, length: 0 };
    #pen;
    #pixel;
    /** How many samples told a pressure above 0, and how many told 0. */
    #told = { some: 0, none: 0 };

    /** @param {Pen} pen @param {number} [pixel] the size of a pixel of the screen in points */
    constructor(pen, pixel = 1) {
        this.#pen = pen;
        this.#pixel = Math.min(Math.max(pixel, 0.25), 1.5);
    }

    /** Where the pen was, without the tremor of the hand: the shape that was meant. */
    get path() { return smoothed(this.#raw, 1, this.#pixel).map(({ x, y }) => ({ x, y })); }

    /** How many samples came in. */
    get count() { return this.#raw.length; }

    /** @param {PenSample} sample */
    add(sample) {
        const last = this.#raw[this.#raw.length - 1];
        if (!Number.isFinite(sample.x + sample.y) || (last && sample.time <= last.time)) return;
        this.#raw.push(sample);
        if (!sample.pressure) {
            this.#told.none += 1;
            return;
        }
        this.#told.some += 1;
        // A pen that touches before and after has not been lifted between.
        let before = this.#raw.length - 2;
        while (before >= 0 && this.#raw[before].pressure === 0) before -= 1;
        if (before < 0) return;
        for (let i = before + 1; i < this.#raw.length - 1; i++) {
            for (const samples of [this.#raw, this.#smooth]) {
                if (i < samples.length) samples[i] = { ...samples[i], pressure: this.#raw[before].pressure };
            }
        }
    }

    /**
     * Whether the pen reports its pressure. Drivers send 0 for the first or the last sample of a stroke; some pens send a
     * pressure with the first sample alone, or never.
     */
    get #reportsPressure() {
        const { some, none } = this.#told;
        const count = this.#raw.length;
        if (count === 0) return false;
        const [first, last] = [this.#raw[0].pressure, this.#raw[count - 1].pressure];
        const inside = none - (first ? 0 : 1) - (last || count === 1 ? 0 : 1);
        return some > (first && count > 1 ? 1 : 0) && inside <= some;
    }

    /** The discs that no later sample changes, from the last one that was taken on. Empty if there are no new ones. */
    takeSettled() {
        const samples = this.#refined();
        const end = samples.length - unsettled;
        if (end <= this.#settled) return [];
        const from = Math.max(this.#settled - 1, 0);
        this.#settled = end;
        return this.#discs(samples, from, end);
    }

    /**
     * The discs from the last settled one to the pen, and along what is predicted.
     * @param {PenSample[]} predicted
     */
    tip(predicted) {
        const samples = [...this.#refined().slice(Math.max(this.#settled - 2, 0)), ...predicted];
        return this.#discs(samples, Math.min(this.#settled, 1), samples.length);
    }

    /** The opacity of the stroke so far, as a factor of its brush's: the mean by length. */
    get opacity() {
        const { tool } = this.#pen;
        if (opacityOfSample(tool, {}) === 1 || this.count === 0) return 1;
        const samples = this.#known(this.#refined());
        // Settled samples are added up once.
        const summed = this.#summed;
        const add = (/** @type {typeof summed} */ sums, /** @type {number} */ end) => {
            for (let i = Math.max(sums.count, 1); i < end; i++) {
                const [a, b] = [samples[i - 1], samples[i]];
                const piece = Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2);
                sums.opacity += piece * (opacityOfSample(tool, a) + opacityOfSample(tool, b)) / 2;
                sums.length += piece;
            }
            sums.count = Math.max(sums.count, end);
            return sums;
        };
        const { opacity, length } = add({ ...add(summed, this.#settled) }, samples.length);
        return length > 0 ? opacity / length : opacityOfSample(tool, samples[0]);
    }

    /** The samples so far. What is settled stays as it was shown. */
    #refined() {
        if (this.#smooth.length < this.#raw.length) {
            const from = Math.max(this.#settled - lookBack, 0);
            const tail = smoothed(this.#raw.slice(from), this.#pen.smoothing, this.#pixel);
            this.#smooth = [...this.#smooth.slice(0, this.#settled), ...tail.slice(this.#settled - from)];
        }
        return this.#smooth;
    }

    /** The stroke so far, to be kept in case that it does not end. */
    get unfinished() { return this.#stroke(this.#refined()); }

    /** The stroke to keep, smoothed anew and whole. */
    get finished() { return this.#stroke(smoothed(this.#raw, this.#pen.smoothing, this.#pixel)); }

    /**
     * A pen that turned out to report no pressure writes at its nominal width from the beginning.
     * @param {PenSample[]} samples
     */
    #known(samples) { return this.#reportsPressure ? samples : samples.map(({ x, y, time }) => ({ x, y, time })); }

    /** @param {PenSample[]} samples */
    #stroke(samples) {
        const stroke = strokeOf(this.#pen.tool, this.#pen.size, this.#pen.color, this.#known(samples), this.#pen.nib);
        if (this.#pen.dash) stroke.brush.dash = this.#pen.dash;
        return rounded(stroke);
    }

    /** @param {PenSample[]} samples @param {number} from @param {number} to @returns {Disc[]} */
    #discs(samples, from, to) {
        const made = [];
        const start = Math.max(from - 1, 0);
        // With a neighbor on each side, for the direction.
        const known = this.#known(samples.slice(start, to + 1));
        for (let i = from; i < to; i++) {
            const { x, y } = samples[i];
            made.push({ x, y, r: widthOfSample(this.#pen.tool, this.#pen.size, known, i - start, this.#pen.nib) / 2 });
        }
        return made;
    }
}

/**
 * A shape as a stroke of the pen, with its nominal width.
 * @param {Pen} pen @param {import('../ink/geometry.js').Point[]} points
 */
export function shapeStroke(pen, points) {
    const brush = { ...brushOf(pen.tool, pen.size, pen.color), dash: pen.dash ?? [] };
    return rounded({ brush, width: pen.size, xy: points.flatMap(({ x, y }) => [x, y]) });
}

/**
 * Numbers with no more digits than matter: positions to 1/10000 pt.
 * @param {import('../ink/stroke.js').Stroke} stroke
 */
function rounded(stroke) {
    for (const channel of /** @type {const} */ (
        ['xy', 'widths', 'pressure', 'altitude', 'azimuth', 'opacity', 'time'])) {
        const values = stroke[channel];
        if (values) stroke[channel] = values.map((value) => Math.round(value * 1e4) / 1e4);
    }
    return stroke;
}
