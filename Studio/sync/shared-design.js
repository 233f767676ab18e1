// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a design on the server, where others work at it, too: sends what changes here, and takes over what changed there. One
// request is under way at a time, so each answer is compared with what was here when it was asked for.

import { changes, equal } from '../model/form-design.js';
import { remember, remembered } from '../model/settings.js';
import { ApiError } from './api.js';

/** @typedef {import('../model/form-design.js').Field} Field */
/**
 * What the server tells: which draft it is, the fields that changed, and the keys of those that were removed.
 * @typedef {{id: string, revision: number, fields: Field[], removed: number[]}} Answer
 */
/** @typedef {Record<string, Partial<Field> | null>} Changes what changes, by the keys of fields; null for one that goes */
/**
 * What could not be sent: the changes, the values that they replace, and the draft and revision that they belong to.
 * @typedef {{id: string, revision: number, changes: Changes, old: Record<string, Partial<Field> | undefined>}} Unsent
 */

/** Changes are sent so long after the last one, in milliseconds. */
const pause = 300;
/** What could not be sent is tried again after so many milliseconds. */
const patience = 3000;

export class SharedDesign {
    /** A text by which this window knows its own changes. */
    #client = Math.random().toString(36).slice(2);
    /** The draft on the server; empty while there is none. */
    #id = '';
    #revision = 0;
    /** @type {Map<number, Field>} the fields as the server has them, as far as this window knows */
    #known = new Map();
    /** The last request, or what has become of it. */
    #last = Promise.resolve();
    #isOver = false;
    /** Until then nothing is sent by itself, in milliseconds since 1970. */
    #restsUntil = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * @param {import('./design-api.js').DesignApi} api @param {string} template @param {import('../model/form-design.js').FormDesign} design
     * @param {(reason: string | undefined) => void} refused told what the server does not take; undefined where the design was begun anew
     */
    constructor(api, template, design, refused) {
        this.api = api;
        this.template = template;
        this.design = design;
        this.refused = refused;
    }

    get #draft() { return `design:${this.template}`; }

    // Loading

