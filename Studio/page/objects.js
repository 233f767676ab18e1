// SPDX-License-Identifier: GPL-3.0-or-later
// Texts, pictures, notes and marks of a page, to be seen. They lie below the ink; text is set by the browser, so its lines may
// break elsewhere than in the export.

import { cssColor } from '../ink/painting.js';
import { shapesOf } from '../model/markup.js';

/** @typedef {import('../model/page-ink.js').PageInk} PageInk */

const svg = 'http://www.w3.org/2000/svg';
/** The pictures that may be shown, by format. Others are left to the export. */
const types = /** @type {Record<string, string>} */ ({ png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' });

/** The width of text that is not wrapped, in points. */
const unwrapped = 5000;

/**
 * Shows a page's objects in place of those before.
 * @param {SVGSVGElement} place @param {SVGSVGElement} highlights multiplies with all below it @param {PageInk} ink
 */
export function showObjects(place, highlights, ink) {
    const groups = ink.objects.map((object, number) => {
        const group = element('g', { 'data-object': number });
        group.append(...shown(object));
        return { group, isHighlight: object.markup?.style === 'highlight' && group.childElementCount > 0 };
    });
    place.replaceChildren(...groups.filter(({ isHighlight }) => !isHighlight).map(({ group }) => group));
    highlights.replaceChildren(...groups.filter(({ isHighlight }) => isHighlight).map(({ group }) => group));

    /** @param {any} object @returns {Element[]} */
    function shown(object) {
        if (ink.layers[object.layer ?? 0]?.hidden) return [];
        if (object.text) return [textElement(object.text)];
        if (object.picture) return pictureElement(object.picture, ink.pictures);
        if (object.note) return [noteElement(object.note)];
        if (object.link) return [linkElement(object.link)];
        if (object.markup) return markupElements(object.markup);
        return [];
    }
}

/**
 * @param {string} name @param {Record<string, string | number>} attributes
 */
function element(name, attributes) {
    const made = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
}

/**
 * The texts of elements that show them.
 * @type {WeakMap<Element, any>}
 */
export const textOf = new WeakMap();

/** @param {any} text */
function textElement(text) {
    const { runs, width, lineHeight, alignment, direction, measured, transform } = text;
    const holder = element('foreignObject', {
        x: 0, y: 0, width: width ?? unwrapped, height: Math.max(measured?.[1] ?? 0, 5000), transform: `matrix(${transform.join(' ')})`,
    });
    const paragraph = document.createElement('p');
    paragraph.className = 'text';
    // Without a width, lines end at the end of the longest.
    if (width === undefined) paragraph.style.width = 'max-content';
    textOf.set(holder, text);
    paragraph.dir = direction === 'rightToLeft' ? 'rtl' : direction === 'leftToRight' ? 'ltr' : 'auto';
    paragraph.style.lineHeight = String(lineHeight ?? 1.2);
    // Lines are no higher than their text.
    paragraph.style.fontSize = `${Math.max(...runs.map((/** @type {any} */ run) => run.style.size), 0)}px`;
    paragraph.style.textAlign = { justified: 'justify', left: 'left', center: 'center', right: 'right' }[
        /** @type {'left'} */ (alignment)] ?? 'start';
    for (const { text: words, style } of runs) {
        const span = document.createElement('span');
        span.textContent = words;
        span.style.fontFamily = /^[\w -]+$/.test(style.family) && !style.family.includes('serif') ? `"${style.family}", sans-serif` : style.family;
        span.style.fontSize = `${style.size}px`;
        span.style.fontWeight = String(style.weight);
        span.style.fontStyle = style.isItalic ? 'italic' : 'normal';
        span.style.textDecoration = [style.isUnderlined && 'underline', style.isStruck && 'line-through'].filter(Boolean).join(' ');
        span.style.color = cssColor(style.color);
        paragraph.append(span);
    }
    holder.append(paragraph);
    return holder;
}

/** @param {any} picture @param {{format: string, bytes: string}[]} pictures @returns {Element[]} */
function pictureElement({ data, frame, crop = [0, 0, 1, 1], opacity = 1, transform = [1, 0, 0, 1, 0, 0], alternative }, pictures) {
    const content = pictures[data];
    const type = content && types[content.format];
    if (!type) return [];
    const group = element('g', { transform: `matrix(${transform.join(' ')})`, opacity });
    const [x0, y0, x1, y1] = frame;
    const [cropX0, cropY0, cropX1, cropY1] = crop;
    const [wide, high] = [Math.max(cropX1 - cropX0, 1e-9), Math.max(cropY1 - cropY0, 1e-9)];
    const window = element('svg', {
        x: x0, y: y0, width: x1 - x0, height: y1 - y0, viewBox: `${cropX0} ${cropY0} ${wide} ${high}`, preserveAspectRatio: 'none',
    });
    const image = element('image', { width: 1, height: 1, preserveAspectRatio: 'none', href: `data:${type};base64,${content.bytes}` });
    const title = element('title', {});
    title.textContent = alternative ?? '';
    image.append(title);
    window.append(image);
    group.append(window);
    return [group];
}

/** @param {any} note */
function noteElement({ at: [x, y], color, title = '', text = '' }) {
    const pin = element('path', { class: 'pin', d: `M${x} ${y}h20v14h-12l-5 6v-6h-3z`, fill: cssColor(color) });
    const words = element('title', {});
    words.textContent = [title, text].filter(Boolean).join('\n');
    pin.append(words);
    return pin;
}

/** @param {any} link */
function linkElement({ area: [x0, y0, x1, y1] }) {
    return element('rect', { class: 'link-shown', x: x0, y: y0, width: x1 - x0, height: y1 - y0 });
}

/** @param {import('../model/markup.js').Markup} markup @returns {Element[]} */
function markupElements(markup) {
    const { areas, lines } = shapesOf(markup);
    const color = cssColor(markup.color);
    const path = (/** @type {{x: number, y: number}[]} */ points) => points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('');
    const corners = (/** @type {number[]} */ [x0, y0, x1, y1, x2, y2, x3, y3]) => `M${x0} ${y0}L${x1} ${y1}L${x2} ${y2}L${x3} ${y3}Z`;
    if (areas.length > 0) return [element('path', { d: areas.map(corners).join(''), fill: color })];
    return lines.map(({ points, width }) => element('path', { d: path(points), fill: 'none', stroke: color, 'stroke-width': width }));
}
