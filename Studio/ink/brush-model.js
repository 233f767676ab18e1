// SPDX-License-Identifier: Apache-2.0
// The width and opacity of ink from pressure, tilt and direction: LimnInk's BrushModel. It is applied once, while one
// writes; the results are stored with the stroke.

import { clamp } from './geometry.js';

/** @typedef {import('./stroke.js').Brush} Brush */
/** @typedef {import('./stroke.js').Color} Color */
/** @typedef {import('./stroke.js').Stroke} Stroke */
/** @typedef {import('./stroke.js').Tool} Tool */
/** @typedef {import('./smoother.js').PenSample} PenSample */
/**
 * What a width depends on. Pressure ½ and an upright pen stand for values that are not reported. `nib` is the angle of a
 * flat nib in radians where the azimuth is unknown.
 * @typedef {{pressure: number, tilt: number, azimuth?: number, direction?: number, nib?: number}} Input
 */

/** The nib's angle in radians where nothing else is set: as a right-handed writer holds it. */
export const defaultNibAngle = -Math.PI / 4;
/** The thinnest line of a flat nib, as a part of its width. */
const nibThickness = 0.15;

/**
 * The full width in points.
 * @param {Tool} tool @param {number} size @param {Input} input
 */
export function inkWidth(tool, size, { pressure: p, tilt, azimuth, direction, nib: angle = defaultNibAngle }) {
    switch (tool) {
    case 'ballpoint': return size * (0.85 + 0.3 * p);
    case 'fountain': return size * (0.4 + 1.2 * p);
    case 'pencil': return size * (0.8 + 0.4 * p) * (1 + 3 * tilt * tilt);
    case 'crayon': return size * (0.75 + 0.5 * p) * (1 + tilt);
    case 'paintbrush': return size * (0.1 + 1.8 * p);
    case 'watercolor': return size * (0.7 + 0.6 * p);
    case 'calligraphy': {
        if (direction === undefined) return size;
        const nib = azimuth === undefined ? angle : azimuth + Math.PI / 2;
        return size * Math.max(Math.abs(Math.sin(direction - nib)), nibThickness * (1 + tilt)) * (0.8 + 0.4 * p);
    }
    default: return size;
    }
}

/**
 * The factor of the brush's opacity.
 * @param {Tool} tool @param {Input} input
 */
export function inkOpacity(tool, { pressure, tilt }) {
    switch (tool) {
    case 'pencil': return (0.35 + 0.65 * pressure) * (1 - 0.5 * tilt);
    case 'crayon': return 0.6 + 0.4 * pressure;
    case 'watercolor': return 0.35 + 0.3 * pressure;
    case 'shader': return 0.12;
    default: return 1;
    }
}

/**
 * The brush to store with strokes.
 * @param {Tool} tool @param {number} size @param {Color} color
 * @returns {Brush}
 */
export function brushOf(tool, size, color) {
    const isHighlighter = tool === 'highlighter';
    return {
        kind: isHighlighter ? 'highlighter' : 'pen',
        color: isHighlighter ? { ...color, alpha: color.alpha * 0.5 } : color,
        width: size, cap: isHighlighter || tool === 'marker' ? 'butt' : 'round', dash: [], tool,
    };
}

/** @param {PenSample[]} samples @param {number} index @param {number} [nib] @returns {Input} */
function inputAt(samples, index, nib) {
    const sample = samples[index];
    const before = samples[Math.max(index - 1, 0)];
    const after = samples[Math.min(index + 1, samples.length - 1)];
    const [dx, dy] = [after.x - before.x, after.y - before.y];
    return {
        pressure: sample.pressure === undefined ? 0.5 : clamp(sample.pressure, 0, 1),
        tilt: sample.altitude === undefined ? 0 : 1 - clamp(sample.altitude / (Math.PI / 2), 0, 1),
        azimuth: sample.azimuth, nib,
        direction: dx * dx + dy * dy > 0 ? Math.atan2(dy, dx) : undefined,
    };
}

/**
 * The width in points at one of a list of samples.
 * @param {Tool} tool @param {number} size @param {PenSample[]} samples @param {number} index
 * @param {number} [nib] the angle of a flat nib in radians where the azimuth is unknown
 */
export function widthOfSample(tool, size, samples, index, nib) { return inkWidth(tool, size, inputAt(samples, index, nib)); }

/**
 * The factor of the brush's opacity at a sample.
 * @param {Tool} tool @param {Partial<PenSample>} sample
 */
export function opacityOfSample(tool, sample) {
    return inkOpacity(tool, inputAt([{ x: 0, y: 0, time: 0, ...sample }], 0));
}

/**
 * A stroke from pen samples. A channel is stored if every sample has a value for it.
 * @param {Tool} tool @param {number} size nominal width in points @param {Color} color @param {PenSample[]} samples
 * @param {number} [nib] the angle of a flat nib in radians where the azimuth is unknown
 * @returns {Stroke}
 */
export function strokeOf(tool, size, color, samples, nib) {
    const inputs = samples.map((_, i) => inputAt(samples, i, nib));
    const widths = inputs.map((input) => inkWidth(tool, size, input));
    /** @type {Stroke} */
    const stroke = { brush: brushOf(tool, size, color), xy: samples.flatMap(({ x, y }) => [x, y]) };
    if (widths.every((width) => width === widths[0])) stroke.width = widths[0];
    else stroke.widths = widths;
    for (const channel of /** @type {const} */ (['pressure', 'altitude', 'azimuth', 'time'])) {
        const values = samples.flatMap((sample) => sample[channel] ?? []);
        if (values.length === samples.length) stroke[channel] = values;
    }
    const opacity = inputs.map((input) => inkOpacity(tool, input));
    if (opacity.some((value) => value !== 1)) stroke.opacity = opacity;
    return stroke;
}
