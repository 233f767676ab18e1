// SPDX-License-Identifier: GPL-3.0-or-later
// A library in memory that answers as the server's contract says, for tests of the studio without the server.

import { createHash } from 'node:crypto';
import { areSameLayers, itemIdentity } from '../../model/items.js';

/** What the server would refuse, with its status. */
export class Refusal extends Error {
    /** @param {number} status @param {string} kind @param {string} detail @param {Record<string, unknown>} [members] */
    constructor(status, kind, detail, members = {}) {
        super(detail);
        Object.assign(this, { status, kind, members });
    }
}

/** A page's items with their history. */
export class PageOfDouble {
    revision = 0;
    /**
     * All items in painting order, strokes and objects.
     * @type {any[]}
     */
    items = [];
    /** @type {any[]} */
    layers = [];
    /** @type {any[]} */
    pictures = [];
    /**
     * Every state that the page was in, with the time from which on.
     * @type {{time: string, items: any[]}[]}
     */
    states = [{ time: '', items: [] }];
    /** @type {{items: any[], layers: any[]}[]} */
    done = [];
    /** @type {{items: any[], layers: any[]}[]} */
    undone = [];

    get strokes() { return this.items.filter((item) => item.xy); }

    get objects() {
        let strokesBelow = 0;
        return this.items.flatMap((item) => {
            if (!item.xy) return [{ ...item, strokesBelow }];
            strokesBelow += 1;
            return [];
        });
    }

    get receipt() {
        const { revision, strokes, items, done, undone } = this;
        return { revision, strokes: strokes.length, items: items.length - strokes.length, canUndo: done.length > 0, canRedo: undone.length > 0 };
    }

    /**
     * Objects below all strokes, layers and pictures that are there from the beginning.
     * @param {any} extras
     */
    hold({ objects = [], layers = this.layers, pictures = this.pictures }) {
        this.items = [...objects.map((/** @type {any} */ { strokesBelow: _, ...object }) => object), ...this.strokes];
        Object.assign(this, { layers, pictures });
    }

    /** The next revision. Tests may say when it was made. */
    #keep() {
        this.revision += 1;
        this.states.push({ time: PageOfDouble.now ?? new Date().toISOString(), items: this.items });
    }

    /** @type {string | undefined} */
    static now;

    /** @param {any} edit in the words of the contract */
    edit(edit) {
        const { add = [], remove = [], replace = [], insert = [], layers, pictures = [] } = edit;
        const unknown = Object.keys(edit).find((key) => !['add', 'remove', 'replace', 'insert', 'layers', 'pictures'].includes(key));
        if (unknown) throw new Refusal(422, 'refused', `An edit has no key “${unknown}”.`);
        const gone = [...remove, ...replace.map((/** @type {any} */ { index }) => index)];
        if (gone.some((index) => !(index in this.items)) || new Set(gone).size < gone.length) {
            throw new Refusal(422, 'refused', 'The page has no such item.');
        }
        if (layers?.length === 0) throw new Refusal(422, 'refused', 'A page must have at least one layer.');
        /** @param {any} item */
        const taken = (item) => {
            if (!item.picture) return item;
            const data = pictures[item.picture.data];
            if (!data) throw new Refusal(422, 'refused', 'The edit has no such picture.');
            return { ...item, picture: { ...item.picture, data: this.pictures.push(data) - 1 } };
        };
        let items = this.items.map((item, i) => {
            const other = replace.find((/** @type {any} */ { index }) => index === i);
            return other ? taken(other.item) : item;
        }).filter((_, i) => !remove.includes(i));
        for (const { index, item } of [...insert].sort((a, b) => a.index - b.index)) {
            if (index > items.length) throw new Refusal(422, 'refused', 'The page has no such place.');
            items.splice(index, 0, taken(item));
        }
        items = [...items, ...add.map(taken)];
        const count = Math.max((layers ?? this.layers).length, 1);
        if (items.some(({ layer = 0 }) => layer >= count)) throw new Refusal(422, 'refused', `An item is in a layer that is not there: there are ${count}.`);
        this.done.push({ items: this.items, layers: this.layers });
        this.undone = [];
        this.items = items;
        this.layers = layers ?? this.layers;
        this.#keep();
    }

    /** @param {'undo' | 'redo'} deed */
    step(deed) {
        const [from, to] = deed === 'undo' ? [this.done, this.undone] : [this.undone, this.done];
        const before = from.pop();
        if (!before) throw new Refusal(409, 'conflict', `There is nothing to ${deed}.`);
        to.push({ items: this.items, layers: this.layers });
        Object.assign(this, before);
        this.#keep();
    }
}

