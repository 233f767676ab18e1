// SPDX-License-Identifier: GPL-3.0-or-later
// The properties of the fields that are selected, and the names of all fields.

import { fieldTypes } from '../../model/form-design.js';
import { counted, text } from '../../texts/texts.js';
import { icon, make } from '../element.js';

/** @typedef {import('../../model/form-design.js').FormDesign} FormDesign */
/** @typedef {import('../../model/form-design.js').Field} Field */
/** @typedef {import('../../model/form-design.js').FieldType} FieldType */

const edges = /** @type {const} */ (['left', 'center', 'right', 'top', 'middle', 'bottom']);
const alignments = /** @type {const} */ (['left', 'center', 'right']);
/** The distance between rows is at most so many points. */
const longestDistance = 400;

export class DesignPanel {
    #properties = make('section', { className: 'design-properties', 'aria-label': text('design.properties') });
    #names = make('ol', { className: 'design-names' });
    #summary = make('p', { className: 'hint', role: 'status', data: { testid: 'design-summary' } });
    /** @type {Map<number, {row: HTMLElement, input: HTMLInputElement, mark: HTMLElement}>} */
    #rows = new Map();
    /** Which controls are shown, as `controlsOf` says it. */
    #shownFor = '';
    /** The values in the controls; empty if somebody may have typed others. */
    #shownValues = '';

    /** @param {FormDesign} design @param {(field: Field) => void} visit shows a field on its page */
    constructor(design, visit) {
        this.design = design;
        this.visit = visit;
        this.#properties.addEventListener('pointerdown', () => {
            this.#isPressed = true;
            window.addEventListener('pointerup', () => setTimeout(() => {
                this.#isPressed = false;
                if (this.#waits) this.#rebuild();
            }), { once: true });
        });
        this.element = make('aside', { className: 'design-panel' }, this.#summary, this.#properties,
            make('section', { 'aria-label': text('design.names') }, make('h2', {}, text('design.names')), this.#names));
    }

    update() {
        const { fields, faulty } = this.design;
        const made = fields.filter(({ isWanted }) => isWanted).length;
        this.#summary.textContent = [text('design.count', { made, doubtful: fields.length - made }),
            faulty.length > 0 && text('design.faults', { count: faulty.length })].filter(Boolean).join(' · ');
        this.#listNames();
        this.#showProperties();
    }

    /** Puts the cursor into the name of what is selected. */
    rename() {
        const input = /** @type {HTMLInputElement | null} */ (this.#properties.querySelector('[data-testid="design-name"]'));
        input?.focus();
        input?.select();
    }

    #listNames() {
        const { fields, selection } = this.design;
        const keys = new Set(fields.map(({ key }) => key));
        for (const [key, { row }] of this.#rows) {
            if (keys.has(key)) continue;
            row.remove();
            this.#rows.delete(key);
        }
        fields.forEach((field, i) => {
            const { row, input, mark } = this.#rows.get(field.key) ?? this.#made(field);
            if (this.#names.children[i] !== row) this.#names.insertBefore(row, this.#names.children[i] ?? null);
            row.className = `${selection.has(field.key) ? 'selected' : ''} ${field.isWanted ? '' : 'doubtful'}`;
            if (input.value !== field.name && document.activeElement !== input) input.value = field.name;
            const fault = this.design.fault(field);
            input.setAttribute('aria-invalid', String(fault !== undefined));
            mark.textContent = fault ? text(`design.fault.${fault}`) : field.isWanted ? '' : `${Math.round(field.certainty * 100)} %`;
        });
    }

    /** @param {Field} field */
    #made({ key, page, name }) {
        const current = () => /** @type {Field} */ (this.design.fields.find((one) => one.key === key));
        const input = make('input', {
            type: 'text', value: name, 'aria-label': text('design.name.on', { page }), spellcheck: false, data: { testid: 'design-row' },
            on: {
                focus: () => {
                    this.design.select([key]);
                    this.visit(current());
                },
                change: () => this.design.rename(key, input.value),
            },
        });
        const mark = make('span', { className: 'hint' });
        const row = make('li', {}, input, mark);
        const made = { row, input, mark };
        this.#rows.set(key, made);
        return made;
    }

