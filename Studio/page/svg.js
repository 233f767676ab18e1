// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes that mark something on a page, and paths of ink as SVG.

const svg = 'http://www.w3.org/2000/svg';

/**
 * @param {string} name @param {Record<string, string | number>} [attributes] @param {Element[]} children
 */
export function svgElement(name, attributes = {}, ...children) {
    const made = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.append(...children);
    return made;
}

/** A path that becomes the `d` of an SVG path. Digits beyond the thousandth of a point are left out. */
export class PathWords {
    #parts = /** @type {string[]} */ ([]);
    /** @param {number[]} values */
    #numbers(values) { return values.map((value) => Number(value.toFixed(3))).join(' '); }
    /** @param {number} x @param {number} y */
    moveTo(x, y) { this.#parts.push(`M${this.#numbers([x, y])}`); }
    /** @param {number} x @param {number} y */
    lineTo(x, y) { this.#parts.push(`L${this.#numbers([x, y])}`); }
    /** @param {number} ax @param {number} ay @param {number} bx @param {number} by @param {number} x @param {number} y */
    bezierCurveTo(ax, ay, bx, by, x, y) { this.#parts.push(`C${this.#numbers([ax, ay, bx, by, x, y])}`); }
    closePath() { this.#parts.push('Z'); }
    toString() { return this.#parts.join(''); }
}