/**
 * An edit of a page as it is now, without what the page does not have any more, and with its layers as others left them.
 * @param {PageOfDouble} page @param {any} edit with what it was made for
 */
function merged({ items, layers: now }, { known, knownLayers, remove = [], insert = [], add = [], layers, ...rest }) {
    if (layers && !areSameLayers(now, knownLayers)) throw new Refusal(422, 'refused', 'The page has changed meanwhile, and its layers are for how it was. Change them again.');
    const left = new Map(items.map((item, index) => [index, itemIdentity(item)]));
    const found = known.map((/** @type {any} */ item) => {
        const index = [...left].find(([, words]) => words === itemIdentity(item))?.[0] ?? -1;
        left.delete(index);
        return index;
    });
    const below = remove.map((/** @type {number} */ index, /** @type {number} */ i) => index - i);
    /** @type {Map<number, any>} */
    const replace = new Map();
    const top = [...add];
    insert.forEach((/** @type {{index: number, item: any}} */ { index, item }, /** @type {number} */ i) => {
        const place = found[below.indexOf(index - i)] ?? -1;
        if (place >= 0 && !replace.has(place)) replace.set(place, item);
        else top.push(item);
    });
    return {
        ...rest, ...(layers ? { layers } : {}), add: top, remove: found.filter((/** @type {number} */ index) => index >= 0 && !replace.has(index)),
        replace: [...replace].map(([index, item]) => ({ index, item })),
    };
}

/**
 * The words of strokes on a page that was turned.
 * @param {any[]} items @param {number} turn in degrees, clockwise @param {{width: number, height: number}} size of the page afterwards
 */
function turned(items, turn, { width, height }) {
    const quarters = ((turn + 360) % 360) / 90;
    /** @param {number} x @param {number} y */
    const place = (x, y) => [[x, y], [width - y, x], [width - x, height - y], [y, height - x]][quarters];
    return items.map((item) => ({ ...item, xy: item.xy.flatMap((/** @type {number} */ x, /** @type {number} */ i) => (i % 2 ? [] : place(x, item.xy[i + 1]))) }));
}

/** @param {number} rotation in degrees */
function sizeAt(rotation) { return rotation % 180 === 0 ? { width: 595, height: 842 } : { width: 842, height: 595 }; }

export class LibraryOfDouble {
    /**
     * The pages of characters that have their own list.
     * @type {Map<string, {page: number, rotation: number}[]>}
     */
    #lists = new Map();
    /** @type {Map<string, any>} */
    templates = new Map();
    /** @type {Map<string, any>} */
    characters = new Map();
    /** @type {Map<string, any>} */
    trash = new Map();
    /** @type {'owner' | 'player' | 'viewer'} */
    role = 'owner';
    /** @type {Map<string, PageOfDouble>} */
    #pages = new Map();
    /** @type {Map<string, any>} */
    #answers = new Map();
    /** The number in the next id. It counts on after a reset, so that what windows of earlier journeys still send finds nothing. */
    static #next = 1;
    /**
     * Tells everybody who listens to events.
     * @type {(name: string, data: any) => void}
     */
    told = () => undefined;

    /** @param {string} name @param {Uint8Array} bytes @param {number} [pageCount] */
    importTemplate(name, bytes, pageCount = 2) {
        if (!Buffer.from(bytes.slice(0, 1024)).includes('%PDF-')) throw new Refusal(422, 'refused', 'This is not a PDF.');
        const hash = createHash('sha256').update(bytes).digest('hex');
        const known = [...this.templates.values()].find((template) => template.hash === hash);
        if (known) return { template: known, isNew: false };
        const id = `t${LibraryOfDouble.#next++}`;
        const template = { id, name, pageCount, bytes: bytes.length, hash, formFields: false, locked: false, imported: '2026-01-01T00:00:00.000Z' };
        this.templates.set(id, template);
        this.told('template', { id });
        return { template, isNew: true };
    }

