// SPDX-License-Identifier: GPL-3.0-or-later
// Marks a place on a picture of a part of its page.

import { svgElement } from '../page/svg.js';

/** How far the outline is from what it marks, in points. */
const away = 3;

/**
 * Outlines places on a picture that covers its frame, whatever the frame's proportions are.
 * @param {number[]} part what the picture shows of the page: left, top, right, bottom in points @param {readonly number[][]} boxes the places
 */
export function placeMark([left, top, right, bottom], boxes) {
    return svgElement('svg', { class: 'place-mark', viewBox: `${left} ${top} ${right - left} ${bottom - top}`, preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true' },
        ...boxes.map(([x0, y0, x1, y1]) => svgElement('rect', { x: x0 - away, y: y0 - away, width: x1 - x0 + 2 * away, height: y1 - y0 + 2 * away, rx: 3 })));
}
