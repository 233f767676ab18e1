// SPDX-License-Identifier: GPL-3.0-or-later
// What the owner alone asks of the server: the trash, packed characters, new editions, templates' names, who has access, figures.

import { Api, revisionOf } from './api.js';

/** @typedef {{id: string, kind: 'template' | 'character', name: string, removed: string, expires: string}} TrashEntry */
/** @typedef {{name: string, role: 'owner' | 'player' | 'viewer', characters: string[], created: string,
 *   expires?: string | null, ended: boolean}} Grant */
/** @typedef {import('../model/edition-move.js').Answer} Answer */
/** @typedef {import('../model/edition-move.js').Correction} Correction */
/** @typedef {{name: string, link: string, qr?: string[] | null, onlyHere: boolean}} Given */

export class OwnerApi {
    /** @param {Api} api */
    constructor(api) { this.api = api; }

    /** @returns {Promise<TrashEntry[]>} the last removed first */
    trash() { return this.api.list('/trash'); }

    /** @param {string} id */
    async restore(id) { await this.api.send('POST', `/trash/${encodeURIComponent(id)}/restore`, { json: {} }); }

    /**
     * Permanently deletes an item in the trash.
     * @param {string} id
     */
    async deleteForGood(id) { await this.api.send('DELETE', `/trash/${encodeURIComponent(id)}`); }

    async emptyTrash() { await this.api.send('DELETE', '/trash'); }

    /** @param {string} id @param {string} name */
    async renameTemplate(id, name) { await this.api.send('PATCH', `/templates/${id}`, { json: { name } }); }

    /** @param {string} id @returns {Promise<{characters: number}>} how many characters went with it */
    async removeTemplate(id) { return (await this.api.send('DELETE', `/templates/${id}`)).json(); }

    /**
     * Makes a character of a filled PDF, with its ink and its values.
     * @param {File} file @param {string} name @returns {Promise<import('./api.js').Character & {messages?: string[]}>}
     */
    async importFilled(file, name) {
        const response = await this.api.send('POST', `/characters/import?${new URLSearchParams({ name })}`, { body: file, headers: { 'Content-Type': 'application/pdf' } });
        return response.json();
    }

    /**
     * @param {File} file a packed character
     * @returns {Promise<import('./api.js').Character & {messages?: string[]}>}
     */
    async unpack(file) {
        return (await this.api.send('POST', '/characters/unpack', { body: file, headers: { 'Content-Type': 'application/zip' } })).json();
    }

    /**
     * Where a character is as one file.
     * @param {string} id @param {'players' | 'gm'} audience who gets the file
     */
    packageAddress(id, audience) { return `/api/v1/characters/${encodeURIComponent(id)}/package?audience=${audience}`; }

    /**
     * Where ink and values would go in a new edition of a character's template.
     * @param {string} id @param {string} template @returns {Promise<{answer: Answer, revision: number}>}
     */
    async tryEdition(id, template) {
        const response = await this.api.send('POST', `/characters/${id}/rebase`, { json: { to: template, dryRun: true } });
        return { answer: await response.json(), revision: revisionOf(response.headers.get('ETag')) };
    }

    /**
     * Moves a character to a new edition of its template. It is refused if the ink has changed since the revision.
     * @param {string} id @param {string} template @param {Correction[]} corrections @param {number} revision
     */
    async moveToEdition(id, template, corrections, revision) {
        await this.api.send('POST', `/characters/${id}/rebase`, {
            json: { to: template, corrections }, headers: { 'If-Match': `"${revision}"` },
        });
    }

    /**
     * Takes back the last change of a character, such as its move to a new edition.
     * @param {string} id
     */
    async undo(id) { await this.api.send('POST', `/characters/${id}/undo`, { json: {} }); }

    /** @returns {Promise<Grant[]>} */
    grants() { return this.api.list('/access'); }

    /**
     * Gives access. The link is told this once.
     * @param {{name: string, role: string, characters: string[], days?: number}} values @returns {Promise<Given>}
     */
    async give(values) { return (await this.api.send('POST', '/access', { json: values })).json(); }

    /** @param {string} name */
    async revoke(name) { await this.api.send('DELETE', `/access/${encodeURIComponent(name)}`); }

    /** The server's figures, as Prometheus has them. */
    async metrics() {
        return (await new Api(undefined, '').send('GET', '/metrics', { headers: { Accept: 'text/plain' } })).text();
    }
}
