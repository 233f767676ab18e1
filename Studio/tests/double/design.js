// SPDX-License-Identifier: GPL-3.0-or-later
// The designs that people of the double are working on, and its mappings.

import { Refusal } from './library.js';

/** @typedef {import('./library.js').LibraryOfDouble} LibraryOfDouble */
/** @typedef {{status?: number, json?: any, bytes?: Buffer, type?: string}} Answer */
/** @typedef {{id: string, revision: number, fields: Map<string, any>, removed: Map<string, number>}} Draft */

/** @type {Map<string, Draft>} */
let drafts = new Map();
let count = 0;
const shipped = [{ id: 'game', name: 'A game', saved: false }];
/** @type {any[]} */
let saved = [];
const known = ['character.name', 'own.items.1.weight', 'item.total', 'text.notes'];

export function resetDesigns() {
    drafts = new Map();
    saved = [];
}

/** What journeys look at. */
export const savedMappings = () => saved;

/** @param {Draft} draft @param {number | undefined} since */
function view({ id, revision, fields, removed }, since) {
    const isNew = (/** @type {number} */ at) => since === undefined || at > since;
    return {
        id, revision, fields: [...fields].filter(([, one]) => isNew(one.at)).map(([key, { at: _, ...values }]) => ({ key: Number(key), ...values })),
        removed: since === undefined ? [] : [...removed].filter(([, at]) => isNew(at)).map(([key]) => Number(key)),
    };
}

/** @param {Draft} draft @param {Record<string, any>} changes */
function apply(draft, changes) {
    draft.revision += 1;
    for (const [key, values] of Object.entries(changes)) {
        const old = draft.fields.get(key);
        if (values === null) {
            if (draft.fields.delete(key)) draft.removed.set(key, draft.revision);
        } else if (old || values.name !== undefined && values.rect) {
            draft.fields.set(key, { ...old, ...values, at: draft.revision });
            draft.removed.delete(key);
        }
    }
}

/**
 * @param {LibraryOfDouble} library @param {string} method @param {string} id @param {any} json @param {URLSearchParams} query
 * @returns {Answer}
 */
export function design(library, method, id, json, query) {
    library.one(library.templates, id);
    const since = query.has('since') ? Number(query.get('since')) : undefined;
    let draft = drafts.get(id);
    const told = (/** @type {number | null} */ revision) => library.told('design', { template: id, revision, by: 'owner', client: json?.client ?? query.get('client') });
    if (method === 'POST' && !draft) {
        draft = { id: `draft${++count}`, revision: 0, fields: new Map(), removed: new Map() };
        drafts.set(id, draft);
        apply(draft, json.fields);
        told(draft.revision);
        return { status: 201, json: view(draft, undefined) };
    }
    if (!draft) throw new Refusal(404, 'not-found', 'Nobody has begun a design for this template.');
    const isOther = (query.get('draft') ?? draft.id) !== draft.id;
    if (isOther || Number(query.get('revision') ?? Infinity) < draft.revision) throw new Refusal(412, 'stale-revision', 'Somebody has changed this design.');
    if (method === 'DELETE') {
        drafts.delete(id);
        told(null);
        return { status: 204 };
    }
    if (method === 'PATCH') {
        apply(draft, json.fields);
        told(draft.revision);
    }
    return { json: view(draft, since) };
}

/**
 * @param {string} method @param {string | undefined} id @param {string | undefined} deed @param {any} json
 * @returns {Answer}
 */
export function mappings(method, id, deed, json) {
    if (deed === 'matches') {
        const fields = json.fields.map((/** @type {any} */ { name }) => ({ name, like: known.find((one) => one.endsWith(name)), certainty: name === 'total' ? 0.4 : 0.9 }));
        return { json: { sheet: null, known, fields: fields.filter((/** @type {any} */ { like }) => like) } };
    }
    if (method === 'POST') {
        saved = [{ id: 'saved-1', name: json.name, saved: true, from: json.from, fields: json.fields }];
        return { status: 201, json: { id: 'saved-1', name: json.name, saved: true } };
    }
    if (id) return { bytes: Buffer.from('{}'), type: 'application/json' };
    return { json: { items: [...saved, ...shipped], next: null } };
}
