// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs, and the sentences at the foot of the window.

import { remember, remembered } from '../model/settings.js';
import { text } from '../texts/texts.js';
import { make } from './element.js';

/**
 * Shows a dialog until it is closed.
 * @param {string} title @param {Node[]} content
 * @returns {HTMLDialogElement}
 */
export function showDialog(title, ...content) {
    const dialog = make('dialog', { className: 'dialog', 'aria-label': title }, make('h2', {}, title), ...content);
    dialog.addEventListener('close', () => dialog.remove());
    dialog.addEventListener('pointerdown', (event) => {
        if (event.target === dialog && dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
    });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

/** What was wanted last of what is not loaded yet. */
let wanted = {};
/** After so many milliseconds with nothing to see, the person is told that it comes. */
const patience = 1000;

/**
 * Opens something whose code is loaded when it is first needed. Until it is there, what was wanted last counts, Escape takes it
 * back, and nothing opens over another place of the studio.
 * @template Module
 * @param {Promise<Module>} loading @param {(module: Module) => void} act @param {string} failure what is told if it cannot be loaded
 */
export function whenLoaded(loading, act, failure) {
    const place = document.querySelector('.stage > *');
    const mine = wanted = {};
    /** @type {(() => void) | undefined} */
    let untell;
    const telling = setTimeout(() => {
        untell = tell(text('opening'));
    }, patience);
    const escape = (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Escape' && wanted === mine) wanted = {};
    };
    document.addEventListener('keydown', escape, true);
    loading.then((module) => {
        if (wanted === mine && place?.isConnected) act(module);
    }, () => void tell(failure)).finally(() => {
        document.removeEventListener('keydown', escape, true);
        clearTimeout(telling);
        untell?.();
    });
}

/**
 * Opens a dialog of the editor. Their code is loaded once the editor is idle, or when one is first needed.
 * @param {(dialogs: typeof import('./editor/editor-dialogs.js')) => void} act
 */
export function withDialogs(act) { whenLoaded(import('./editor/editor-dialogs.js'), act, text('dialogs.offline')); }

/** So many sentences are shown at once. */
const mostNotices = 3;

/**
 * A sentence that goes away by itself, with something that can be done.
 * @param {string} sentence @param {{label: string, act: () => void}} [deed]
 * @returns {() => void} takes it away
 */
export function tell(sentence, deed) {
    const place = document.querySelector('.notices') ?? document.body;
    // What is told again takes the place of what was told before, so that notices do not pile up.
    for (const old of place.querySelectorAll(':scope > .notice')) if (old.firstChild?.textContent === sentence) old.remove();
    const all = place.querySelectorAll(':scope > .notice');
    if (all.length >= mostNotices) all[0].remove();
    const notice = make('div', { className: 'notice', role: 'status' }, make('span', {}, sentence));
    const remove = () => notice.remove();
    if (deed) {
        notice.append(make('button', {
            type: 'button', on: {
                click: () => {
                    remove();
                    deed.act();
                },
            },
        }, deed.label));
    }
    notice.append(make('button', { type: 'button', className: 'quiet', 'aria-label': text('close'), on: { click: remove } }, '×'));
    place.append(notice);
    setTimeout(remove, deed ? 10000 : 7000);
    return remove;
}

/** Says what an encrypted address would add, until somebody has read it: browsers keep some of what they can do from others. */
export function hintAtEncryption() {
    if (window.isSecureContext || remembered('insecure-read') === true) return;
    tell(text('insecure'), { label: text('insecure.read'), act: () => remember('insecure-read', true) });
}
