// SPDX-License-Identifier: GPL-3.0-or-later
// All items of a page in painting order, strokes and objects alike, and edits of them in the words of the server. An edit
// gives the whole page as it is afterwards, so that it can be undone whatever it changes. No DOM.

import { identity } from './identity.js';

/** @typedef {import('../ink/stroke.js').Stroke} Stroke */
/** @typedef {import('./page-ink.js').PageInk} PageInk */
/** @typedef {import('./page-ink.js').PageState} PageState */
/** @typedef {{format: string, bytes: string}} PictureData */
/** @typedef {any} Item a stroke, or an object without `strokesBelow` */
/** @typedef {{name?: string, id?: number, hidden?: boolean, locked?: boolean, audience?: 'everyone' | 'gameMaster'}} Layer */
/**
 * What is to be done. Items that replace others may be none. Pictures of new items are indices of `pictures`, where that
 * is given, else of the page's.
 * @typedef {object} Wish
 * @property {Map<number, Item[]>} [replace] by the index among all items
 * @property {Item[]} [add] on top
 * @property {Layer[]} [layers]
 * @property {PictureData[]} [pictures]
 */
/** @typedef {{after: PageState, body: any, removed: Item[]}} Edited */

/** @param {Item} item @returns {item is Stroke} */
export function isStroke(item) { return Array.isArray(item?.xy); }

/**
 * How many strokes an edit puts on the page.
 * @param {any} body
 */
export function newStrokes(body) {
    const inserted = (body.insert ?? []).map((/** @type {any} */ { item }) => item);
    return [...inserted, ...(body.add ?? [])].filter(isStroke).length;
}

/**
 * Replacements of strokes by strokes, by the index among the strokes; undefined where other items are among them.
 * @param {Item[]} items @param {Map<number, Item[]>} replacements by the index among all items
 */
export function amongStrokes(items, replacements) {
    if (![...replacements].every(([index, successors]) => isStroke(items[index]) && successors.every(isStroke))) return undefined;
    let strokes = 0;
    const numbers = items.map((item) => (isStroke(item) ? strokes++ : -1));
    return new Map([...replacements].map(([index, successors]) => [numbers[index], successors]));
}

/**
 * The items, by their indices, that may be selected and are where somebody points.
 * @param {PageInk} ink @param {(item: Item) => boolean} isMeant @returns {number[]}
 */
export function itemsAt(ink, isMeant) {
    return itemsOf(ink).flatMap((item, index) => (ink.isOpen(item) && isMeant(item) ? [index] : []));
}

/**
 * All items in painting order.
 * @param {Pick<PageState, 'strokes' | 'objects'>} page @returns {Item[]}
 */
export function itemsOf({ strokes, objects }) {
    /** @type {Item[]} */
    const items = [];
    let next = 0;
    for (const object of objects) {
        const below = Math.min(Math.max(object.strokesBelow ?? strokes.length, next), strokes.length);
        while (next < below) items.push(strokes[next++]);
        const { strokesBelow: _, ...item } = object;
        items.push(item);
    }
    while (next < strokes.length) items.push(strokes[next++]);
    return items;
}

/** @param {Item[]} items @returns {Pick<PageState, 'strokes' | 'objects'>} */
export function pageOf(items) {
    /** @type {Stroke[]} */
    const strokes = [];
    const objects = [];
    for (const item of items) {
        if (isStroke(item)) strokes.push(item);
        else objects.push({ strokesBelow: strokes.length, ...item });
    }
    return { strokes, objects };
}

/**
 * An edit of a page's items and layers.
 * @param {PageState} page @param {Wish} wish
 * @returns {Edited}
 */
