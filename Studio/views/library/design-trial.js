// SPDX-License-Identifier: GPL-3.0-or-later
// A design is tried by typing: the fields of a page as they are filled in. What is typed is kept nowhere.

import { make } from '../element.js';

/** @typedef {import('../../model/form-design.js').Field} Field */

export class DesignTrial {
    /** @type {Map<string, string>} what was typed, by the names of fields */
    #values = new Map();
    element = make('div', { className: 'design-trial', hidden: true });

    /** @param {{width: number, height: number}} size of the page @param {Field[]} fields @param {number} page */
    show(size, fields, page) {
        const made = fields.filter(({ isWanted }) => isWanted);
        /** @type {(() => void)[]} */
        const sums = [];
        const typed = (/** @type {Field} */ { name }, /** @type {string} */ value) => {
            this.#values.set(name, value);
            for (const sum of sums) sum();
        };
        this.element.replaceChildren(...made.filter((field) => field.page === page).map((field) => {
            const control = this.#control(field, typed);
            const { rect: [x0, y0, x1, y1], tooltip, name } = field;
            control.setAttribute('aria-label', tooltip ?? name);
            control.dataset.testid = 'design-try-field';
            control.dataset.name = name;
            const points = field.fontSize || Math.min(field.multiline ? 12 : Infinity, Math.max(4, (y1 - y0) * 0.68));
            Object.assign(control.style, {
                left: `${(x0 / size.width) * 100}%`, top: `${(y0 / size.height) * 100}%`, width: `${((x1 - x0) / size.width) * 100}%`,
                height: `${((y1 - y0) / size.height) * 100}%`, fontSize: `${(points / size.width) * 100}cqw`, textAlign: field.alignment,
            });
            if (field.sumOf.length > 0 && control instanceof HTMLInputElement) {
                control.readOnly = true;
                sums.push(() => {
                    const total = field.sumOf.reduce((sum, one) => sum + (Number(this.#values.get(one)?.replace(',', '.')) || 0), 0);
                    control.value = String(Number(total.toFixed(6)));
                    this.#values.set(name, control.value);
                });
            }
            return control;
        }));
        for (const sum of sums) sum();
        this.element.hidden = false;
    }

    hide() {
        this.element.hidden = true;
        this.element.replaceChildren();
    }

    /** @param {Field} field @param {(field: Field, value: string) => void} typed @returns {HTMLElement} */
    #control(field, typed) {
        const value = this.#values.get(field.name) ?? '';
        if (field.type === 'check' || field.type === 'radio') {
            const own = field.type === 'check' ? 'on' : field.choice ?? '';
            const box = make('input', {
                type: field.type === 'check' ? 'checkbox' : 'radio', name: `try:${field.name}`, checked: value === own,
                on: { change: () => typed(field, box.checked ? own : '') },
            });
            return box;
        }
        if (field.type === 'list' || field.type === 'combo') {
            const select = make('select', { on: { change: () => typed(field, select.value) } }, make('option', { value: '' }, ''),
                ...field.choices.map((one) => make('option', {}, one)));
            select.value = value;
            return select;
        }
        if (field.type !== 'text') return make('div', { className: 'design-stand-in' });
        const length = field.cells ?? field.maximumLength;
        const input = field.multiline ? make('textarea', { value, on: { input: () => typed(field, input.value) } })
            : make('input', { type: 'text', value, on: { input: () => typed(field, input.value) } });
        if (length !== null) input.maxLength = length;
        return input;
    }
}
