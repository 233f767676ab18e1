// SPDX-License-Identifier: GPL-3.0-or-later
// The state of saving, in words.

import { counted, text } from '../texts/texts.js';
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

    /** @param {import('../sync/outbox.js').Outbox} outbox */
    constructor(outbox) {
        this.#stop = outbox.listen({ status: (status) => this.#show(status) });
    }

    /** @param {Status} status */
    #show(status) {
        this.element.dataset.state = status.state;
        const words = stateWords(status);
        if (this.element.textContent !== words) this.element.textContent = words;
        this.element.title = words;
    }

    remove() { this.#stop(); }
}
