// SPDX-License-Identifier: GPL-3.0-or-later
// Signing out: for browsers that several people use.

import { signOut } from '../sync/person.js';
import { counted, text } from '../texts/texts.js';
import { showDialog } from './dialogs.js';
import { make } from './element.js';

/** @param {import('../sync/api.js').Api} api @param {import('../sync/outbox.js').Outbox} outbox */
export function signOutDialog(api, outbox) {
    const { edits } = outbox.status;
    const outcome = make('p', { className: 'fault', role: 'alert' });
    const act = make('button', {
        type: 'button', className: 'button primary', data: { testid: 'sign-out-now' }, on: {
            click: async () => {
                act.disabled = true;
                try {
                    await signOut(api, outbox.store);
                } catch (error) {
                    outcome.textContent = error instanceof Error ? error.message : String(error);
                    act.disabled = false;
                }
            },
        },
    }, text('sign.out'));
    const lost = edits > 0 ? [make('p', { className: 'fault' }, counted('sign.out.lost', edits))] : [];
    const dialog = showDialog(text('sign.out'), make('p', {}, text('sign.out.text')), ...lost, outcome,
        make('div', { className: 'dialog-actions' },
            make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('close')), act));
}
