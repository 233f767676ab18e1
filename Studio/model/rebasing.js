// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit means on a page that others have changed. No DOM.

import { rebasedValues } from './form.js';
import { find } from './identity.js';
import { renewed } from './items.js';
import { PageInk } from './page-ink.js';

/** @typedef {import('../ink/stroke.js').Stroke} Stroke */
/** @typedef {import('../sync/api.js').Api} Api */
/** @typedef {import('../sync/outbox-store.js').Waiting} Waiting */

/**
 * What an edit puts on its page.
 * @param {Pick<Waiting, 'body'>} waiting @returns {any[]}
 */
export function addedBy({ body }) {
    return [...(body?.insert ?? []).map((/** @type {{item: any}} */ { item }) => item), ...(body?.add ?? [])];
}

/**
 * What a removal means on the page as it is now; undefined if what it removes is gone.
 * @param {Api} api
 * @returns {(waiting: Waiting) => Promise<{body: any, revision: number} | undefined>}
 */
export function rebasing(api) {
    return async (waiting) => {
        if (waiting.deed === 'form') return rebasedValues(api, waiting);
        const { character, page, removed, body } = waiting;
        const { ink: words, revision } = await api.ink(character, page, true);
        const ink = new PageInk();
        ink.load(words, revision);
        if (waiting.isWhole) {
            const fresh = renewed(ink.state, waiting);
            return fresh && { revision, body: fresh.body };
        }
        const indices = find(ink.strokes, removed ?? []);
        if (!indices) return undefined;
        const added = addedBy({ body });
        const remove = indices.map((index) => ink.itemIndex(index));
        return { revision, body: added.length > 0 ? { remove, add: added } : { remove } };
    };
}
