// SPDX-License-Identifier: GPL-3.0-or-later
// Which data of another program fill which fields of a design: proposed, corrected, and saved as a mapping.

import { text } from '../../texts/texts.js';
import { showDialog, tell } from '../dialogs.js';
import { make } from '../element.js';

/** @typedef {import('../../model/form-design.js').FormDesign} FormDesign */

/** From this certainty on, a proposal is taken unless a person says otherwise. */
const threshold = 0.5;

/**
 * @param {import('../../sync/design-api.js').DesignApi} api @param {FormDesign} design @param {string} template its name
 */
export async function showDesignData(api, design, template) {
    try {
        new DesignData(api, design, template, await api.mappings());
    } catch (error) {
        tell(error instanceof Error ? error.message : String(error));
    }
}

class DesignData {
    #rows = make('tbody', {});
    #summary = make('p', { className: 'hint', role: 'status', data: { testid: 'data-summary' } });
    #fault = make('p', { className: 'fault', role: 'alert' });
    #known = make('datalist', { id: 'design-known' });
    /** @type {Set<string>} */
    #names = new Set();
    /** @type {{name: string, input: HTMLInputElement, certainty: HTMLElement, row: HTMLElement}[]} */
    #inputs = [];

    /**
     * @param {import('../../sync/design-api.js').DesignApi} api @param {FormDesign} design @param {string} template
     * @param {{id: string, name: string, saved: boolean}[]} mappings
     */
    constructor(api, design, template, mappings) {
        this.api = api;
        this.design = design;
        this.source = make('select', { data: { testid: 'data-source' }, on: { change: () => void this.#match() } },
            ...mappings.map(({ id, name }) => make('option', { value: id }, name)));
        this.name = make('input', { type: 'text', value: '', placeholder: template, maxLength: 200, required: true, data: { testid: 'data-name' } });
        this.save = make('button', { type: 'submit', className: 'button primary', data: { testid: 'data-save' } }, text('design.data.save'));
        const missing = make('input', {
            type: 'checkbox', data: { testid: 'data-missing' },
            on: { change: () => this.#rows.classList.toggle('only-missing', missing.checked) },
        });
        const form = make('form', {
            className: 'design-data', on: {
                submit: (/** @type {Event} */ event) => {
                    event.preventDefault();
                    void this.#save();
                },
            },
        }, make('p', { className: 'hint' }, text('design.data.hint')), make('label', { className: 'field' }, text('design.data.source'), this.source),
        this.#summary, make('label', { className: 'inline' }, missing, text('design.data.missing')),
        make('div', { className: 'design-data-rows', tabIndex: 0, role: 'region', 'aria-label': text('design.data.title') }, make('table', {}, make('thead', {}, make('tr', {},
            ...['field', 'known', 'certainty'].map((key) => make('th', { scope: 'col' }, text(/** @type {import('../../texts/texts.js').Key} */ (`design.data.${key}`)))))),
        this.#rows)), this.#known, make('label', { className: 'field' }, text('design.data.name'), this.name), this.#fault,
        make('div', { className: 'dialog-actions' },
            make('button', { type: 'button', className: 'button', on: { click: () => this.dialog.close() } }, text('cancel')), this.save));
        this.dialog = showDialog(text('design.data.title'), form);
        this.dialog.classList.add('wide');
        void this.#match();
    }

    /** Asks for proposals. */
    async #match() {
        const source = this.source.value;
        this.#fault.textContent = '';
        this.save.disabled = true;
        try {
            const { known, fields } = await this.api.matches(source, this.design.wanted);
            if (this.source.value === source) this.#show(known, fields);
        } catch (error) {
            this.#fault.textContent = error instanceof Error ? error.message : String(error);
        }
    }

    /** @param {string[]} known @param {{name: string, like: string, certainty: number}[]} matches */
    #show(known, matches) {
        this.#names = new Set(known);
        this.#known.replaceChildren(...[...known].sort().map((value) => make('option', { value })));
        const found = new Map(matches.map((match) => [match.name, match]));
        const fields = new Map(this.design.wanted.filter(({ type }) => type !== 'push' && type !== 'signature').map((field) => [field.name, field]));
        this.#inputs = [...fields.values()].map(({ name, tooltip }) => {
            const match = found.get(name);
            const taken = match && match.certainty >= threshold ? match : undefined;
            const input = make('input', {
                type: 'text', value: taken?.like ?? '', placeholder: match?.like ?? '', spellcheck: false, autocomplete: 'off',
                'aria-label': text('design.data.for', { name }), data: { testid: 'data-known', name }, on: { input: () => this.#corrected(input) },
            });
            input.setAttribute('list', this.#known.id);
            const certainty = make('td', { className: 'certainty' }, taken ? `${Math.round(taken.certainty * 100)} %` : '');
            const row = make('tr', {}, make('th', { scope: 'row', title: tooltip ?? name }, name), make('td', {}, input), certainty);
            return { name, input, certainty, row };
        });
        this.#rows.replaceChildren(...this.#inputs.map(({ row }) => row));
        this.#count();
    }

    /** @param {HTMLInputElement} input */
    #corrected(input) {
        const one = this.#inputs.find((other) => other.input === input);
        if (one) one.certainty.textContent = '';
        this.#count();
    }

    #count() {
        for (const { input, row } of this.#inputs) {
            const value = input.value.trim();
            input.setCustomValidity(value && !this.#names.has(value) ? text('design.data.unknown') : '');
            row.classList.toggle('missing', !value);
        }
        const mapped = this.#inputs.filter(({ input }) => input.value.trim()).length;
        this.#summary.textContent = text('design.data.count', { mapped, all: this.#inputs.length });
        this.save.disabled = mapped === 0;
    }

    async #save() {
        this.#fault.textContent = '';
        this.save.disabled = true;
        const fields = this.#inputs.map(({ name, input }) => ({ name, like: input.value.trim() })).filter(({ like }) => like);
        try {
            const { id, name } = await this.api.saveMapping(this.source.value, this.name.value.trim(), fields);
            this.dialog.close();
            tell(text('design.data.saved', { name }), {
                label: text('design.data.download'), act: () => make('a', { href: `/api/v1/mappings/${encodeURIComponent(id)}`, download: `${name}.json` }).click(),
            });
        } catch (error) {
            this.#fault.textContent = error instanceof Error ? error.message : String(error);
            this.save.disabled = false;
        }
    }
}
