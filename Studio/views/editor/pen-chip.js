// SPDX-License-Identifier: GPL-3.0-or-later
// A pen of the palette as a piece of paper: the end of its kind, its line, and its width.

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

/** What the end of each kind of pen looks like, above the line that it draws. */
const tips = /** @type {Record<string, string>} */ ({
    fountain: 'M12.500 2.500h5l1.500 6-4 8.500-4-8.500z M15 17V10.500',
    ballpoint: 'M12.800 2.500h4.400v9L15.600 16.800h-1.200L12.800 11.500z M12.800 11.500h4.400',
    fineliner: 'M12 2.500h6v7.500l-1.800 2v2h-2.400v-2L12 10z M15 14v3',
    pencil: 'M12 2.500h6V10.500L15 17 12 10.500z M12 10.500l1.500 1.200 1.500-1.200 1.500 1.200 1.500-1.200',
    calligraphy: 'M13 2.500h4v5l1.800 2.500L18 16.500h-6l-.8-6.500L13 7.500z M12.300 13.500h5.400',
    paintbrush: 'M14 2.500h2l.6 5.500h-3.200z M13.400 8h3.200c1.600 3 .8 6-1.600 9-2.400-3-3.200-6-1.600-9z',
    monoline: 'M12.200 2.500h5.600V13.800a2.800 2.800 0 0 1-5.600 0z M12.200 9.500h5.600',
    crayon: 'M11 2.500h8v8.500l-2.200 5.500h-3.600L11 11z M11 6h8',
    watercolor: 'M15 2.500c3 4.300 4.600 6.600 4.600 9.500a4.600 4.600 0 0 1-9.200 0c0-2.900 1.600-5.200 4.600-9.500z',
    highlighter: 'M10.500 2.500h9v6L18 10.500v3.500l-6 3v-6.500L10.500 8.500z M12 10.500h6',
});

/** @param {PenSetting} pen */
function sample({ tool, size, color, line }) {
    const isMarker = tool === 'highlighter';
    const wide = isMarker ? 5 : Math.min(0.8 + size * 0.55, 5);
    const tip = svgElement('path', {
        d: tips[tool] ?? tips.fountain, fill: color, stroke: '#4d463c', 'stroke-width': 0.8, 'stroke-linejoin': 'round', opacity: 0.92,
    });
    const drawn = svgElement('path', {
        d: 'M4 22.500H13', fill: 'none', stroke: color, 'stroke-width': wide,
        'stroke-linecap': isMarker ? 'butt' : 'round', opacity: isMarker ? 0.75 : 1,
        'stroke-dasharray': dashOf(line, wide * 0.6, isMarker).join(' '),
    });
    // The chip is paper in every scheme.
    const label = svgElement('text', { x: 26.500, y: 25.500, 'text-anchor': 'end', 'font-size': 8, fill: '#2b2722' });
    label.textContent = String(size);
    return svgElement('svg', { viewBox: '0 0 28 28', 'aria-hidden': 'true' }, tip, drawn, label);
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
