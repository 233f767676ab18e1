// SPDX-License-Identifier: GPL-3.0-or-later
// A pen of the palette as a piece of paper with a stroke of it.

import { dashOf } from '../../model/palette.js';
import { svgElement } from '../../page/svg.js';
import { text } from '../../texts/texts.js';
import { make } from '../element.js';

/** @typedef {import('../../model/settings.js').PenSetting} PenSetting */

/**
 * What a pen is called.
 * @param {PenSetting} pen
 */
export function penName({ tool, size, color, line }) {
    const kind = tool === 'highlighter' ? text('tool.highlighter')
        : text(/** @type {import('../../texts/texts.js').Key} */ (`brush.${tool}`));
    const dashed = line === 'dashed' || line === 'dotted' ? `, ${text(`line.${line}`)}` : '';
    return `${kind}, ${size} pt, ${color}${dashed}`;
}

/** @param {PenSetting} pen */
function sample({ tool, size, color, line }) {
    const isMarker = tool === 'highlighter';
    const wide = isMarker ? 9 : Math.min(1.2 + size * 0.85, 7);
    const path = svgElement('path', {
        d: isMarker ? 'M5 14H23' : 'M5 18c4-9 6-11 7.500-10s-1 9.500 1 10.500 4-4.500 9.500-8.500', fill: 'none', stroke: color, 'stroke-width': wide,
        'stroke-linecap': isMarker ? 'butt' : 'round', 'stroke-linejoin': 'round', opacity: isMarker ? 0.75 : 1,
        'stroke-dasharray': dashOf(line, wide * 0.6, isMarker).join(' '),
    });
    // Pens of one color differ by their width.
    const label = svgElement('text', { x: 25.5, y: 26, 'text-anchor': 'end', 'font-size': 7.5, fill: 'currentColor' });
    label.textContent = String(size);
    path.setAttribute('transform', 'translate(1 -2) scale(0.92)');
    return svgElement('svg', { viewBox: '0 0 28 28', 'aria-hidden': 'true' }, path, label);
}

/**
 * @param {PenSetting} pen @param {number} index @param {boolean} isInHand @param {() => void} act
 */
export function penButton(pen, index, isInHand, act) {
    const name = text('palette.pen', { number: index + 1, pen: penName(pen) });
    return make('button', {
        type: 'button', className: 'pen-chip', title: name, 'aria-label': name, 'aria-pressed': String(isInHand),
        'aria-keyshortcuts': String(index + 1), data: { testid: 'own-pen', focus: `pen-${index}` }, on: { click: act },
    }, sample(pen));
}
