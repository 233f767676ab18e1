// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a design on the server, where others work at it, too: sends what changes here, and takes over what changed there.

import { changes, equal } from '../model/form-design.js';
import { remember, remembered } from '../model/settings.js';
import { ApiError } from './api.js';

/** @typedef {import('../model/form-design.js').Field} Field */
/** @typedef {{revision: number, fields: Field[], removed: number[]}} Answer the server's fields that changed, and the keys of removed ones */

/** Changes are sent so long after the last one, in milliseconds. */
const pause = 300;
/** What could not be sent is tried again after so many milliseconds. */
const patience = 3000;

export class SharedDesign {
    /** A text by which this window knows its own changes. */
    #client = Math.random().toString(36).slice(2);
    #revision = 0;
    /** @type {Map<number, Field>} the fields as the server has them, as far as this window knows */
    #known = new Map();
    /** @type {readonly Field[] | undefined} the fields when they were last compared */
    #compared;
    #isSending = false;
    #isOver = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * @param {import('./design-api.js').DesignApi} api @param {string} template @param {import('../model/form-design.js').FormDesign} design
     * @param {(sentence: string) => void} refused told what the server does not take
     */
    constructor(api, template, design, refused) {
        this.api = api;
        this.template = template;
        this.design = design;
        this.refused = refused;
    }

    get #draft() { return `design:${this.template}`; }

    /**
     * Loads the design that is there already, with what this window could not send before.
     * @returns {Promise<boolean>} whether there is one
     */
    async load() {
        const unsent = remembered(this.#draft);
        if (unsent?.changes) {
            // Where the design is gone meanwhile, there is nothing to change.
            await this.api.changeDesign(this.template, unsent.changes, this.#client, 0).catch((error) => {
                if (!(error instanceof ApiError)) throw error;
            });
        }
        const answer = await this.api.design(this.template);
        // A draft of a studio that kept drafts in the browser.
        if (!answer && unsent?.fields) {
            await this.begin(unsent.fields);
            return true;
        }
        if (!answer) return false;
        this.#start(answer);
        return true;
    }

    /**
     * Begins a design, unless somebody has begun one meanwhile.
     * @param {Partial<Field>[]} found
     */
    async begin(found) {
        this.design.load(found);
        // Where that fails, it is tried again with the first change.
        this.#compared = [];
        this.#start(await this.api.beginDesign(this.template, whole(this.design.fields), this.#client));
    }

    /** @param {Answer} answer */
    #start(answer) {
        remember(this.#draft, null);
        this.#revision = answer.revision;
        this.design.load(answer.fields);
        this.#known = new Map(this.design.fields.map((field) => [field.key, field]));
        this.#compared = this.design.fields;
    }

    /** What is to be sent. */
    get #changes() {
        /** @type {Record<string, Partial<Field> | null>} */
        const all = {};
        if (this.#compared === this.design.fields) return all;
        const here = new Map(this.design.fields.map((field) => [field.key, field]));
        for (const [key, field] of here) {
            const known = this.#known.get(key);
            const own = known ? changes(known, field) : field;
            const { key: _, ...values } = /** @type {Field} */ (own);
            if (Object.keys(values).length > 0) all[key] = values;
        }
        for (const key of this.#known.keys()) if (!here.has(key)) all[key] = null;
        return all;
    }

    /** The design may have changed. */
    changed() {
        if (this.#compared === this.design.fields || this.#isOver) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.send(), pause);
    }

    /**
     * Sends what has changed.
     * @param {boolean} [isLast] whether the window may be gone before the answer comes
     */
    async send(isLast = false) {
        clearTimeout(this.#timer);
        const own = this.#changes;
        if (Object.keys(own).length === 0) {
            if (this.#compared) this.#compared = this.design.fields;
            return;
        }
        if (isLast) remember(this.#draft, { changes: own });
        if (this.#isSending) return;
        this.#isSending = true;
        const sent = this.design.fields;
        try {
            const answer = await this.api.changeDesign(this.template, own, this.#client, this.#revision, isLast);
            if (this.#compared === undefined) return;
            remember(this.#draft, null);
            this.#take(answer, sent);
        } catch (error) {
            await this.#failed(error, own, sent);
        } finally {
            this.#isSending = false;
        }
        if (!this.#isOver) this.changed();
        else if (this.#compared) await this.send(true);
    }

    /** @param {unknown} error @param {Record<string, Partial<Field> | null>} own @param {readonly Field[]} sent */
    async #failed(error, own, sent) {
        if (error instanceof ApiError && error.status === 404) {
            // Somebody has ended the design, and somebody else goes on with it.
            const answer = await this.api.beginDesign(this.template, whole(sent), this.#client).catch(() => undefined);
            if (answer) this.#take({ ...answer, removed: [] }, sent);
            return;
        }
        if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
            this.#compared = sent;
            this.refused(error.message);
            return;
        }
        remember(this.#draft, { changes: own });
        if (this.#isOver) this.#compared = undefined;
        else this.#timer = setTimeout(() => void this.send(), patience);
    }

    /**
     * Somebody has changed the design.
     * @param {{template: string, revision: number | null, by: string, client: string | null}} event
     * @returns {Promise<boolean>} whether it was somebody else, in another window
     */
    async follow(event) {
        if (event.template !== this.template || event.client === this.#client || this.#compared === undefined) return false;
        if (event.revision !== null && event.revision > this.#revision) await this.refresh();
        return true;
    }

    /** Takes over what others have done. */
    async refresh() {
        if (this.#compared === undefined) return;
        const base = [...this.#known.values()];
        const answer = await this.api.design(this.template, this.#revision);
        if (answer) this.#take(answer, base);
    }

    /**
     * Takes an answer over. What has changed here since then, and is not sent yet, stays.
     * @param {Answer} answer @param {readonly Field[]} base the fields here when the answer was asked for
     */
    #take(answer, base) {
        if (answer.revision < this.#revision) return;
        const old = new Map(base.map((field) => [field.key, field]));
        const here = new Map(this.design.fields.map((field) => [field.key, field]));
        const isUnchanged = base === this.design.fields;
        /** @type {Field[]} */
        const fresh = [];
        for (const field of answer.fields) {
            const [now, before] = [here.get(field.key), old.get(field.key)];
            const isNew = !before && !this.#known.has(field.key);
            this.#known.set(field.key, field);
            if (now) {
                const unsent = before ? changes(before, now) : {};
                const { key: _, ...taken } = /** @type {Field} */ ({ ...field, ...unsent });
                if (Object.entries(taken).some(([name, value]) => !equal(value, /** @type {any} */ (now)[name]))) fresh.push({ ...taken, key: field.key });
            } else if (isNew) {
                fresh.push(field);
            }
        }
        for (const key of answer.removed) this.#known.delete(key);
        const removed = answer.removed.filter((key) => here.has(key));
        this.#revision = answer.revision;
        this.design.merge(fresh, removed);
        if (isUnchanged) this.#compared = this.design.fields;
    }

    /** Ends the design for everybody. */
    async end() {
        this.#stop();
        remember(this.#draft, null);
        await this.api.endDesign(this.template, this.#client).catch(() => undefined);
    }

    /** Goes away from it. What has changed is still sent. */
    leave() {
        if (this.#compared !== undefined) void this.send(true);
        this.#isOver = true;
    }

    #stop() {
        clearTimeout(this.#timer);
        this.#isOver = true;
        this.#compared = undefined;
    }
}

/** @param {readonly Field[]} fields @returns {Record<string, Partial<Field>>} */
function whole(fields) { return Object.fromEntries(fields.map(({ key, ...values }) => [key, values])); }
