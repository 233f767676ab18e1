// SPDX-License-Identifier: GPL-3.0-or-later
// A stroke as SVG, for ink that is carried about.

import { marks } from '../ink/marks.js';
import { cssColor } from '../ink/painting.js';
import { PathWords, svgElement } from './svg.js';

/**
 * The shapes that paint a stroke, in painting order.
 * @param {import('../ink/stroke.js').Stroke} stroke
 */
export function strokeShapes(stroke) {
    return marks(stroke, () => new PathWords()).map(({ path, color, line, multiplies }) => {
        const paint = cssColor(color);
        const shape = svgElement('path', { d: String(path), fill: line ? 'none' : paint });
        if (line) {
            for (const [name, value] of Object.entries({
                stroke: paint, 'stroke-width': line.width, 'stroke-linecap': line.cap, 'stroke-linejoin': 'round',
                'stroke-dasharray': line.dash.join(' '),
            })) shape.setAttribute(name, String(value));
        }
        if (multiplies) shape.setAttribute('class', 'multiplies');
        return shape;
    });
}
