// SPDX-License-Identifier: GPL-3.0-or-later
// The double of the server: the studio's files as Studio/README.md says, and the contract's resources in memory.
// node server.js [PORT] prints its address; POST /control makes it deaf, slow, or fill its shelves.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FormOfDouble } from './form.js';
import { LibraryOfDouble, PageOfDouble, Refusal } from './library.js';
import { resetDesigns, savedMappings } from './design.js';
import { figures, history, ownerAnswer, resetOwner } from './owner.js';

const studio = fileURLToPath(new URL('../../', import.meta.url));
const samples = fileURLToPath(new URL('../../../Samples/', import.meta.url));
const picture = readFileSync(join(samples, 'pictures/sheet-before.png'));
const document = readFileSync(join(samples, 'character-sheet.pdf'));
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
    + "img-src 'self' blob: data:";
/** @type {Record<string, string>} */
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml', '.png': 'image/png',
    '.webmanifest': 'application/manifest+json' };

let library = new LibraryOfDouble();
let [isDeaf, delay, events] = [false, 0, 0];
/** @type {Set<import('node:http').ServerResponse>} */
const listeners = new Set();
/**
 * Everything that was asked of pages, for tests that count.
 * @type {string[]}
 */
let log = [];
/**
 * The paths of all files that were asked for.
 * @type {string[]}
 */
let files = [];

