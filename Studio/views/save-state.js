// SPDX-License-Identifier: GPL-3.0-or-later
// The state of saving, in words.

import { counted, text } from '../texts/texts.js';
import { showDialog } from './dialogs.js';
import { make } from './element.js';

/** @typedef {import('../sync/outbox.js').Status} Status */

/** @param {Status} status */
export function stateWords({ state, strokes, refused }) {
    if (refused.length > 0 && state === 'saved') {
        return counted('state.refused', refused.length, { reason: refused[refused.length - 1].refusal ?? '' });
    }
    if (state === 'saved') return text('state.saved');
    if (state === 'saving') return text('state.saving');
    return strokes > 0 ? counted('state.offline', strokes) : text('state.offline.edits');
}

export class SaveState {
    element = make('span', { className: 'save-state', role: 'status', data: { testid: 'save-state', state: 'saved' } });
    #stop;
    #outbox;

    /** @param {import('../sync/outbox.js').Outbox} outbox */
    constructor(outbox) {
        this.#outbox = outbox;
        this.#stop = outbox.listen({ status: (status) => this.#show(status) });
        this.element.addEventListener('click', () => this.#explain());
        this.element.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') this.#explain();
        });
    }

    /** @param {Status} status */
    #show(status) {
        this.element.dataset.state = status.state;
        const words = stateWords(status);
        if (this.element.textContent !== words) this.element.textContent = words;
        this.element.title = words;
        const isRefused = status.refused.length > 0;
        this.element.classList.toggle('refused', isRefused && status.state === 'saved');
        this.element.tabIndex = isRefused ? 0 : -1;
    }

    /** Says why changes were refused, and lets one put them away. */
    #explain() {
        const { refused } = this.#outbox.status;
        if (refused.length === 0) return;
        const dialog = showDialog(text('refused.title'),
            make('ul', {}, ...refused.map(({ refusal, page }) => make('li', {}, `${text('page', { number: page })}: ${refusal}`))),
            make('p', { className: 'hint' }, text('refused.hint')),
            make('div', { className: 'dialog-actions' },
                make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('close')),
                make('button', {
                    type: 'button', className: 'button primary', on: {
                        click: () => {
                            dialog.close();
                            void this.#outbox.forgetRefused();
                        },
                    },
                }, text('import.dismiss'))));
    }

    remove() { this.#stop(); }
}
