// SPDX-License-Identifier: GPL-3.0-or-later
// Moves a character to a new edition of its template: asks which, shows where everything would go, and moves it.

import { EditionMove } from '../../model/edition-move.js';
import { itemsOf } from '../../model/items.js';
import { PageInk } from '../../model/page-ink.js';
import { ApiError } from '../../sync/api.js';
import { text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';
import { EditionView } from './edition-view.js';

/** @typedef {import('../../sync/api.js').Character} Character */
/** @typedef {import('../../sync/api.js').Template} Template */
/** @typedef {import('../../sync/owner-api.js').OwnerApi} OwnerApi */
/** @typedef {import('../../sync/outbox.js').Outbox} Outbox */

/**
 * @param {{character: Character, templates: Template[], owner: OwnerApi, outbox: Outbox}} what
 * @param {(template: Template) => void} moved
 */
export function editionDialog({ character, templates, owner, outbox }, moved) {
    const others = likeliestFirst(templates.filter(({ id }) => id !== character.template), character.templateName ?? '');
    const select = make('select', { data: { testid: 'edition-template' } }, ...others.map(({ id, name }) => make('option', { value: id }, name)));
    const outcome = make('div', { className: 'outcome', 'aria-live': 'polite' });
    const start = make('button', { type: 'submit', className: 'button primary', data: { testid: 'edition-compare' } }, text('edition.compare'));
    const form = make('form', {
        on: {
            submit: (/** @type {Event} */ event) => {
                event.preventDefault();
                void compare();
            },
        },
    }, make('p', { className: 'hint' }, text('edition.hint')), make('label', { className: 'field' }, text('edition.new'), select), outcome,
    make('div', { className: 'dialog-actions' }, closer(text('cancel')), start));
    const dialog = showDialog(text('edition.title', { name: character.name }),
        others.length > 0 ? form : make('div', {}, make('p', {}, text('edition.none')), make('div', { className: 'dialog-actions' }, closer(text('close')))));

    /** @param {string} label */
    function closer(label) {
        return make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, label);
    }

    /** @param {unknown} error */
    function refuse(error) {
        outcome.replaceChildren(make('p', { className: 'fault', role: 'alert' }, error instanceof Error ? error.message : String(error)));
    }

    async function compare() {
        const template = others.find(({ id }) => id === select.value);
        if (!template || start.disabled) return;
        start.disabled = true;
        try {
            outcome.replaceChildren(make('p', {}, text('export.waits')));
            while (dialog.open && outbox.status.state !== 'saved') await pause(150);
            if (!dialog.open) return;
            outcome.replaceChildren(make('p', {}, text('edition.comparing')), make('progress', { 'aria-label': text('edition.comparing') }));
            await show(template);
        } catch (error) {
            refuse(error);
        }
        start.disabled = false;
    }

    /** @param {Template} template */
    async function show(template) {
        const { answer, revision } = await owner.tryEdition(character.id, template.id);
        const { api } = owner;
        const [drawings, oldSizes, newSizes] = await Promise.all([
            drawingsOf(api, character.id, [...new Set(answer.items.map(({ oldPage }) => oldPage))]),
            api.pages(character), api.pages(character, template.id),
        ]);
        if (!dialog.open) return;
        const move = new EditionMove(answer, drawings);
        const view = new EditionView(move, { template: character.template ?? '', sizes: oldSizes },
            { template: template.id, sizes: newSizes.slice(0, template.pageCount) });
        const fault = make('p', { className: 'fault', role: 'alert' });
        const button = make('button', { type: 'button', className: 'button primary', data: { testid: 'edition-move' } }, text('edition.move'));
        button.addEventListener('click', async () => {
            button.disabled = true;
            try {
                await owner.moveToEdition(character.id, template.id, move.corrections, revision);
                dialog.close();
                moved(template);
            } catch (error) {
                fault.textContent = error instanceof ApiError && error.status === 412 ? text('edition.changed')
                    : error instanceof Error ? error.message : String(error);
                button.disabled = false;
            }
        });
        const again = make('button', {
            type: 'button', className: 'button', on: {
                click: () => {
                    dialog.classList.remove('edition-dialog');
                    outcome.replaceChildren();
                    shown.replaceWith(form);
                },
            },
        }, text('edition.other'));
        const shown = make('div', { className: 'edition' }, view.element, make('div', { className: 'edition-foot' },
            fault, view.bar, make('div', { className: 'dialog-actions' }, again, closer(text('cancel')), button)));
        dialog.classList.add('edition-dialog');
        form.replaceWith(shown);
        view.start();
    }
}

/**
 * @param {import('../../sync/api.js').Api} api @param {string} character @param {number[]} pages
 * @returns {Promise<Map<number, import('../../model/items.js').Item[]>>}
 */
async function drawingsOf(api, character, pages) {
    const drawings = new Map();
    const waiting = [...pages];
    const work = async () => {
        for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
            const { ink: words, revision } = await api.ink(character, page, true);
            const ink = new PageInk();
            ink.load(words, revision);
            drawings.set(page, itemsOf(ink.state));
        }
    };
    await Promise.all([work(), work(), work(), work()]);
    return drawings;
}

/**
 * Templates whose names begin as a name does come first: editions are mostly called alike.
 * @param {Template[]} templates @param {string} name
 */
function likeliestFirst(templates, name) {
    const likeness = (/** @type {Template} */ other) => {
        let count = 0;
        while (count < name.length && name[count].toLowerCase() === other.name[count]?.toLowerCase()) count++;
        return count;
    };
    return [...templates].sort((a, b) => likeness(b) - likeness(a));
}

/** @param {number} milliseconds */
function pause(milliseconds) { return new Promise((resolve) => setTimeout(resolve, milliseconds)); }
