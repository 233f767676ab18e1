// SPDX-License-Identifier: GPL-3.0-or-later
// Cards of the library: a picture of the first page with its ink, a name, and what can be done.

import { smallPicture } from '../../model/page-picture.js';
import { text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { icon, iconButton, make } from '../element.js';
import { askWhenNear, showCharacter } from './lazy-picture.js';
import { nameField } from './new-character.js';

/** @typedef {import('../../sync/api.js').Character} Character */
/** @typedef {import('../../sync/api.js').Template} Template */
/**
 * What can be done with a character, besides opening it. Those who are not the owner have fewer.
 * @typedef {object} Deeds
 * @property {(character: Character) => void} open
 * @property {(character: Character, anchor: HTMLElement) => void} more
 */

/** @param {(sheet: HTMLElement, picture: HTMLImageElement, failed: () => void) => void} show */
function paper(show) {
    const picture = make('img', { alt: '', decoding: 'async', draggable: false });
    const sheet = make('span', { className: 'paper' }, picture);
    picture.addEventListener('load', () => sheet.classList.add('there'));
    show(sheet, picture, () => sheet.replaceChildren(icon('sheet')));
    return sheet;
}

/**
 * @param {Character} character @param {import('../../sync/api.js').Api} api @param {Deeds} deeds
 */
export function characterCard(character, api, deeds) {
    const { name, tags = [] } = character;
    const more = iconButton('more', text('card.more', { name }), () => deeds.more(character, more), {
        'aria-haspopup': 'menu', 'aria-expanded': 'false', className: 'icon-button more', data: { testid: 'card-more' },
    });
    return make('article', {
        className: 'card', data: { testid: 'character-card', id: character.id },
        on: {
            contextmenu: (/** @type {Event} */ event) => {
                event.preventDefault();
                deeds.more(character, more);
            },
        },
    }, make('a', {
        href: `/c/${encodeURIComponent(character.id)}`, className: 'open', 'aria-label': text('card.open', { name }),
        on: {
            click: (/** @type {MouseEvent} */ event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                deeds.open(character);
            },
        },
    }, paper((sheet, picture, failed) => showCharacter(sheet, picture, { api, character, side: 480, failed })),
    make('span', { className: 'name' }, character.favorite && icon('star'), name),
    make('span', { className: 'detail' }, [character.templateName, ...tags].filter(Boolean).join(' · '))),
    more);
}

/**
 * A dialog for another name.
 * @param {string} name @param {(name: string) => void} rename
 */
export function renameDialog(name, rename) {
    const field = nameField(name);
    const form = make('form', {
        on: {
            submit: (/** @type {Event} */ event) => {
                event.preventDefault();
                if (!field.isGood()) return;
                dialog.close();
                rename(field.input.value.trim());
            },
        },
    }, field.element, make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')),
        make('button', { type: 'submit', className: 'button primary' }, text('rename.save'))));
    const dialog = showDialog(text('rename.title'), form);
    field.input.select();
}

/**
 * @param {Template} template @param {string} detail
 * @param {{write: () => void, more?: (anchor: HTMLElement) => void}} deeds
 */
export function templateCard(template, detail, { write, more }) {
    const { id, name } = template;
    /** @type {HTMLElement | undefined} */
    const button = more && iconButton('more', text('card.more', { name }), () => more(/** @type {HTMLElement} */ (button)), {
        'aria-haspopup': 'menu', 'aria-expanded': 'false', className: 'icon-button more', data: { testid: 'template-more' },
    });
    return make('article', { className: 'card template', data: { testid: 'template-card', id } },
        make('button', {
            type: 'button', className: 'open', title: text('template.write', { name }), 'aria-label': text('template.write', { name }),
            on: { click: write },
        }, paper((sheet, picture, failed) => {
            picture.addEventListener('error', failed);
            askWhenNear(sheet, picture, smallPicture(id, 1, 480));
        }), make('span', { className: 'name' }, name), make('span', { className: 'detail' }, detail)),
        button);
}
