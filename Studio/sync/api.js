// SPDX-License-Identifier: GPL-3.0-or-later
// The server's resources. Failures become ApiError with a sentence; a server that cannot be reached becomes
// OfflineError. Nothing here knows of pages on the screen.

import { headersOf, know } from './passwords.js';

/** @typedef {{id: string, name: string, pageCount: number, bytes?: number, formFields?: boolean, locked?: boolean}} Template */
/** @typedef {{id: string, name: string, template: string | null, templateName: string | null, favorite: boolean,
 *   tags: string[], lastPage: number | null, modified: string, created?: string}} Character */
/**
 * A page of a character. `page` is its permanent number, under which its ink is kept and which addresses have; `position` is
 * where it is now, from 1. `template` is the page of the template, and `isOwn` says that the character shows something else
 * there than the template: another page, paper, or a turned page.
 * @typedef {{page: number, position: number, template: number | null, paper: string | null, rotation: number, isOwn: boolean,
 *   width: number, height: number, revision: number, strokes: number, canUndo: boolean, canRedo: boolean}} Page
 */
/**
 * A change of the pages of a character, which are named by their permanent numbers.
 * @typedef {{action: 'insert' | 'duplicate' | 'move' | 'rotate' | 'remove', page?: number, before?: number, after?: number,
 *   paper?: string, ink?: boolean, rotation?: number}} PageChange
 */
/** @typedef {{revision: number, canUndo: boolean, canRedo: boolean}} Receipt */

/** The server answered, and refused. `message` is its sentence. */
export class ApiError extends Error {
    /** @param {number} status @param {string} kind @param {string} detail @param {Record<string, unknown>} [members] */
    constructor(status, kind, detail, members = {}) {
        super(detail);
        this.status = status;
        this.kind = kind;
        this.members = members;
    }

    /** Whether the same request may succeed later. */
    get isPassing() { return this.status >= 500 || this.status === 429 || this.status === 408; }
}

/** The server cannot be reached. */
export class OfflineError extends Error {}

