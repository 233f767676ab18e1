// SPDX-License-Identifier: GPL-3.0-or-later
// The box of a page on the screen. It is chosen in whole device pixels, never measured, so that the picture and the ink
// lie on one another at every zoom and device ratio.

/** The most pixels of a canvas. Above, the ink is drawn less finely rather than not at all. */
const largestArea = 24e6;
const longestSide = 8192;

/**
 * @typedef {object} PageBox
 * @property {number} left @property {number} top @property {number} width @property {number} height in CSS pixels
 * @property {number} pixelWidth @property {number} pixelHeight of a canvas
 * @property {number} scaleX @property {number} scaleY pixels of the canvas per point
 * @property {number} fullWidth @property {number} fullHeight in device pixels
 * @property {boolean} isReduced whether a canvas has fewer pixels than the screen
 */

/**
 * The device pixels of the grid on which boxes lie. Chromium may place a canvas at whole CSS pixels; anywhere else, it would
 * be resampled.
 * @param {number} ratio device pixels per CSS pixel
 */
export function gridOf(ratio) { return Number.isInteger(ratio) ? ratio : 1; }

/**
 * The nearest place on the grid.
 * @param {number} value in CSS pixels @param {number} ratio
 */
export function snapped(value, ratio) { return Math.round(value * ratio / gridOf(ratio)) * gridOf(ratio) / ratio; }

/**
 * @param {{width: number, height: number}} size in points
 * @param {number} zoom CSS pixels per point
 * @param {number} ratio device pixels per CSS pixel
 * @param {{left: number, top: number}} place in CSS pixels
 * @returns {PageBox}
 */
export function pageBox(size, zoom, ratio, place) {
    const grid = gridOf(ratio);
    const wide = Math.max(1, Math.round(size.width * zoom * ratio / grid)) * grid;
    const high = Math.max(1, Math.round(size.height * zoom * ratio / grid)) * grid;
    const reduction = Math.min(1, Math.sqrt(largestArea / (wide * high)), longestSide / Math.max(wide, high));
    const pixelWidth = Math.max(1, Math.floor(wide * reduction));
    const pixelHeight = Math.max(1, Math.floor(high * reduction));
    return {
        left: snapped(place.left, ratio), top: snapped(place.top, ratio), width: wide / ratio, height: high / ratio,
        pixelWidth, pixelHeight, scaleX: pixelWidth / size.width, scaleY: pixelHeight / size.height,
        fullWidth: wide, fullHeight: high, isReduced: reduction < 1,
    };
}

/**
 * The box for what is drawn on tiles, which may have all pixels of the screen.
 * @param {PageBox} box @returns {PageBox}
 */
export function inDevicePixels(box) {
    const { fullWidth, fullHeight, pixelWidth, pixelHeight } = box;
    return {
        ...box, pixelWidth: fullWidth, pixelHeight: fullHeight, isReduced: false,
        scaleX: box.scaleX / pixelWidth * fullWidth, scaleY: box.scaleY / pixelHeight * fullHeight,
    };
}

/**
 * The boxes of all pages below one another, centered.
 * @param {{width: number, height: number}[]} sizes in points
 * @param {{zoom: number, ratio: number, viewWidth: number, gap: number}} view
 */
export function column(sizes, { zoom, ratio, viewWidth, gap }) {
    let widest = 0;
    for (const { width } of sizes) widest = Math.max(widest, width);
    const width = Math.max(viewWidth, widest * zoom + 2 * gap);
    let top = gap;
    const boxes = sizes.map((size) => {
        const box = pageBox(size, zoom, ratio, { left: (width - size.width * zoom) / 2, top });
        top = box.top + box.height + gap;
        return box;
    });
    return { boxes, width, height: top };
}

/**
 * The pages that a range of the column shows, with one more on each side.
 * @param {PageBox[]} boxes @param {number} from @param {number} to in CSS pixels @returns {[number, number]} the first, and the one after the last
 */
export function visible(boxes, from, to) {
    let [low, high] = [0, boxes.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (boxes[middle].top + boxes[middle].height < from) low = middle + 1;
        else high = middle;
    }
    let end = low;
    while (end < boxes.length && boxes[end].top <= to) end += 1;
    return [Math.max(low - 1, 0), Math.min(end + 1, boxes.length)];
}
