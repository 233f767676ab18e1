// SPDX-License-Identifier: GPL-3.0-or-later
// The service worker: it lets the studio open without the server. A page is opened either with the files of the server
// or with those of one kept copy, and never with some of both: modules of different versions do not fit together.

const worker = /** @type {any} */ (self);
/** Copies of the studio's files are in caches whose names begin so; a complete one has the mark, which is put last. */
const filesPrefix = 'limn-files-';
const completeMark = '/complete';
/** Answers are kept for one person: in a cache whose name ends with the tag by which the server names the person. */
const dataPrefix = 'limn-data';
/** Here stands the tag of the person whom the server answered last. */
const personName = 'limn-person';
const personHeader = 'Limn-Person';
/** How many answers and pictures are kept. */
const longestData = 600;
/** After so many milliseconds a server that says nothing is taken for away. */
const patience = 6000;

/**
 * Windows that were opened from the copy, with the name of its cache. A window asks for all its modules right after it
 * is opened, while this worker still runs.
 * @type {Map<string, string>}
 */
const fromCopy = new Map();
/** @type {Promise<void> | undefined} */
let copying;

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (address.origin !== location.origin) return;
    if (address.pathname === '/sign-in') event.waitUntil(signedIn());
    if (request.method === 'DELETE' && address.pathname === '/api/v1/session') event.waitUntil(forget());
    if (request.method !== 'GET') return;
    // What a password opens is kept nowhere.
    if (request.headers.has('X-PDF-Password')) return;
    const copy = fromCopy.get(event.clientId);
    if (request.mode === 'navigate') {
        // The links that sign in, and all other pages, are the server's business.
        if (isRoute(address.pathname)) event.respondWith(opened(request, event.resultingClientId));
    } else if (isData(address)) event.respondWith(data(request, (work) => event.waitUntil(work)));
    else if (copy && isFile(address.pathname)) event.respondWith(kept(copy, address.pathname, request));
});

worker.addEventListener('message', (/** @type {any} */ event) => {
    const seen = event.data?.seen;
    if (!Array.isArray(seen)) return;
    copying ??= keepFiles().catch(() => undefined).finally(() => {
        copying = undefined;
    });
    event.waitUntil(Promise.all([copying, keepSeen(seen).catch(() => undefined)]));
});

/** @param {string} path */
function isFile(path) { return !/^\/(api|iiif|metrics|sign-in|livez|readyz|version)(\/|$)/.test(path); }

/**
 * What a page needs to be read and written on: lists, ink and pictures. Not events, exports and files, nor what was only
 * looked for, and nothing that is made for an audience: pictures to print would drive out what is needed, and what is for the
 * game master is kept nowhere.
 * @param {URL} address
 */
function isData({ pathname: path, searchParams }) {
    if (searchParams.has('audience') || searchParams.has('q')) return false;
    return path.startsWith('/iiif/')
        || /^\/api\/v1\/(session|templates|characters)(\/[^/]+(\/(pages|outline|form)(\/\d+\/ink)?)?)?$/.test(path);
}

/** @param {string} path */
function isRoute(path) { return path === '/' || /^\/(c|table|numbers|design)(\/|$)/.test(path); }

/** @param {Request} request */
function fetchInTime(request) {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), patience);
    return fetch(request, { signal: ending.signal }).finally(() => clearTimeout(timer));
}

/** @param {Request} request @param {string} client */
async function opened(request, client) {
    try {
        const answer = await fetchInTime(request);
        if (answer.status < 500) return answer;
    } catch {
        // The copy is opened.
    }
    const name = await copyName();
    const index = name && await (await caches.open(name)).match('/');
    if (!name || !index) return fetch(request);
    fromCopy.set(client, name);
    return index;
}

/** @param {string} name @param {string} path @param {Request} request */
async function kept(name, path, request) { return (await (await caches.open(name)).match(path)) ?? fetch(request); }

/** The name of the complete copy. */
async function copyName() {
    const names = (await caches.keys()).filter((name) => name.startsWith(filesPrefix));
    for (const name of names.reverse()) if (await (await caches.open(name)).match(completeMark)) return name;
    return undefined;
}

/** The tag of the person whom the server answered last; undefined where that is not known. */
async function person() { return (await (await caches.open(personName)).match('/person'))?.text(); }

/** What is kept for the person; undefined where nobody is known. */
async function known() {
    const tag = await person();
    return tag === undefined ? undefined : caches.open(`${dataPrefix}-${tag}`);
}

/**
 * Forgets what was kept for others.
 * @param {string} [tag] the person whose answers stay
 */
async function forget(tag) {
    if (tag === undefined) await caches.delete(personName);
    const own = `${dataPrefix}-${tag}`;
    for (const name of await caches.keys()) {
        if (name.startsWith(dataPrefix) && (tag === undefined || name !== own)) await caches.delete(name);
    }
}

/** A link may have signed another person in: until the server says who it is, nothing kept is shown. */
async function signedIn() { await caches.delete(personName); }

/**
 * Looks at whom the server has answered. What was kept for another person is forgotten.
 * @param {Response} answer
 * @returns {Promise<Cache | undefined>} where the answer is kept; undefined where it is not the person's
 */
