// SPDX-License-Identifier: GPL-3.0-or-later
// The state of saving, in words.

import { addedBy } from '../../model/rebasing.js';
import { counted, text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';

/** @typedef {import('../../sync/outbox.js').Status} Status */
/** @typedef {import('../../sync/outbox-store.js').Waiting} Waiting */

/**
 * Why something was refused.
 * @param {Waiting} refused
 */
export function reason({ refusal, refusalKind }) {
    if (refusalKind === 'unknown') return text('refused.unknown', { reason: refusal ?? '' });
    return refusalKind === 'changed' ? text('refused.changed') : refusal ?? '';
}

/** @param {Status} status */
export function stateWords({ state, strokes, refused }) {
    if (refused.length > 0 && state === 'saved') {
        return counted('state.refused', refused.length, { reason: reason(refused[refused.length - 1]) });
    }
    if (state === 'saved') return text('state.saved');
    if (state === 'saving') return text('state.saving');
    return strokes > 0 ? counted('state.offline', strokes) : text('state.offline.edits');
}

/**
 * Gives refused changes to the person as a file, so that their work is not in this browser alone.
 * @param {Waiting[]} refused
 */
function download(refused) {
    const changes = refused.map(({ key, character, page, turn, deed, body, removed, refusal }) => ({ key, character, page, turn, deed, body, removed, refusal }));
    const address = URL.createObjectURL(new Blob([JSON.stringify({ limnChanges: 1, changes }, undefined, 1)], { type: 'application/json' }));
    const link = make('a', { href: address, download: 'limn-changes.json' });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}

export class SaveState {
    element = make('span', { className: 'save-state', role: 'status', data: { testid: 'save-state', state: 'saved' } });
    #stop;
    #outbox;

    /**
     * @param {import('../../sync/outbox.js').Outbox} outbox @param {string} character whose refused changes are told
     * @param {{keepBoth: (refused: Waiting) => Promise<void>, position: (page: number) => number}} pages `keepBoth` puts what was
     *   refused on the page as well; `position` is where a page is, 0 if it is gone
     */
    constructor(outbox, character, pages) {
        this.character = character;
        this.pages = pages;
        this.#outbox = outbox;
        this.#stop = outbox.listen({ status: (status) => this.#show(status) });
        this.element.addEventListener('click', () => this.#explain());
        this.element.addEventListener('keydown', (event) => {
            if (event.key !== 'Enter') return;
            // Otherwise the dialog that opens would handle this key, too.
            event.preventDefault();
            this.#explain();
        });
    }

    /** @param {Status} all */
    #show(all) {
        const status = { ...all, refused: this.#own(all.refused) };
        this.element.dataset.state = status.state;
        const words = stateWords(status);
        if (this.element.textContent !== words) this.element.textContent = words;
        this.element.title = words;
        const isRefused = status.refused.length > 0;
        this.element.classList.toggle('refused', isRefused && status.state === 'saved');
        this.element.tabIndex = isRefused ? 0 : -1;
    }

    /**
     * What was refused of this character. A value of its form is told of at its field.
     * @param {Waiting[]} refused
     */
    #own(refused) { return refused.filter(({ character, deed }) => character === this.character && deed !== 'form'); }

    /** Says why changes were refused, and lets one put them away. */
    #explain() {
        const refused = this.#own(this.#outbox.status.refused);
        if (refused.length === 0) return;
        const dialog = showDialog(text('refused.title'),
            make('ul', { className: 'refused-list' }, ...refused.map((one) => this.#refused(one, () => dialog.close()))),
            make('p', { className: 'hint' }, text('refused.hint')),
            make('div', { className: 'dialog-actions' },
                make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('close')),
                make('button', {
                    type: 'button', className: 'button', data: { testid: 'refused-save' }, on: { click: () => download(refused) },
                }, text('refused.save')),
                make('button', {
                    type: 'button', className: 'button primary', on: {
                        click: () => {
                            dialog.close();
                            for (const one of refused) void this.#outbox.forget(one);
                        },
                    },
                }, text('import.dismiss'))));
    }

    /**
     * One refused change, and what can be done about it.
     * @param {Waiting} refused @param {() => void} done
     */
    #refused(refused, done) {
        const keep = () => {
            done();
            void this.pages.keepBoth(refused);
        };
        const retry = () => {
            done();
            void this.#outbox.retry(refused);
        };
        const number = this.pages.position(refused.page);
        return make('li', {}, make('span', {}, `${number > 0 ? text('page', { number }) : text('refused.page')}: ${reason(refused)}`),
            refused.refusalKind !== 'changed' && make('button', {
                type: 'button', className: 'button', data: { testid: 'refused-retry' }, on: { click: retry },
            }, text('retry')),
            addedBy(refused).length > 0 && make('button', {
                type: 'button', className: 'button', data: { testid: 'refused-keep' }, on: { click: keep },
            }, text('refused.keep')));
    }

    remove() { this.#stop(); }
}