    /** @param {{name: string, template: string, tags?: string[]}} values */
    create({ name, template, tags = [] }) {
        const of = this.templates.get(template);
        if (!of) throw new Refusal(404, 'not-found', 'There is no such template.');
        if (!name?.trim()) throw new Refusal(422, 'refused', 'The name is empty.');
        const id = `c${LibraryOfDouble.#next++}`;
        const modified = new Date(1.8e12 + LibraryOfDouble.#next * 1000).toISOString();
        const character = { id, name, template, templateName: of.name, favorite: false, tags, lastPage: null, created: modified, modified };
        this.characters.set(id, character);
        this.told('character', { id });
        return character;
    }

    /** @param {Map<string, any>} things @param {string} id */
    one(things, id) {
        const found = things.get(id);
        if (!found) throw new Refusal(404, 'not-found', 'There is nothing at this address.');
        return found;
    }

    /** @param {string} character @param {number} page */
    page(character, page) {
        if (!this.#list(character).some((one) => one.page === page)) throw new Refusal(404, 'not-found', 'There is no such page.');
        const key = `${character}/${page}`;
        const found = this.#pages.get(key) ?? new PageOfDouble();
        this.#pages.set(key, found);
        return found;
    }

    /** @param {string} character */
    pages(character) {
        return this.#list(character).map(({ page, rotation }, i) =>
            ({ page, position: i + 1, template: page, paper: null, rotation, size: sizeAt(rotation), ...this.page(character, page).receipt }));
    }

    /** @param {string} character @returns {{page: number, rotation: number}[]} */
    #list(character) {
        const { pageCount } = this.templates.get(this.one(this.characters, character).template);
        return this.#lists.get(character) ?? Array.from({ length: pageCount }, (_, i) => ({ page: i + 1, rotation: 0 }));
    }

    /**
     * Gives a character other pages, in their order. Ink turns with its page.
     * @param {string} character @param {{page: number, rotation?: number}[]} wanted
     */
    arrange(character, wanted) {
        const before = this.#list(character);
        this.#lists.set(character, wanted.map(({ page, rotation = 0 }) => ({ page, rotation })));
        for (const { page, rotation } of this.#list(character)) {
            const turn = rotation - (before.find((one) => one.page === page)?.rotation ?? 0);
            const sheet = this.page(character, page);
            if (turn === 0 || sheet.items.length === 0) continue;
            sheet.edit({ remove: sheet.items.map((_, i) => i), add: turned(sheet.items, turn, sizeAt(rotation)) });
            this.told('page', { character, page, revision: sheet.revision, edit: null });
        }
        this.told('character', { character, change: 'pages' });
    }

    /**
     * @param {string} character @param {number} number @param {string} deed @param {any} body
     * @param {{key?: string, match?: string, turn?: string}} condition `turn` is how far the page was turned for which the items are
     */
    change(character, number, deed, body, { key, match, turn }) {
        if (!key) throw new Refusal(400, 'missing-key', 'The idempotency key is missing.');
        const known = this.#answers.get(key);
        if (known) return known;
        const page = this.page(character, number);
        const { rotation } = /** @type {{rotation: number}} */ (this.#list(character).find((one) => one.page === number));
        if (turn && body.add && Number(turn) !== rotation) body = { ...body, add: turned(body.add, rotation - Number(turn), sizeAt(rotation)) };
        if (deed === 'edits' && body.known && match === undefined) {
            body = merged(page, body);
            match = `"${page.revision}"`;
        }
        const onlyAdds = deed !== 'edits' || Object.keys(body).every((name) => name === 'add' || name === 'pictures');
        if (!onlyAdds && match === undefined) throw new Refusal(428, 'missing-revision', 'The revision is missing.');
        if (match !== undefined && match !== `"${page.revision}"`) {
            throw new Refusal(412, 'stale-revision', 'The page has changed.', { currentRevision: page.revision });
        }
        // The server tells an edit with the places of its items.
        const told = onlyAdds && deed === 'edits'
            ? { insert: body.add.map((/** @type {any} */ item, /** @type {number} */ i) => ({ index: page.items.length + i, item })) } : null;
        if (deed === 'edits') page.edit(body);
        else page.step(deed === 'undo' ? 'undo' : 'redo');
        this.#answers.set(key, page.receipt);
        this.told('page', { character, page: number, revision: page.revision, edit: told });
        return page.receipt;
    }
}
