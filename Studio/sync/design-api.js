// SPDX-License-Identifier: GPL-3.0-or-later
// What the designer asks of the server: places that were found, a template with fields, and characters that move to it.

import { ApiError } from './api.js';
import { headersOf } from './passwords.js';

/** @typedef {import('../model/form-design.js').FieldValues} FieldValues */

/** @typedef {import('../model/form-design.js').Field} Field */

/** How long a job is left alone before it is looked at again, in milliseconds. */
const pause = 250;

/** @param {string} id of a template */
const pathOf = (id) => `/templates/${encodeURIComponent(id)}/design`;

export class DesignApi {
    /** @param {import('./api.js').Api} api */
    constructor(api) { this.api = api; }

    /**
     * @param {string} id
     * @returns {Promise<{record: import('./api.js').Template, sizes: {width: number, height: number}[]}>}
     */
    async template(id) {
        const [record, sizes] = await Promise.all([this.api.template(id), this.api.list(`/templates/${encodeURIComponent(id)}/pages`)]);
        return { record, sizes };
    }

    /**
     * Has the server look for places to write in.
     * @param {string} id @param {(share: number) => void} progress @param {() => boolean} isOver whether nobody waits any more
     * @returns {Promise<(FieldValues & {certainty: number})[]>}
     */
    async proposals(id, progress, isOver) {
        const started = await this.api.send('POST', `/templates/${encodeURIComponent(id)}/detection`, { json: {}, headers: headersOf(id) });
        let job = await started.json();
        while (job.state === 'waiting' || job.state === 'running') {
            if (isOver()) {
                // Nobody waits for it any more.
                await this.api.send('DELETE', `/jobs/${encodeURIComponent(job.id)}`).catch(() => undefined);
                return [];
            }
            await new Promise((later) => setTimeout(later, pause));
            job = await this.api.get(`/jobs/${encodeURIComponent(job.id)}`);
            progress(job.progress ?? 0);
        }
        if (job.state !== 'done') throw new ApiError(job.problem?.status ?? 500, 'failed', job.problem?.detail ?? '');
        return (await this.api.get(`/jobs/${encodeURIComponent(job.id)}/result`)).fields;
    }

    /**
     * The design that people are working on.
     * @param {string} id @param {number} [since] only what has changed after this revision
     * @returns {Promise<import('./shared-design.js').Answer | undefined>} undefined if nobody has begun one
     */
    async design(id, since) {
        try {
            return await this.api.get(`${pathOf(id)}${since === undefined ? '' : `?since=${since}`}`);
        } catch (error) {
            if (error instanceof ApiError && error.status === 404) return undefined;
            throw error;
        }
    }

    /**
     * Begins a design, unless there is one, which is the answer then.
     * @param {string} id @param {Record<string, Partial<Field>>} fields by their keys @param {string} client
     * @returns {Promise<import('./shared-design.js').Answer>}
     */
    async beginDesign(id, fields, client) { return (await this.api.send('POST', pathOf(id), { json: { fields, client } })).json(); }

    /**
     * Changes properties of fields.
     * @param {string} id @param {Record<string, Partial<Field> | null>} fields by their keys, null for those that go
     * @param {string} client @param {string} draft its id @param {number} since the revision that is known
     * @param {boolean} [isLast] whether the window may close
     * @returns {Promise<import('./shared-design.js').Answer>}
     */
    async changeDesign(id, fields, client, draft, since, isLast = false) {
        return (await this.api.send('PATCH', `${pathOf(id)}?since=${since}&draft=${draft}`, { json: { fields, client }, keepalive: isLast })).json();
    }

    /** @param {string} id @param {string} client @param {number} revision the last one that is known */
    async endDesign(id, client, revision) { await this.api.send('DELETE', `${pathOf(id)}?client=${client}&revision=${revision}`); }

    /** @returns {Promise<{id: string, name: string, saved: boolean}[]>} */
    async mappings() { return this.api.list('/mappings'); }

    /**
     * @param {string} id of a mapping @param {readonly FieldValues[]} fields
     * @returns {Promise<{sheet: string | null, known: string[], fields: {name: string, like: string, certainty: number}[]}>}
     */
    async matches(id, fields) {
        const json = { fields: fields.map(({ name, type, tooltip }) => ({ name, type, tooltip })) };
        return (await this.api.send('POST', `/mappings/${encodeURIComponent(id)}/matches`, { json })).json();
    }

    /**
     * Saves a mapping.
     * @param {string} from the id of the mapping whose expressions it has @param {string} name
     * @param {{name: string, like: string}[]} fields
     * @returns {Promise<{id: string, name: string}>}
     */
    async saveMapping(from, name, fields) { return (await this.api.send('POST', '/mappings', { json: { from, name, fields } })).json(); }

    /**
     * Makes a template with fields.
     * @param {string} id of the template without them @param {readonly FieldValues[]} fields @param {string} name
     * @returns {Promise<import('./api.js').Template>}
     */
    async make(id, fields, name) {
        return (await this.api.send('POST', `/templates/${encodeURIComponent(id)}/detection`, { json: { fields, name }, headers: headersOf(id) })).json();
    }

    /**
     * Moves all characters of a template to another one, whose pages are the same.
     * @param {string} from @param {string} to
     * @returns {Promise<{moved: number, refused: string[]}>} how many, and the names of those that stay
     */
    async moveAlong(from, to) {
        const characters = (await this.api.characters()).filter(({ template }) => template === from);
        const answer = { moved: 0, refused: /** @type {string[]} */ ([]) };
        for (const { id, name } of characters) {
            try {
                await this.api.send('POST', `/characters/${encodeURIComponent(id)}/rebase`, { json: { to }, headers: headersOf(id) });
                answer.moved += 1;
            } catch (error) {
                if (!(error instanceof ApiError)) throw error;
                answer.refused.push(name);
            }
        }
        return answer;
    }
}
