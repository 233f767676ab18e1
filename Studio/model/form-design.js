// SPDX-License-Identifier: GPL-3.0-or-later
// The fields that a person designs for a template: what was found, and what has been changed since. No DOM.

/** @typedef {'text' | 'check' | 'radio' | 'list' | 'combo' | 'push' | 'signature'} FieldType */
/** @typedef {[number, number, number, number]} Rect left, top, right, bottom in points */
/**
 * A field as the server has it.
 * @typedef {{name: string, type: FieldType, page: number, rect: Rect, tooltip: string | null, multiline: boolean,
 *   cells: number | null, maximumLength: number | null, fontSize: number, alignment: 'left' | 'center' | 'right', turn: number,
 *   choice: string | null, choices: string[], sumOf: string[]}} FieldValues
 */
/**
 * A field on the page: `key` stays as long as it is there and is the same for everybody, `order` is its position
 * among the fields, `certainty` says how sure the search was, and `isWanted` whether a field is made of it.
 * @typedef {FieldValues & {key: number, order: number, certainty: number, isWanted: boolean}} Field
 */
/**
 * What one step did, by the keys of fields: each before and after it, null where it was not there.
 * @typedef {Map<number, {before: Field | null, after: Field | null}>} Step
 */
/** @typedef {'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'} Edge */

export const fieldTypes = /** @type {const} */ (['text', 'check', 'radio', 'combo', 'list', 'push', 'signature']);

/** From this certainty on, fields are made unless a person says otherwise. */
const threshold = 0.5;
/** The smallest side of a field, in points. */
const smallest = 4;
/** So many steps can be taken back. */
const mostSteps = 200;

/** @type {FieldValues} */
const empty = {
    name: '', type: 'text', page: 1, rect: [0, 0, 0, 0], tooltip: null, multiline: false, cells: null, maximumLength: null,
    fontSize: 0, alignment: 'left', turn: 0, choice: null, choices: [], sumOf: [],
};

export class FormDesign {
    /** @type {readonly Field[]} in their order, in which people come to them */
    fields = [];
    /** @type {ReadonlySet<number>} the keys of the fields that are selected */
    selection = new Set();
    // Others who work at the same design make keys, too.
    #next = Math.floor(Math.random() * 2 ** 31) * 2 ** 20 + 1;
    /** @type {Step[]} */
    #done = [];
    /** @type {Step[]} */
    #undone = [];
    /** What the last step was, so that steps of one kind right after each other are one. */
    #lastStep = '';

    /**
     * @param {{width: number, height: number}[]} sizes of the pages, in points
     * @param {() => void} [changed] told after every change of the fields or the selection
     */
    constructor(sizes, changed = () => undefined) {
        this.sizes = sizes;
        this.changed = changed;
    }

