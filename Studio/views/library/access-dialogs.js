// SPDX-License-Identifier: GPL-3.0-or-later
// Sharing: a link for somebody, shown as a QR code for the tablet beside one; and who has access.

import { counted, locale, text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';

/** @typedef {import('../../sync/owner-api.js').OwnerApi} OwnerApi */
/** @typedef {import('../../sync/owner-api.js').Given} Given */
/** @typedef {import('../../sync/api.js').Character} Character */

const days = [1, 30, 365, 0];

/**
 * A QR code, with the quiet zone of four modules that readers need.
 * @param {readonly string[]} rows ones for dark modules
 */
export function qrPicture(rows) {
    const namespace = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(namespace, 'svg');
    const side = rows.length + 8;
    svg.setAttribute('viewBox', `0 0 ${side} ${side}`);
    svg.setAttribute('class', 'qr');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', text('share.qr'));
    svg.setAttribute('shape-rendering', 'crispEdges');
    const path = document.createElementNS(namespace, 'path');
    path.setAttribute('d', rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(
        ({ 0: run, index }) => `M${(index ?? 0) + 4} ${y + 4}h${run.length}v1h-${run.length}z`)).join(''));
    svg.append(path);
    return svg;
}

/**
 * Gives somebody access to a character.
 * @param {OwnerApi} owner @param {Character} character
 */
export function shareDialog(owner, character) {
    const name = make('input', { type: 'text', autocomplete: 'off', required: true, maxLength: 200, data: { testid: 'share-name' } });
    const role = make('select', { data: { testid: 'share-role' } },
        make('option', { value: 'player' }, text('share.player')), make('option', { value: 'viewer' }, text('share.viewer')));
    const lasting = make('select', {}, ...days.map((count) =>
        make('option', { value: String(count) }, count === 0 ? text('share.ever') : counted('share.days', count))));
    lasting.value = '365';
    const fault = make('p', { className: 'fault', role: 'alert' });
    const form = make('form', {
        on: {
            submit: async (/** @type {Event} */ event) => {
                event.preventDefault();
                try {
                    const given = await owner.give({
                        name: name.value.trim(), role: role.value, characters: [character.id],
                        ...(lasting.value === '0' ? {} : { days: Number(lasting.value) }),
                    });
                    form.replaceWith(linkShown(given, () => dialog.close()));
                    dialog.tabIndex = -1;
                    dialog.focus();
                    dialog.scrollTop = 0;
                } catch (error) {
                    fault.textContent = error instanceof Error ? error.message : String(error);
                }
            },
        },
    }, make('p', { className: 'hint' }, text('share.hint')),
    make('label', { className: 'field' }, text('share.name'), name),
    make('label', { className: 'field' }, text('share.role'), role),
    make('label', { className: 'field' }, text('share.lasting'), lasting), fault,
    make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')),
        make('button', { type: 'submit', className: 'button primary', data: { testid: 'share-give' } }, text('share.give'))));
    const dialog = showDialog(text('share.title', { name: character.name }), form);
    name.focus();
}

/** @param {Given} given @param {() => void} close */
function linkShown({ name, link, qr, onlyHere }, close) {
    const shown = make('input', {
        type: 'text', readOnly: true, value: link, 'aria-label': text('share.link'), data: { testid: 'share-link' },
        on: { focus: () => shown.select() },
    });
    const copy = make('button', {
        type: 'button', className: 'button', on: {
            click: async () => {
                try {
                    await navigator.clipboard.writeText(link);
                    copy.textContent = text('share.copied');
                } catch {
                    // Pages of an insecure address have no clipboard: the link is marked, to be copied by hand.
                    shown.focus();
                }
            },
        },
    }, text('share.copy'));
    return make('div', { className: 'shared' },
        make('p', {}, text('share.once', { name })), qr ? qrPicture(qr) : undefined, make('div', { className: 'link-row' }, shown, copy),
        onlyHere && make('p', { className: 'hint' }, text('share.onlyHere')),
        make('div', { className: 'dialog-actions' },
            make('button', { type: 'button', className: 'button primary', on: { click: close } }, text('close'))));
}

/**
 * Who has access.
 * @param {OwnerApi} owner @param {readonly Character[]} characters
 */
export function accessDialog(owner, characters) {
    const names = new Map(characters.map(({ id, name }) => [id, name]));
    const list = make('div', { className: 'rows', data: { testid: 'access' } }, make('p', { role: 'status' }, text('opening')));
    const fault = make('p', { className: 'fault', role: 'alert' });
    const dialog = showDialog(text('access'), make('p', { className: 'hint' }, text('access.hint')), list, fault,
        make('div', { className: 'dialog-actions' },
            make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('close'))));
    dialog.classList.add('wide');

    async function show() {
        try {
            const grants = await owner.grants();
            list.replaceChildren(...grants.map(row));
            if (grants.length === 0) list.replaceChildren(make('p', { className: 'hint' }, text('access.nobody')));
        } catch (error) {
            fault.textContent = error instanceof Error ? error.message : String(error);
        }
    }

    /** @param {import('../../sync/owner-api.js').Grant} grant */
    function row({ name, role, characters: seen, expires, ended }) {
        const until = expires ? new Date(expires).toLocaleDateString(locale(), { dateStyle: 'medium' }) : undefined;
        const words = [text(`access.${role}`), seen.map((id) => names.get(id) ?? id).join(', '),
            until && text(ended ? 'access.ended' : 'access.until', { date: until })].filter(Boolean).join(' · ');
        return make('div', { className: 'row' },
            make('div', { className: 'words' }, make('span', { className: 'name' }, name), make('span', { className: 'hint' }, words)),
            role !== 'owner' && make('button', {
                type: 'button', className: 'button grave', 'aria-label': text('access.revoke', { name }), on: {
                    click: async () => {
                        await owner.revoke(name).catch((error) => {
                            fault.textContent = error.message;
                        });
                        await show();
                    },
                },
            }, text('access.revoke.short')));
    }
    void show();
}
