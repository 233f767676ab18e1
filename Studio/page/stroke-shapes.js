// SPDX-License-Identifier: GPL-3.0-or-later
// A stroke as SVG, for ink that is carried about.

import { cellOf, side } from '../ink/grain.js';
import { marks } from '../ink/marks.js';
import { cssColor, grainTile } from '../ink/painting.js';
import { PathWords, svgElement } from './svg.js';

/**
 * The shapes that paint a stroke, in painting order.
 * @param {import('../ink/stroke.js').Stroke} stroke
 */
export function strokeShapes(stroke) {
    return marks(stroke, () => new PathWords()).flatMap(({ path, color, line, multiplies, grain }) => {
        const pattern = grain && grainPattern(grain, color);
        const paint = pattern ? `url(#${pattern.id})` : cssColor(color);
        const shape = svgElement('path', { d: String(path), fill: line ? 'none' : paint });
        if (line) {
            for (const [name, value] of Object.entries({
                stroke: paint, 'stroke-width': line.width, 'stroke-linecap': line.cap, 'stroke-linejoin': 'round',
                'stroke-dasharray': line.dash.join(' '),
            })) shape.setAttribute(name, String(value));
        }
        if (multiplies) shape.setAttribute('class', 'multiplies');
        return pattern ? [pattern, shape] : [shape];
    });
}

/** @type {Map<string, string>} the addresses of pictures of grains */
const pictures = new Map();

/**
 * A grain in a color. Equal ones have equal names.
 * @param {import('../ink/grain.js').Grain} grain @param {import('../ink/stroke.js').Color} color
 */
function grainPattern(grain, color) {
    const id = `grain-${grain.texture}-${grain.level}-${[color.red, color.green, color.blue, color.alpha].map((part) => Math.round(part * 255)).join('-')}`;
    let href = pictures.get(id);
    if (!href && pictures.size >= 64) pictures.clear();
    if (!href) pictures.set(id, href = grainTile(grain, color, 0).toDataURL());
    return svgElement('pattern', { id, width: side, height: side, patternUnits: 'userSpaceOnUse', patternTransform: `scale(${cellOf(grain)})` },
        svgElement('image', { href, width: side, height: side }));
}
