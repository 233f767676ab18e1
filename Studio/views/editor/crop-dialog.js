// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the part of a picture on the page that is shown.

import { shownPart } from '../../model/cropping.js';
import { text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';
import { RegionChooser } from '../region-chooser.js';

/**
 * @param {import('../../model/items.js').Item} item a picture @param {{format: string, bytes: string}} content
 * @param {(part: import('../../model/routes.js').Region) => void} chosen
 */
export function cropDialog(item, content, chosen) {
    const picture = make('img', {
        src: `data:image/${content.format};base64,${content.bytes}`, alt: item.picture.alternative || text('crop.picture'), draggable: false,
    });
    const chooser = new RegionChooser(picture, shownPart(item));
    const done = (/** @type {import('../../model/routes.js').Region} */ part) => {
        dialog.close();
        chosen(part);
    };
    const dialog = showDialog(text('crop.title'), make('p', { className: 'hint' }, text('crop.hint')), chooser.paper, chooser.fields,
        make('div', { className: 'dialog-actions' },
            make('button', { type: 'button', className: 'button', data: { testid: 'crop-whole' }, on: { click: () => done([0, 0, 100, 100]) } }, text('crop.whole')),
            make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')),
            make('button', { type: 'button', className: 'button primary', data: { testid: 'crop-show' }, on: { click: () => done(chooser.region) } }, text('crop.show'))));
    dialog.classList.add('wide', 'cropping');
}
