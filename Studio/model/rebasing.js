// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit means on a page that others have changed. No DOM.

import { rebasedValues } from './form.js';
import { transformedItem } from './item-geometry.js';

/** @typedef {import('../ink/stroke.js').Stroke} Stroke */
/** @typedef {import('../sync/api.js').Api} Api */
/** @typedef {import('../sync/outbox-store.js').Waiting} Waiting */
/** @typedef {Pick<import('../sync/api.js').Page, 'rotation' | 'width' | 'height'>} Sheet */
/** @typedef {{body: any, revision?: number, removed?: any[], turn?: number}} Rebased */

/**
 * What an edit puts on its page.
 * @param {Pick<Waiting, 'body'>} waiting @returns {any[]}
 */
export function addedBy({ body }) {
    return [...(body?.insert ?? []).map((/** @type {{item: any}} */ { item }) => item), ...(body?.add ?? [])];
}

/**
 * An edit that was made before its page was turned, as it is on the page now.
 * @template {Pick<Waiting, 'body' | 'removed' | 'turn'>} Edit
 * @param {Edit} edit @param {Sheet | undefined} page as it is now
 * @returns {Edit}
 */
export function turnedTo(edit, page) {
    const { body, removed, turn } = edit;
    if (!page || turn === undefined || turn === page.rotation) return edit;
    const { width, height } = page;
    /** @type {Record<number, import('./item-geometry.js').Matrix>} */
    const turns = { 90: [0, 1, -1, 0, width, 0], 180: [-1, 0, 0, -1, width, height], 270: [0, -1, 1, 0, 0, height] };
    const matrix = turns[(page.rotation - turn + 360) % 360];
    const turned = (/** @type {any} */ item) => transformedItem(item, matrix);
    return {
        ...edit, turn: page.rotation, removed: removed?.map(turned), body: {
            ...body, ...(body.add ? { add: body.add.map(turned) } : {}),
            ...(body.insert ? { insert: body.insert.map((/** @type {any} */ one) => ({ ...one, item: turned(one.item) })) } : {}),
        },
    };
}

/**
 * Says what an edit was made for, so that the server merges it with what others have changed since.
 * @param {Api} api
 * @returns {(waiting: Waiting) => Promise<Rebased | undefined>} undefined for a value that somebody else has changed, too
 */
export function rebasing(api) {
    return async (given) => {
        if (given.deed === 'form') return rebasedValues(api, given);
        const sheet = given.turn === undefined ? undefined : (await api.pages({ id: given.character })).find((one) => one.page === given.page);
        const { removed, body, turn, layersBefore } = turnedTo(given, sheet);
        return { removed, turn, body: { ...body, known: removed ?? [], ...(layersBefore ? { knownLayers: layersBefore.length > 0 ? layersBefore : [{}] } : {}) } };
    };
}
