// SPDX-License-Identifier: GPL-3.0-or-later
// A page of an edition with groups of ink on it, in colors for how certain their places are. On the new page they
// follow the pointer and the arrow keys.

import { boxAround, boxOf } from '../../model/item-geometry.js';
import { isStroke } from '../../model/items.js';
import { wordsOf } from '../../model/texts.js';
import { strokeShapes } from '../../page/stroke-shapes.js';
import { svgElement } from '../../page/svg.js';
import { text } from '../../texts/texts.js';
import { make } from '../element.js';

/** @typedef {import('../../model/edition-move.js').Group} Group */
/** @typedef {{width: number, height: number}} Size in points */
/**
 * @typedef {object} PaperDeeds
 * @property {(group: Group) => void} choose
 * @property {(group: Group) => void} [moved] only where groups can be moved
 */

/** How many pixels wide pictures of pages are. */
const pictureWidth = 1200;
/** How far the arrow keys move a group, in points, without and with Shift. */
const [step, longStep] = [1, 10];
/** The frame of a group is this far from its ink, in points. */
const margin = 3;

const arrows = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

export class EditionPaper {
    #picture = make('img', { alt: '', draggable: false });
    #ink = svgElement('svg', { class: 'edition-ink' });
    /** @type {Map<Group, Element>} */
    #shown = new Map();

    /** The width of the page, in points. */
    #width = 1;

    /** @param {PaperDeeds} deeds @param {string} testid */
    constructor(deeds, testid) {
        this.deeds = deeds;
        this.element = make('div', { className: 'edition-paper', data: { testid } }, this.#picture, this.#ink);
    }

    /**
     * @param {string} template @param {number} page @param {Size} size @param {Group[]} groups
     */
    show(template, page, { width, height }, groups) {
        const pixels = Math.round((pictureWidth * height) / width);
        const address = `/iiif/${encodeURIComponent(template)}:${page}/full/^${pictureWidth},${pixels}/0/default.png`;
        if (this.#picture.getAttribute('src') !== address) this.#picture.src = address;
        this.#width = width;
        this.element.style.setProperty('--ratio', String(width / height));
        this.#ink.setAttribute('viewBox', `0 0 ${width} ${height}`);
        // The largest lie lowest, so that all can be taken hold of.
        const area = (/** @type {Group} */ group) => {
            const [x0, y0, x1, y1] = this.#box(group);
            return (x1 - x0) * (y1 - y0);
        };
        this.#shown = new Map([...groups].sort((a, b) => area(b) - area(a)).map((group) => [group, this.#drawn(group)]));
        this.#ink.replaceChildren(...this.#shown.values());
        for (const group of groups) this.update(group);
    }

    /**
     * Shows a group as it is now.
     * @param {Group} group @param {Group} [chosen]
     */
    update(group, chosen) {
        const shown = this.#shown.get(group);
        if (!shown) return;
        if (this.deeds.moved) shown.setAttribute('transform', `matrix(${group.matrix.join(' ')})`);
        shown.setAttribute('class', `edition-group ${group.certainty}${group === chosen ? ' chosen' : ''}`);
        shown.setAttribute('aria-pressed', String(group === chosen));
        shown.setAttribute('aria-label', text(`edition.group.${group.certainty}`, { count: group.items.length }));
    }

    /** @param {Group | undefined} chosen */
    mark(chosen) { for (const group of this.#shown.keys()) this.update(group, chosen); }

    /** @param {Group} group */
    focus(group) { /** @type {SVGElement | undefined} */ (this.#shown.get(group))?.focus(); }

    /** @param {Group} group */
    #drawn(group) {
        const [x0, y0, x1, y1] = this.#box(group);
        const shown = svgElement('g', { tabindex: 0, role: 'button', 'data-testid': 'edition-group' },
            svgElement('rect', { x: x0 - margin, y: y0 - margin, width: x1 - x0 + 2 * margin, height: y1 - y0 + 2 * margin, class: 'frame' }),
            ...this.#items(group).flatMap(shapes));
        shown.addEventListener('focus', () => this.deeds.choose(group));
        shown.addEventListener('pointerdown', (event) => this.#drag(group, /** @type {PointerEvent} */ (event)));
        // A finger on ink drags it; browsers do not keep to `touch-action` inside an SVG.
        if (this.deeds.moved) shown.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false });
        shown.addEventListener('keydown', (event) => this.#key(group, /** @type {KeyboardEvent} */ (event)));
        return shown;
    }

    /** @param {Group} group the items as this paper shows them, before they are moved by the group's matrix */
    #items(group) { return this.deeds.moved ? group.arriving : group.items; }

    /** @param {Group} group */
    #box(group) { return boxAround(this.#items(group).map(boxOf)) ?? [0, 0, 0, 0]; }

    /** @param {Group} group @param {KeyboardEvent} event */
    #key(group, event) {
        const arrow = arrows[event.key];
        if (!arrow || !this.deeds.moved) return;
        event.preventDefault();
        const length = event.shiftKey ? longStep : step;
        group.moveBy(arrow[0] * length, arrow[1] * length);
        this.deeds.moved(group);
    }

    /** @param {Group} group @param {PointerEvent} event */
    #drag(group, event) {
        if (event.button !== 0 || !event.isPrimary) return;
        this.deeds.choose(group);
        const { moved } = this.deeds;
        const shown = this.#shown.get(group);
        if (!moved || !shown) return;
        shown.setPointerCapture(event.pointerId);
        const pointsPerPixel = this.#width / (this.#ink.getBoundingClientRect().width || 1);
        let { clientX, clientY } = event;
        const move = (/** @type {Event} */ each) => {
            const at = /** @type {PointerEvent} */ (each);
            if (at.pointerId !== event.pointerId) return;
            const [dx, dy] = [(at.clientX - clientX) * pointsPerPixel, (at.clientY - clientY) * pointsPerPixel];
            if (dx === 0 && dy === 0) return;
            ({ clientX, clientY } = at);
            group.moveBy(dx, dy);
            moved(group);
        };
        const end = (/** @type {Event} */ each) => {
            if (/** @type {PointerEvent} */ (each).pointerId !== event.pointerId) return;
            shown.removeEventListener('pointermove', move);
            for (const type of ['pointerup', 'pointercancel']) shown.removeEventListener(type, end);
        };
        shown.addEventListener('pointermove', move);
        for (const type of ['pointerup', 'pointercancel']) shown.addEventListener(type, end);
    }
}

/**
 * What stands for an item: its ink, its words without their styles, or its box.
 * @param {import('../../model/items.js').Item} item @returns {Element[]}
 */
function shapes(item) {
    if (isStroke(item)) return strokeShapes(item);
    if (item.text) {
        const size = item.text.runs[0]?.style.size ?? 12;
        return wordsOf(item.text.runs).split('\n').map((words, line) => {
            const shown = svgElement('text', { x: 0, y: size * (1 + 1.2 * line), 'font-size': size, transform: `matrix(${item.text.transform.join(' ')})` });
            shown.textContent = words;
            return shown;
        });
    }
    if (item.markup) {
        // The lines of marked words may break elsewhere on the new page.
        return item.markup.quads.map((/** @type {number[]} */ quad) => svgElement('polygon', { points: quad.join(' '), class: 'thing' }));
    }
    const [x0, y0, x1, y1] = boxOf(item) ?? [0, 0, 0, 0];
    return [svgElement('rect', { x: x0, y: y0, width: x1 - x0, height: y1 - y0, class: 'thing' })];
}
