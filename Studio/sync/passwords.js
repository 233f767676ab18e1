// SPDX-License-Identifier: GPL-3.0-or-later
// The passwords of encrypted sheets. They are kept as long as this page is open, and stored nowhere.

/** @type {Map<string, string>} */
const known = new Map();
/** @type {Set<(id: string) => void>} */
const listeners = new Set();

/**
 * The headers by which a template or a character is opened.
 * @param {string | null | undefined} id @returns {Record<string, string>}
 */
export function headersOf(id) {
    const password = known.get(id ?? '');
    // A header holds bytes: the server reads them as UTF-8.
    return password === undefined ? {} : { 'X-PDF-Password': Array.from(new TextEncoder().encode(password), (byte) => String.fromCharCode(byte)).join('') };
}

/**
 * The template or character whose picture has an address.
 * @param {string} address
 */
export function ownerOf(address) { return decodeURIComponent(/\/iiif\/([^/?:]+)/.exec(address)?.[1] ?? ''); }

/** @param {(string | null)[]} ids @param {string} password */
export function know(ids, password) { for (const id of ids) if (id) known.set(id, password); }

/**
 * A character is opened by what opens its template.
 * @param {{id: string, template: string | null}} character
 */
export function share({ id, template }) {
    const password = known.get(template ?? '');
    if (password !== undefined) known.set(id, password);
}

/**
 * Hears of pictures that cannot be shown without a password.
 * @param {(id: string) => void} listener the template or the character @returns {() => void} stops
 */
export function listenToLocked(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/**
 * Fetches a picture, with the password of its sheet where that is known.
 * @param {string} address @param {AbortSignal} [signal]
 * @returns {Promise<Blob | undefined>} undefined if there is none
 */
export async function fetchPicture(address, signal) {
    const id = ownerOf(address);
    const headers = headersOf(id);
    // The browser keeps nothing of what a password opens.
    const cache = Object.keys(headers).length > 0 ? 'no-store' : 'default';
    try {
        const answer = await fetch(address, { credentials: 'same-origin', signal, headers, cache });
        if (answer.ok) return await answer.blob();
        if (await saysLocked(answer)) for (const listener of listeners) listener(id);
    } catch {
        // Nobody is there, or it is no longer wanted.
    }
    return undefined;
}

/** @param {Response} answer */
async function saysLocked(answer) { return answer.status === 422 && String((await answer.json()).type ?? '').endsWith('/locked'); }

/**
 * Whether a picture that could not be shown wants a password.
 * @param {string} address
 */
export async function isLocked(address) { return fetch(address, { credentials: 'same-origin' }).then(saysLocked).catch(() => false); }
