// SPDX-License-Identifier: GPL-3.0-or-later
// Cards of the library: a picture of the first page with its ink, a name, and what can be done.

import { text } from '../texts/texts.js';
import { showDialog } from './dialogs.js';
import { icon, iconButton, make } from './element.js';
import { nameField } from './new-character.js';

/** @typedef {import('../sync/api.js').Character} Character */
/** @typedef {import('../sync/api.js').Template} Template */
/**
 * @typedef {object} Deeds
 * @property {(character: Character) => void} open
 * @property {(character: Character, values: Partial<Character>) => void} change
 * @property {(character: Character) => void} duplicate
 * @property {(character: Character) => void} remove
 */

/**
 * The address of a small picture of a page, with ink if the owner is a character.
 * @param {string} owner @param {number} page @param {number} side the longer side in pixels @param {string} [version]
 */
export function smallPicture(owner, page, side, version) {
    const query = version ? `?v=${encodeURIComponent(version)}` : '';
    return `/iiif/${encodeURIComponent(owner)}:${page}/full/^!${side},${side}/0/default.jpg${query}`;
}

/** @param {string} address */
function paper(address) {
    const picture = make('img', { src: address, alt: '', loading: 'lazy', decoding: 'async', draggable: false });
    const sheet = make('span', { className: 'paper' }, picture);
    picture.addEventListener('load', () => sheet.classList.add('there'));
    picture.addEventListener('error', () => sheet.replaceChildren(icon('sheet')));
    return sheet;
}

/**
 * @param {Character} character @param {Deeds} deeds
 */
export function characterCard(character, deeds) {
    const { name } = character;
    const more = iconButton('more', text('card.more', { name }), () => menu(), { 'aria-haspopup': 'menu', className: 'icon-button more' });
    const card = make('article', { className: 'card', data: { testid: 'character-card', id: character.id } },
        make('a', {
            href: `/c/${encodeURIComponent(character.id)}`, className: 'open', 'aria-label': text('card.open', { name }),
            on: {
                click: (/** @type {MouseEvent} */ event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                    event.preventDefault();
                    deeds.open(character);
                },
            },
        }, paper(smallPicture(character.id, character.lastPage ?? 1, 480, character.modified)),
        make('span', { className: 'name' }, character.favorite && icon('star'), name),
        make('span', { className: 'detail' }, [character.templateName, ...(character.tags ?? [])].filter(Boolean).join(' · '))),
        more);

    function menu() {
        const close = (/** @type {() => void} */ act) => () => {
            dialog.close();
            act();
        };
        /** @param {string} label @param {() => void} act */
        const entry = (label, act) => make('button', { type: 'button', className: 'entry', on: { click: close(act) } }, label);
        const dialog = showDialog(name,
            entry(`${text('card.favorite')}${character.favorite ? ' ✓' : ''}`, () => deeds.change(character, { favorite: !character.favorite })),
            entry(text('card.rename'), () => rename(character, deeds)),
            entry(text('card.duplicate'), () => deeds.duplicate(character)),
            entry(text('card.remove'), () => deeds.remove(character)));
    }
    return card;
}

/**
 * @param {Character} character @param {Deeds} deeds
 */
function rename(character, deeds) {
    const field = nameField(character.name);
    const form = make('form', {
        on: {
            submit: (/** @type {Event} */ event) => {
                event.preventDefault();
                if (!field.isGood()) return;
                dialog.close();
                deeds.change(character, { name: field.input.value.trim() });
            },
        },
    }, field.element, make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')),
        make('button', { type: 'submit', className: 'button primary' }, text('rename.save'))));
    const dialog = showDialog(text('rename.title'), form);
    field.input.select();
}

/**
 * @param {Template} template @param {string} detail @param {() => void} write
 */
export function templateCard(template, detail, write) {
    return make('article', { className: 'card template', data: { testid: 'template-card', id: template.id } },
        make('button', {
            type: 'button', className: 'open', title: text('template.write', { name: template.name }),
            'aria-label': text('template.write', { name: template.name }), on: { click: write },
        }, paper(smallPicture(template.id, 1, 480)), make('span', { className: 'name' }, template.name),
        make('span', { className: 'detail' }, detail)));
}
