// SPDX-License-Identifier: GPL-3.0-or-later
// Packs a character as one file, for those whom a person names: the file can be read by whoever gets it.

import { text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';

/**
 * @param {import('../../sync/owner-api.js').OwnerApi} owner @param {import('../../sync/api.js').Character} character
 */
export function packDialog(owner, { id, name }) {
    const link = (/** @type {'players' | 'gm'} */ audience) => make('a', {
        href: owner.packageAddress(id, audience), download: `${name}.limnpkg`, className: audience === 'players' ? 'button primary' : 'button',
        data: { testid: `pack-${audience}` }, on: { click: () => setTimeout(() => dialog.close()) },
    }, text(`pack.${audience}`));
    const dialog = showDialog(text('pack.title'), make('p', {}, text('pack.text')), make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('close')), link('gm'), link('players')));
}
