// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for what an address needs while most of the studio is still on its way. It imports next to nothing, so that it is
// there first.

import { parsed } from '../model/routes.js';

const base = '/api/v1';

/**
 * What was asked for and not taken yet.
 * @type {Map<string, Promise<Response>>}
 */
const asked = new Map();

/** @param {string} path */
function ask(path) {
    const answer = fetch(base + path, { credentials: 'same-origin', headers: { Accept: 'application/json' } });
    // Whoever takes it asks again.
    answer.catch(() => undefined);
    asked.set(base + path, answer);
    return answer;
}

/** @param {string} character @param {number} page */
function inkOf(character, page) { return `/characters/${character}/pages/${page}/ink`; }

/**
 * @param {string} place the address of the window
 * @param {(character: string) => number | undefined} lastPage where somebody was on a character's pages
 */
export async function askAhead(place, lastPage) {
    const route = parsed(place);
    if (route.name === 'library') for (const path of ['/session', '/templates?limit=200', '/characters?limit=200']) ask(path);
    if (route.name !== 'editor') return;
    const { character: id } = route;
    const page = route.page ?? lastPage(id);
    const character = ask(`/characters/${id}`);
    ask('/session');
    ask(`/characters/${id}/pages?limit=200`);
    if (page) ask(inkOf(id, page));
    ask(`/characters/${id}/form`);
    try {
        if (!page) ask(inkOf(id, (await (await character).clone().json()).lastPage ?? 1));
    } catch {
        // The coordinator asks again, and says what is wrong.
    }
}

/**
 * As `fetch`, but answers that were asked for ahead are taken once.
 * @param {RequestInfo | URL} address @param {RequestInit} [init]
 */
export async function fetchAhead(address, init = {}) {
    const isPlain = init.method === 'GET' && !init.cache && !init.signal;
    const early = isPlain ? asked.get(String(address)) : undefined;
    if (init.method === 'GET') asked.delete(String(address));
    const answer = await early?.catch(() => undefined);
    // That there is no such thing is an answer, too.
    return answer && answer.status < 500 && answer.status !== 401 ? answer : fetch(address, init);
}

/**
 * Whether a page's ink was asked for ahead. Then it may be from before the server was listened to.
 * @param {string} character @param {number} page
 */
export function isInkEarly(character, page) { return asked.has(base + inkOf(character, page)); }

/** What was asked for is out of date. */
export function forgetAhead() { asked.clear(); }
