// SPDX-License-Identifier: Apache-2.0
// The painting operations of a stroke, as LimnInk's Mark: what pictures and exports paint.

import { dashPattern, dashRanges } from './dashes.js';
import { grainFor } from './grain.js';
import { outline } from './outline.js';
import { constantWidth, discs, isValid, part, pointCount, widthAt } from './stroke.js';

/** @typedef {import('./stroke.js').Stroke} Stroke */
/** @typedef {import('./stroke.js').Color} Color */
/** @typedef {import('./geometry.js').PathSink} PathSink */
/**
 * A path that is filled by the non-zero rule, or stroked where it has a line. Joins are round.
 * @template {PathSink} P
 * @typedef {object} Mark
 * @property {P} path
 * @property {Color} color with the opacity of the stroke
 * @property {boolean} multiplies whether the color is multiplied with the page
 * @property {import('./grain.js').Grain} [grain] that lets the page show through
 * @property {{width: number, cap: 'round' | 'butt' | 'square', dash: number[]}} [line]
 */

/**
 * The brush's color with the stroke's opacity: where that varies, its mean by length.
 * @param {Stroke} stroke
 * @returns {Color}
 */
export function paintColor(stroke) {
    const { opacity, xy } = stroke;
    const { color } = stroke.brush;
    if (!opacity || opacity.length === 0) return color;
    let [sum, length] = [0, 0];
    for (let i = 1; i < opacity.length; i++) {
        const piece = Math.sqrt((xy[2 * i] - xy[2 * i - 2]) ** 2 + (xy[2 * i + 1] - xy[2 * i - 1]) ** 2);
        sum += piece * (opacity[i] + opacity[i - 1]) / 2;
        length += piece;
    }
    const alpha = color.alpha * (length > 0 ? sum / length : opacity[0]);
    return { ...color, alpha: Math.min(Math.max(alpha, 0), 1) };
}

/**
 * The color and the grain of a line. Grain takes the place of opacity.
 * @param {Stroke} stroke
 * @returns {{color: Color, grain?: import('./grain.js').Grain}}
 */
export function paintOf(stroke) {
    const color = paintColor(stroke);
    const found = grainFor(stroke.brush, color.alpha);
    return found ? { color: { ...color, alpha: found.opacity }, grain: found.grain } : { color };
}

/**
 * A layer of a stroke that is being written.
 * @typedef {object} Film
 * @property {Color} color with the opacity of the layer
 * @property {number} [width] in points, where it is not that of the stroke
 * @property {import('./grain.js').Grain} [grain]
 */

/**
 * The layers of a stroke of a brush, so that it looks the same while it is written.
 * @param {import('./stroke.js').Brush} brush @param {number} opacity a factor of the brush's
 * @returns {Film[]}
 */
export function filmsOf(brush, opacity) {
    const alpha = brush.color.alpha * opacity;
    /** @param {number} value */
    const color = (value) => ({ ...brush.color, alpha: value });
    if (isWashed(brush)) {
        return washOpacities(evenWashes, alpha).map((value, i) => ({ color: color(value), width: i > 0 ? brush.width * evenWashes[i][0] : undefined }));
    }
    const found = grainFor(brush, alpha);
    return [{ color: color(found?.opacity ?? alpha), grain: found?.grain }];
}

/**
 * The marks that paint a stroke, in painting order.
 * @template {PathSink} P
 * @param {Stroke} stroke
 * @param {() => P} makePath such as `() => new Path2D()`
 * @returns {Mark<P>[]}
 */
export function marks(stroke, makePath) {
    if (pointCount(stroke) === 0 || !isValid(stroke)) return [];
    if (!isWashed(stroke.brush)) return washMarks(stroke, makePath);
    return washesOf(stroke, paintColor(stroke).alpha).flatMap((wash) => washMarks(wash, makePath));
}

/**
 * The marks of a stroke of one layer.
 * @template {PathSink} P
 * @param {Stroke} stroke @param {() => P} makePath
 * @returns {Mark<P>[]}
 */
function washMarks(stroke, makePath) {
    const count = pointCount(stroke);
    const { brush } = stroke;
    const multiplies = brush.kind === 'highlighter';
    /** @type {Mark<P>[]} */
    const made = [];
    if (brush.fill && brush.fill > 0 && count > 2) {
        const path = makePath();
        centerLine(stroke, path);
        path.closePath();
        made.push({ path, color: { ...brush.color, alpha: Math.min(brush.fill, 1) }, multiplies });
    }
    const { color, grain } = paintOf(stroke);
    if (!(color.alpha > 0) || !isVisible(stroke, count)) return made;
    const dash = dashPattern(brush.dash);
    const width = constantWidth(stroke);
    const path = makePath();
    if (width !== undefined && hasLength(stroke)) {
        centerLine(stroke, path);
        made.push({ path, color, multiplies, grain, line: { width, cap: brush.cap, dash: dash ?? [] } });
        return made;
    }
    if (dash && hasLength(stroke)) {
        for (const [from, to] of dashRanges(stroke, dash)) outline(path, discs(part(stroke, from, to)));
    } else {
        outline(path, discs(stroke));
    }
    made.push({ path, color, multiplies, grain });
    return made;
}

/** @param {Stroke} stroke @param {number} count */
function isVisible(stroke, count) {
    for (let i = 0; i < count; i++) if (widthAt(stroke, i) > 0) return true;
    return false;
}

/** @param {Stroke} stroke */
function hasLength({ xy }) { return xy.some((value, i) => value !== xy[i % 2]); }

/** @param {Stroke} stroke @param {PathSink} path */
function centerLine({ xy }, path) {
    path.moveTo(xy[0], xy[1]);
    for (let i = 2; i < xy.length; i += 2) path.lineTo(xy[i], xy[i + 1]);
}

// The layers of a watercolor, which fades towards its edge, as LimnInk's washes.

/** @typedef {[width: number, density: number]} Wash the density is the opacity of this wash over the wider ones, as a part of the
 *   stroke's opacity */

/**
 * The washes of a stroke that is nowhere narrower than the second one, their widths as parts of the nominal width.
 * @type {Wash[]}
 */
const evenWashes = [[1, 0.32], [0.68, 0.5], [0.58, 0.65], [0.48, 0.78], [0.38, 0.9], [0.28, 1]];
/**
 * The washes of any other stroke, their widths as parts of the width at each point.
 * @type {Wash[]}
 */
const unevenWashes = [[1, 0.5], [0.7, 1]];

/** @param {import('./stroke.js').Brush} brush */
function isWashed({ tool, kind }) { return tool === 'watercolor' && kind === 'pen'; }

/**
 * The opacities of the washes of a stroke with an opacity.
 * @param {Wash[]} washes @param {number} opacity
 */
function washOpacities(washes, opacity) {
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
function washesOf(stroke, opacity) {
    const { brush, xy } = stroke;
    let [narrowest, widest] = [Infinity, 0];
    for (let i = 0; i < xy.length / 2; i++) {
        narrowest = Math.min(narrowest, widthAt(stroke, i));
        widest = Math.max(widest, widthAt(stroke, i));
    }
    const isEven = narrowest >= brush.width * evenWashes[1][0] && widest <= 2 * brush.width && brush.width > 0;
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
