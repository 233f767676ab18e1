// SPDX-License-Identifier: GPL-3.0-or-later
// What the owner asks of the double: the trash, access, packed characters, figures; and the history of pages.

import { design, mappings } from './design.js';
import { detection, proposals } from './detection.js';
import { Refusal } from './library.js';

/** @typedef {import('./library.js').LibraryOfDouble} LibraryOfDouble */
/** @typedef {{status?: number, json?: any, bytes?: Buffer, type?: string, headers?: Record<string, string>}} Answer */

/** @type {any[]} */
let grants = [];

/** A corner of a QR code is enough for a picture of one. */
const code = Array.from({ length: 25 }, (_, y) => Array.from({ length: 25 }, (_, x) => {
    const finder = (/** @type {number} */ a, /** @type {number} */ b) => {
        const ring = Math.max(Math.abs(a - 3), Math.abs(b - 3));
        return ring === 3 || ring < 2;
    };
    if (x < 8 && y < 8) return Number(x < 7 && y < 7 && finder(x, y));
    if (x > 16 && y < 8) return Number(x > 17 && y < 7 && finder(x - 18, y));
    if (x < 8 && y > 16) return Number(x < 7 && y > 17 && finder(x, y - 18));
    return (x * 7 + y * 13 + x * y) % 3 === 0 ? 1 : 0;
}).join(''));

export function resetOwner() { grants = []; }

/**
 * @param {LibraryOfDouble} library @param {string} method @param {string[]} parts behind /api/v1
 * @param {any} json @param {Buffer} body @param {string | undefined} match the revision that is asked for
 * @param {URLSearchParams} query
 * @returns {Answer | undefined} undefined for what is not asked here
 */
export function ownerAnswer(library, method, [what, id, deed], json, body, match, query) {
    if (what === 'session') return { json: { name: 'owner', role: library.role } };
    if (what === 'trash') return trash(library, method, id, deed);
    if (what === 'access') {
        if (method === 'POST') {
            if (grants.some(({ name }) => name === json.name)) throw new Refusal(409, 'conflict', `“${json.name}” has access already; revoke it first.`);
            if (!json.name) throw new Refusal(422, 'refused', 'The name is empty.');
            const expires = json.days ? new Date(Date.now() + json.days * 864e5).toISOString() : null;
            grants.push({ name: json.name, role: json.role, characters: json.characters ?? [], created: '2026-01-01T00:00:00.000Z', expires, ended: false });
            return { status: 201, json: { name: json.name, link: 'http://tablet.lan:8420/sign-in?code=0123456789abcdefghjkmnpqrs', qr: code, onlyHere: true } };
        }
        if (method === 'DELETE') {
            grants = grants.filter(({ name }) => name !== id);
            return { status: 204 };
        }
        return { json: { items: grants } };
    }
    if (what === 'characters' && (deed === 'rebase' || deed === 'undo')) return edition(library, id, deed, json, match);
    if (what === 'templates' && deed === 'design') return design(library, method, id, json, query);
    if (what === 'mappings') return mappings(method, id, deed, json);
    if (what === 'templates' && deed === 'detection') return detection(library, method, id, json);
    if (what === 'jobs' && id === 'detection' && deed === 'result') return { json: proposals };
    if (what === 'templates' && id && method === 'PATCH') return { json: Object.assign(library.one(library.templates, id), json) };
    if (what === 'templates' && id && method === 'DELETE') {
        const template = library.one(library.templates, id);
        const its = [...library.characters.values()].filter((character) => character.template === id);
        library.trash.set(id, { ...template, kind: 'template', with: its.map((character) => character.id) });
        library.templates.delete(id);
        for (const character of its) {
            library.trash.set(character.id, character);
            library.characters.delete(character.id);
        }
        return { json: { id, characters: its.length, keptCharacters: false } };
    }
    if (what === 'characters' && id === 'unpack') {
        if (body.subarray(0, 2).toString() !== 'PK') throw new Refusal(422, 'refused', 'The body is not a packed character.');
        return { status: 201, json: library.create({ name: 'Unpacked', template: [...library.templates.keys()][0] }) };
    }
    if (what === 'characters' && id === 'import') {
        if (body.subarray(0, 4).toString() !== '%PDF') throw new Refusal(422, 'failed', 'The file is neither a PDF nor ink that Limn reads.');
        return { status: 201, json: library.create({ name: query.get('name') ?? 'Untitled', template: [...library.templates.keys()][0] }) };
    }
    if (what === 'characters' && deed === 'package') return { bytes: Buffer.from('PK\u0003\u0004'), type: 'application/zip' };
    return undefined;
}

