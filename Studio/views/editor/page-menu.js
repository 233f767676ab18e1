// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with a page among the others: paper beside it, a copy, another place, a turn, and away with it.

import { rulings } from '../../model/paper-pdf.js';
import { remember, remembered } from '../../model/settings.js';
import { text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { icon, make } from '../element.js';

/** @typedef {import('../../sync/api.js').PageChange} PageChange */

/**
 * What the server calls the rulings.
 * @type {Record<string, string>}
 */
const papers = { blank: 'plain', lined: 'lined', dotted: 'dotted', squared: 'squared' };

/**
 * @param {Pick<import('../../model/editor.js').EditorModel, 'pages' | 'page'>} model @param {number} number of the page
 * @param {(change: PageChange) => void} act
 */
export function pageMenu(model, number, act) {
    const { pages } = model;
    const one = model.page(number) ?? pages[0];
    const { page, position } = one;
    const paper = make('select', { data: { testid: 'page-paper' } }, ...rulings.map((ruling) =>
        make('option', { value: ruling, selected: ruling === remembered('paper') }, text(`paper.${ruling}`))));
    /** @param {string} name @param {string} sign @param {() => PageChange} change @param {boolean} [isOff] */
    const entry = (name, sign, change, isOff = false) => make('button', {
        type: 'button', className: 'entry', disabled: isOff, data: { testid: `page-${name}` }, on: {
            click: () => {
                dialog.close();
                act(change());
            },
        },
    }, icon(sign), make('span', {}, text(/** @type {any} */ (`pages.${name}`))));
    /** @param {{before?: number, after?: number}} place @returns {() => PageChange} */
    const insert = (place) => () => {
        remember('paper', paper.value);
        return { action: 'insert', ...place, paper: papers[paper.value] };
    };
    const [above, below] = [pages[position - 2]?.page, pages[position]?.page];
    const dialog = showDialog(text('pages.title', { number: position }), make('div', { className: 'page-menu' },
        make('label', { className: 'field' }, text('pages.paper'), paper),
        entry('before', 'plus', insert({ before: page })), entry('after', 'plus', insert({ after: page })),
        entry('duplicate', 'duplicate', () => ({ action: 'duplicate', page })),
        entry('up', 'up', () => ({ action: 'move', page, before: above }), above === undefined),
        entry('down', 'down', () => ({ action: 'move', page, after: below }), below === undefined),
        entry('right', 'turn-right', () => ({ action: 'rotate', page, rotation: 90 })),
        entry('left', 'turn-left', () => ({ action: 'rotate', page, rotation: 270 })),
        entry('remove', 'trash', () => ({ action: 'remove', page }), pages.length < 2)),
    make('p', { className: 'hint' }, text('pages.hint')),
    make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('close'))));
}