    /**
     * Loads the design that is there already, with what this window could not send before.
     * @returns {Promise<boolean>} whether there is one
     */
    async load() {
        const unsent = remembered(this.#draft);
        const answer = await this.api.design(this.template);
        // A draft of a studio that kept drafts in the browser.
        if (!answer && unsent?.fields) {
            await this.begin(unsent.fields);
            return true;
        }
        if (!answer) {
            remember(this.#draft, null);
            return false;
        }
        this.#start(answer);
        if (unsent?.changes && unsent.id === answer.id) {
            const recent = await this.api.design(this.template, unsent.revision);
            this.#restore(unsent, new Set(recent?.removed));
        } else {
            remember(this.#draft, null);
        }
        return true;
    }

    /**
     * Applies what could not be sent, except where somebody has changed the same since.
     * @param {Unsent} unsent @param {Set<number>} gone the keys of fields that were removed since
     */
    #restore(unsent, gone) {
        /** @type {Partial<Field>[]} */
        const changed = [];
        /** @type {number[]} */
        const removed = [];
        for (const [name, values] of Object.entries(unsent.changes)) {
            const key = Number(name);
            const [now, old] = [this.#known.get(key), unsent.old[name]];
            if (values === null) {
                if (now && old && Object.keys(changes(/** @type {Field} */ (old), now)).length === 0) removed.push(key);
            } else if (now) {
                const own = Object.entries(values).filter(([property]) => equal(/** @type {any} */ (now)[property], /** @type {any} */ (old)?.[property]));
                if (own.length > 0) changed.push({ ...now, ...Object.fromEntries(own) });
            } else if (!old && !gone.has(key)) {
                changed.push({ ...values, key });
            }
        }
        this.design.merge(changed, removed);
        this.changed();
    }

    /**
     * Begins a design, unless somebody has begun one meanwhile.
     * @param {Partial<Field>[]} found
     */
    async begin(found) {
        this.design.load(found);
        this.#start(await this.api.beginDesign(this.template, whole(this.design.fields), this.#client));
    }

    /** @param {Answer} answer a whole draft */
    #start(answer) {
        [this.#id, this.#revision] = [answer.id, answer.revision];
        this.design.load(answer.fields);
        this.#known = new Map(this.design.fields.map((field) => [field.key, field]));
    }

    // Changing

    /** What is to be sent. @returns {Changes} */
    get #changes() {
        /** @type {Changes} */
        const all = {};
        const here = new Set();
        for (const field of this.design.fields) {
            here.add(field.key);
            const known = this.#known.get(field.key);
            if (known === field) continue;
            const { key: _, ...values } = /** @type {Field} */ (known ? changes(known, field) : field);
            if (Object.keys(values).length > 0) all[field.key] = values;
        }
        for (const key of this.#known.keys()) if (!here.has(key)) all[key] = null;
        return all;
    }

    /** The design may have changed. */
    changed() {
        if (this.#isOver) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.settle().catch(() => undefined), Math.max(pause, this.#restsUntil - Date.now()));
    }

    /**
     * Sends what has changed, and takes over what others have changed.
     * @returns {Promise<void>} fails where the server cannot be reached
     */
    settle() {
        clearTimeout(this.#timer);
        this.#last = this.#last.catch(() => undefined).then(() => (this.#isOver ? undefined : this.#exchange(false)));
        return this.#last;
    }

    /** @param {boolean} isLast whether the window may be gone before the answer comes */
    async #exchange(isLast) {
        const own = this.#changes;
        const sent = this.design.fields;
        const isPull = Object.keys(own).length === 0;
        try {
            if (!this.#id) {
                await this.#begun(sent);
                return;
            }
            const answer = isPull ? await this.api.design(this.template, this.#revision)
                : await this.api.changeDesign(this.template, own, this.#client, this.#id, this.#revision, isLast);
            if (answer && answer.id === this.#id) this.#take(answer, sent);
            else await this.#begun(sent);
            if (Object.keys(this.#changes).length === 0) remember(this.#draft, null);
            else this.changed();
        } catch (error) {
            if (!(error instanceof ApiError) || error.isPassing) {
                this.#keep(own);
                this.#restsUntil = Date.now() + patience;
                if (!isPull) this.changed();
                throw error;
            }
            if (error.status === 404 || error.status === 412) await this.#begun(sent);
            else this.#takeBack(own, error.message);
        }
    }

    /**
     * The draft that this window knows is gone. Loads the one that took its place, or begins one with what is here.
     * @param {readonly Field[]} sent
     */
    async #begun(sent) {
        const answer = await this.api.beginDesign(this.template, whole(sent), this.#client);
        const own = new Set(sent.map(({ key }) => key));
        const isOwn = answer.fields.length === sent.length && answer.fields.every(({ key }) => own.has(key));
        if (isOwn) {
            [this.#id, this.#revision] = [answer.id, 0];
            this.#known = new Map();
            this.#take(answer, sent);
        } else {
            this.#start(answer);
            remember(this.#draft, null);
            this.refused(undefined);
        }
    }

    /**
     * The server does not take changes, so they go.
     * @param {Changes} own @param {string} reason
     */
    #takeBack(own, reason) {
        const keys = Object.keys(own).map(Number);
        this.design.merge(keys.flatMap((key) => this.#known.get(key) ?? []), keys.filter((key) => !this.#known.has(key)));
        this.refused(reason);
    }

    /**
     * Keeps changes in the browser.
     * @param {Changes} own
     */
    #keep(own) {
        const old = Object.fromEntries(Object.keys(own).map((key) => [key, this.#known.get(Number(key))]));
        remember(this.#draft, Object.keys(own).length > 0 ? { id: this.#id, revision: this.#revision, changes: own, old } : null);
    }

    /**
     * Takes an answer over. What has changed here since it was asked for stays, and is sent next.
     * @param {Answer} answer @param {readonly Field[]} sent the fields here when the answer was asked for
     */
    #take(answer, sent) {
        const old = new Map(sent.map((field) => [field.key, field]));
        const here = new Map(this.design.fields.map((field) => [field.key, field]));
        /** @type {Field[]} */
        const fresh = [];
        for (const field of answer.fields) {
            const [now, before] = [here.get(field.key), old.get(field.key)];
            this.#known.set(field.key, field);
            if (now) {
                const taken = { ...field, ...(before ? changes(before, now) : {}) };
                if (Object.keys(changes(now, taken)).length > 0) fresh.push(taken);
            } else if (!before) {
                fresh.push(field);
            }
        }
        for (const key of answer.removed) this.#known.delete(key);
        // What was put back here since then stays.
        const removed = answer.removed.filter((key) => here.has(key) && old.has(key));
        this.#revision = answer.revision;
        this.design.merge(fresh, removed);
    }

    /**
     * Somebody has changed the design.
     * @param {{template: string, revision: number | null, by: string, client: string | null}} event
     * @returns {Promise<boolean>} whether it was somebody else, in another window
     */
    async follow(event) {
        if (event.template !== this.template || event.client === this.#client || !this.#id || this.#isOver) return false;
        if (event.revision !== null && event.revision !== this.#revision) await this.settle().catch(() => undefined);
        return true;
    }

    // Leaving

    /** Ends the design for everybody, unless somebody has changed it meanwhile. */
    async end() {
        this.#stop();
        remember(this.#draft, null);
        await this.api.endDesign(this.template, this.#client, this.#revision).catch(() => undefined);
    }

    /** The window may be gone soon: sends what has changed, and keeps it for the next time. */
    leave() {
        const own = this.#changes;
        if (!this.#id || Object.keys(own).length === 0 || this.#isOver) return;
        this.#keep(own);
        void this.#exchange(true).catch(() => undefined);
    }

    /** Goes away from it. What has changed is still sent. */
    close() {
        this.leave();
        this.#stop();
    }

    #stop() {
        clearTimeout(this.#timer);
        this.#isOver = true;
    }
}

/** @param {readonly Field[]} fields @returns {Record<string, Partial<Field>>} */
function whole(fields) { return Object.fromEntries(fields.map(({ key, ...values }) => [key, values])); }
