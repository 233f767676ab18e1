// SPDX-License-Identifier: GPL-3.0-or-later
// Every place has an address, and every address is a place.

/** @typedef {{name: 'library'} | {name: 'editor', character: string, page?: number}} Route */

/** @param {string} path @returns {Route} */
export function parsed(path) {
    const found = /^\/c\/([^/]+)(?:\/(\d{1,7}))?\/?$/.exec(path);
    if (!found) return { name: 'library' };
    let character;
    try {
        character = decodeURIComponent(found[1]);
    } catch {
        return { name: 'library' };
    }
    const page = Number(found[2] ?? 0);
    return page > 0 ? { name: 'editor', character, page } : { name: 'editor', character };
}

/** @param {Route} route */
export function address(route) {
    if (route.name === 'library') return '/';
    const base = `/c/${encodeURIComponent(route.character)}`;
    return route.page ? `${base}/${route.page}` : base;
}
