// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a page and what can be done with them. Everything here gives a wish for one edit. No DOM.

import { isStroke, itemsOf } from './items.js';

/** @typedef {import('./items.js').Layer} Layer */
/** @typedef {import('./items.js').Wish} Wish */
/** @typedef {import('./page-ink.js').PageState} PageState */

/** The most layers that the panel makes. */
export const mostLayers = 32;

/**
 * A page without layers has one that nobody has named.
 * @param {PageState} page @returns {Layer[]}
 */
export function layersOf({ layers }) { return layers.length > 0 ? layers : [{}]; }

/**
 * A layer without what is as it usually is.
 * @param {Layer} layer @returns {Layer}
 */
function plain({ name, id, hidden, locked, audience }) {
    return {
        ...(name ? { name } : {}), ...(id === undefined ? {} : { id }), ...(hidden ? { hidden } : {}), ...(locked ? { locked } : {}),
        ...(audience === 'gameMaster' ? { audience } : {}),
    };
}

/**
 * Whether a person may change the layers: players may not where something is for the game master.
 * @param {PageState} page @param {boolean} isOwner
 */
export function mayChangeLayers(page, isOwner) { return isOwner || !layersOf(page).some(({ audience }) => audience === 'gameMaster'); }

/**
 * Puts a layer above all others.
 * @param {PageState} page @param {string} name @returns {Wish}
 */
export function addingLayer(page, name) {
    const layers = layersOf(page);
    const id = Math.max(0, ...layers.map((layer) => layer.id ?? 0)) + 1;
    return { layers: [...layers.map(plain), { name, id }] };
}

/** @param {PageState} page @param {number} index @param {Layer} values @returns {Wish} */
export function changingLayer(page, index, values) {
    return { layers: layersOf(page).map((layer, i) => plain(i === index ? { ...layer, ...values } : layer)) };
}

/**
 * Moves a layer up or down. Its items are painted above or below those of the others from then on.
 * @param {PageState} page @param {number} from @param {number} to @returns {Wish}
 */
export function movingLayer(page, from, to) {
    const order = layersOf(page).map((_, i) => i);
    order.splice(to, 0, ...order.splice(from, 1));
    return reordered(page, order);
}

/**
 * Removes a layer with all that is on it. The last one stays.
 * @param {PageState} page @param {number} index @returns {Wish | undefined}
 */
export function removingLayer(page, index) {
    const order = layersOf(page).map((_, i) => i).filter((i) => i !== index);
    return order.length > 0 ? reordered(page, order) : undefined;
}

/** @param {PageState} page @param {number[]} order the old indices of the layers that stay @returns {Wish} */
function reordered(page, order) {
    const old = layersOf(page);
    const items = itemsOf(page);
    const places = new Map(order.map((before, now) => [before, now]));
    const now = items.map((item) => places.get(item.layer ?? 0));
    const kept = items.flatMap((item, i) => (now[i] === undefined ? [] : [{ item: onLayer(item, now[i] ?? 0), layer: now[i] ?? 0 }]));
    const sorted = [...kept].sort((a, b) => a.layer - b.layer);
    /** @type {Map<number, any[]>} */
    const replace = new Map();
    if (sorted.every((entry, i) => entry === kept[i])) {
        // The order of painting stays; some items only have another number.
        items.forEach((item, i) => {
            if (now[i] === undefined) replace.set(i, []);
            else if (now[i] !== (item.layer ?? 0)) replace.set(i, [onLayer(item, now[i] ?? 0)]);
        });
        return { layers: order.map((i) => plain(old[i])), replace };
    }
    items.forEach((_, i) => replace.set(i, []));
    return { layers: order.map((i) => plain(old[i])), replace, add: sorted.map(({ item }) => item) };
}

/**
 * An item on a layer.
 * @template T @param {T} item @param {number} layer @returns {T}
 */
export function onLayer(item, layer) {
    const { layer: _, ...rest } = /** @type {any} */ (item);
    return layer === 0 ? rest : { ...rest, layer };
}

/**
 * How many items are on each layer. Strokes without points are what is not for this person.
 * @param {PageState} page
 */
export function itemCounts(page) {
    const counts = layersOf(page).map(() => 0);
    for (const item of itemsOf(page)) if (!isStroke(item) || item.xy.length > 0) counts[item.layer ?? 0] += 1;
    return counts;
}