    /**
     * Begins with what was found, or with the fields of somebody's design.
     * @param {Partial<Field>[]} found
     */
    load(found) {
        this.fields = sorted(found.map((one, i) => this.#field({ order: i, ...one })));
        this.selection = new Set();
        this.#done = [];
        this.#undone = [];
        this.changed();
    }

    /**
     * @param {Partial<Field>} values
     * @returns {Field}
     */
    #field(values) {
        const { key = this.#next++, order = 0, certainty = 1, isWanted = certainty >= threshold } = values;
        const own = Object.fromEntries(Object.keys(empty).map((name) => [name, /** @type {any} */ (values)[name] ?? /** @type {any} */ (empty)[name]]));
        return { .../** @type {FieldValues} */ (own), key, order, certainty, isWanted };
    }

    /** @returns {Field[]} */
    get selected() { return this.fields.filter(({ key }) => this.selection.has(key)); }

    get canUndo() { return this.#done.length > 0; }
    get canRedo() { return this.#undone.length > 0; }

    /** The fields that are made, as the server takes them. */
    get wanted() {
        return this.fields.filter(({ isWanted }) => isWanted)
            .map(({ key: _, order: __, certainty: ___, isWanted: ____, ...values }) => values);
    }

    /** @param {Iterable<number>} keys */
    select(keys) {
        this.selection = new Set(keys);
        this.#lastStep = '';
        this.changed();
    }

    /**
     * Changes the fields in one step.
     * @param {readonly Field[]} fields @param {string} [kind] steps of one kind right after each other are one
     */
    #change(fields, kind = '') {
        const step = difference(this.fields, fields);
        if (step.size === 0) return;
        const last = kind !== '' && kind === this.#lastStep ? this.#done.at(-1) : undefined;
        if (last) for (const [key, { before, after }] of step) last.set(key, { before: (last.get(key) ?? { before }).before, after });
        else this.#done.push(step);
        if (this.#done.length > mostSteps) this.#done.shift();
        this.#lastStep = kind;
        this.#undone = [];
        this.#show(fields);
    }

    /** @param {readonly Field[]} fields */
    #show(fields) {
        this.fields = fields;
        this.selection = new Set([...this.selection].filter((key) => fields.some((field) => field.key === key)));
        this.changed();
    }

    /**
     * Takes over what somebody else did. It is no step of one's own, so undo leaves it alone.
     * @param {readonly Partial<Field>[]} changed whole fields, new ones among them @param {readonly number[]} removed keys
     */
    merge(changed, removed) {
        if (changed.length === 0 && removed.length === 0) return;
        // The next change is a step of its own, which knows what came meanwhile.
        this.#lastStep = '';
        const fields = new Map(this.fields.map((field) => [field.key, field]));
        for (const key of removed) fields.delete(key);
        for (const one of changed) {
            const field = this.#field(one);
            fields.set(field.key, field);
        }
        this.#show(sorted([...fields.values()]));
    }

    /** @param {(field: Field) => Partial<Field>} values of each selected field @param {string} [kind] */
    #changeSelected(values, kind) {
        if (this.selection.size === 0) return;
        this.#change(this.fields.map((field) => (this.selection.has(field.key) ? { ...field, ...values(field) } : field)), kind);
    }

    undo() { this.#step(this.#done, this.#undone, 'after', 'before'); }
    redo() { this.#step(this.#undone, this.#done, 'before', 'after'); }

    /**
     * Takes the last step that still changes something.
     * @param {Step[]} from @param {Step[]} to @param {'before' | 'after'} old @param {'before' | 'after'} fresh
     */
    #step(from, to, old, fresh) {
        this.#lastStep = '';
        for (let step = from.pop(); step; step = from.pop()) {
            const fields = stepped(this.fields, step, old, fresh);
            if (!fields) continue;
            to.push(step);
            this.#show(fields);
            return;
        }
        this.changed();
    }

    /** @param {boolean} isWanted whether fields are made of what is selected */
    want(isWanted) { this.#changeSelected(() => ({ isWanted })); }

    /**
     * Sets properties of all selected fields.
     * @param {Partial<FieldValues>} values
     */
    set(values) {
        const own = values.type && values.type !== 'text' ? { ...values, sumOf: [] } : values;
        this.#changeSelected(() => ({ ...own, isWanted: true }), `set ${Object.keys(values)} ${[...this.selection]}`);
    }

    /**
     * Moves what is selected, as far as the page goes.
     * @param {number} dx @param {number} dy in points @param {string} [gesture] moves of one gesture are one step
     */
    moveBy(dx, dy, gesture = 'keys') {
        const { selected } = this;
        if (selected.length === 0) return;
        const { width, height } = this.#size(selected[0].page);
        const [x0, y0, x1, y1] = around(selected);
        const [right, down] = [clamp(dx, -x0, width - x1), clamp(dy, -y0, height - y1)];
        if (right === 0 && down === 0) return;
        this.#changeSelected(({ rect }) => ({
            rect: [rect[0] + right, rect[1] + down, rect[2] + right, rect[3] + down], isWanted: true,
        }), `move ${gesture}`);
    }

    /**
     * Moves edges of one field.
     * @param {number} key @param {Rect} by how far each edge moves, in points @param {string} [gesture]
     */
    resize(key, by, gesture = 'keys') {
        const field = this.fields.find((one) => one.key === key);
        if (!field) return;
        const { width, height } = this.#size(field.page);
        const [x0, y0, x1, y1] = field.rect;
        /** @type {Rect} */
        const rect = [
            clamp(x0 + by[0], 0, x1 - smallest), clamp(y0 + by[1], 0, y1 - smallest),
            clamp(x1 + by[2], x0 + smallest, width), clamp(y1 + by[3], y0 + smallest, height),
        ];
        if (rect.every((edge, i) => edge === field.rect[i])) return;
        this.#change(this.fields.map((one) => (one === field ? { ...one, rect, isWanted: true } : one)), `resize ${key} ${gesture}`);
    }

    /**
     * Puts what is selected at one edge or in one line.
     * @param {Edge} edge
     */
    align(edge) {
        const [x0, y0, x1, y1] = around(this.selected);
        this.#changeSelected(({ rect: [left, top, right, bottom] }) => {
            const [width, height] = [right - left, bottom - top];
            const x = { left: x0, center: (x0 + x1 - width) / 2, right: x1 - width, top: left, middle: left, bottom: left }[edge];
            const y = { top: y0, middle: (y0 + y1 - height) / 2, bottom: y1 - height, left: top, center: top, right: top }[edge];
            return { rect: [x, y, x + width, y + height] };
        });
    }

    /**
     * Makes the gaps between the selected fields equal.
     * @param {'across' | 'down'} way
     */
    distribute(way) {
        const [low, high] = way === 'across' ? [0, 2] : [1, 3];
        const sorted = this.selected.sort((a, b) => a.rect[low] - b.rect[low]);
        if (sorted.length < 3) return;
        const first = sorted[0].rect[low];
        const last = Math.max(...sorted.map(({ rect }) => rect[high]));
        const taken = sorted.reduce((sum, { rect }) => sum + rect[high] - rect[low], 0);
        const gap = (last - first - taken) / (sorted.length - 1);
        /** @type {Map<number, Rect>} */
        const rects = new Map();
        let at = first;
        for (const { key, rect } of sorted) {
            /** @type {Rect} */
            const moved = [...rect];
            moved[high] = at + rect[high] - rect[low];
            moved[low] = at;
            at = moved[high] + gap;
            rects.set(key, moved);
        }
        this.#changeSelected(({ key, rect }) => ({ rect: rects.get(key) ?? rect }));
    }

    /** Gives what is selected the size of the first one. */
    equalize() {
        const [first] = this.selected;
        if (!first) return;
        const [width, height] = [first.rect[2] - first.rect[0], first.rect[3] - first.rect[1]];
        this.#changeSelected(({ rect: [x, y] }) => ({ rect: [x, y, x + width, y + height] }));
    }

    /**
     * Adds a field, and selects it.
     * @param {FieldType} type @param {number} page from 1 @param {Rect} rect
     */
    add(type, page, rect) {
        const { width, height } = this.#size(page);
        const left = clamp(Math.min(rect[0], rect[2]), 0, width - smallest);
        const top = clamp(Math.min(rect[1], rect[3]), 0, height - smallest);
        const right = clamp(Math.max(rect[0], rect[2]), left + smallest, width);
        const bottom = clamp(Math.max(rect[1], rect[3]), top + smallest, height);
        const name = this.#free(text[type]);
        const field = this.#field({ type, page, rect: [left, top, right, bottom], name, ...(type === 'radio' ? { choice: '1' } : {}) });
        this.#insert([field], this.fields.filter((one) => one.page < page || one.page === page && one.rect[1] <= top).length);
    }

    /** @param {Field[]} fresh @param {number} at */
    #insert(fresh, at) {
        const [low, high] = [this.fields[at - 1]?.order, this.fields[at]?.order];
        const first = low ?? (high ?? 1) - 1;
        const gap = high === undefined ? 1 : (high - first) / (fresh.length + 1);
        const placed = fresh.map((field, i) => ({ ...field, order: first + gap * (i + 1) }));
        // Between numbers that are almost equal there is no room left.
        const fields = [...this.fields.slice(0, at), ...placed, ...this.fields.slice(at)];
        this.#change(gap > 1e-6 ? fields : fields.map((field, order) => ({ ...field, order })));
        this.select(fresh.map(({ key }) => key));
    }

    /**
     * Repeats what is selected in rows below, as far as the page goes. Numbers in names count on.
     * @param {number} count how many rows are added @param {number} distance from row to row, in points
     */
    repeat(count, distance) {
        const { selected } = this;
        if (selected.length === 0) return;
        const { height } = this.#size(selected[0].page);
        /** @type {Field[]} */
        const fresh = [];
        const names = new Set(this.fields.map(({ name }) => name));
        for (let row = 1; row <= count; row++) {
            /** @type {Map<string, string>} what the fields of the row are called */
            const renamed = new Map();
            for (const field of selected) {
                const [x0, y0, x1, y1] = field.rect;
                if (y1 + row * distance > height) break;
                const rect = /** @type {Rect} */ ([x0, y0 + row * distance, x1, y1 + row * distance]);
                const name = field.type === 'radio' ? field.name : counted(field.name, row, names);
                names.add(name);
                renamed.set(field.name, name);
                const choice = field.type === 'radio' ? this.#freeChoice(field.name, fresh) : field.choice;
                fresh.push(this.#field({ ...field, key: undefined, rect, name, choice, certainty: 1, isWanted: true }));
            }
            // A sum in a row is that of its own row.
            for (const field of fresh.slice(-renamed.size)) field.sumOf = field.sumOf.map((one) => renamed.get(one) ?? one);
        }
        if (fresh.length === 0) return;
        const last = Math.max(...selected.map((field) => this.fields.indexOf(field)));
        this.#insert(fresh, last + 1);
    }

    /**
     * Takes what was found anew in place of all fields, in one step.
     * @param {Partial<Field>[]} found
     */
    replace(found) { this.#change(found.map((one, order) => this.#field({ ...one, order }))); }

    remove() {
        if (this.selection.size === 0) return;
        this.#change(this.fields.filter(({ key }) => !this.selection.has(key)));
    }

    /**
     * @param {number} key @param {string} name
     */
    rename(key, name) {
        const fresh = name.trim();
        const old = this.fields.find((field) => field.key === key)?.name;
        if (old === undefined || old === fresh) return;
        const isLast = this.fields.every((field) => field.key === key || field.name !== old);
        this.#change(this.fields.map((field) => {
            const renamed = field.key === key ? { ...field, name: fresh, isWanted: true } : field;
            return isLast && field.sumOf.includes(old) ? { ...renamed, sumOf: field.sumOf.map((one) => (one === old ? fresh : one)) } : renamed;
        }));
    }

    /**
     * What is wrong with a field among those that are made.
     * @param {Field} field @returns {'empty' | 'taken' | 'branch' | 'choice' | 'sum' | undefined}
     */
    fault(field) {
        if (!field.isWanted) return undefined;
        if (field.name.split('.').some((part) => part.trim() === '')) return 'empty';
        this.#index();
        const same = this.#names.get(field.name) ?? [];
        if (same.length > 1 && same.some(({ type }) => type !== 'radio')) return 'taken';
        if (field.type === 'radio' && same.filter(({ choice }) => choice === field.choice).length > 1) return 'taken';
        if (this.#branches.has(field.name)) return 'branch';
        if (field.type === 'radio' && !field.choice?.trim()) return 'choice';
        const isSummand = (/** @type {string} */ name) => name !== field.name && this.#names.get(name)?.[0].type === 'text';
        return field.sumOf.every(isSummand) ? undefined : 'sum';
    }

    /** @type {Map<string, Field[]>} */
    #names = new Map();
    /** @type {Set<string>} */
    #branches = new Set();
    /** @type {readonly Field[] | undefined} */
    #indexed;

    #index() {
        if (this.#indexed === this.fields) return;
        this.#indexed = this.fields;
        this.#names = new Map();
        this.#branches = new Set();
        for (const field of this.fields) {
            if (!field.isWanted) continue;
            this.#names.set(field.name, [...this.#names.get(field.name) ?? [], field]);
            const parts = field.name.split('.');
            for (let count = 1; count < parts.length; count++) this.#branches.add(parts.slice(0, count).join('.'));
        }
    }

    /** The fields that cannot be made as they are. */
    get faulty() { return this.fields.filter((field) => this.fault(field)); }

    /** @param {number} page */
    #size(page) { return this.sizes[page - 1] ?? { width: 595, height: 842 }; }

    /** @param {string} name */
    #free(name) {
        const names = new Set(this.fields.map((field) => field.name));
        let free = name;
        for (let number = 2; names.has(free); number++) free = `${name}${number}`;
        return free;
    }

    /** @param {string} name of a group @param {Field[]} fresh */
    #freeChoice(name, fresh) {
        const taken = new Set([...this.fields, ...fresh].filter((field) => field.name === name).map(({ choice }) => choice));
        let number = 1;
        while (taken.has(String(number))) number += 1;
        return String(number);
    }
}

