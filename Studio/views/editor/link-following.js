// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the links of the document: to pages at once, to the web after a question. It is fetched when somebody first touches
// a page to read.

import { linkAddress } from '../../model/insertions.js';
import { text } from '../../texts/texts.js';
import { showDialog, tell } from '../dialogs.js';
import { make } from '../element.js';

/** @typedef {import('./editor-view.js').EditorView} EditorView */
/** @typedef {import('../../model/printed-text.js').Link} Link */

/** How far from a link one may touch it, in CSS pixels. */
const reach = 4;

/**
 * Follows the link under a pointer, if there is one.
 * @param {EditorView} editor @param {import('../../page/page-view.js').PageView} view @param {{clientX: number, clientY: number}} event
 */
export async function followLinkAt(editor, view, event) {
    const at = view.toPage(event.clientX, event.clientY);
    const link = await linkAt(editor, view, at, reach * view.pointsPerPixel);
    if (link) follow(editor, link);
}

/**
 * The link at a place. A page whose words cannot be read now has none.
 * @param {EditorView} editor @param {import('../../page/page-view.js').PageView} view @param {{x: number, y: number}} at in points
 * @param {number} near how far the place may be from it, in points @returns {Promise<Link | undefined>}
 */
export async function linkAt({ model }, view, at, near) {
    try {
        const { number } = view.page;
        const words = await (await model.printed()).text(number, model.turn(number));
        return view.element.isConnected ? words.linkAt(at, near) : undefined;
    } catch {
        return undefined;
    }
}

/**
 * The page of the character that shows a page of the document.
 * @param {EditorView} editor @param {number | undefined} page
 */
export function pageOf({ model }, page) {
    const known = model.pages.some(({ template }) => typeof template === 'number');
    return model.pages.find(({ template, page: number }) => (known ? template : number) === page);
}

/** @param {EditorView} editor @param {Link} link */
export function follow(editor, { uri, page, top = 0 }) {
    if (uri !== undefined) {
        ask(uri);
        return;
    }
    // The document counts its own pages; the character may have them elsewhere, or not at all.
    const there = pageOf(editor, page);
    if (!there) {
        tell(text('link.gone'));
        return;
    }
    // On a turned page, the place is elsewhere.
    editor.column.goTo(there.page, there.rotation ? 0 : top / there.height);
    editor.column.element.focus({ preventScroll: true });
}

/** @param {string} uri shows where a link leads, and asks */
function ask(uri) {
    // Programs write addresses without a scheme; what could as well be a file beside the document leads nowhere.
    const address = /^(https?:|mailto:|www\.)/i.test(uri.trim()) ? linkAddress(uri) : undefined;
    const dialog = showDialog(text(address === undefined ? 'link.shown' : 'link.open'), make('p', { className: 'link-address' }, (address ?? uri.trim()).slice(0, 2000)),
        make('p', { className: 'hint', hidden: address !== undefined }, text('link.unsafe')),
        make('div', { className: 'dialog-actions' },
            make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text(address === undefined ? 'close' : 'cancel')),
            address !== undefined && make('a', {
                className: 'button primary', href: address, target: '_blank', rel: 'noopener noreferrer', data: { testid: 'link-open' },
                on: { click: () => dialog.close() },
            }, text('link.follow'))));
}
