// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog for a new character. The rules for names are told as one types.

import { nameFault, nameLimit } from '../../model/names.js';
import { rulings } from '../../model/paper-pdf.js';
import { text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';

/** @typedef {import('../../sync/api.js').Template} Template */

const words = /** @type {const} */ ({ empty: 'new.empty', long: 'new.long', control: 'new.control' });

/**
 * A field for a name that says what is wrong with it.
 * @param {string} value
 */
export function nameField(value) {
    const hint = make('span', { className: 'hint', id: 'name-hint', 'aria-live': 'polite' }, text('new.rule', { limit: nameLimit }));
    const input = make('input', {
        type: 'text', value, autocomplete: 'off', 'aria-describedby': 'name-hint', data: { testid: 'character-name' },
        on: { input: () => check() },
    });
    const check = () => {
        const fault = nameFault(input.value);
        hint.textContent = text(fault ? words[fault] : 'new.rule', { limit: nameLimit });
        hint.classList.toggle('fault', fault !== undefined);
        input.setAttribute('aria-invalid', String(fault !== undefined));
        return fault === undefined;
    };
    return { input, isGood: check, element: make('label', { className: 'field' }, text('new.name'), input, hint) };
}

/**
 * @param {Template[]} templates @param {string | undefined} chosen a template, or `paper:` and a ruling
 * @param {(values: {name: string, template: string}) => Promise<void>} create
 */
export function newCharacterDialog(templates, chosen, create) {
    const field = nameField('');
    const sheets = templates.map(({ id, name }) => make('option', { value: id }, name));
    const papers = rulings.map((ruling) => make('option', { value: `paper:${ruling}` }, text(`paper.${ruling}`)));
    const select = make('select', { data: { testid: 'character-template' } },
        ...(sheets.length > 0 ? [make('optgroup', { label: text('templates') }, ...sheets)] : []),
        make('optgroup', { label: text('paper') }, ...papers));
    if (chosen) select.value = chosen;
    const fault = make('p', { className: 'fault', role: 'alert' });
    const button = make('button', { type: 'submit', className: 'button primary', data: { testid: 'create' } }, text('create'));
    const form = make('form', {
        on: {
            submit: async (/** @type {Event} */ event) => {
                event.preventDefault();
                if (!field.isGood()) {
                    field.input.focus();
                    return;
                }
                button.disabled = true;
                try {
                    await create({ name: field.input.value.trim(), template: select.value });
                    dialog.close();
                } catch (error) {
                    fault.textContent = error instanceof Error ? error.message : String(error);
                }
                button.disabled = false;
            },
        },
    }, field.element, make('label', { className: 'field' }, text('new.template'), select), fault,
    make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')), button));
    const dialog = showDialog(text('new.title'), form);
    field.input.focus();
}
