// SPDX-License-Identifier: Apache-2.0
// Smooths pen samples while one writes, with the 1€ filter (Casiez, Roussel and Vogel, CHI 2012): LimnInk's
// InputSmoother.

/**
 * The state of a pen at one moment. What the pen does not report is absent.
 * @typedef {object} PenSample
 * @property {number} x @property {number} y in points of page space
 * @property {number} time in seconds since the stroke began
 * @property {number} [pressure] 0…1
 * @property {number} [altitude] between pen and paper in radians, π/2 upright
 * @property {number} [azimuth] where the pen leans, in radians from x towards y
 */

const [minimumCutoff, speedCoefficient, speedCutoff] = [2, 0.02, 1];

/**
 * The factor of a first-order low-pass filter.
 * @param {number} cutoff in hertz @param {number} interval in seconds
 */
function smoothingFactor(cutoff, interval) {
    const ratio = 2 * Math.PI * cutoff * interval;
    return ratio / (1 + ratio);
}

export class InputSmoother {
    #cutoff;
    /** @type {PenSample | undefined} */
    #last;
    /** @type {PenSample | undefined} */
    #raw;
    #vx = 0;
    #vy = 0;

    /** @param {number} [strength] 0…1: how much is smoothed; ½ is LimnInk's measure, and each tenth changes the cutoff by a third */
    constructor(strength = 0.5) { this.#cutoff = minimumCutoff * Math.pow(1.35, (0.5 - strength) * 10); }

    /**
     * Smooths the next sample. Only its position changes.
     * @param {PenSample} sample
     * @returns {PenSample | undefined} undefined if it is not finite, or not later than the one before
     */
    smooth(sample) {
        if (!Number.isFinite(sample.x + sample.y) || !Number.isFinite(sample.time)) return undefined;
        if (!this.#last || !this.#raw) {
            this.#last = this.#raw = sample;
            return sample;
        }
        const [last, raw] = [this.#last, this.#raw];
        const interval = sample.time - raw.time;
        if (!(interval > 0)) {
            // If no later sample follows, the stroke ends here.
            if (interval === 0) this.#raw = { ...raw, x: sample.x, y: sample.y };
            return undefined;
        }
        const factor = smoothingFactor(speedCutoff, interval);
        this.#vx += ((sample.x - raw.x) / interval - this.#vx) * factor;
        this.#vy += ((sample.y - raw.y) / interval - this.#vy) * factor;
        const speed = Math.sqrt(this.#vx * this.#vx + this.#vy * this.#vy);
        const t = smoothingFactor(this.#cutoff + speedCoefficient * speed, interval);
        const smooth = { ...sample, x: last.x + (sample.x - last.x) * t, y: last.y + (sample.y - last.y) * t };
        this.#last = smooth;
        this.#raw = sample;
        return smooth;
    }

    /** The last sample where the pen left the page; undefined if the smoothed stroke ends there already. */
    finish() {
        const [last, raw] = [this.#last, this.#raw];
        return last && raw && (last.x !== raw.x || last.y !== raw.y) ? raw : undefined;
    }
}

/**
 * All samples of a stroke, smoothed.
 * @param {PenSample[]} samples @param {number} [strength] as `InputSmoother` has it
 */
export function smoothed(samples, strength = 0.5) {
    const smoother = new InputSmoother(strength);
    const kept = samples.flatMap((sample) => smoother.smooth(sample) ?? []);
    const end = smoother.finish();
    return end ? [...kept, end] : kept;
}