    /**
     * Shows the properties of what is selected. Controls stay as long as the same fields of the same kind are: a press that
     * ends the typing in one of them must find the next one in its place.
     */
    #showProperties() {
        const { selected } = this.design;
        if (controlsOf(selected) !== this.#shownFor) {
            // After the press or the key that changed it, which may go on to another control.
            this.#waits = true;
            if (!this.#properties.contains(document.activeElement) && !this.#isPressed) this.#rebuild();
            else if (!this.#isPressed) setTimeout(() => this.#waits && this.#rebuild());
            return;
        }
        // A drag changes places only, many times a second.
        const values = JSON.stringify(selected, (name, value) => (name === 'rect' ? undefined : value));
        if (values === this.#shownValues) return;
        const isTyped = this.#properties.contains(document.activeElement);
        this.#shownValues = isTyped ? '' : values;
        const fresh = this.#parts(selected);
        const now = [...this.#properties.querySelectorAll('input, textarea, select')];
        const then = fresh.flatMap((part) => [...part.querySelectorAll('input, textarea, select')]);
        now.forEach((control, i) => {
            const other = /** @type {HTMLInputElement} */ (then[i]);
            const own = /** @type {HTMLInputElement} */ (control);
            if (!other || own.dataset.testid !== other.dataset.testid || own === document.activeElement || own.dataset.testid?.startsWith('design-repeat')) return;
            if (own.type === 'checkbox') own.checked = other.checked;
            else if (own.value !== other.value) own.value = other.value;
        });
    }

    /** Whether the controls are others than those that are shown. */
    #waits = false;
    /** Whether a pointer is down on a control. */
    #isPressed = false;

    #rebuild() {
        const { selected } = this.design;
        this.#waits = false;
        this.#shownFor = controlsOf(selected);
        this.#shownValues = '';
        const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.testid;
        const isHeld = this.#properties.contains(document.activeElement);
        this.#properties.replaceChildren(...this.#parts(selected));
        if (!isHeld) return;
        const same = focused && this.#properties.querySelector(`[data-testid="${focused}"]`);
        /** @type {HTMLElement | null} */ (same || this.#properties.querySelector('button, select'))?.focus();
    }

    /** @param {Field[]} selected @returns {HTMLElement[]} */
    #parts(selected) {
        const [first] = selected;
        if (!first) return [make('p', { className: 'hint' }, text('design.choose'))];
        const isOne = selected.length === 1;
        const all = (/** @type {FieldType[]} */ ...types) => selected.every(({ type }) => types.includes(type));
        return [
            isOne ? this.#text('name', first.name, (name) => this.design.rename(first.key, name))
                : make('p', {}, counted('design.selected', selected.length)),
            make('div', { className: 'design-deeds' },
                selected.some(({ isWanted }) => !isWanted) && this.#deed('accept', () => this.design.want(true), 'check'),
                selected.some(({ isWanted }) => isWanted) && this.#deed('leave', () => this.design.want(false)),
                this.#deed('remove', () => this.design.remove(), 'trash')),
            this.#select('type', fieldTypes, first.type, (type) => this.design.set({
                type, ...(type === 'radio' ? { choice: first.choice ?? '1' } : {}),
            })),
            isOne && this.#text('tooltip', first.tooltip ?? '', (words) => this.design.set({ tooltip: words.trim() || null })),
            isOne && all('radio') && this.#text('choice', first.choice ?? '', (words) => this.design.set({ choice: words.trim() || null })),
            all('list', 'combo') && this.#lines('choices', first.choices, (choices) => this.design.set({ choices })),
            all('text') && this.#check('multiline', first.multiline, (multiline) => this.design.set({ multiline, ...(multiline ? { cells: null } : {}) })),
            all('text') && !first.multiline && this.#number('cells', first.cells, 1, 1000, (cells) => this.design.set({ cells })),
            all('text') && !first.cells && this.#number('maximumLength', first.maximumLength, 1, 1000000, (maximumLength) => this.design.set({ maximumLength })),
            all('text', 'list', 'combo') && this.#number('fontSize', first.fontSize || null, 1, 144, (size) => this.design.set({ fontSize: size ?? 0 })),
            all('text') && this.#select('alignment', alignments, first.alignment, (alignment) => this.design.set({ alignment })),
            isOne && all('text') && this.#lines('sumOf', first.sumOf, (sumOf) => this.design.set({ sumOf }), this.#summands(first)),
            selected.length > 1 && make('div', { className: 'design-deeds', role: 'group', 'aria-label': text('design.align') },
                ...edges.map((edge) => this.#deed(`align.${edge}`, () => this.design.align(edge))),
                this.#deed('equal', () => this.design.equalize()),
                selected.length > 2 && this.#deed('across', () => this.design.distribute('across')),
                selected.length > 2 && this.#deed('down', () => this.design.distribute('down'))),
            this.#repeating(selected),
        ].flatMap((part) => part || []);
    }

    /**
     * The names of the fields that a field may add up.
     * @param {Field} field
     */
    #summands(field) { return this.design.fields.filter((one) => one.type === 'text' && one.isWanted && one !== field).map(({ name }) => name); }

    /** @param {Field[]} selected */
    #repeating(selected) {
        const tall = Math.max(...selected.map(({ rect }) => rect[3])) - Math.min(...selected.map(({ rect }) => rect[1]));
        const count = numberInput(1, 100, 1, 'design-repeat-count', text('design.repeat.count'));
        const distance = numberInput(1, longestDistance, Math.round(tall * 10) / 10, 'design-repeat-distance', text('design.repeat.distance'));
        const act = () => {
            if (count.valueAsNumber >= 1 && distance.valueAsNumber > 0) this.design.repeat(Math.min(100, Math.round(count.valueAsNumber)), distance.valueAsNumber);
        };
        return make('div', { className: 'design-repeat', role: 'group', 'aria-label': text('design.repeat') },
            count, make('span', {}, '×'), distance, make('span', { className: 'hint' }, 'pt'), this.#deed('repeat', act, 'duplicate'));
    }

    /** @param {string} name @param {() => void} act @param {string} [picture] */
    #deed(name, act, picture) {
        return make('button', { type: 'button', className: 'button', data: { testid: `design-${name.replace('.', '-')}` }, on: {
            click: () => {
                act();
                // The press is over.
                if (this.#waits) this.#rebuild();
            },
        } },
            picture && icon(picture), text(/** @type {import('../../texts/texts.js').Key} */ (`design.${name}`)));
    }

    /** @param {string} name @param {Node} control @param {boolean} [isInline] */
    #labeled(name, control, isInline = false) {
        return make('label', { className: isInline ? 'inline' : 'field' }, ...(isInline ? [control, text(keyOf(name))] : [text(keyOf(name)), control]));
    }

    /** @param {string} name @param {string} value @param {(value: string) => void} take */
    #text(name, value, take) {
        const input = make('input', { type: 'text', value, data: { testid: `design-${name}` }, spellcheck: false, on: { change: () => take(input.value) } });
        return this.#labeled(name, input);
    }