/** @type {Record<FieldType, string>} what new fields are called */
const text = { text: 'text', check: 'check', radio: 'choice', combo: 'list', list: 'list', push: 'picture', signature: 'signature' };

/** @param {readonly Field[]} fields */
function sorted(fields) { return [...fields].sort((a, b) => a.order - b.order || a.key - b.key); }

/** @param {unknown} a @param {unknown} b values of a property, which are plain or lists of plain values */
export function equal(a, b) { return a === b || Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => one === b[i]); }

/**
 * The properties of a field that differ from those of an older one.
 * @param {Field} older @param {Field} newer @returns {Partial<Field>}
 */
export function changes(older, newer) {
    return Object.fromEntries(Object.entries(newer).filter(([name, value]) => !equal(value, /** @type {any} */ (older)[name])));
}

/** @param {readonly Field[]} older @param {readonly Field[]} newer @returns {Step} */
function difference(older, newer) {
    /** @type {Step} */
    const step = new Map();
    const old = new Map(older.map((field) => [field.key, field]));
    for (const after of newer) {
        const before = old.get(after.key) ?? null;
        old.delete(after.key);
        if (before !== after && (!before || Object.keys(changes(before, after)).length > 0)) step.set(after.key, { before, after });
    }
    for (const [key, before] of old) step.set(key, { before, after: null });
    return step;
}

