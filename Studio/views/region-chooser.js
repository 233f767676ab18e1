// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a picture is chosen: by drawing a box on it, by dragging the box's corners, or by numbers.

import { changedRegion, cornerOpposite, regionBetween } from '../model/table.js';
import { text } from '../texts/texts.js';
import { make } from './element.js';

/** @typedef {import('../model/routes.js').Region} Region */

/** How near a corner a pointer must come down to drag it, in CSS pixels. */
const reach = 16;
const sides = /** @type {const} */ (['left', 'top', 'width', 'height']);

export class RegionChooser {
    #box = make('div', { className: 'region-box' }, ...['nw', 'ne', 'se', 'sw'].map((name) => make('span', { className: `corner ${name}` })));
    #fields = sides.map((side, index) => make('input', {
        type: 'number', min: '0', max: '100', step: '0.5', data: { testid: `region-${side}` }, on: {
            change: () => this.#take(changedRegion(this.region, index, this.#fields[index].valueAsNumber)),
        },
    }));

    /** @param {HTMLImageElement} picture @param {Region} region what is chosen at first */
    constructor(picture, region) {
        this.region = region;
        this.paper = make('div', { className: 'region-paper', data: { testid: 'region-paper' } }, picture, this.#box);
        this.fields = make('div', { className: 'region-fields' }, ...this.#fields.map((field, i) =>
            make('label', { className: 'field' }, text(`region.${sides[i]}`), field)));
        this.#listen();
        this.#take(region);
    }

    /** @param {Region} region */
    #take(region) {
        this.region = region;
        sides.forEach((side, i) => {
            this.#box.style[side] = `${region[i]}%`;
            this.#fields[i].value = String(Number(region[i].toFixed(1)));
        });
    }

    #listen() {
        const { paper } = this;
        /** @type {readonly [number, number] | undefined} the corner that stays */
        let from;
        const at = (/** @type {PointerEvent} */ event) => {
            const { left, top, width, height } = paper.getBoundingClientRect();
            return /** @type {const} */ ([((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100]);
        };
        paper.addEventListener('pointerdown', (event) => {
            const { width, height } = paper.getBoundingClientRect();
            const place = at(event);
            from = cornerOpposite(this.region, place, [(reach / width) * 100, (reach / height) * 100]) ?? place;
            paper.setPointerCapture(event.pointerId);
            event.preventDefault();
        });
        paper.addEventListener('pointermove', (event) => {
            if (from) this.#take(regionBetween(from, at(event)));
        });
        for (const type of ['pointerup', 'pointercancel']) {
            paper.addEventListener(type, () => {
                from = undefined;
            });
        }
    }
}
