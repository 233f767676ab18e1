// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a character in the double: one field of each kind, and their values with a revision.

import { Refusal } from './library.js';

const lines = [{ value: 'n', label: 'North' }, { value: 's', label: 'South' }, { value: 'w', label: 'West' }];

/** @param {string} name @param {string} type @param {any} [values] */
function field(name, type, values = {}) { return { name, type, flags: [], options: [], maxLength: null, tooltip: null, calculated: false, ...values }; }

const fields = [
    field('hero.name', 'text', { tooltip: 'Name of the hero' }), field('hero.tale', 'text', { flags: ['multiline'] }),
    field('hero.code', 'text', { flags: ['comb'], maxLength: 5 }), field('hero.secret', 'text', { flags: ['password'] }),
    field('hero.sum', 'text', { flags: ['readOnly'] }), field('hero.alive', 'check', { options: [{ value: 'Yes', label: 'Yes' }] }),
    field('hero.side', 'radio', { options: [{ value: 'left', label: 'Left' }, { value: 'right', label: 'Right' }] }),
    field('hero.way', 'combo', { options: lines }), field('hero.tongues', 'list', { flags: ['multiSelect'], options: lines }),
];

/** @param {number} index @param {number[]} rect @param {any} [values] */
function place(index, rect, values = {}) {
    const { name, type, flags } = fields[index];
    return { page: 1, field: name, index, widget: 0, rect, type, readOnly: flags.includes('readOnly'), hidden: false, align: 'left', ...values };
}

const places = [
    place(0, [60, 60, 300, 84]), place(2, [320, 60, 440, 84]), place(3, [450, 60, 540, 84]), place(1, [60, 100, 300, 180]),
    place(5, [320, 100, 336, 116], { value: 'Yes' }), place(6, [350, 100, 366, 116], { value: 'left' }),
    place(6, [380, 100, 396, 116], { value: 'right', widget: 1 }), place(4, [420, 100, 540, 120]), place(7, [320, 130, 440, 150]),
    place(8, [450, 130, 540, 190]), place(0, [60, 60, 300, 84], { page: 2 }),
];

export class FormOfDouble {
    revision = 0;
    /** @type {Record<string, any>} */
    values = Object.fromEntries(fields.map(({ name }) => [name, name === 'hero.sum' ? '12' : null]));

    get answer() { return { fields, places, revision: this.revision, values: this.values, canUndo: this.revision > 0, canRedo: false }; }

    /** @param {any} body @param {string | undefined} match */
    change(body, match) {
        if (match === undefined) throw new Refusal(428, 'missing-revision', 'Values need the revision of the form that they change: name it with If-Match.');
        if (match !== `"${this.revision}"`) throw new Refusal(412, 'stale-revision', 'The form has changed.', { currentRevision: this.revision });
        for (const [name, value] of Object.entries(body.values ?? {})) {
            const one = fields.find((other) => other.name === name);
            if (!one) throw new Refusal(422, 'refused', `There is no field “${name}”.`, { field: name });
            if (one.maxLength && value.length > one.maxLength) throw new Refusal(422, 'refused', `“${name}” takes ${one.maxLength} characters.`, { field: name });
        }
        Object.assign(this.values, body.values);
        this.revision += 1;
        return this.answer;
    }
}
