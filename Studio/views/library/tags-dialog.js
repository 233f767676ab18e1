// SPDX-License-Identifier: GPL-3.0-or-later
// The tags of a character: typed, or taken from those of others.

import { typedTags } from '../../model/library.js';
import { text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';

/**
 * @param {{name: string, tags: string[]}} character @param {string[]} known @param {(tags: string[]) => void} save
 */
export function tagsDialog({ name, tags }, known, save) {
    const input = make('input', {
        type: 'text', value: tags.join(', '), autocomplete: 'off', data: { testid: 'tags-input' }, on: { input: () => show() },
    });
    const offered = make('div', { className: 'chips' });
    const show = () => {
        const chosen = typedTags(input.value);
        offered.replaceChildren(...known.map((tag) => make('button', {
            type: 'button', className: 'chip', 'aria-pressed': String(chosen.includes(tag)),
            on: {
                click: () => {
                    input.value = (chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag]).join(', ');
                    show();
                },
            },
        }, tag)));
    };
    const form = make('form', {
        on: {
            submit: (/** @type {Event} */ event) => {
                event.preventDefault();
                dialog.close();
                save(typedTags(input.value));
            },
        },
    }, make('label', { className: 'field' }, text('tags.label'), input), offered,
    make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')),
        make('button', { type: 'submit', className: 'button primary' }, text('save'))));
    const dialog = showDialog(text('tags.title', { name }), form);
    show();
    input.focus();
}
