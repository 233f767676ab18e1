// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a character's form: what they are, where they are, what stands in them, and which of it the pictures of
// the pages do not show yet. No DOM.

import { ApiError, newKey, OfflineError } from '../sync/api.js';

/** @typedef {string | string[] | null} FieldValue */
/**
 * A field as the server tells it.
 * @typedef {object} Field
 * @property {string} name @property {'text' | 'check' | 'radio' | 'list' | 'combo' | 'push' | 'signature'} type
 * @property {string[]} flags @property {{value: string, label: string}[]} options
 * @property {number | null} [maxLength] @property {string | null} [tooltip] @property {boolean} [calculated]
 */
/**
 * A rectangle that shows a field. `value` is what a button stands for.
 * @typedef {object} Place
 * @property {number} page from 1 @property {string} field @property {number} index of the field
 * @property {[number, number, number, number]} rect left, top, right, bottom in points
 * @property {string} type @property {string} [value] @property {boolean} readOnly @property {boolean} hidden
 * @property {'left' | 'center' | 'right'} [align]
 */

/** What buttons have when they are off. */
export const off = 'Off';

export class FormModel {
    /** @type {Field[]} */
    fields = [];
    /** @type {Place[]} */
    places = [];
    /** @type {Record<string, FieldValue>} */
    values = {};
    /** The revision of the values on the server. */
    revision = 0;
    /**
     * Fields whose value is newer than the pictures: the revision that has it, or Infinity while it is not saved.
     * @type {Map<string, number>}
     */
    #newer = new Map();
    /** @type {Set<() => void>} */
    #listeners = new Set();
    #stop;

