// SPDX-License-Identifier: GPL-3.0-or-later
// The tools. A second press on the tool in hand opens its settings.

import { inks, markers } from '../model/settings.js';
import { text } from '../texts/texts.js';
import { iconButton, make } from './element.js';

/** @typedef {import('../model/settings.js').Hand} Hand */
/** @typedef {import('../model/settings.js').Settings} Settings */

/** @type {Hand[]} */
const hands = ['pen', 'highlighter', 'eraser', 'lasso'];
const brushes = /** @type {const} */ (['fountain', 'ballpoint', 'fineliner', 'pencil', 'calligraphy', 'paintbrush']);
const sizes = { pen: [0.8, 1.2, 1.6, 2.4, 4], highlighter: [8, 12, 18] };

export class ToolBar {
    element = make('div', { className: 'tool-bar', role: 'toolbar', 'aria-label': text('tools') });
    #options = make('div', { className: 'options', hidden: true, role: 'group', 'aria-label': text('tool.options') });
    /** @type {Map<Hand, HTMLButtonElement>} */
    #buttons = new Map();

    /** @param {Settings} settings @param {() => void} changed */
    constructor(settings, changed) {
        this.settings = settings;
        this.changed = changed;
        for (const hand of hands) {
            const button = iconButton(hand, text(`tool.${hand}`), () => this.#press(hand), { data: { testid: `tool-${hand}` } });
            this.#buttons.set(hand, button);
            this.element.append(button);
        }
        this.element.append(this.#options);
        this.#show();
    }

    /** @param {Hand} hand */
    #press(hand) {
        if (this.settings.hand === hand) {
            this.#options.hidden = !this.#options.hidden;
            this.#show();
        } else {
            this.take(hand);
        }
    }

    /** @param {Hand} hand */
    take(hand) {
        this.settings.hand = hand;
        this.#options.hidden = true;
        this.#show();
        this.changed();
    }

    closeOptions() {
        this.#options.hidden = true;
        this.#show();
    }

    #show() {
        const { hand } = this.settings;
        for (const [name, button] of this.#buttons) {
            button.setAttribute('aria-pressed', String(name === hand));
            button.setAttribute('aria-expanded', String(name === hand && !this.#options.hidden));
            const color = name === 'pen' ? this.settings.pen.color : name === 'highlighter' ? this.settings.highlighter.color : '';
            button.style.setProperty('--ink', color || 'transparent');
        }
        if (!this.#options.hidden) this.#options.replaceChildren(...this.#content(hand));
    }

    /** @param {Hand} hand @returns {HTMLElement[]} */
    #content(hand) {
        if (hand === 'lasso') return [make('p', { className: 'hint' }, text('lasso.hint'))];
        if (hand === 'eraser') {
            return [this.#switch(text('eraser.whole'), this.settings.erasesWhole, (isOn) => { this.settings.erasesWhole = isOn; })];
        }
        const setting = this.settings[hand];
        /** @type {HTMLElement[]} */
        const parts = [this.#colors(setting, hand === 'pen' ? inks : markers), this.#sizes(setting, sizes[hand])];
        if (hand === 'pen') parts.unshift(this.#brushes(setting));
        if (hand === 'pen') parts.push(this.#pressure(), this.#switch(text('fingers'), this.settings.fingersDraw, (isOn) => {
            this.settings.fingersDraw = isOn;
        }));
        return parts;
    }

    /** @param {import('../model/settings.js').PenSetting} setting */
    #brushes(setting) {
        const select = make('select', {
            'aria-label': text('brush'), value: setting.tool,
            on: { change: () => this.#set(() => { setting.tool = /** @type {any} */ (select.value); }) },
        }, ...brushes.map((brush) => make('option', { value: brush, selected: brush === setting.tool }, text(`brush.${brush}`))));
        return select;
    }

    /** @param {import('../model/settings.js').PenSetting} setting @param {string[]} colors */
    #colors(setting, colors) {
        const own = make('input', {
            type: 'color', value: setting.color, 'aria-label': text('color.own'), title: text('color.own'),
            on: { change: () => this.#set(() => { setting.color = own.value; }) },
        });
        return make('div', { className: 'colors' }, ...colors.map((color) => {
            const button = make('button', {
                type: 'button', className: 'color', 'aria-label': text('color', { color }), title: color,
                'aria-pressed': String(color === setting.color), on: { click: () => this.#set(() => { setting.color = color; }) },
            });
            button.style.setProperty('--ink', color);
            return button;
        }), own);
    }

    /** @param {import('../model/settings.js').PenSetting} setting @param {number[]} list */
    #sizes(setting, list) {
        return make('div', { className: 'sizes' }, ...list.map((size) => {
            const button = make('button', {
                type: 'button', className: 'size', 'aria-label': `${text('size')} ${size} pt`, title: `${size} pt`,
                'aria-pressed': String(size === setting.size), on: { click: () => this.#set(() => { setting.size = size; }) },
            });
            button.style.setProperty('--width', `${Math.min(size * 1.6, 22)}px`);
            return button;
        }));
    }

    #pressure() {
        const curves = /** @type {const} */ ([['soft', 0.6], ['normal', 1], ['firm', 1.6]]);
        const select = make('select', {
            on: { change: () => this.#set(() => { this.settings.curve = Number(select.value); }) },
        }, ...curves.map(([name, value]) =>
            make('option', { value: String(value), selected: value === this.settings.curve }, text(`pressure.${name}`))));
        return make('label', { className: 'switch' }, make('span', {}, text('pressure')), select);
    }

    /** @param {string} label @param {boolean} isOn @param {(isOn: boolean) => void} set */
    #switch(label, isOn, set) {
        const box = make('input', { type: 'checkbox', checked: isOn, on: { change: () => this.#set(() => set(box.checked)) } });
        return make('label', { className: 'switch' }, make('span', {}, label), box);
    }

    /** @param {() => void} set */
    #set(set) {
        set();
        this.#show();
        this.changed();
    }
}
