// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog for a new character: a name, and pictures of what there is to write on. The rules for names are told as one types.

import { shownTemplates } from '../../model/library.js';
import { nameFault, nameLimit } from '../../model/names.js';
import { smallPicture } from '../../model/page-picture.js';
import { padPages, rulings } from '../../model/paper-pdf.js';
import { text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { icon, make } from '../element.js';
import { askWhenNear } from './lazy-picture.js';

/** @typedef {import('../../sync/api.js').Template} Template */

/** Of more sheets than these, one searches. */
const manySheets = 8;

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
 * Sheets and paper to choose from, by their pictures. A single sheet is chosen already, and paper where there is no sheet.
 * @param {Template[]} templates @param {string} [chosen] a template, or `paper:` and a ruling
 */
function sheetChoice(templates, chosen = templates.length === 1 ? templates[0].id : templates.length === 0 ? 'paper:blank' : undefined) {
    /** @param {string} value @param {string} name @param {HTMLElement} sheet */
    const choice = (value, name, sheet) => make('label', { className: 'choice', title: name },
        make('input', { type: 'radio', name: 'template', value, checked: value === chosen }), sheet, make('span', { className: 'name' }, name));
    const sheets = templates.map(({ id, name }) => {
        const picture = make('img', { alt: '', decoding: 'async', draggable: false });
        const sheet = make('span', { className: 'small-sheet' }, picture);
        picture.addEventListener('error', () => sheet.replaceChildren(icon('sheet')));
        askWhenNear(sheet, picture, smallPicture(id, 1, 240));
        return choice(id, name, sheet);
    });
    // A pad that somebody writes on already is among the sheets.
    const fresh = rulings.filter((ruling) => !templates.some(({ name, pageCount }) => name === text(`paper.${ruling}`) && pageCount === padPages));
    const papers = fresh.map((ruling) => choice(`paper:${ruling}`, text(`paper.${ruling}`), make('span', { className: `small-sheet paper-${ruling}` })));
    const list = make('div', { className: 'choices' }, ...sheets, ...papers);
    const filter = make('input', {
        type: 'search', placeholder: text('new.filter'), 'aria-label': text('new.filter'), data: { testid: 'template-filter' },
        on: {
            input: () => {
                const shown = new Set(shownTemplates(templates, filter.value));
                sheets.forEach((sheet, i) => { sheet.hidden = !shown.has(templates[i]); });
                for (const paper of papers) paper.hidden = filter.value.trim() !== '';
            },
        },
    });
    const element = make('fieldset', { className: 'field sheet-choice', data: { testid: 'character-template' } },
        make('legend', {}, text('new.template')), templates.length > manySheets && filter, list);
    return {
        element,
        get value() { return /** @type {HTMLInputElement | null} */ (list.querySelector('input:checked'))?.value; },
        focus: () => /** @type {HTMLElement | null} */ (list.querySelector('.choice:not([hidden]) input'))?.focus(),
    };
}

/**
 * @param {Template[]} templates @param {string | undefined} chosen a template, or `paper:` and a ruling
 * @param {(values: {name: string, template: string}) => Promise<void>} create
 * @param {(file: File, name: string) => Promise<void>} take makes a character of a filled PDF
 */
export function newCharacterDialog(templates, chosen, create, take) {
    const field = nameField('');
    const sheets = sheetChoice(templates, chosen);
    const fault = make('p', { className: 'fault', role: 'alert' });
    sheets.element.addEventListener('change', () => { fault.textContent = ''; });
    const button = make('button', { type: 'submit', className: 'button primary', data: { testid: 'create' } }, text('create'));
    /** @param {() => Promise<void>} work */
    const attempt = async (work) => {
        button.disabled = filled.disabled = true;
        try {
            await work();
            dialog.close();
        } catch (error) {
            fault.textContent = error instanceof Error ? error.message : String(error);
        }
        button.disabled = filled.disabled = false;
    };
    const file = make('input', { type: 'file', accept: '.pdf,application/pdf', hidden: true, data: { testid: 'filled-input' } });
    file.addEventListener('change', () => {
        const [one] = file.files ?? [];
        const name = field.input.value.trim() || (one?.name.replace(/\.pdf$/i, '') ?? '');
        if (one) void attempt(() => take(one, name));
        file.value = '';
    });
    const filled = make('button', { type: 'button', className: 'button', data: { testid: 'filled' }, on: { click: () => file.click() } }, text('new.filled'));
    const form = make('form', {
        on: {
            submit: async (/** @type {Event} */ event) => {
                event.preventDefault();
                if (!field.isGood()) {
                    field.input.focus();
                    return;
                }
                const template = sheets.value;
                if (template === undefined) {
                    fault.textContent = text('new.choose');
                    sheets.focus();
                    return;
                }
                await attempt(() => create({ name: field.input.value.trim(), template }));
            },
        },
    }, field.element, sheets.element, fault,
    make('div', { className: 'dialog-actions' }, filled, file,
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')), button));
    const dialog = showDialog(text('new.title'), form);
    dialog.classList.add('new-character');
    field.input.focus();
}
