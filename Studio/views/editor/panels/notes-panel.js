// SPDX-License-Identifier: GPL-3.0-or-later
// All notes and marks of a character in a list, from which one jumps to them.

import { remarksOf } from '../../../model/insertions.js';
import { text } from '../../../texts/texts.js';
import { showDialog } from '../../dialogs.js';
import { make } from '../../element.js';

/** @typedef {import('../../../model/editor.js').EditorModel} EditorModel */

/** How many pages are fetched for the list at most. */
const mostPages = 400;

/**
 * @param {EditorModel} model @param {(page: number, object: any) => void} open
 */
export async function notesPanel(model, open) {
    const list = make('ul', { className: 'notes-list', data: { testid: 'notes-list' } });
    const state = make('p', { className: 'hint', role: 'status' }, text('opening'));
    const dialog = showDialog(text('notes'), state, list, make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('close'))));
    const drawn = model.pages.filter(({ revision, page }) => revision > 0 || model.ink(page).objects.length > 0).slice(0, mostPages);
    let failed = 0;
    for (const { page } of drawn) await model.load(page).catch(() => { failed += 1; });
    const remarks = remarksOf(drawn.map(({ page }) => ({ number: page, objects: model.ink(page).objects, layers: model.ink(page).layers })));
    state.textContent = failed > 0 ? text('notes.failed') : remarks.length === 0 ? text('notes.none') : '';
    state.hidden = state.textContent === '';
    list.replaceChildren(...remarks.map(({ page, object }) => {
        /** @type {{note?: any, markup?: import('../../../model/markup.js').Markup}} */
        const { note, markup } = object;
        const heading = markup ? markup.words?.slice(0, 200) || text(`mark.${markup.style}`) : note.title || note.text?.slice(0, 80) || text('note');
        const entry = make('button', {
            type: 'button', className: 'entry note-entry', on: {
                click: () => {
                    dialog.close();
                    open(page, object);
                },
            },
        }, make('span', { className: 'note-dot', 'aria-hidden': 'true' }),
        make('span', { className: 'note-words' }, make('strong', {}, heading), markup?.text && make('span', {}, markup.text.slice(0, 200)),
            make('span', { className: 'hint' }, text('page', { number: model.position(page) }))));
        const { red, green, blue } = (note ?? markup).color;
        entry.style.setProperty('--ink', `rgb(${red * 255} ${green * 255} ${blue * 255})`);
        return make('li', {}, entry);
    }));
}