async function heard(answer) {
    if (answer.status === 401) {
        await forget();
        return undefined;
    }
    const tag = answer.headers.get(personHeader) ?? (answer.status === 200 ? '' : undefined);
    if (tag === undefined) return undefined;
    if (tag !== await person()) {
        await forget(tag);
        await (await caches.open(personName)).put('/person', new Response(tag));
    }
    return answer.status === 200 ? caches.open(`${dataPrefix}-${tag}`) : undefined;
}

/**
 * The server's answer, and what it was the last time where there is none.
 * @param {Request} request @param {(work: Promise<unknown>) => void} later keeps the worker until something is done
 */
async function data(request, later) {
    const cache = await known();
    // What an edit is made for must be the server's own word: no copy stands in for it.
    if (request.cache === 'no-store') {
        const answer = await fetch(request);
        const own = await heard(answer);
        if (own) later(keep(own, request, answer.clone()));
        return answer;
    }
    try {
        // What is not known here is waited for: a server that draws a large picture is not away.
        const answer = await cache?.match(request, { ignoreVary: true }) ? await fetchInTime(request) : await fetch(request);
        if (answer.status >= 502 && answer.status <= 504) return (await cache?.match(request)) ?? answer;
        const own = await heard(answer);
        if (own) later(keep(own, request, answer.clone()));
        return answer;
    } catch (error) {
        // Somebody may have signed in meanwhile.
        const now = await known();
        const kept = now && (await now.match(request, { ignoreVary: true }) ?? await picture(now, request));
        if (kept) return kept;
        throw error;
    }
}

/**
 * A picture of the same page in another size or version is better than none.
 * @param {Cache} cache @param {Request} request
 */
async function picture(cache, request) {
    const address = new URL(request.url);
    const page = /^\/iiif\/[^/]+\/full\//.exec(address.pathname)?.[0];
    if (!page) return undefined;
    const others = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(page));
    const last = others.at(-1);
    return last && cache.match(last);
}

/** @param {Cache} cache @param {Request} request @param {Response} answer */
async function keep(cache, request, answer) {
    try {
        await cache.delete(request);
        await cache.put(request, answer);
        const all = await cache.keys();
        for (const old of all.slice(0, Math.max(all.length - longestData, 0))) await cache.delete(old);
    } catch {
        // A full store keeps less.
    }
}

/**
 * Keeps what a window has fetched before this worker was there.
 * @param {string[]} seen addresses
 */
async function keepSeen(seen) {
    const wanted = seen.filter((text) => new URL(text).origin === location.origin && isData(new URL(text)));
    for (const text of wanted.slice(0, 200)) {
        if (await (await known())?.match(text)) continue;
        const answer = await fetch(text);
        const own = await heard(answer);
        if (own) await keep(own, new Request(text), answer);
    }
}

/**
 * Makes a copy of all files where they have changed. The server's list tells the SHA-256 of each file. The old copy stays until
 * the new one has each file of the list.
 */
async function keepFiles() {
    const list = await fetch('/studio.json', { cache: 'no-cache' });
    if (!list.ok) return;
    const bytes = await list.arrayBuffer();
    const hashes = /** @type {Record<string, string>} */ (JSON.parse(new TextDecoder().decode(bytes)));
    const name = filesPrefix + await sha256(bytes);
    if (!await (await caches.open(name)).match(completeMark)) {
        try {
            await copy(hashes, await caches.open(name));
        } catch (error) {
            await caches.delete(name);
            throw error;
        }
    }
    const used = new Set([name, ...fromCopy.values()]);
    for (const old of await caches.keys()) if (old.startsWith(filesPrefix) && !used.has(old)) await caches.delete(old);
}

/** @param {Record<string, string>} hashes by path @param {Cache} cache */
async function copy(hashes, cache) {
    // The pictures are icons of the installed studio, which the system keeps.
    const files = Object.entries(hashes).filter(([path]) => !path.endsWith('.png') && path !== '/sw.js');
    // A few at a time leave the processor to the pen.
    while (files.length > 0) {
        await Promise.all(files.splice(0, 6).map(async ([path, hash]) => cache.put(path, await file(path, hash))));
    }
    await cache.put(completeMark, new Response(''));
}

/**
 * A file as the list has it. What a window has fetched comes from the browser's own cache, without a request.
 * @param {string} path @param {string} hash
 */
async function file(path, hash) {
    for (const cache of /** @type {RequestCache[]} */ (['force-cache', 'reload'])) {
        const answer = await fetch(path, { cache });
        const bytes = await answer.arrayBuffer();
        if (!answer.ok || await sha256(bytes) !== hash) continue;
        // What a module may do is the same as with the server.
        const headers = new Headers();
        for (const name of ['Content-Type', 'Content-Security-Policy']) headers.set(name, answer.headers.get(name) ?? '');
        return new Response(bytes, { headers });
    }
    throw new Error(`${path} has changed.`);
}

/** @param {ArrayBuffer} bytes */
async function sha256(bytes) {
    const hash = await crypto.subtle.digest('SHA-256', bytes);
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
