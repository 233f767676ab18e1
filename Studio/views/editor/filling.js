// SPDX-License-Identifier: GPL-3.0-or-later
// Fills in forms: lays fields over pages as they come, and leads pointers to them. A tap with a finger or a mouse goes
// into a field; whoever draws over fields draws, and a pen always does while a drawing tool is in hand.

import { FormLayer } from '../../page/form-layer.js';
import { FormModel } from '../../model/form.js';
import { reason } from './save-state.js';

/** @typedef {import('../../page/page-view.js').PageView} PageView */
/** @typedef {import('../../page/pointer-control.js').Work} Work */

/** How far a tap may stray, in CSS pixels. */
const tapReach = 5;

export class Filling {
    /** @type {Set<FormLayer>} */
    #layers = new Set();

    /** @param {import('../../model/editor.js').EditorModel} model @param {boolean} mayWrite */
    constructor(model, mayWrite) {
        const { character, api, outbox, tell } = model;
        this.form = model.form = new FormModel(character.id, api, outbox, tell, model.steps);
        this.mayWrite = mayWrite;
        this.turn = (/** @type {number} */ page) => model.turn(page);
        this.#leave = () => {
            for (const layer of this.#layers) layer.keep();
        };
        window.addEventListener('pagehide', this.#leave);
        void this.form.load().catch((error) => tell(error.message));
    }

    #leave;

    /** What is added to the address of a page's picture. */
    get version() { return this.form.revision > 0 ? this.form.revision : undefined; }

    /** Gives a field that was left by Escape what it had before. */
    restore() { return [...this.#layers].some((layer) => layer.restore()); }

    /** @param {PageView} view */
    mounted(view) {
        const layer = new FormLayer(view, this.form, this.mayWrite, reason, this.turn(view.page.number));
        this.#layers.add(layer);
        view.attachments.add({
            placed: () => layer.placed(), pictured: () => layer.pictured(), removed: () => {
                layer.removed();
                this.#layers.delete(layer);
            },
        });
    }

    /**
     * A pointer came down on a field, to go into it or to draw.
     * @param {PointerEvent} event @param {() => Work | undefined} draw
     * @returns {Work | undefined}
     */
    begin(event, draw) {
        const { target } = event;
        if (!(target instanceof HTMLElement) || !target.matches('.field, .tappable') || (event.pointerType === 'pen' && !target.closest('.offer'))) return draw();
        // Otherwise the browser would go into the field at once.
        event.preventDefault();
        const work = draw();
        let isTap = true;
        return {
            move: (move, all) => {
                if (Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) > tapReach) isTap = false;
                work?.move(move, all);
            },
            end: () => {
                if (!isTap) {
                    work?.end();
                    return;
                }
                work?.cancel();
                enter(target);
            },
            cancel: () => work?.cancel(), isYoung: work?.isYoung,
        };
    }

    remove() {
        window.removeEventListener('pagehide', this.#leave);
        this.form.close();
    }
}

/**
 * Goes into a field, or presses it.
 * @param {HTMLElement} field
 */
export function enter(field) {
    field.focus();
    if (field.matches('.tappable')) field.click();
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) field.click();
    else if (field instanceof HTMLSelectElement && 'showPicker' in field) {
        try {
            /** @type {any} */ (field).showPicker();
        } catch {
            // The field has the focus: keys choose.
        }
    }
}
