// SPDX-License-Identifier: GPL-3.0-or-later
// What the designer asks of the server: places that were found, a template with fields, and characters that move to it.

import { ApiError } from './api.js';
import { headersOf } from './passwords.js';

/** @typedef {import('../model/form-design.js').FieldValues} FieldValues */

/** How long a job is left alone before it is looked at again, in milliseconds. */
const pause = 250;

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
