// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the password of an encrypted sheet, where it is opened.

import { headersOf, know, listenToLocked, share } from '../sync/passwords.js';
import { text } from '../texts/texts.js';
import { showDialog, tell } from './dialogs.js';
import { make } from './element.js';

/**
 * Asks until the sheet opens. Resolves to whether it did.
 * @param {import('../sync/api.js').Character} character
 * @returns {Promise<boolean>}
 */
export function askPassword(character) {
    const password = make('input', { type: 'password', required: true, autocomplete: 'off', data: { testid: 'password' } });
    const fault = make('p', { className: 'fault', role: 'alert' });
    const unlock = make('button', { type: 'submit', className: 'button primary', data: { testid: 'unlock' } }, text('locked.unlock'));
    let isOpen = false;
    const form = make('form', {
        on: {
            submit: async (/** @type {Event} */ event) => {
                event.preventDefault();
                unlock.disabled = true;
                fault.textContent = '';
                const { id, template } = character;
                know([id, template], password.value);
                isOpen = await opens(template ?? id);
                unlock.disabled = false;
                if (isOpen) dialog.close();
                else {
                    fault.textContent = text('locked.wrong');
                    password.select();
                }
            },
        },
    }, make('label', { className: 'field' }, text('locked.password'), password), fault,
    make('p', { className: 'hint' }, text('locked.hint')),
    make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')), unlock));
    const dialog = showDialog(text('locked.title', { name: character.name }), form);
    password.focus();
    return new Promise((resolve) => dialog.addEventListener('close', () => resolve(isOpen)));
}

/**
 * Whether a sheet's first page can be drawn with the password that is known.
 * @param {string} id
 */
async function opens(id) {
    try {
        const answer = await fetch(`/iiif/${encodeURIComponent(id)}:1/full/^!16,16/0/default.png`, {
            credentials: 'same-origin', cache: 'no-store', headers: headersOf(id),
        });
        return answer.ok;
    } catch {
        return false;
    }
}

/**
 * Asks for the password where the character that is open is locked.
 * @param {import('../sync/api.js').Character} character @param {() => void} opened everything can be fetched again
 * @returns {() => void} stops
 */
export function whenLocked(character, opened) {
    share(character);
    let isAsked = false;
    const ask = async () => {
        if (await askPassword(character)) opened();
        else {
            tell(text('locked.sheet'), { label: text('locked.unlock'), act: () => void ask() });
        }
    };
    return listenToLocked((id) => {
        if (isAsked || (id !== character.id && id !== character.template)) return;
        isAsked = true;
        void ask();
    });
}
