// SPDX-License-Identifier: GPL-3.0-or-later
// What leads from the editor elsewhere: its history, its picture in a second window, sharing, full screen.

import { address } from '../../model/routes.js';
import { text } from '../../texts/texts.js';
import { whenLoaded, withDialogs } from '../dialogs.js';
import { iconButton } from '../element.js';
import { showMenu } from '../menu.js';

/** @typedef {typeof import('./page-sheets.js')} Sheets */

/**
 * Does something with pages on paper or as pictures. It needs the server, and its code comes when somebody wants it.
 * @param {number} number where the page is @param {(sheets: Sheets) => void} act
 */
export function withSheets(number, act) {
    whenLoaded(import('./page-sheets.js'), act, text('print.failed', { number }));
}

/**
 * Does something with the menu of a page, which needs the server, too.
 * @param {(menu: typeof import('./page-menu.js')) => void} act
 */
export function withMenu(act) { whenLoaded(import('./page-menu.js'), act, text('pages.offline')); }

/** Whether this browser hands pictures on to other programs. */
function sharesPictures() {
    try {
        return navigator.canShare?.({ files: [new File([''], 'page.png', { type: 'image/png' })] }) ?? false;
    } catch {
        return false;
    }
}

/**
 * @param {import('../../sync/api.js').Api} api @param {import('../../sync/api.js').Character} character
 * @param {'owner' | 'player' | 'viewer'} role @param {{model: import('../../model/editor.js').EditorModel, page: () => number, go: (route: import('../../model/routes.js').Route) => void,
 *   outbox: import('../../sync/outbox.js').Outbox}} coordinator
 */
export function placesButton(api, character, role, { model, page, go, outbox }) {
    const { id } = character;
    const isOwner = role === 'owner';
    const button = iconButton('more', text('card.more', { name: character.name }), () => showMenu(button, text('card.more', { name: character.name }), [
        { label: text('card.replay'), icon: 'history', act: () => go({ name: 'replay', character: id, page: page() }), testid: 'menu-replay' },
        {
            label: text('card.picture'), icon: 'window', target: '_blank', testid: 'menu-picture',
            href: address({ name: 'picture', character: id, page: page() }),
        },
        { label: text('print.title'), icon: 'print', act: () => withSheets(model.position(page()), ({ printDialog }) => printDialog(model, page(), isOwner)), testid: 'menu-print' },
        {
            label: text(sharesPictures() ? 'picture.share' : 'picture.download'), icon: 'insert', testid: 'menu-share-picture',
            act: () => withSheets(model.position(page()), ({ sharePicture }) => void sharePicture(model, page(), sharesPictures())),
        },
        model.form && role !== 'viewer' && { label: text('data.menu'), icon: 'text', act: () => withDialogs(({ dataDialog }) => void dataDialog(api, id)), testid: 'menu-data' },
        isOwner && { label: text('card.share'), icon: 'share', act: () => withDialogs(({ OwnerApi, shareDialog }) => shareDialog(new OwnerApi(api), character)), testid: 'menu-share' },
        document.fullscreenEnabled && {
            label: text('picture.full'), icon: 'full', testid: 'menu-full', act: () => void (document.fullscreenElement
                ? document.exitFullscreen() : document.documentElement.requestFullscreen().catch(() => undefined)),
        },
        { label: text('sign.out'), icon: 'back', act: () => withDialogs(({ signOutDialog }) => signOutDialog(api, outbox)), testid: 'sign-out' },
    ]), { 'aria-haspopup': 'menu', 'aria-expanded': 'false', data: { testid: 'editor-more' } });
    return button;
}
