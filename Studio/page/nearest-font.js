// SPDX-License-Identifier: GPL-3.0-or-later
// The browser's font that is nearest to the one that exports use. A family such as `serif` is another font in a browser
// than on the server, and a named one may be on one of them only. The server draws a line once; the font whose line is as
// long is the same, and of another one the letters are set wider or narrower by what is left.

import { cssFamily } from '../model/texts.js';

/** @typedef {import('../model/texts.js').Style} Style */
/** @typedef {{family: string, spacing: number}} Font a list of families for CSS, and what is between letters, in font sizes */

/** @type {Record<string, string[]>} */
const candidates = {
    'serif': ['Noto Serif', 'DejaVu Serif', 'Liberation Serif', 'Times New Roman', 'Tinos', 'Georgia', 'Palatino'],
    'sans-serif': ['Noto Sans', 'DejaVu Sans', 'Liberation Sans', 'Arial', 'Helvetica', 'Roboto', 'Open Sans', 'Verdana'],
    'monospace': ['Noto Sans Mono', 'DejaVu Sans Mono', 'Liberation Mono', 'Courier New', 'Menlo', 'Consolas'],
};
const line = 'Hamburgefonstiv Wayfarer, 0123 – quick';
const size = 40;
/** More between letters would be another script, say. */
const most = 0.15;
const region = /** @type {[number, number, number, number]} */ ([-20, -20, 1300, 80]);

/** @type {Map<string, Promise<Font>>} */
const known = new Map();

/**
 * @param {Style} style @param {import('./text-pictures.js').Draw} draw
 * @returns {Promise<Font>}
 */
export function nearestFont({ family, weight, isItalic }, draw) {
    const key = `${family} ${weight} ${isItalic}`;
    let font = known.get(key);
    if (font) return font;
    font = found({ family, weight, isItalic }, draw);
    known.set(key, font);
    font.catch(() => known.delete(key));
    return font;
}

/** @param {Pick<Style, 'family' | 'weight' | 'isItalic'>} style @param {import('./text-pictures.js').Draw} draw */
async function found({ family, weight, isItalic }, draw) {
    const color = { red: 0, green: 0, blue: 0, alpha: 1 };
    const address = await draw({
        runs: [{ text: line, style: { family, size, weight, isItalic, isUnderlined: false, isStruck: false, color } }],
        transform: [1, 0, 0, 1, 0, 0], lineHeight: 1.25,
    }, region, 1);
    const wanted = (await inkedEdge(address, region)) ?? 0;
    const context = document.createElement('canvas').getContext('2d');
    if (!context || wanted <= 0) return { family: cssFamily(family), spacing: 0 };
    let best = { family: cssFamily(family), left: Infinity };
    for (const name of [cssFamily(family), ...(candidates[family] ?? []).map((one) => `"${one}", ${family}`)]) {
        context.font = `${isItalic ? 'italic' : 'normal'} ${weight} ${size}px ${name}`;
        const left = wanted - context.measureText(line).actualBoundingBoxRight;
        if (Math.abs(left) < Math.abs(best.left) - 0.5) best = { family: name, left };
    }
    const spacing = best.left / (line.length - 1) / size;
    return { family: best.family, spacing: Math.abs(best.left) < 1.5 || Math.abs(spacing) > most ? 0 : spacing };
}

/**
 * How far to the right a picture has ink, in points; undefined if it has none.
 * @param {string} address @param {[number, number, number, number]} of the region that it shows
 */
export async function inkedEdge(address, [x0, , x1]) {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context || canvas.width === 0) return undefined;
    context.drawImage(picture, 0, 0);
    const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
    let right = -1;
    for (let i = 3; i < data.length; i += 4) if (data[i] > 20) right = Math.max(right, ((i - 3) / 4) % width);
    return right < 0 ? undefined : x0 + ((right + 1) / width) * (x1 - x0);
}