export function edited(page, { replace = new Map(), add = [], layers, pictures: given }) {
    const before = itemsOf(page);
    const pictures = [...page.pictures];
    /** @param {Item} item */
    const taken = (item) => (given && item.picture ? withPicture(item, given[item.picture.data], pictures) : item);
    /** @type {Item[]} */
    const items = [];
    /** @type {{index: number, item: Item}[]} */
    const inserted = [];
    /** @type {Item[]} */
    const removed = [];
    before.forEach((item, index) => {
        const successors = replace.get(index);
        if (!successors) {
            items.push(item);
            return;
        }
        removed.push(item);
        for (const successor of successors) {
            inserted.push({ index: items.length, item: taken(successor) });
            items.push(inserted[inserted.length - 1].item);
        }
    });
    const added = add.map(taken);
    items.push(...added);
    /** @type {any} */
    const body = {};
    /** @type {PictureData[]} */
    const sent = [];
    /** @param {Item} item */
    const words = (item) => (item.picture ? withPicture(item, pictures[item.picture.data], sent) : item);
    if (removed.length > 0) body.remove = [...replace.keys()].filter((index) => index in before).sort((a, b) => a - b);
    if (inserted.length > 0) body.insert = inserted.map(({ index, item }) => ({ index, item: words(item) }));
    if (added.length > 0) body.add = added.map(words);
    if (layers) body.layers = layers;
    if (sent.length > 0) body.pictures = sent;
    return { after: { ...pageOf(items), layers: layers ?? page.layers, pictures }, body, removed };
}

/**
 * An object whose picture is in a list; it is put there where it is missing.
 * @param {Item} item @param {PictureData | undefined} data @param {PictureData[]} list
 */
export function withPicture(item, data, list) {
    if (!data) return item;
    let index = list.findIndex(({ bytes, format }) => format === data.format && bytes === data.bytes);
    if (index < 0) index = list.push(data) - 1;
    return { ...item, picture: { ...item.picture, data: index } };
}

/**
 * What makes an item the same one after a round trip.
 * @param {Item} item
 */
export function itemIdentity(item) {
    if (isStroke(item)) return identity(item);
    const { strokesBelow: _, layer = 0, text, picture, note, link, markup } = item;
    /** @param {unknown} value */
    const near = (value) => JSON.stringify(value, (_key, number) => (typeof number === 'number' ? Number(number.toFixed(2)) : number));
    if (picture) return `picture ${layer} ${near([picture.frame, picture.transform ?? [1, 0, 0, 1, 0, 0]])}`;
    if (text) return `text ${layer} ${near([text.transform, text.runs.map((/** @type {any} */ run) => run.text)])}`;
    return near([layer, note && [note.at, note.title, note.text], link && [link.area, link.uri, link.page],
        ...(markup ? [[markup.style, markup.quads, markup.text]] : [])]);
}

/**
 * Where items are now; undefined if one of them is gone.
 * @param {Item[]} items @param {Item[]} wanted @returns {number[] | undefined} ascending
 */
export function findItems(items, wanted) {
    /** @type {Map<string, number[]>} */
    const places = new Map();
    items.forEach((item, i) => {
        const key = itemIdentity(item);
        places.set(key, [...(places.get(key) ?? []), i]);
    });
    const found = wanted.map((item) => places.get(itemIdentity(item))?.pop() ?? -1);
    return found.includes(-1) ? undefined : found.sort((a, b) => a - b);
}

/** @param {Layer[] | undefined} a @param {Layer[] | undefined} b */
export function areSameLayers(a, b) {
    /** @param {Layer[] | undefined} layers */
    const words = (layers) => JSON.stringify((layers?.length ? layers : [{}]).map(({ name = null, id = null, hidden = false, locked = false, audience = 'everyone' }) =>
        [name, id, hidden, locked, audience]));
    return words(a) === words(b);
}

/**
 * An edit of a page as it is now that does what an older edit asked for; undefined if what that removes is gone, or
 * somebody else has changed the layers.
 * @param {PageState} page
 * @param {Pick<import('../sync/outbox-store.js').Waiting, 'body' | 'removed' | 'layersBefore'>} waiting
 * @returns {Edited | undefined}
 */
export function renewed(page, { body, removed = [], layersBefore }) {
    const found = findItems(itemsOf(page), removed);
    if (!found || (body.layers && !areSameLayers(page.layers, layersBefore))) return undefined;
    /** @type {Map<number, Item[]>} */
    const replace = new Map(found.map((index) => [index, []]));
    /** @type {Item[]} */
    const loose = [];
    // What takes the place of an item keeps it: both have as many other items below them.
    const below = (body.remove ?? []).map((/** @type {number} */ index, /** @type {number} */ i) => index - i);
    (body.insert ?? []).forEach((/** @type {{index: number, item: Item}} */ { index, item }, /** @type {number} */ i) => {
        const place = below.indexOf(index - i);
        (replace.get(found[place]) ?? loose).push(item);
    });
    return edited(page, {
        replace, add: [...loose, ...(body.add ?? [])], layers: body.layers,
        pictures: body.pictures ?? [],
    });
}
