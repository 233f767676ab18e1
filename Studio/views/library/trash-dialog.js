// SPDX-License-Identifier: GPL-3.0-or-later
// The trash: what was removed, and what becomes of it.

import { locale, text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';

/** @typedef {import('../../sync/owner-api.js').OwnerApi} OwnerApi */
/** @typedef {import('../../sync/owner-api.js').TrashEntry} TrashEntry */

/**
 * @param {OwnerApi} owner @param {() => void} changed
 */
export function trashDialog(owner, changed) {
    const list = make('div', { className: 'rows', data: { testid: 'trash' } }, make('p', { role: 'status' }, text('opening')));
    const fault = make('p', { className: 'fault', role: 'alert' });
    const empty = make('button', {
        type: 'button', className: 'button grave', hidden: true, on: { click: () => sure() },
    }, text('trash.empty'));
    const dialog = showDialog(text('trash'), list, fault, make('div', { className: 'dialog-actions' }, empty,
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('close'))));
    dialog.classList.add('wide');

    /** @param {Promise<unknown>} work */
    async function after(work) {
        try {
            await work;
            fault.textContent = '';
        } catch (error) {
            fault.textContent = error instanceof Error ? error.message : String(error);
        }
        changed();
        await show();
    }

    /** A second press is needed for what cannot be taken back. */
    function sure() {
        if (empty.dataset.sure) return after(owner.emptyTrash());
        empty.dataset.sure = 'yes';
        empty.textContent = text('trash.sure');
        return undefined;
    }

    async function show() {
        const entries = await owner.trash();
        delete empty.dataset.sure;
        empty.textContent = text('trash.empty');
        empty.hidden = entries.length === 0;
        list.replaceChildren(...(entries.length > 0 ? entries.map(row) : [make('p', { className: 'hint' }, text('trash.nothing'))]));
    }

    /** @param {TrashEntry} entry */
    function row({ id, kind, name, expires }) {
        const until = new Date(expires).toLocaleDateString(locale(), { dateStyle: 'medium' });
        return make('div', { className: 'row', data: { id } },
            make('div', { className: 'words' }, make('span', { className: 'name' }, name),
                make('span', { className: 'hint' }, text(kind === 'template' ? 'trash.template' : 'trash.character', { date: until }))),
            make('button', {
                type: 'button', className: 'button', 'aria-label': text('trash.restore', { name }), on: { click: () => after(owner.restore(id)) },
            }, text('restore')),
            make('button', {
                type: 'button', className: 'button grave', 'aria-label': text('trash.delete', { name }), on: { click: () => after(owner.deleteForGood(id)) },
            }, text('trash.delete.short')));
    }
    void after(Promise.resolve());
}