/** A random id, also where `crypto.randomUUID` is missing: pages of an insecure address have no such thing. */
export function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Api {
    #fetch;
    #base;

    /** @param {typeof fetch} [fetcher] @param {string} [base] */
    constructor(fetcher = (...parts) => fetch(...parts), base = '/api/v1') {
        this.#fetch = fetcher;
        this.#base = base;
    }

    /**
     * @param {string} method @param {string} path @param {{json?: unknown, body?: Blob, headers?: Record<string, string>,
     *   signal?: AbortSignal, cache?: RequestCache, keepalive?: boolean}} [options]
     */
    async send(method, path, options = {}) {
        const { json, body, headers = {}, signal, cache, keepalive = false } = options;
        let response;
        try {
            response = await this.#fetch(this.#base + path, {
                method, signal, keepalive, credentials: 'same-origin', ...(cache ? { cache } : {}),
                headers: { Accept: 'application/json', ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
                body: json === undefined ? body : JSON.stringify(json),
            });
        } catch (error) {
            if (signal?.aborted) throw error;
            throw new OfflineError('The server cannot be reached.');
        }
        if (!response.ok && response.status !== 304) throw await problem(response);
        return response;
    }

    /** @param {string} path @returns {Promise<any>} */
    async get(path) { return received(await this.send('GET', path)); }

    /**
     * All items of a list that comes in pages.
     * @param {string} path @param {Record<string, string>} query
     */
    async list(path, query = {}) {
        /** @type {any[]} */
        const items = [];
        let cursor = '';
        do {
            const parameters = new URLSearchParams({ ...query, limit: '200', ...(cursor ? { cursor } : {}) });
            const answer = await this.get(`${path}?${parameters}`);
            items.push(...(answer.items ?? []));
            cursor = answer.next ?? '';
        } while (cursor && items.length < 100000);
        return items;
    }

    /**
     * Who the person is, asked once.
     * @returns {Promise<{id?: string, name: string, role: string}>} the id changes with the person
     */
    session() {
        this.#session ??= this.get('/session').catch((error) => {
            this.#session = undefined;
            throw error;
        });
        return this.#session;
    }

    /** @type {Promise<{id?: string, name: string, role: string}> | undefined} */
    #session;

    /**
     * What the person may do. A server that knows no sessions has one owner.
     * @returns {Promise<'owner' | 'player' | 'viewer'>}
     */
    async role() {
        try {
            const { role } = await this.session();
            return role === 'player' || role === 'viewer' ? role : 'owner';
        } catch (error) {
            if (error instanceof ApiError && error.status === 404) return 'owner';
            throw error;
        }
    }

    /** @returns {Promise<Template[]>} */
    templates() { return this.list('/templates'); }

    /** @param {string} id @returns {Promise<Template>} */
    template(id) { return this.get(`/templates/${id}`); }

    /**
     * A template's outline.
     * @param {string} id @returns {Promise<{level: number, title: string, page?: number | null}[]>}
     */
    async outline(id) { return (await this.get(`/templates/${id}/outline`)).items ?? []; }

    /** @returns {Promise<Character[]>} */
    characters() { return this.list('/characters'); }

    /**
     * Where words are written on pages: as many places as the server tells at once.
     * @param {string} query @returns {Promise<import('../model/found-places.js').FoundPlaces>}
     */
    async places(query) {
        const { items, hasMore } = await this.get(`/search?${new URLSearchParams({ q: query, kinds: 'text,note,markup,form,printed,handwriting', limit: '200' })}`);
        // What no character shows cannot be opened.
        return { items: items.filter((/** @type {{character?: string | null}} */ { character }) => character), hasMore };
    }

    /**
     * The pages of a character on which a query may be printed or written by hand, by their permanent numbers: how often it is
     * printed there, if the server knows it, and the places in handwriting, each with how sure it is, 0…1.
     * @param {string} character @param {string} query @param {boolean} isWhole whether only whole printed words count
     * @returns {Promise<Map<number, {count?: number, handwriting?: {box: number[], certainty: number}[]}>>}
     */
    async pagesWith(character, query, isWhole) {
        const { items } = await this.get(`/characters/${character}/pages?${new URLSearchParams({ q: query, whole: String(isWhole) })}`);
        return new Map(items.map((/** @type {{page: number}} */ item) => [item.page, item]));
    }

    /** @param {string} id @returns {Promise<Character>} */
    character(id) { return this.get(`/characters/${id}`); }

    /**
     * @param {File} file @param {string} [password]
     * @returns {Promise<Template & {isNew: boolean, messages?: string[]}>} the library may have had the PDF before
     */
    async importTemplate(file, password) {
        const name = encodeURIComponent(file.name.replace(/\.pdf$/i, ''));
        const headers = { 'Content-Type': 'application/pdf', ...(password ? { 'X-PDF-Password': password } : {}) };
        const response = await this.send('POST', `/templates?name=${name}`, { body: file, headers });
        const template = await response.json();
        if (password) know([template.id], password);
        return { ...template, isNew: response.status === 201 };
    }

    /** @param {{name: string, template: string}} values @returns {Promise<Character>} */
    async createCharacter(values) { return (await this.send('POST', '/characters', { json: values })).json(); }

    /** @param {string} id @param {Partial<Character>} values @returns {Promise<Character>} */
    async changeCharacter(id, values) { return (await this.send('PATCH', `/characters/${id}`, { json: values })).json(); }

    /** @param {string} id @returns {Promise<Character>} */
    async duplicateCharacter(id) { return (await this.send('POST', `/characters/${id}/duplicate`, { json: {} })).json(); }

    /**
     * To the trash.
     * @param {string} id
     */
    async removeCharacter(id) { await this.send('DELETE', `/characters/${id}`); }

    /** @param {string} id */
    async restoreCharacter(id) { await this.send('POST', `/characters/${id}/restore`, { json: {} }); }

    /**
     * Every page with its size, in points.
     * @param {Pick<Character, 'id'>} character @param {string} [template] another template, whose pages have the sizes
     * @returns {Promise<Page[]>}
     */
    async pages(character, template) {
        const [sizes, drawn] = await Promise.all([
            template === undefined ? [] : this.list(`/templates/${template}/pages`), this.list(`/characters/${character.id}/pages`),
        ]);
        return mergedPages(sizes, drawn);
    }

    /**
     * Changes the pages of a character. The same mark again changes nothing.
     * @param {string} character @param {PageChange} change @param {string} mark
     * @returns {Promise<{page: number}>} the page that was made, moved or turned, or that took the place of a removed one
     */
    async changePages(character, change, mark) {
        return received(await this.send('POST', `/characters/${character}/pages?${new URLSearchParams({ mark })}`, { json: change }));
    }

    /**
     * A page's ink in the readable twin.
     * @param {string} character @param {number} page @param {boolean} [isFresh] whether a kept copy will not do
     * @returns {Promise<{ink: any, revision: number}>}
     */
    async ink(character, page, isFresh = false) {
        return inkOf(await this.send('GET', `/characters/${character}/pages/${page}/ink`, isFresh ? { cache: 'no-store' } : {}));
    }

    /**
     * A page's ink if it is not of the revision that is known.
     * @param {string} character @param {number} page @param {number} known
     * @returns {Promise<{ink: any, revision: number} | undefined>}
     */
    async newerInk(character, page, known) {
        const headers = { 'If-None-Match': `"${known}"` };
        const response = await this.send('GET', `/characters/${character}/pages/${page}/ink`, { cache: 'no-store', headers });
        return response.status === 304 ? undefined : inkOf(response);
    }

    /**
     * A text as exports set it.
     * @param {string} character @param {any} item @param {number[]} region of its own space, in points
     * @param {number} scale pixels of a point
     * @returns {Promise<Blob>}
     */
    async textPicture(character, item, region, scale) {
        const response = await this.send('POST', `/characters/${character}/pages/1/items/picture`, {
            json: { item, region, scale }, headers: { Accept: 'image/png, application/problem+json' },
        });
        return response.blob();
    }

    /**
     * What is printed on pages, in any order.
     * @param {string} character @param {readonly number[]} pages their permanent numbers, at most 32
     * @returns {Promise<({page: number} & import('../model/printed-text.js').TextOfPage)[]>}
     */
    async pageTexts(character, pages) {
        const headers = headersOf(character);
        return (await received(await this.send('GET', `/characters/${character}/text?pages=${pages.join(',')}`, { headers }))).items;
    }

    /**
     * The fields of a character's form, where they are, and what stands in them.
     * @param {string} character @param {boolean} [isFresh] whether a kept copy will not do
     * @returns {Promise<any>}
     */
    async form(character, isFresh = false) {
        const headers = headersOf(character);
        return received(await this.send('GET', `/characters/${character}/form`, isFresh ? { cache: 'no-store', headers } : { headers }));
    }

    /**
     * What the ink in the fields of a page may say, and whether its present ink was read.
     * @param {string} character @param {number} page
     * @returns {Promise<{items: import('../model/offers.js').Offer[], read: boolean, revision: number}>}
     */
    offers(character, page) { return this.get(`/characters/${character}/pages/${page}/offers`); }

    /**
     * @param {string} character @param {number} page @param {'edits' | 'undo' | 'redo' | 'form'} deed @param {unknown} body
     * @param {{key: string, revision?: number, mark?: string, takesBack?: string, turn?: number}} condition the marks put it into
     *   the person's history; `turn` says how far the page was turned for which its items are
     * @returns {Promise<Receipt>}
     */
    async change(character, page, deed, body, { key, revision, mark, takesBack, turn }) {
        const members = { ...(mark ? { mark } : {}), ...(takesBack ? { takesBack } : {}), ...(turn === undefined ? {} : { turn: String(turn) }) };
        const parameters = new URLSearchParams(members).toString();
        const query = parameters && `?${parameters}`;
        const headers = { 'Idempotency-Key': key, ...(revision === undefined ? {} : { 'If-Match': `"${revision}"` }) };
        // The values of a form belong to the character as a whole; giving them twice does no harm.
        if (deed === 'form') return received(await this.send('PUT', `/characters/${character}/form${query}`, { json: body, headers: { ...headers, ...headersOf(character) } }));
        return received(await this.send('POST', `/characters/${character}/pages/${page}/${deed}${query}`, { json: body, headers }));
    }

    /**
     * What this person can take back in a character and do again, from whichever browser it was done.
     * @param {string} character @returns {Promise<{undo: number[], redo: number[]}>}
     */
    history(character) { return this.get(`/characters/${character}/history`); }

    /**
     * Takes back what this person did last, or does it again, where this browser has no step left.
     * @param {string} character @param {'undo' | 'redo'} deed
     * @returns {Promise<{kind: string, page: number | null, undo: number | null, redo: number | null}>}
     */
    async step(character, deed) { return received(await this.send('POST', `/characters/${character}/${deed}`, { json: {} })); }

    /**
     * Starts an export.
     * @param {string} character @param {Record<string, unknown>} options
     */
    async startExport(character, options) {
        const response = await this.send('POST', `/characters/${character}/exports`, { json: options, headers: headersOf(character) });
        const place = response.headers.get('Location') ?? '';
        const id = place.split('/').pop() || (await response.json()).id;
        return String(id);
    }

    /** @param {string} id @returns {Promise<{state: string, progress?: number, problem?: {type?: string, detail?: string}}>} */
    job(id) { return this.get(`/jobs/${id}`); }

    /**
     * Where a job's file is.
     * @param {string} id
     */
    resultAddress(id) { return `${this.#base}/jobs/${id}/result`; }
}

