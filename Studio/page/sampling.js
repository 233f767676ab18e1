// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer events as pen samples. All coalesced events are kept, exact duplicates left out. Only pens tell pressure and
// tilt: a mouse always says ½. Some pens say pressure 0 while they touch; a `WetStroke` knows what that means.

/** @typedef {import('../ink/smoother.js').PenSample} PenSample */
/**
 * What is read of an event.
 * @typedef {object} Reading
 * @property {number} clientX @property {number} clientY @property {number} timeStamp
 * @property {number} pressure @property {number} tiltX @property {number} tiltY
 * @property {number} [altitudeAngle] @property {number} [azimuthAngle]
 */

/** The step between samples that carry the same time, in seconds. */
const smallestStep = 0.0001;

export class Sampler {
    /** @type {number | undefined} */
    #start;
    /** @type {PenSample | undefined} */
    #last;
    #isPen;
    #toPage;
    #curve;

    /**
     * @param {string} pointerType
     * @param {(x: number, y: number) => {x: number, y: number}} toPage from client coordinates to page space
     * @param {number} [curve] the exponent of the pressure curve: below 1 softer, above 1 firmer
     */
    constructor(pointerType, toPage, curve = 1) {
        this.#isPen = pointerType === 'pen';
        this.#toPage = toPage;
        this.#curve = curve;
    }

    /**
     * The next sample; undefined for an exact duplicate.
     * @param {Reading} event
     * @param {boolean} [isPredicted] then nothing is remembered of it
     * @returns {PenSample | undefined}
     */
    sample(event, isPredicted = false) {
        this.#start ??= event.timeStamp;
        const { x, y } = this.#toPage(event.clientX, event.clientY);
        const last = this.#last;
        if (!Number.isFinite(x + y)) return undefined;
        let time = Math.max((event.timeStamp - this.#start) / 1000, 0);
        if (last && time <= last.time) {
            if (last.x === x && last.y === y) return undefined;
            time = last.time + smallestStep;
        }
        /** @type {PenSample} */
        const sample = { x, y, time };
        if (this.#isPen) {
            sample.pressure = event.pressure > 0 ? Math.pow(Math.min(event.pressure, 1), this.#curve) : 0;
            Object.assign(sample, tilt(event));
        }
        if (!isPredicted) this.#last = sample;
        return sample;
    }
}

/**
 * Altitude and azimuth in radians: as reported, or from the tilts (Pointer Events 3, 4.1.4).
 * @param {Reading} event
 */
export function tilt({ tiltX, tiltY, altitudeAngle, azimuthAngle }) {
    if (altitudeAngle !== undefined && azimuthAngle !== undefined) {
        return { altitude: altitudeAngle, azimuth: azimuthAngle };
    }
    const [x, y] = [Math.tan((tiltX * Math.PI) / 180), Math.tan((tiltY * Math.PI) / 180)];
    return { altitude: Math.atan(1 / Math.max(Math.sqrt(x * x + y * y), 1e-9)), azimuth: Math.atan2(y, x) };
}

/**
 * All readings that an event stands for.
 * @param {PointerEvent} event @returns {PointerEvent[]}
 */
export function coalesced(event) {
    const events = typeof event.getCoalescedEvents === 'function' ? event.getCoalescedEvents() : [];
    return events.length > 0 ? events : [event];
}
