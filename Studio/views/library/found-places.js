// SPDX-License-Identifier: GPL-3.0-or-later
// Where on pages the server has found words: a picture of each place, what is written there, and whose page it is.

import { byCharacter } from '../../model/found-places.js';
import { aroundPlace, placePicture } from '../../model/page-picture.js';
import { address } from '../../model/routes.js';
import { counted, text } from '../../texts/texts.js';
import { icon, make } from '../element.js';
import { placeMark } from '../place-mark.js';
import { askWhenNear } from './lazy-picture.js';

/** @typedef {import('../../model/found-places.js').FoundPlace} FoundPlace */
/** @typedef {{open: (route: import('../../model/routes.js').EditorRoute) => void, isOwner: boolean, version: (character: string) => string}} PlaceDeeds */

/** The longer side of a picture in pixels. */
const side = 640;
/** How much of a page is shown about a place, in points. */
const region = /** @type {const} */ ([240, 120]);

/** How many characters are shown at once. */
const atOnce = 8;

/**
 * @param {import('../../model/found-places.js').FoundPlaces} found @param {PlaceDeeds} deeds
 */
export function foundPlaces({ items, hasMore }, deeds) {
    const groups = byCharacter(items);
    const cards = (/** @type {readonly FoundPlace[]} */ places) => places.map((place) => card(place, deeds));
    const list = make('div', { className: 'places-list' });
    const more = make('button', { type: 'button', className: 'button', data: { testid: 'more-places' }, on: { click: () => add()?.focus({ preventScroll: true }) } }, text('places.show'));
    const limit = make('p', { className: 'hint' }, text('places.limit'));
    /** Shows some more characters, and returns the first of their cards. */
    const add = () => {
        const added = groups.splice(0, atOnce).flatMap(({ shown, rest }) => [...cards(shown), ...(rest.length > 0 ? [moreOf(rest, cards)] : [])]);
        list.append(...added);
        more.hidden = groups.length === 0;
        limit.hidden = !hasMore || !more.hidden;
        return added.at(0);
    };
    add();
    return make('section', { 'aria-label': text('places'), className: 'places', data: { testid: 'found-places' } }, make('h2', {}, text('places')), list, more, limit);
}

/**
 * A button in whose place the other places of a character are shown.
 * @param {FoundPlace[]} rest @param {(places: FoundPlace[]) => HTMLElement[]} cards
 */
function moreOf(rest, cards) {
    const button = make('button', {
        type: 'button', className: 'place-more', data: { testid: 'more-of-character' }, on: {
            click: () => {
                const added = cards(rest);
                button.replaceWith(...added);
                added[0].focus({ preventScroll: true });
            },
        },
    }, icon('plus'), make('span', {}, counted('places.more', rest.length, { name: rest[0].name })));
    return button;
}

/** @param {FoundPlace} place @param {PlaceDeeds} deeds */
function card({ character, name, kind, page = null, position, box, size, text: words, field, certainty }, { open, isOwner, version }) {
    const where = page === null ? name : text('place.page', { name, number: position ?? page });
    const sheet = make('span', { className: 'place-picture' }, icon(kind === 'note' ? 'notes' : kind === 'markup' ? 'highlighter' : kind === 'form' || kind === 'printed' ? 'sheet' : kind === 'handwriting' ? 'pen' : 'text'));
    if (page !== null && box && size) {
        const picture = make('img', { alt: '', decoding: 'async', draggable: false });
        const [width, height] = size;
        const part = aroundPlace(box, { width, height }, region);
        picture.addEventListener('load', () => sheet.replaceChildren(picture, placeMark(part, [box])));
        askWhenNear(sheet, picture, placePicture({ id: character }, { page, width, height }, part, side, version(character), isOwner));
    }
    // What handwriting says is a guess, so its picture tells it.
    const detail = certainty !== undefined ? [text('find.handwriting'), text('find.sure', { percent: Math.floor(certainty * 100) })].join(' · ')
        : field ? `${field}: ${words}` : words.replaceAll('\n', ' – ');
    /** @type {import('../../model/routes.js').EditorRoute} */
    const route = { name: 'editor', character, ...(page === null ? {} : { page, ...(box ? { box } : {}) }) };
    return make('a', {
        href: address(route), className: 'place', data: { testid: 'found-place', kind, page: String(page ?? '') },
        on: {
            click: (/** @type {MouseEvent} */ event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                open(route);
            },
        },
    }, sheet, make('span', { className: 'name' }, where), make('span', { className: 'detail' }, detail));
}
