// SPDX-License-Identifier: GPL-3.0-or-later
// Where on pages the server has found words: a picture of each place, what is written there, and whose page it is.

import { aroundPlace, placePicture } from '../../model/page-picture.js';
import { text } from '../../texts/texts.js';
import { icon, make } from '../element.js';
import { askWhenNear } from './lazy-picture.js';

/**
 * @typedef {{character: string, name: string, kind: 'text' | 'note' | 'markup' | 'form' | 'printed' | 'handwriting', page?: number | null, position?: number | null, box: number[] | null,
 *   size: number[] | null, text: string, field?: string | null, certainty?: number}} FoundPlace
 */

/** @typedef {{open: (character: string, page: number | undefined) => void, isOwner: boolean, version: (character: string) => string}} PlaceDeeds */

/** The longer side of a picture in pixels. */
const side = 640;

/**
 * @param {readonly FoundPlace[]} places @param {PlaceDeeds} deeds
 */
export function foundPlaces(places, deeds) {
    return make('section', { 'aria-label': text('places'), className: 'places', data: { testid: 'found-places' } },
        make('h2', {}, text('places')), make('div', { className: 'places-list' }, ...places.map((place) => card(place, deeds))));
}

/** @param {FoundPlace} place @param {PlaceDeeds} deeds */
function card({ character, name, kind, page = null, position, box, size, text: words, field, certainty }, { open, isOwner, version }) {
    const where = page === null ? name : text('place.page', { name, number: position ?? page });
    const sheet = make('span', { className: 'place-picture' }, icon(kind === 'note' ? 'notes' : kind === 'markup' ? 'highlighter' : kind === 'form' || kind === 'printed' ? 'sheet' : kind === 'handwriting' ? 'pen' : 'text'));
    if (page !== null && box && size) {
        const picture = make('img', { alt: '', decoding: 'async', draggable: false });
        picture.addEventListener('load', () => sheet.replaceChildren(picture));
        const [width, height] = size;
        const part = aroundPlace(box, width, height);
        askWhenNear(sheet, picture, placePicture({ id: character }, { page, width, height }, part, side, version(character), isOwner));
    }
    // What handwriting says is a guess, so its picture tells it.
    const detail = certainty !== undefined ? [text('find.handwriting'), text('find.sure', { percent: Math.floor(certainty * 100) })].join(' · ')
        : field ? `${field}: ${words}` : words.replaceAll('\n', ' – ');
    return make('a', {
        href: `/c/${encodeURIComponent(character)}${page === null ? '' : `/${page}`}`, className: 'place', data: { testid: 'found-place', kind, page: String(page ?? '') },
        on: {
            click: (/** @type {MouseEvent} */ event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                open(character, page ?? undefined);
            },
        },
    }, sheet, make('span', { className: 'name' }, where), make('span', { className: 'detail' }, detail));
}
