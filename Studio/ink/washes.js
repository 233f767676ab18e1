// SPDX-License-Identifier: Apache-2.0
// The layers of a watercolor, which fades towards its edge, as LimnInk's washes.

import { constantWidth, widthAt } from './stroke.js';

/** @typedef {import('./stroke.js').Stroke} Stroke */
/** @typedef {[width: number, density: number]} Wash the density is the opacity of this wash over the wider ones, as a part of the
 *   stroke's opacity */

/**
 * The washes of a stroke that is nowhere narrower than the second one, their widths as parts of the nominal width.
 * @type {Wash[]}
 */
export const evenWashes = [[1, 0.32], [0.68, 0.5], [0.58, 0.65], [0.48, 0.78], [0.38, 0.9], [0.28, 1]];
/**
 * The washes of any other stroke, their widths as parts of the width at each point.
 * @type {Wash[]}
 */
const unevenWashes = [[1, 0.5], [0.7, 1]];

/** @param {import('./stroke.js').Brush} brush */
export function isWashed({ tool, kind }) { return tool === 'watercolor' && kind === 'pen'; }

/**
 * The opacities of the washes of a stroke with an opacity.
 * @param {Wash[]} washes @param {number} opacity
 */
export function washOpacities(washes, opacity) {
    return washes.map(([, density], i) => {
        const below = i === 0 ? 0 : washes[i - 1][1];
        return 1 - (1 - opacity * density) / Math.max(1 - opacity * below, 1e-9);
    });
}

/**
 * The strokes that paint a watercolor, from the widest to the narrowest. The first one is as wide as the stroke.
 * @param {Stroke} stroke @param {number} opacity of the stroke
 * @returns {Stroke[]}
 */
export function washesOf(stroke, opacity) {
    const { brush, xy } = stroke;
    let narrowest = Infinity;
    for (let i = 0; i < xy.length / 2; i++) narrowest = Math.min(narrowest, widthAt(stroke, i));
    const isEven = narrowest >= brush.width * evenWashes[1][0];
    const washes = isEven ? evenWashes : unevenWashes;
    const opacities = washOpacities(washes, opacity);
    return washes.map(([part], i) => {
        const layer = { ...brush, tool: undefined, color: { ...brush.color, alpha: opacities[i] } };
        if (i === 0) return { ...stroke, brush: layer, opacity: undefined };
        const width = brush.width * part;
        const inner = { ...layer, width, fill: undefined };
        if (!isEven) return { ...stroke, brush: inner, opacity: undefined, width: undefined, widths: Array.from({ length: xy.length / 2 }, (_, at) => widthAt(stroke, at) * part) };
        return { brush: { ...inner, cap: constantWidth(stroke) === undefined ? 'round' : brush.cap }, width, xy };
    });
}
