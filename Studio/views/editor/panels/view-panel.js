// SPDX-License-Identifier: GPL-3.0-or-later
// How the pages are shown: zoom, one or all, and where to go. On narrow screens the other panels are opened from here.

import { text } from '../../../texts/texts.js';
import { iconButton, make } from '../../element.js';
import { Panel } from './panel.js';

/**
 * @typedef {object} Host
 * @property {import('../../../page/column-view.js').ColumnView} column
 * @property {(factor: number) => void} zoom @property {() => void} fit @property {() => void} fitPage
 * @property {(isOn: boolean) => void} showOnePage @property {(isOn: boolean) => void} darken @property {() => boolean} isDark
 * @property {(isOn: boolean) => void} selectWords @property {() => boolean} selectsWords
 * @property {{label: string, key: string, act: () => void, testid: string}[]} panels what else is opened from here
 */

export class ViewPanel extends Panel {
    #percent = make('output', { className: 'percent' });
    #single = make('input', { type: 'checkbox', data: { testid: 'one-page' } });
    #dark = make('input', { type: 'checkbox', data: { testid: 'dark-paper' } });
    #selects = make('input', { type: 'checkbox', data: { testid: 'view-select-words' } });
    #number = make('input', { type: 'number', min: '1', step: '1', data: { testid: 'go-to' } });

    /** @param {Host} host */
    constructor(host) {
        super(text('view'), 'view');
        this.host = host;
        this.#dark.addEventListener('change', () => host.darken(this.#dark.checked));
        this.#selects.addEventListener('change', () => host.selectWords(this.#selects.checked));
        this.#single.addEventListener('change', () => host.showOnePage(this.#single.checked));
        const go = make('form', { className: 'go-to', on: { submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const one = host.column.model.pages[Math.round(Number(this.#number.value)) - 1];
            if (one) {
                host.column.goTo(one.page);
                this.close();
            }
        } } }, make('label', {}, text('goto'), this.#number), make('button', { type: 'submit', className: 'button' }, text('goto.go')));
        this.body.append(
            make('div', { className: 'zoom-row' },
                make('div', { className: 'zoom-steps' }, iconButton('minus', text('zoom.out'), () => host.zoom(1 / 1.25)), this.#percent,
                    iconButton('plus', text('zoom.in'), () => host.zoom(1.25))),
                make('button', { type: 'button', className: 'button', data: { testid: 'fit-width' }, on: { click: host.fit } }, text('zoom.width')),
                make('button', { type: 'button', className: 'button', data: { testid: 'fit-page' }, on: { click: host.fitPage } }, text('zoom.page'))),
            make('label', { className: 'switch' }, make('span', {}, text('view.single')), this.#single),
            make('label', { className: 'switch' }, make('span', {}, text('night')), this.#dark),
            make('label', { className: 'switch' }, make('span', {}, text('words.select')), this.#selects), go,
            make('div', { className: 'more-panels' }, ...host.panels.map(({ label, key, act, testid }) => make('button', {
                type: 'button', className: 'entry', data: { testid }, on: { click: () => {
                    this.close();
                    act();
                } },
            }, make('span', {}, label), key !== '' && make('kbd', { 'aria-hidden': 'true' }, key)))));
    }

    opened() {
        this.#single.checked = this.host.column.isSingle;
        this.#dark.checked = this.host.isDark();
        this.#selects.checked = this.host.selectsWords();
        this.#number.max = String(this.host.column.model.pages.length);
        this.#number.value = String(this.host.column.model.position(this.host.column.current));
        this.show();
    }

    /** The zoom as it is now. */
    show() { if (this.isOpen) this.#percent.textContent = percent(this.host.column.zoom); }

    /** Opens where a page's number is typed. */
    goTo() {
        this.open();
        this.#number.focus();
        this.#number.select();
    }
}

/**
 * A zoom in words: 100 % shows a point as 1/72 inch, which are 4/3 CSS pixels.
 * @param {number} zoom CSS pixels per point
 */
export function percent(zoom) { return `${Math.round(zoom * 75)} %`; }
