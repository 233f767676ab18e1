// SPDX-License-Identifier: GPL-3.0-or-later
// What the double finds on templates, and the templates that are made of it.

import { Refusal } from './library.js';

/** @typedef {import('./library.js').LibraryOfDouble} LibraryOfDouble */

/** @param {Record<string, unknown>} values */
const field = (values) => ({
    type: 'text', page: 1, tooltip: null, multiline: false, cells: null, maximumLength: null, fontSize: 0, alignment: 'left', turn: 0,
    choice: null, choices: [], sumOf: [], certainty: 0.9, label: '', row: null, made: false, ...values,
});

/** What is found on every template. */
const found = [
    field({ name: 'name', rect: [60, 60, 260, 78], tooltip: 'Name' }),
    field({ name: 'items.1.weight', rect: [60, 120, 120, 136] }),
    field({ name: 'total', rect: [60, 200, 120, 216] }),
    field({ name: 'inspired', type: 'check', rect: [300, 60, 310, 70] }),
    field({ name: 'ornament', rect: [400, 400, 500, 500], certainty: 0.3 }),
    field({ name: 'notes', page: 2, rect: [60, 60, 500, 400], multiline: true }),
];

/**
 * @param {LibraryOfDouble} library @param {string} method @param {string} id @param {any} json
 * @returns {{status?: number, json?: any}}
 */
export function detection(library, method, id, json) {
    const template = library.one(library.templates, id);
    if (method === 'POST' && json.fields) {
        if (json.fields.some((/** @type {any} */ one) => !one.name)) throw new Refusal(422, 'refused', 'A field has no name.');
        const made = library.importTemplate(json.name, Buffer.from(`%PDF-1.7 ${JSON.stringify(json.fields)}`), template.pageCount).template;
        Object.assign(made, { formFields: true, fields: json.fields });
        return { status: 201, json: made };
    }
    return { status: method === 'POST' ? 202 : 200, json: { id: 'detection', verb: 'detect', template: id, state: 'done', progress: 1 } };
}

/** The result of the job that looked for fields. */
export const proposals = { pageCount: 2, fields: found, messages: [], notes: [] };
