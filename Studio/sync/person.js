// SPDX-License-Identifier: GPL-3.0-or-later
// Whose the browser's stores are. What is kept for one person is never shown to another, and never sent by another.

import { remember, remembered } from '../model/settings.js';

/** @typedef {import('./api.js').Api} Api @typedef {import('./outbox-store.js').Store} Store */

/** So long the start waits for the server to say who the person is, in milliseconds. */
const patience = 2500;

/**
 * Empties the stores if they are another person's than the one who is signed in.
 * @param {Api} api @param {Store} store @param {() => void} emptied told where that is found out after the start, as
 *   when another person signs in at another tab
 * @param {string} [key] what tells servers apart
 * @returns {Promise<void>} done when the stores may be used; a server that says nothing is not waited for
 */
export async function claimStores(api, store, emptied, key = 'person') {
    let isLate = false;
    /** @type {string | undefined} */
    let own;
    const claim = api.session().then(async (/** @type {{id?: string, name: string}} */ { id, name }) => {
        const tag = own = id ?? name;
        const owner = remembered(key);
        if (owner === tag) return;
        if (owner !== null) await emptyStores(store);
        remember(key, tag);
        if (owner !== null && isLate) emptied();
    }).catch(() => undefined);
    await Promise.race([claim, new Promise((resolve) => setTimeout(resolve, patience))]);
    isLate = true;
    globalThis.addEventListener?.('storage', (/** @type {StorageEvent} */ event) => {
        if (event.key === `limn:${key}` && event.newValue !== null && event.newValue !== JSON.stringify(own)) emptied();
    });
}

/**
 * Empties all that the browser keeps for a person.
 * @param {Store} store
 */
export async function emptyStores(store) {
    await store.empty();
    try {
        for (const key of Object.keys(localStorage)) if (key.startsWith('limn:')) localStorage.removeItem(key);
    } catch {
        // A browser that stores nothing has nothing to empty.
    }
    const caches = globalThis.caches;
    if (!caches) return;
    for (const name of await caches.keys()) if (/^limn-(data|person)/.test(name)) await caches.delete(name);
}

/**
 * Signs out, and leaves nothing of the person in the browser.
 * @param {Api} api @param {Store} store
 */
export async function signOut(api, store) {
    await api.send('DELETE', '/session');
    await emptyStores(store);
    location.assign('/');
}