/** @param {string} name @param {any} data */
function told(name, data) {
    for (const listener of listeners) listener.write(`id: ${++events}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
library.told = told;

/**
 * The forms of characters whose template has one.
 * @type {Map<string, FormOfDouble>}
 */
const forms = new Map();
/**
 * The words that are printed on pages, and their links.
 * @type {Map<number, {words?: any[], links?: any[]}>}
 */
const printed = new Map();

/**
 * How often a query is printed on a page, also in words that go on in the next line: 0 if a word of it is missing, and undefined if
 * all are there but nowhere as they are wanted.
 * @param {number} page @param {string} query @param {boolean} isWhole
 */
function countOf(page, query, isWhole) {
    const plain = (/** @type {string} */ text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const text = plain((printed.get(page)?.words ?? []).map(({ text: word }) => word).join('\n'));
    const readings = [text, text.replaceAll('-\n', ''), text.replaceAll('-\n', '-')];
    const words = plain(query).trim().split(/\s+/);
    if (!words.every((word) => readings.some((one) => one.includes(word)))) return 0;
    const end = isWhole ? '[^\\p{L}\\p{N}_]' : '';
    const pattern = new RegExp(`${end && `(?<=^|${end})`}${words.join('\\s+')}${end && `(?=$|${end})`}`, 'gu');
    return Math.max(...readings.map((one) => [...one.matchAll(pattern)].length)) || undefined;
}

/** What is read on pages by hand, by the numbers of the pages. @type {Map<number, {word: string, box: number[], certainty: number}[]>} */
const read = new Map();
/**
 * What the ink in the fields of pages says, as the server tells it.
 * @type {Map<number, any[]>}
 */
const offered = new Map();

/** @param {number} page @param {string} query */
function hits(page, query) {
    const words = query.trim().toLowerCase().split(/\s+/);
    const places = words.map((word) => (read.get(page) ?? []).filter((place) => place.word.startsWith(word)));
    return places.every(({ length }) => length > 0) ? places.flat().map(({ word, ...place }) => ({ ...place, text: word })) : [];
}

/** The places on pages of all characters: it searches nothing but handwriting. @param {URLSearchParams} query */
function places(query) {
    if (!(query.get('kinds') ?? 'handwriting').includes('handwriting')) return [];
    return [...library.characters.values()].flatMap(({ id, name }) => library.pages(id).flatMap(({ page, position }) =>
        hits(page, query.get('q') ?? '').map((place) => ({ character: id, name, kind: 'handwriting', page, position, size: [595, 842], ...place }))));
}

/** @param {string} character */
function formOf(character) {
    const template = library.templates.get(library.characters.get(character).template);
    if (!template.formFields) throw new Refusal(404, 'not-found', 'The template has no form.');
    const form = forms.get(character) ?? new FormOfDouble();
    forms.set(character, form);
    return form;
}

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks);
}

/** @typedef {{status?: number, json?: any, bytes?: Buffer, type?: string, headers?: Record<string, string>}} Answer */

/**
 * @param {import('node:http').IncomingMessage} request @param {URL} address
 * @returns {Promise<Answer>}
 */
async function answer(request, address) {
    const parts = address.pathname.split('/').slice(1).map(decodeURIComponent);
    const method = request.method ?? 'GET';
    if (address.pathname === '/api/v1/search') {
        const [all, limit] = [places(address.searchParams), Number(address.searchParams.get('limit') ?? 50)];
        if (!(limit >= 1 && limit <= 200)) throw new Refusal(400, 'unreadable', '“limit” is a number from 1 to 200.');
        return { json: { items: all.slice(0, limit), hasMore: all.length > limit } };
    }
    if (parts[0] === 'iiif') {
        const [owner, number] = parts[1].split(':');
        if (library.characters.has(owner) && number) library.page(owner, Number(number));
        return { bytes: picture, type: 'image/png', headers: { 'Cache-Control': 'private, no-cache' } };
    }
    if (address.pathname === '/control') return control(JSON.parse((await bodyOf(request)).toString()));
    if (address.pathname === '/metrics') return { bytes: Buffer.from(figures(library)), type: 'text/plain; version=0.0.4; charset=utf-8' };
    if (parts[0] !== 'api') return file(address.pathname);
    const [what, id, sub, number, deed] = parts.slice(2);
    const body = await bodyOf(request);
    const json = request.headers['content-type'] === 'application/json' && body.length > 0 ? JSON.parse(body.toString()) : {};
    const owner = ownerAnswer(library, method, parts.slice(2), json, body, request.headers['if-match'], address.searchParams);
    if (owner) return owner;
    if (what === 'templates') {
        if (!id && method === 'POST') {
            const { template, isNew } = library.importTemplate(address.searchParams.get('name') ?? 'Sheet', body,
                Number(/\/Type \/Pages \/Count (\d+)/.exec(body.toString('latin1'))?.[1] ?? 2));
            const messages = body.includes('% no thumbnail') ? ['It has no thumbnail.'] : [];
            return { status: isNew ? 201 : 200, json: { ...template, messages } };
        }
        if (!id) return { json: { items: [...library.templates.values()] } };
        const template = library.one(library.templates, id);
        if (sub === 'outline') return { json: { items: template.outline ?? [] } };
        if (sub === 'pages') return { json: { items: Array.from({ length: template.pageCount }, (_, i) => ({ page: i + 1, width: 595, height: 842 })) } };
        return { json: template };
    }
    if (what === 'characters') {
        if (!id && method === 'POST') return { status: 201, json: library.create(json) };
        if (!id) {
            const wanted = (address.searchParams.get('q') ?? '').toLowerCase();
            const says = (/** @type {any} */ one) => JSON.stringify([one.name, one.templateName, one.tags, forms.get(one.id)?.values]).toLowerCase();
            return { json: { items: [...library.characters.values()].filter((one) => says(one).includes(wanted)) } };
        }
        if (sub === 'restore') {
            library.characters.set(id, library.one(library.trash, id));
            library.trash.delete(id);
            return { json: library.one(library.characters, id) };
        }
        const character = library.one(library.characters, id);
        if (!sub && method === 'PATCH') Object.assign(character, json);
        if (!sub && method === 'DELETE') {
            library.trash.set(id, character);
            library.characters.delete(id);
        }
        if (!sub) return { json: character };
        if (sub === 'duplicate') return { status: 201, json: library.create({ ...character, name: `${character.name} 2` }) };
        if (sub === 'exports') return { status: 202, json: { id: 'j1' }, headers: { Location: '/api/v1/jobs/j1' } };
        if (sub === 'form') {
            const form = formOf(id);
            if (number === 'data') return { json: filledFrom(form, id, body, address.searchParams.has('partial')) };
            if (method !== 'PUT') return { json: form.answer };
            const changed = form.change(json, request.headers['if-match']);
            told('character', { character: id, change: 'form', revision: form.revision, fields: Object.keys(json.values) });
            return { json: changed };
        }
        if (sub === 'presence') {
            if (json.at) told('pointer', { name: 'owner', character: id, page: json.page, at: json.at });
            return { json: { items: [] } };
        }
        // Nobody has another browser.
        if (sub === 'history') return { json: { undo: [], redo: [] } };
        if (sub === 'pages' && !number) {
            const [query, isWhole] = [address.searchParams.get('q') ?? '', address.searchParams.get('whole') === 'true'];
            const pages = library.pages(id).map((page) => ({
                ...page, ...query && { count: countOf(page.page, query, isWhole), handwriting: hits(page.page, query) } }));
            return { json: { items: pages.filter(({ count = 1, handwriting = [] }) => count > 0 || handwriting.length > 0) } };
        }
        if (sub === 'text') {
            const pages = (address.searchParams.get('pages') ?? '').split(',').map(Number);
            return { json: { items: pages.map((page) => ({ page, width: 595, height: 842, text: '', words: [], links: [], ...printed.get(page) })) } };
        }
        if (deed === 'offers') return { json: { revision: library.page(id, Number(number)).revision, read: true, items: offered.get(Number(number)) ?? [] } };
        const page = library.page(id, Number(number));
        if (deed === 'history') return { json: history(page) };
        if (deed === 'ink' && address.searchParams.has('revision')) {
            const state = page.states[Number(address.searchParams.get('revision'))];
            if (!state) throw new Refusal(404, 'not-found', 'The page has no such revision.');
            return { json: { limnInk: 3, pictures: [], pages: [{ strokes: state.items, objects: [], layers: [] }] } };
        }
        if (deed === 'ink') {
            return { json: {
                limnInk: 3, pictures: page.pictures, pages: [{ strokes: page.strokes, objects: page.objects, layers: page.layers }],
            }, headers: { ETag: `"${page.revision}"` } };
        }
        // It sets no texts: what the browser has set is shown.
        if (deed === 'items') throw new Refusal(404, 'not-found', 'The double draws no texts.');
        log.push(`${deed} ${request.headers['idempotency-key']}`);
        const receipt = library.change(id, Number(number), deed, json, {
            key: /** @type {string | undefined} */ (request.headers['idempotency-key']), match: request.headers['if-match'],
            turn: address.searchParams.get('turn') ?? undefined,
        });
        return { json: receipt, headers: { ETag: `"${receipt.revision}"` } };
    }
    if (what === 'jobs') {
        return sub === 'result' ? { bytes: document, type: 'application/pdf' } : { json: { id, state: 'done', progress: 1 } };
    }
    throw new Refusal(404, 'not-found', 'There is nothing at this address.');
}

/**
 * Fills a form with JSON of values by the names of fields.
 * @param {FormOfDouble} form @param {string} id of the character @param {Buffer} body @param {boolean} isPartial
 */
function filledFrom(form, id, body, isPartial) {
    /** @type {Record<string, any>} */
    const values = JSON.parse(body.toString());
    const refused = Object.keys(values).filter((name) => !(name in form.values));
    if (refused.length > 0 && !isPartial) throw new Refusal(422, 'refused', `There is no field “${refused[0]}”.`, { fields: refused });
    for (const name of refused) delete values[name];
    form.change({ values }, `"${form.revision}"`);
    told('character', { character: id, change: 'form', revision: form.revision, fields: Object.keys(values) });
    return { filled: Object.keys(values).length, messages: [] };
}

/** @param {any} wishes @returns {Answer} */
function control(wishes) {
    if (wishes.reset) {
        // Windows of earlier journeys listen no longer.
        for (const listener of listeners) listener.destroy();
        listeners.clear();
        library = new LibraryOfDouble();
        library.told = told;
        forms.clear();
        printed.clear();
        read.clear();
        offered.clear();
        [log, files] = [[], []];
        resetOwner();
        resetDesigns();
        PageOfDouble.now = undefined;
    }
    for (const [page, words] of Object.entries(wishes.printed ?? {})) printed.set(Number(page), Array.isArray(words) ? { words } : words);
    for (const [page, places] of Object.entries(wishes.handwriting ?? {})) read.set(Number(page), places);
    for (const [page, offers] of Object.entries(wishes.offers ?? {})) offered.set(Number(page), offers);
    if (wishes.role) library.role = wishes.role;
    if (wishes.now) PageOfDouble.now = wishes.now;
    isDeaf = wishes.deaf ?? isDeaf;
    delay = wishes.delay ?? delay;
    if (isDeaf) for (const listener of listeners) listener.destroy();
    if (wishes.template) library.importTemplate(wishes.template, Buffer.from(`%PDF-1.7 ${wishes.template}`), wishes.pages ?? 2);
    if (wishes.form) for (const template of library.templates.values()) template.formFields = true;
    if (wishes.values) formOf(wishes.character).change({ values: wishes.values }, `"${formOf(wishes.character).revision}"`);
    for (const name of wishes.characters ?? []) {
        library.create({ name, template: [...library.templates.keys()][0], tags: wishes.tags });
    }
    if (wishes.arrange) library.arrange(wishes.character, wishes.arrange);
    if (wishes.extras) library.page(wishes.character, wishes.page).hold(wishes.extras);
    if (wishes.edit) {
        library.change(wishes.character, wishes.page, 'edits', wishes.edit, { key: `other-${events}-${Math.random()}`, match: wishes.match });
    }
    if (wishes.overtaken) library.one(library.characters, wishes.overtaken).inkVersion = 8;
    if (wishes.outline) for (const template of library.templates.values()) template.outline = wishes.outline;
    const pages = [...library.characters.keys()].flatMap((id) =>
        library.pages(id).map(({ page }) => ({
            character: id, page, items: library.page(id, page).strokes, objects: library.page(id, page).objects,
            layers: library.page(id, page).layers, revision: library.page(id, page).revision })));
    const mappings = savedMappings();
    const values = Object.fromEntries([...forms].map(([id, form]) => [id, form.values]));
    return { json: { characters: [...library.characters.values()], templates: [...library.templates.values()], pages, log, files, values, mappings, listeners: listeners.size } };
}

/** @param {string} path @returns {Answer} */
function file(path) {
    files.push(path);
    const isRoute = path === '/' || /^\/(c|table|numbers|design)(\/|$)/.test(path);
    const name = normalize(isRoute ? '/index.html' : path);
    if (name === '/studio.json') return { json: hashes() };
    if (name.startsWith('/tests') || !types[extname(name)]) throw new Refusal(404, 'not-found', 'There is nothing at this address.');
    try {
        return { bytes: readFileSync(join(studio, name)), type: types[extname(name)], headers: { 'Cache-Control': 'no-cache' } };
    } catch {
        throw new Refusal(404, 'not-found', 'There is nothing at this address.');
    }
}

/** The SHA-256 of each file by its path; that of the page is at `/`. */
function hashes() {
    const names = readdirSync(studio, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('tests/') && types[extname(name)]);
    return Object.fromEntries(names.sort().map((name) =>
        [name === 'index.html' ? '/' : `/${name}`, createHash('sha256').update(readFileSync(join(studio, name))).digest('hex')]));
}

const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (isDeaf && address.pathname !== '/control') {
        request.socket.destroy();
        return;
    }
    if (address.pathname === '/api/v1/events') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
        response.write('retry: 300\n\n');
        listeners.add(response);
        response.on('close', () => listeners.delete(response));
        return;
    }
    if (delay > 0 && address.pathname.startsWith('/api')) await new Promise((resolve) => setTimeout(resolve, delay));
    try {
        const { status = 200, json, bytes, type = 'application/json', headers = {} } = await answer(request, address);
        response.writeHead(status, { 'Content-Type': type, ...headers });
        response.end(bytes ?? (status === 204 ? undefined : JSON.stringify(json)));
    } catch (error) {
        const { status = 500, kind = 'failed', message, members = {} } = /** @type {any} */ (error);
        response.writeHead(status, { 'Content-Type': 'application/problem+json' });
        response.end(JSON.stringify({ type: `/problems/${kind}`, title: kind, status, detail: message, ...members }));
    }
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
    const place = server.address();
    console.log(`http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}/`);
});