/**
 * Moves a character to another template. The first stroke of a page goes 40 points down and is likely, objects have no
 * place, and all else stays. A template called “Other” is no edition.
 * @param {LibraryOfDouble} library @param {string} id @param {'rebase' | 'undo'} deed @param {any} json @param {string} [match]
 * @returns {Answer}
 */
function edition(library, id, deed, json, match) {
    const character = library.one(library.characters, id);
    /** @param {string} template */
    const put = (template) => {
        Object.assign(character, { template, templateName: library.one(library.templates, template).name });
        library.told('character', { character: id, change: 'changed' });
    };
    if (deed === 'undo') {
        put(character.before);
        return { json: character };
    }
    const template = library.one(library.templates, json.to);
    if (template.name === 'Other') throw new Refusal(422, 'refused', 'The documents have nothing in common.');
    const pages = library.pages(id).map(({ page }) => page);
    const items = pages.flatMap((page) => {
        const all = library.page(id, page).items;
        const doubtful = all.findIndex((item) => item.xy);
        return all.map((item, i) => ({
            oldPage: page, item: i + 1, newPage: page, transform: [1, 0, 0, 1, 0, i === doubtful ? 40 : 0], score: 1,
            certainty: i === doubtful ? 'likely' : item.xy ? 'certain' : 'leftOver',
        }));
    });
    const revision = character.inkVersion ?? 7;
    if (!json.dryRun) {
        if (match !== undefined && match !== `"${revision}"`) throw new Refusal(412, 'stale-revision', 'The ink has changed in the meantime. Start again.');
        character.before = character.template;
        character.corrections = json.corrections;
        put(template.id);
    }
    return {
        json: { pages: pages.map((page) => ({ old: page, new: page, unchanged: false })), items, fields: [{ old: 'Luck', new: null }], messages: [], notes: [] },
        headers: { ETag: `"${revision}"` },
    };
}

/** @param {LibraryOfDouble} library @param {string} method @param {string} id @param {string} deed @returns {Answer} */
function trash(library, method, id, deed) {
    const entries = [...library.trash.values()];
    if (!id && method === 'DELETE') {
        library.trash.clear();
        return { json: { deleted: entries.length } };
    }
    if (!id) {
        return { json: { items: entries.map(({ id: one, name, kind = 'character' }) => ({
            id: one, kind, name, removed: '2026-01-01T00:00:00.000Z', expires: '2026-01-31T00:00:00.000Z' })) } };
    }
    const entry = library.one(library.trash, id);
    library.trash.delete(id);
    if (method === 'DELETE') return { status: 204 };
    if (deed === 'restore' && entry.kind === 'template') {
        library.templates.set(id, entry);
        for (const one of entry.with) {
            library.characters.set(one, library.one(library.trash, one));
            library.trash.delete(one);
        }
    } else library.characters.set(id, entry);
    return { json: { items: [] } };
}

/** @param {LibraryOfDouble} library */
export function figures(library) {
    const saves = [...library.characters.keys()].flatMap((id) => library.pages(id)).reduce((sum, { revision }) => sum + revision, 0);
    const route = '{method="POST",route="/api/v1/characters/{character}/pages/{page}/edits"';
    return [
        '# TYPE limn_saves_total counter', `limn_saves_total ${saves}`, 'limn_exports{state="done"} 3', 'limn_exports{state="failed"} 1',
        'limn_workers 2', 'limn_jobs_running 1', 'limn_queue_length{kind="jobs"} 2', 'limn_queue_length{kind="pictures"} 0',
        'http_requests_total{method="GET",route="/api/v1/templates",status="200"} 41', 'http_requests_total{method="GET",route="none",status="500"} 1',
        'limn_library_bytes 7340032', 'limn_library_quota_bytes 21474836480', 'limn_picture_cache_bytes 1048576',
        'limn_picture_cache_hits 30', 'limn_picture_cache_misses 10', 'process_resident_memory_bytes 52428800',
        ...[['0.005', 8], ['0.01', 16], ['+Inf', 16]].map(([le, count]) => `http_request_duration_seconds_bucket${route},le="${le}"} ${count}`), '',
    ].join('\n');
}

/**
 * A page's history, as the server tells it.
 * @param {any} page
 */
export function history(page) {
    return { edits: page.states.slice(1).map((/** @type {any} */ { time, items }, /** @type {number} */ i) => {
        const before = page.states[i].items;
        return {
            revision: i + 1, time, kind: 'edit', added: items.filter((/** @type {any} */ item) => !before.includes(item)).length,
            removed: before.filter((/** @type {any} */ item) => !items.includes(item)).length, canReplay: true,
        };
    }), next: null };
}
