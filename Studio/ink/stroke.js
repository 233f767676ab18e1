// SPDX-License-Identifier: Apache-2.0
// Strokes as the readable twin (InkJSON) has them.

/** @typedef {{red: number, green: number, blue: number, alpha: number}} Color each component 0…1, alpha straight */
/** @typedef {'pen' | 'highlighter' | 'whiteout'} Kind */
/** @typedef {'ballpoint' | 'fineliner' | 'fountain' | 'pencil' | 'marker' | 'highlighter' | 'monoline' | 'calligraphy' |
 *   'paintbrush' | 'crayon' | 'watercolor' | 'shader'} Tool */
/**
 * @typedef {object} Brush
 * @property {Kind} kind @property {Color} color
 * @property {number} width the nominal width in points
 * @property {'round' | 'butt' | 'square'} cap
 * @property {number[]} dash alternating dashes and gaps in points
 * @property {number} [fill] opacity of the closed area, 0…1
 * @property {Tool} [tool]
 */
/**
 * @typedef {object} Stroke
 * @property {Brush} brush
 * @property {number} [layer]
 * @property {number[]} xy x and y of each point, in points of page space
 * @property {number} [width] of all points
 * @property {number[]} [widths] of each point
 * @property {number[]} [pressure] @property {number[]} [altitude] @property {number[]} [azimuth]
 * @property {number[]} [opacity] @property {number[]} [time] in seconds since the stroke began
 */

/** The optional channels; each has a value for every point or is absent. */
export const channels = /** @type {const} */ (['pressure', 'altitude', 'azimuth', 'opacity', 'time']);

/**
 * How many points a stroke has.
 * @param {Stroke} stroke
 */
export function pointCount(stroke) { return stroke.xy.length >> 1; }

/**
 * The width at a point, in points.
 * @param {Stroke} stroke @param {number} index
 */
export function widthAt(stroke, index) { return stroke.widths?.[index] ?? stroke.width ?? stroke.brush.width; }

/**
 * The width that all points share; undefined where they differ.
 * @param {Stroke} stroke
 */
export function constantWidth(stroke) {
    if (!stroke.widths) return stroke.xy.length > 0 ? widthAt(stroke, 0) : undefined;
    return stroke.widths.every((width) => width === stroke.widths?.[0]) ? stroke.widths[0] : undefined;
}

/**
 * The box of the painted area: x0, y0, x1, y1. Square caps reach √2 half widths.
 * @param {Stroke} stroke
 * @returns {[number, number, number, number] | undefined}
 */
export function bounds(stroke) {
    const count = pointCount(stroke);
    if (count === 0) return undefined;
    const reach = stroke.brush.cap === 'square' ? Math.SQRT2 / 2 : 0.5;
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < count; i++) {
        const [x, y, r] = [stroke.xy[2 * i], stroke.xy[2 * i + 1], widthAt(stroke, i) * reach];
        x0 = Math.min(x0, x - r);
        y0 = Math.min(y0, y - r);
        x1 = Math.max(x1, x + r);
        y1 = Math.max(y1, y + r);
    }
    return [x0, y0, x1, y1];
}

/**
 * The discs whose sweep covers the stroke.
 * @param {Stroke} stroke
 * @param {number} [reach] the radius of a disc as a part of the width
 */
export function discs(stroke, reach = 0.5) {
    return Array.from({ length: pointCount(stroke) }, (_, i) =>
        ({ x: stroke.xy[2 * i], y: stroke.xy[2 * i + 1], r: Math.max(widthAt(stroke, i) * reach, 0) }));
}

/**
 * The part of a stroke in a range of parameters, with all channels. A whole parameter is the index of a point.
 * @param {Stroke} stroke @param {number} from @param {number} to
 * @returns {Stroke}
 */
export function part(stroke, from, to) {
    /** @type {number[]} */
    const parameters = [];
    const [first, last] = [Math.ceil(from), Math.floor(to)];
    if (first > from) parameters.push(from);
    for (let i = first; i <= last; i++) parameters.push(i);
    if (last < to && parameters[parameters.length - 1] !== to) parameters.push(to);
    /** @param {(index: number) => number} value @param {boolean} [isAngle] */
    const interpolated = (value, isAngle = false) => parameters.map((parameter) => {
        const index = Math.floor(parameter);
        const t = parameter - index;
        if (t === 0) return value(index);
        let change = value(index + 1) - value(index);
        if (isAngle) change -= 2 * Math.PI * Math.round(change / (2 * Math.PI));
        return value(index) + change * t;
    });
    const xs = interpolated((i) => stroke.xy[2 * i]);
    const ys = interpolated((i) => stroke.xy[2 * i + 1]);
    /** @type {Stroke} */
    const piece = { ...stroke, xy: xs.flatMap((x, i) => [x, ys[i]]) };
    if (stroke.widths) piece.widths = interpolated((i) => widthAt(stroke, i));
    for (const channel of channels) {
        const values = stroke[channel];
        if (values) piece[channel] = interpolated((i) => values[i], channel === 'azimuth');
    }
    return piece;
}

/**
 * Whether all numbers are finite and no width is negative.
 * @param {Stroke} stroke
 */
export function isValid(stroke) {
    return stroke.xy.every(Number.isFinite) && (stroke.widths ?? [widthAt(stroke, 0)]).every((w) => w >= 0 && w < Infinity);
}