    /**
     * @param {string} character @param {import('../sync/api.js').Api} api
     * @param {import('../sync/outbox.js').Outbox} outbox @param {(sentence: string) => void} tell
     * @param {import('./steps.js').Steps} [steps] where changes of this person are remembered
     */
    constructor(character, api, outbox, tell, steps) {
        this.steps = steps;
        this.character = character;
        this.api = api;
        this.outbox = outbox;
        this.tell = tell;
        this.#stop = outbox.listen({
            acknowledged: (waiting, receipt) => this.#acknowledged(waiting, receipt.revision),
            refused: (waiting) => {
                if (!this.#isOwn(waiting)) return;
                this.#takeFaults();
                void this.load();
            },
        });
    }

    close() { this.#stop(); }

    /** @param {() => void} listener @returns {() => void} */
    listen(listener) {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    #told() { for (const listener of this.#listeners) listener(); }

    /** @param {import('../sync/outbox-store.js').Waiting} waiting */
    #isOwn(waiting) { return waiting.deed === 'form' && waiting.character === this.character; }

    /**
     * Values that the server has refused, by field. They stay in their fields.
     * @type {Map<string, {value: FieldValue, waiting: import('../sync/outbox-store.js').Waiting}>}
     */
    faults = new Map();

    #takeFaults() {
        this.faults.clear();
        for (const waiting of this.outbox.status.refused) {
            if (!this.#isOwn(waiting)) continue;
            for (const [name, value] of Object.entries(waiting.body.values ?? {})) {
                this.faults.set(name, { value: /** @type {FieldValue} */ (value), waiting });
            }
        }
        this.#told();
    }

    /** Fetches the form. Somebody who is offline, or whose template has none, sees no fields. */
    async load() {
        let answer;
        try {
            answer = await this.api.form(this.character);
        } catch (error) {
            if (error instanceof OfflineError || (error instanceof ApiError && (error.status === 404 || error.status === 422))) return;
            throw error;
        }
        // An answer that was overtaken by what this tab has saved tells nothing new.
        if ((answer.revision ?? 0) < this.revision) return;
        this.fields = answer.fields ?? [];
        this.places = (answer.places ?? []).filter((/** @type {Place} */ { hidden, type }) =>
            !hidden && ['text', 'check', 'radio', 'list', 'combo'].includes(type));
        const before = this.revision;
        this.revision = answer.revision ?? 0;
        for (const [name, value] of Object.entries(answer.values ?? {})) {
            if (JSON.stringify(value) !== JSON.stringify(this.values[name]) && before !== this.revision && name in this.values) {
                this.#newer.set(name, this.revision);
            }
        }
        this.values = { ...answer.values };
        // What waits goes on top; it was made for other values.
        const waiting = this.outbox.pending(this.character, 0);
        if (waiting.length === 0) this.outbox.know(this.character, 0, this.revision);
        for (const { deed, body } of waiting) {
            if (deed !== 'form') continue;
            Object.assign(this.values, body.values);
            for (const name of Object.keys(body.values)) this.#newer.set(name, Infinity);
        }
        this.#takeFaults();
    }

    /**
     * Somebody has changed the values.
     * @param {{character: string, change?: string, revision?: number}} event
     */
    changed({ character, change, revision = 0 }) {
        if (character !== this.character || change !== 'form' || revision <= this.revision) return;
        if (this.outbox.pending(this.character, 0).length === 0) void this.load().catch(() => undefined);
    }

    /** @param {string} name */
    field(name) { return this.fields.find((field) => field.name === name); }

    /**
     * Gives a field a value, which is kept at once and sent.
     * @param {string} name @param {FieldValue} value
     * @param {import('./steps.js').Marks} [marks] of a step that is taken back, or made again
     */
    async set(name, value, marks) {
        const before = this.values[name] ?? null;
        const fault = this.faults.get(name);
        if (fault && JSON.stringify(fault.value) === JSON.stringify(value)) return;
        if (fault) {
            this.faults.delete(name);
            await this.outbox.forget(fault.waiting);
            this.#told();
        }
        if (JSON.stringify(before) === JSON.stringify(value) || (before === null && value === '')) return;
        this.values[name] = value;
        this.#newer.set(name, Infinity);
        const page = this.places.find(({ field }) => field === name)?.page ?? 0;
        const mark = marks ? marks.mark : this.steps?.record({ page, removed: [], inserted: [], pictures: [], value: { name, before, after: value } });
        this.#told();
        try {
            await this.outbox.put({
                key: newKey(), character: this.character, page: 0, deed: 'form', body: { values: { [name]: value } },
                needsRevision: true, strokes: 0, removed: [{ [name]: before }], mark, takesBack: marks?.takesBack,
            });
        } catch {
            this.tell('storage-full');
        }
    }

    /**
     * Gives a field the value that it had, if nobody has given it another one meanwhile.
     * @param {{name: string, before: FieldValue, after: FieldValue}} change @param {import('./steps.js').Marks} marks
     */
    async restore({ name, before, after }, marks) {
        /** @param {FieldValue | undefined} value */
        const words = (value) => JSON.stringify(value === '' ? null : value ?? null);
        if (words(this.values[name]) !== words(before)) return false;
        await this.set(name, after ?? '', marks);
        return true;
    }

    /**
     * @param {import('../sync/outbox-store.js').Waiting} waiting @param {number} revision
     */
    #acknowledged(waiting, revision) {
        if (!this.#isOwn(waiting)) return;
        this.revision = revision;
        const later = new Set(this.outbox.pending(this.character, 0).filter((other) => other !== waiting)
            .flatMap(({ body }) => Object.keys(body.values ?? {})));
        for (const name of Object.keys(waiting.body.values)) if (!later.has(name)) this.#newer.set(name, revision);
        // Other fields may have been calculated from these.
        if (this.fields.some(({ calculated }) => calculated) && later.size === 0) void this.load().catch(() => undefined);
        this.#told();
    }

    /**
     * Whether the pictures of a revision do not show what stands in a field.
     * @param {string} name @param {number} revision
     */
    isNewer(name, revision) { return (this.#newer.get(name) ?? 0) > revision; }
}

/**
 * What values mean for a form that others have changed; undefined if somebody has given the same field something else.
 * @param {import('../sync/api.js').Api} api
 * @param {import('../sync/outbox-store.js').Waiting} waiting
 * @returns {Promise<{body: any, revision: number} | undefined>}
 */
export async function rebasedValues(api, { character, body, removed = [] }) {
    const { values, revision } = await api.form(character, true);
    const before = Object.assign({}, ...removed);
    const isTaken = Object.entries(body.values).some(([name, value]) => {
        const words = [values?.[name] ?? null, before[name] ?? null, value].map((one) => JSON.stringify(one === '' ? null : one));
        return words[0] !== words[1] && words[0] !== words[2];
    });
    return isTaken ? undefined : { body, revision };
}

/**
 * The value of a button's field after a press.
 * @param {Place} place @param {Field} field @param {FieldValue} value what it has now
 */
export function pressed(place, field, value) {
    if (value !== place.value) return place.value ?? off;
    return field.type === 'radio' && field.flags.includes('noToggleToOff') ? value : off;
}

/**
 * The size of the letters with which a field is filled in, in points: as large as its line allows, and no larger than
 * people write in forms.
 * @param {Place} place @param {Field} field
 */
export function letterSize({ rect: [, top, , bottom] }, { flags, type }) {
    const height = bottom - top;
    return flags.includes('multiline') || type === 'list' ? Math.min(12, Math.max(height / 3, 6)) : Math.min(Math.max(height * 0.66, 5), 20);
}
