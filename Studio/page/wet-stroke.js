// SPDX-License-Identifier: GPL-3.0-or-later
// A stroke while it is written: what is settled, what is shown at the tip, and what is kept in the end.

import { brushOf, strokeOf, widthOfSample } from '../ink/brush-model.js';
import { InputSmoother, smoothed } from '../ink/smoother.js';

/** @typedef {import('../ink/smoother.js').PenSample} PenSample */
/** @typedef {import('../ink/outline.js').Disc} Disc */
/** @typedef {{tool: import('../ink/stroke.js').Tool, size: number, color: import('../ink/stroke.js').Color, dash?: number[],
 *   smoothing?: number}} Pen `smoothing` as `InputSmoother` has it */

export class WetStroke {
    /** @type {PenSample[]} */
    #raw = [];
    /** @type {PenSample[]} */
    #smooth = [];
    #smoother;
    #settled = 0;
    #pen;

    /** @param {Pen} pen */
    constructor(pen) {
        this.#pen = pen;
        this.#smoother = new InputSmoother(pen.smoothing);
    }

    /** Where the pen was, smoothed, up to where it is now. */
    get path() {
        const end = this.#smoother.finish();
        return [...this.#smooth, ...(end ? [end] : [])].map(({ x, y }) => ({ x, y }));
    }

    /** How many samples came in. */
    get count() { return this.#raw.length; }

    /** @param {PenSample} sample */
    add(sample) {
        this.#raw.push(sample);
        const smooth = this.#smoother.smooth(sample);
        if (smooth) this.#smooth.push(smooth);
    }

    /** The discs that no later sample changes, from the last one that was taken on. Empty if there are no new ones. */
    takeSettled() {
        const end = this.#smooth.length - 1;
        if (end <= this.#settled) return [];
        const from = Math.max(this.#settled - 1, 0);
        this.#settled = end;
        return this.#discs(this.#smooth, from, end);
    }

    /**
     * The discs from the last settled one to the pen, and along what is predicted.
     * @param {PenSample[]} predicted
     */
    tip(predicted) {
        const end = this.#smoother.finish();
        const samples = [...this.#smooth.slice(Math.max(this.#settled - 2, 0)), ...(end ? [end] : []), ...predicted];
        return this.#discs(samples, Math.min(this.#settled, 1), samples.length);
    }

    /**
     * The stroke to keep. It is made from the samples anew: a pen that turned out to report no pressure writes at its
     * nominal width from the beginning.
     * @param {boolean} reportsPressure
     */
    finished(reportsPressure) {
        const samples = reportsPressure ? this.#raw : this.#raw.map(({ x, y, time }) => ({ x, y, time }));
        const stroke = strokeOf(this.#pen.tool, this.#pen.size, this.#pen.color, smoothed(samples, this.#pen.smoothing));
        if (this.#pen.dash) stroke.brush.dash = this.#pen.dash;
        return rounded(stroke);
    }

    /** @param {PenSample[]} samples @param {number} from @param {number} to @returns {Disc[]} */
    #discs(samples, from, to) {
        const made = [];
        for (let i = from; i < to; i++) {
            const { x, y } = samples[i];
            made.push({ x, y, r: widthOfSample(this.#pen.tool, this.#pen.size, samples, i) / 2 });
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
