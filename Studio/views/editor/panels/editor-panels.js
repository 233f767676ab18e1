// SPDX-License-Identifier: GPL-3.0-or-later
// The editor's panels — pages, layers, view — with the buttons of its head that open them.

import { text } from '../../../texts/texts.js';
import { withDialogs } from '../../dialogs.js';
import { iconButton, make } from '../../element.js';
import { FindPanel } from './find-panel.js';
import { LayersPanel } from './layers-panel.js';
import { PagesPanel } from './pages-panel.js';
import { percent, ViewPanel } from './view-panel.js';

/**
 * What the panels need of the editor.
 * @typedef {object} Host
 * @property {import('../../../model/editor.js').EditorModel} model
 * @property {import('../../../page/column-view.js').ColumnView} column
 * @property {{mayWrite: boolean, isOwner: boolean}} coordinator
 * @property {(page?: number) => number} layer the one that is written on
 * @property {(layer: number) => void} takeLayer
 * @property {() => void} changed @property {() => void} toggleStrip
 * @property {(factor: number) => void} zoom @property {() => void} fit @property {() => void} fitPage
 * @property {(isOn: boolean) => void} showOnePage @property {(isOn: boolean) => void} darken
 * @property {import('../../../model/settings.js').Settings} settings @property {() => void} clearPage
 * @property {(page?: number) => void} showPageMenu
 * @property {(isOn: boolean) => void} selectWords @property {(page: number, first: number, last: number) => void} selectFound
 * @property {import('../../../page/pointer-control.js').PointerControl} pointers
 */

export class EditorPanels {
    #percent = make('button', { type: 'button', className: 'percent', title: text('view'), data: { testid: 'view' }, on: { click: () => this.view.toggle() } });

    /** @param {Host} host */
    constructor(host) {
        const { model, column } = host;
        const { mayWrite, isOwner } = host.coordinator;
        this.pages = new PagesPanel(model, (page) => column.goTo(page), mayWrite && model.character.template ? (page) => host.showPageMenu(page) : undefined,
            (act) => host.pointers.whenIdle(act));
        this.layers = new LayersPanel({
            model, page: () => column.current, mayWrite, isOwner, layer: () => host.layer(),
            takeLayer: (layer) => host.takeLayer(layer), changed: () => host.changed(),
        });
        this.find = new FindPanel(model, column, isOwner, (page, first, last) => host.selectFound(page, first, last));
        this.view = new ViewPanel({
            column, zoom: (factor) => host.zoom(factor), fit: () => host.fit(), fitPage: () => host.fitPage(),
            showOnePage: (isOn) => host.showOnePage(isOn), darken: (isOn) => host.darken(isOn), isDark: () => host.settings.darkPaper,
            selectWords: (isOn) => host.selectWords(isOn), selectsWords: () => host.pointers.rules.selects, panels: [
                { label: text('find'), key: '/', act: () => this.find.open(), testid: 'more-find' },
                { label: text('strip'), key: 'O', act: () => host.toggleStrip(), testid: 'more-pages' },
                { label: text('layers'), key: 'Y', act: () => this.layers.open(), testid: 'more-layers' },
                ...(mayWrite && model.character.template ? [{ label: text('pages.change'), key: 'J', act: () => host.showPageMenu(), testid: 'more-page-menu' }] : []),
                ...(mayWrite ? [{ label: text('page.clear'), key: '', act: () => host.clearPage(), testid: 'clear-page' }] : []),
                { label: text('help.title'), key: '?', act: () => withDialogs(({ helpDialog }) => helpDialog()), testid: 'more-help' }],
        });
        this.zooming = make('span', { className: 'zooming' },
            iconButton('minus', text('zoom.out'), () => host.zoom(1 / 1.25)), this.view.openedBy(this.#percent),
            iconButton('plus', text('zoom.in'), () => host.zoom(1.25)));
        this.buttons = [
            iconButton('strip', text('strip.toggle'), () => host.toggleStrip(), { className: 'icon-button strip-toggle' }),
            this.find.openedBy(iconButton('search', text('find'), () => this.#open(this.find), { className: 'icon-button find-toggle', data: { testid: 'find-open' } })),
            this.layers.openedBy(iconButton('layers', text('layers'), () => this.#open(this.layers),
                { className: 'icon-button layers-toggle', data: { testid: 'layers' } })),
            this.view.openedBy(iconButton('fit', text('view'), () => this.#open(this.view),
                { className: 'icon-button view-toggle', data: { testid: 'view-more' } }))];
    }

    /**
     * One panel at a time.
     * @param {import('./panel.js').Panel} panel
     */
    #open(panel) {
        for (const other of [this.view, this.layers, this.find]) if (other !== panel) other.close();
        panel.toggle();
    }

    /** The zoom, or the page, is another. */
    moved() {
        const zoom = percent(this.view.host.column.zoom);
        if (this.#percent.textContent !== zoom) this.#percent.textContent = zoom;
        this.view.show();
    }

    /** @param {number} page */
    showPage(page) {
        this.layers.follow();
        this.pages.showPage(page);
    }

    close() {
        this.view.close();
        this.layers.close();
        this.find.close();
    }
}
