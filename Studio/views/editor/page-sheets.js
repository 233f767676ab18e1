// SPDX-License-Identifier: GPL-3.0-or-later
// Pages on paper, and as pictures to share: both come from the server's pictures, with ink and values.

import { pagesIn } from '../../model/page-list.js';
import { sheetPicture } from '../../model/page-picture.js';
import { fetchPicture } from '../../sync/passwords.js';
import { text } from '../../texts/texts.js';
import { showDialog, tell } from '../dialogs.js';
import { make } from '../element.js';

/** @typedef {Pick<import('../../model/editor.js').EditorModel, 'character' | 'pages' | 'position' | 'outbox'>} Shown */

/** So many pages are printed at once: each is a picture in memory. */
const mostPrinted = 100;
/** The pixels of an inch on paper, and in a picture to share. */
const [printed, shared] = [200, 144];

/** @param {import('../../sync/outbox.js').Outbox} outbox @param {() => boolean} isWanted */
async function allSaved(outbox, isWanted) {
    while (isWanted() && outbox.status.state !== 'saved') await new Promise((later) => setTimeout(later, 150));
}

/**
 * Asks which pages, and prints them.
 * @param {Shown} model @param {number} current @param {boolean} isOwner whether the person may print the game master's layers
 */
export function printDialog(model, current, isOwner) {
    const { pages } = model;
    const which = make('select', { data: { testid: 'print-which' } },
        ...(pages.length > 1 ? /** @type {const} */ (['page', 'all', 'some']) : /** @type {const} */ (['page'])).map((value) =>
            make('option', { value }, text(`print.${value}`, { number: model.position(current), count: pages.length }))));
    const list = make('input', { type: 'text', inputMode: 'numeric', placeholder: '1-3, 7', autocomplete: 'off', data: { testid: 'print-pages' } });
    const listed = make('label', { className: 'field', hidden: true }, text('print.pages'), list);
    which.addEventListener('change', () => {
        listed.hidden = which.value !== 'some';
        if (!listed.hidden) list.focus();
    });
    const audience = make('select', { data: { testid: 'print-for' } },
        .../** @type {const} */ (['players', 'gm']).map((name) => make('option', { value: name }, text(`export.${name}`))));
    const outcome = make('p', { className: 'fault', role: 'alert' });
    const start = make('button', { type: 'submit', className: 'button primary', data: { testid: 'print-start' } }, text('print'));
    const dialog = showDialog(text('print'), make('form', {
        on: {
            submit: async (/** @type {Event} */ event) => {
                event.preventDefault();
                const chosen = which.value === 'all' ? pages.map(({ page }) => page) : which.value === 'page' ? [current] : pagesIn(list.value, pages.length)?.map((position) => pages[position - 1].page);
                const isTooMuch = (chosen?.length ?? 0) > mostPrinted;
                outcome.textContent = isTooMuch ? text('print.many', { count: mostPrinted }) : chosen ? '' : text('print.wrong', { count: pages.length });
                if (!chosen || isTooMuch) {
                    list.focus();
                    return;
                }
                start.disabled = true;
                start.textContent = text('print.running');
                await allSaved(model.outbox, () => dialog.open);
                if (!dialog.open) return;
                const failed = await print(model, chosen, isOwner && audience.value === 'gm');
                start.disabled = false;
                start.textContent = text('print');
                if (failed > 0) outcome.textContent = text('print.failed', { number: model.position(failed) });
                else dialog.close();
            },
        },
    }, make('label', { className: 'field' }, text('print.which'), which), listed,
    isOwner && make('label', { className: 'field' }, text('export.for'), audience), outcome,
    make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')), start)));
}

/**
 * Prints pages, each on a sheet of its own.
 * @param {Shown} model @param {number[]} numbers @param {boolean} isForOwner
 * @returns {Promise<number>} a page that could not be drawn, or 0
 */
async function print({ character, pages }, numbers, isForOwner) {
    const shown = new Map(pages.map((one) => [one.page, one]));
    const sheets = make('div', { className: 'print-sheets', 'aria-hidden': 'true', data: { testid: 'print-sheets' } });
    document.body.append(sheets);
    /** @type {string[]} */
    const own = [];
    const clear = () => {
        sheets.remove();
        for (const address of own) URL.revokeObjectURL(address);
    };
    for (const number of numbers) {
        const one = shown.get(number);
        if (!one) continue;
        const file = await fetchPicture(sheetPicture(character, one, printed, isForOwner));
        if (!file) {
            clear();
            return number;
        }
        const address = URL.createObjectURL(file);
        own.push(address);
        const { width, height } = one;
        const picture = make('img', { src: address, alt: '', className: width > height ? 'wide' : '' });
        sheets.append(picture);
        await picture.decode().catch(() => undefined);
    }
    window.addEventListener('afterprint', clear, { once: true });
    window.print();
    return 0;
}

/**
 * Hands the picture of a page on, as players see it; where the browser cannot do that, it is a download.
 * @param {Shown} model @param {number} number @param {boolean} isShared
 */
export async function sharePicture({ character, pages, outbox }, number, isShared) {
    await allSaved(outbox, () => true);
    const one = pages.find(({ page }) => page === number) ?? pages[0];
    const { position } = one;
    const content = await fetchPicture(sheetPicture(character, one, shared, false));
    if (!content) {
        tell(text('print.failed', { number: position }));
        return;
    }
    const file = new File([content], `${character.name} ${position}.png`, { type: 'image/png' });
    if (isShared) {
        try {
            await navigator.share({ files: [file], title: character.name });
            return;
        } catch (error) {
            // Somebody who thinks better of it has not failed.
            if (error instanceof DOMException && error.name === 'AbortError') return;
        }
    }
    const address = URL.createObjectURL(file);
    const link = make('a', { href: address, download: file.name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}
