// SPDX-License-Identifier: GPL-3.0-or-later
// A library in memory that answers as the server's contract says, for tests of the studio without the server.

import { createHash } from 'node:crypto';

/** What the server would refuse, with its status. */
export class Refusal extends Error {
    /** @param {number} status @param {string} kind @param {string} detail @param {Record<string, unknown>} [members] */
    constructor(status, kind, detail, members = {}) {
        super(detail);
        Object.assign(this, { status, kind, members });
    }
}

/** A page's items with their history. */
class PageOfDouble {
    revision = 0;
    /** @type {any[]} */
    items = [];
    /** What stands beside the strokes: layers, objects and pictures. */
    extras = { layers: [], objects: [], pictures: [] };
    /** @type {any[][]} */
    done = [];
    /** @type {any[][]} */
    undone = [];

    get receipt() {
        const { revision, items, done, undone } = this;
        return { revision, strokes: items.length, items: 0, canUndo: done.length > 0, canRedo: undone.length > 0 };
    }

    /** @param {any} edit in the words of the contract */
    edit(edit) {
        const { add = [], remove = [], insert = [] } = edit;
        // In the double, objects lie below all strokes.
        const below = this.extras.objects.length;
        const removed = remove.map((/** @type {number} */ i) => i - below);
        if (removed.some((/** @type {number} */ i) => !(i in this.items))) {
            throw new Refusal(422, 'refused', 'The page has no such stroke.');
        }
        const items = this.items.filter((_, i) => !removed.includes(i));
        for (const { index, item } of insert) items.splice(index - below, 0, item);
        this.done.push(this.items);
        this.undone = [];
        this.items = [...items, ...add];
        this.revision += 1;
    }

    /** @param {'undo' | 'redo'} deed */
    step(deed) {
        const [from, to] = deed === 'undo' ? [this.done, this.undone] : [this.undone, this.done];
        const items = from.pop();
        if (!items) throw new Refusal(409, 'conflict', `There is nothing to ${deed}.`);
        to.push(this.items);
        this.items = items;
        this.revision += 1;
    }
}

export class LibraryOfDouble {
    /** @type {Map<string, any>} */
    templates = new Map();
    /** @type {Map<string, any>} */
    characters = new Map();
    /** @type {Map<string, any>} */
    trash = new Map();
    /** @type {Map<string, PageOfDouble>} */
    #pages = new Map();
    /** @type {Map<string, any>} */
    #answers = new Map();
    #next = 1;
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
        const id = `t${this.#next++}`;
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
        const id = `c${this.#next++}`;
        const modified = new Date(1.8e12 + this.#next * 1000).toISOString();
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
        const { template } = this.one(this.characters, character);
        if (page < 1 || page > this.templates.get(template).pageCount) throw new Refusal(404, 'not-found', 'There is no such page.');
        const key = `${character}/${page}`;
        const found = this.#pages.get(key) ?? new PageOfDouble();
        this.#pages.set(key, found);
        return found;
    }

    /** @param {string} character */
    pages(character) {
        const { pageCount } = this.templates.get(this.one(this.characters, character).template);
        return Array.from({ length: pageCount }, (_, i) => ({ page: i + 1, size: { width: 595, height: 842 }, ...this.page(character, i + 1).receipt }));
    }

    /**
     * @param {string} character @param {number} number @param {string} deed @param {any} body
     * @param {{key?: string, match?: string}} condition
     */
    change(character, number, deed, body, { key, match }) {
        if (!key) throw new Refusal(400, 'missing-key', 'The idempotency key is missing.');
        const known = this.#answers.get(key);
        if (known) return known;
        const page = this.page(character, number);
        const onlyAdds = deed !== 'edits' || Object.keys(body).every((name) => name === 'add');
        if (!onlyAdds && match === undefined) throw new Refusal(428, 'missing-revision', 'The revision is missing.');
        if (match !== undefined && match !== `"${page.revision}"`) {
            throw new Refusal(412, 'stale-revision', 'The page has changed.', { currentRevision: page.revision });
        }
        // The server tells an edit with the places of its items.
        const told = onlyAdds && deed === 'edits'
            ? { insert: body.add.map((/** @type {any} */ item, /** @type {number} */ i) => ({ index: page.extras.objects.length + page.items.length + i, item })) } : null;
        if (deed === 'edits') page.edit(body);
        else page.step(deed === 'undo' ? 'undo' : 'redo');
        this.#answers.set(key, page.receipt);
        this.told('page', { character, page: number, revision: page.revision, edit: told });
        return page.receipt;
    }
}
