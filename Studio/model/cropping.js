// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of which only a part is shown. What is left out stays in the file, so that it can be shown again. No DOM.

/** @typedef {import('./items.js').Item} Item */
/** @typedef {import('./routes.js').Region} Region */

const whole = /** @type {const} */ ([0, 0, 1, 1]);
/** Numbers are kept to a millionth, so that choosing the same part again changes nothing. */
const exact = (/** @type {number} */ value) => Number(value.toFixed(6));

/**
 * The part of a picture that is shown.
 * @param {Item} item @returns {Region} in parts of a hundred of the whole picture
 */
export function shownPart({ picture: { crop = whole } }) {
    const [x0, y0, x1, y1] = crop;
    return [x0 * 100, y0 * 100, (x1 - x0) * 100, (y1 - y0) * 100];
}

/**
 * A picture that shows another part. What stays visible does not move.
 * @param {Item} item @param {Region} part in parts of a hundred of the whole picture @returns {Item}
 */
export function cropped(item, [left, top, width, height]) {
    const { frame, crop = whole, ...rest } = item.picture;
    /** @param {0 | 1} axis @param {number} at in parts of the whole picture */
    const place = (axis, at) => {
        const [low, high] = [crop[axis], crop[axis + 2]];
        return frame[axis] + ((at - low) / Math.max(high - low, 1e-9)) * (frame[axis + 2] - frame[axis]);
    };
    const shown = [left, top, left + width, top + height].map((value) => exact(Math.min(Math.max(value / 100, 0), 1)));
    const isWhole = shown.every((value, i) => value === whole[i]);
    return { ...item, picture: {
        ...rest, frame: [place(0, shown[0]), place(1, shown[1]), place(0, shown[2]), place(1, shown[3])].map(exact),
        ...(isWhole ? {} : { crop: shown }),
    } };
}