/**
 * The revision in an entity tag, such as `"12"`.
 * @param {string | null} tag
 */
export function revisionOf(tag) { return Number(/\d+/.exec(tag ?? '')?.[0] ?? 0); }

/** @param {Response} response @returns {Promise<{ink: any, revision: number}>} */
async function inkOf(response) {
    return { ink: await received(response), revision: revisionOf(response.headers.get('ETag')) };
}

/** @param {any[]} sizes @param {any[]} drawn @returns {Page[]} */
export function mergedPages(sizes, drawn) {
    // Another template's pages are told by the numbers that its own pages have.
    const placed = new Map(drawn.map((page) => [sizes.length > 0 ? page.page : page.position ?? page.page, page]));
    const count = Math.max(sizes.length, ...placed.keys(), 0);
    return Array.from({ length: count }, (_, i) => {
        const page = placed.get(i + 1) ?? {};
        const [width, height] = sizeOf(sizes[i]) ?? sizeOf(page) ?? [595, 842];
        const number = page.page ?? i + 1;
        const { template = number, paper = null, rotation = 0 } = page;
        return {
            page: number, position: i + 1, template, paper, rotation, isOwn: paper !== null || template !== number || rotation !== 0,
            width, height, revision: page.revision ?? 0, strokes: page.strokes ?? 0,
            canUndo: page.canUndo ?? false, canRedo: page.canRedo ?? false,
        };
    });
}

/** @param {any} value @returns {[number, number] | undefined} */
function sizeOf(value) {
    const size = value?.size ?? value;
    if (Array.isArray(size) && size.length === 2) return [size[0], size[1]];
    return size?.width > 0 && size?.height > 0 ? [size.width, size.height] : undefined;
}

/**
 * What an answer holds. One that is cut off, or is no answer of Limn's, is as good as none.
 * @param {Response} response @returns {Promise<any>}
 */
async function received(response) {
    try {
        return await response.json();
    } catch {
        throw new OfflineError('The answer was not complete.');
    }
}

/** @param {Response} response */
async function problem(response) {
    try {
        const body = await response.json();
        const kind = String(body.type ?? '').split('/').pop() ?? '';
        return new ApiError(response.status, kind, body.detail ?? body.title ?? `Error ${response.status}`, body);
    } catch {
        return new ApiError(response.status, '', `The server answered ${response.status}.`);
    }
}