/**
 * Fields after a step was taken back or done again. What somebody else has changed since then stays.
 * @param {readonly Field[]} fields @param {Step} step @param {'before' | 'after'} old @param {'before' | 'after'} fresh
 * @returns {Field[] | undefined} undefined if nothing changes
 */
function stepped(fields, step, old, fresh) {
    const found = new Map(fields.map((field) => [field.key, field]));
    let isNew = false;
    for (const [key, { [old]: left, [fresh]: wanted }] of step) {
        const now = found.get(key);
        if (!wanted) {
            // What somebody else has changed since it came stays.
            if (!now || !left || Object.keys(changes(left, now)).some((name) => name !== 'order')) continue;
            found.delete(key);
            isNew = true;
        } else if (!left) {
            if (!now) found.set(key, wanted);
            isNew ||= !now;
        } else if (now) {
            const own = Object.entries(changes(left, wanted)).filter(([name]) => equal(/** @type {any} */ (now)[name], /** @type {any} */ (left)[name]));
            if (own.length > 0) found.set(key, { ...now, ...Object.fromEntries(own) });
            isNew ||= own.length > 0;
        }
    }
    return isNew ? sorted([...found.values()]) : undefined;
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) { return Math.max(low, Math.min(value, high)); }

/** @param {readonly Field[]} fields @returns {Rect} the box around them */
function around(fields) {
    return fields.reduce((/** @type {Rect} */ box, { rect }) => [
        Math.min(box[0], rect[0]), Math.min(box[1], rect[1]), Math.max(box[2], rect[2]), Math.max(box[3], rect[3]),
    ], [Infinity, Infinity, -Infinity, -Infinity]);
}

/**
 * The name of a field so many rows below: its last number counts on, or it gets one.
 * @param {string} name @param {number} row @param {Set<string>} taken
 */
function counted(name, row, taken) {
    // More digits are no number that one could count on from.
    const found = /^(.*?)(\d{1,9})(\D*)$/.exec(name);
    let number = found ? Number(found[2]) + row : row + 1;
    const made = () => (found ? `${found[1]}${number}${found[3]}` : `${name}${number}`);
    while (taken.has(made())) number += 1;
    return made();
}