    /** @param {string} name @param {readonly string[]} values @param {(values: string[]) => void} take @param {string[]} [allowed] */
    #lines(name, values, take, allowed) {
        const input = make('textarea', {
            value: values.join('\n'), rows: Math.min(6, Math.max(2, values.length + 1)), data: { testid: `design-${name}` }, spellcheck: false, on: {
                change: () => {
                    const lines = [...new Set(input.value.split('\n').map((line) => line.trim()).filter(Boolean))];
                    const unknown = allowed && lines.find((line) => !allowed.includes(line));
                    input.setCustomValidity(unknown ? text('design.unknown', { name: unknown }) : '');
                    input.reportValidity();
                    take(allowed ? lines.filter((line) => allowed.includes(line)) : lines);
                },
            },
        });
        return this.#labeled(name, input);
    }

    /** @param {string} name @param {number | null} value @param {number} min @param {number} max @param {(value: number | null) => void} take */
    #number(name, value, min, max, take) {
        const input = numberInput(min, max, value, `design-${name}`);
        input.addEventListener('change', () => {
            const given = input.valueAsNumber;
            take(Number.isFinite(given) ? Math.max(min, Math.min(max, name === 'fontSize' ? given : Math.round(given))) : null);
        });
        return this.#labeled(name, input);
    }

    /** @param {string} name @param {boolean} value @param {(value: boolean) => void} take */
    #check(name, value, take) {
        const input = make('input', { type: 'checkbox', checked: value, data: { testid: `design-${name}` }, on: { change: () => take(input.checked) } });
        return this.#labeled(name, input, true);
    }

    /**
     * @template {string} T
     * @param {string} name @param {readonly T[]} values @param {T} value @param {(value: T) => void} take
     */
    #select(name, values, value, take) {
        const select = make('select', { data: { testid: `design-${name}` }, on: { change: () => take(/** @type {T} */ (select.value)) } },
            ...values.map((one) => make('option', { value: one }, text(keyOf(`${name}.${one}`)))));
        select.value = value;
        return this.#labeled(name, select);
    }
}

/**
 * What decides which controls the properties of fields have.
 * @param {readonly Field[]} fields
 */
function controlsOf(fields) {
    return fields.map(({ key, type, isWanted, multiline, cells }) => [key, type, isWanted, multiline, cells !== null]).join(' ');
}

/** @param {string} name @returns {import('../../texts/texts.js').Key} */
function keyOf(name) { return /** @type {any} */ (`design.${name}`); }

/** @param {number} min @param {number} max @param {number | null} value @param {string} testid @param {string} [label] */
function numberInput(min, max, value, testid, label) {
    return make('input', {
        type: 'number', min: String(min), max: String(max), step: 'any', value: value === null ? '' : String(value), data: { testid },
        ...(label ? { 'aria-label': label, title: label } : {}),
    });
}
