// SPDX-License-Identifier: GPL-3.0-or-later
// Which strokes are the same ones after a round trip to the server. No DOM.

/** @typedef {import('../ink/stroke.js').Stroke} Stroke */

/**
 * What makes a stroke the same one after a round trip: its brush's color, its first points and their number.
 * @param {Stroke} stroke
 */
export function identity({ brush, xy, time }) {
    const { red, green, blue } = brush.color;
    const near = [...xy.slice(0, 8), ...xy.slice(-8)].map((value) => value.toFixed(2));
    return [brush.kind, red.toFixed(2), green.toFixed(2), blue.toFixed(2), xy.length, time?.length, ...near].join(' ');
}

/**
 * Where strokes are now; undefined if one of them is gone.
 * @param {Stroke[]} strokes @param {Stroke[]} wanted
 * @returns {number[] | undefined} ascending
 */
export function find(strokes, wanted) {
    /** @type {Map<string, number[]>} */
    const places = new Map();
    strokes.forEach((stroke, i) => {
        const key = identity(stroke);
        places.set(key, [...(places.get(key) ?? []), i]);
    });
    const found = wanted.map((stroke) => places.get(identity(stroke))?.pop() ?? -1);
    return found.includes(-1) ? undefined : found.sort((a, b) => a - b);
}
