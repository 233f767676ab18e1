// SPDX-License-Identifier: GPL-3.0-or-later
// The tools, and a person's own pens. A second press on the tool in hand opens its settings.

import { addPen, choosePen, slotInHand } from '../../model/palette.js';
import { text } from '../../texts/texts.js';
import { iconButton, make } from '../element.js';
import { penButton } from './pen-chip.js';
import { toolOptions } from './tool-options.js';

/** @typedef {import('../../model/settings.js').Hand} Hand */
/** @typedef {import('../../model/settings.js').Settings} Settings */

/** @type {Hand[]} */
const hands = ['hand', 'pen', 'highlighter', 'eraser', 'lasso', 'text'];

export class ToolBar {
    element = make('div', { className: 'tool-bar', role: 'toolbar', 'aria-label': text('tools') });
    #options = make('div', { className: 'options', hidden: true, role: 'group', 'aria-label': text('tool.options') });
    #pens = make('div', { className: 'own-pens', role: 'group', 'aria-label': text('palette') });
    #away = iconButton('away', text('tools.hide'), () => this.deeds.hide(), { 'aria-keyshortcuts': 'F', data: { testid: 'tools-hide' } });
    /** @type {Map<Hand, HTMLButtonElement>} */
    #buttons = new Map();
    #fingers;

    /**
     * @param {Settings} settings @param {() => void} changed
     * @param {{ruler: () => void, paste: () => void, hide: () => void}} deeds
     */
    constructor(settings, changed, deeds) {
        this.settings = settings;
        this.changed = changed;
        this.deeds = deeds;
        const tools = make('div', { className: 'tools' });
        for (const hand of hands) {
            const button = iconButton(hand, text(`tool.${hand}`), () => this.#press(hand), { data: { testid: `tool-${hand}` } });
            this.#buttons.set(hand, button);
            tools.append(button);
        }
        this.ruler = iconButton('ruler', text('ruler'), deeds.ruler, { data: { testid: 'tool-ruler' }, 'aria-pressed': 'false' });
        // Where no finger can touch, there is nothing to switch.
        this.#fingers = iconButton('finger', text('fingers'), () => this.letFingersDraw(!settings.fingersDraw), {
            role: 'switch', hidden: !matchMedia('(any-pointer: coarse)').matches, data: { testid: 'draw-with-fingers' },
        });
        tools.append(this.ruler, this.#fingers);
        this.element.append(tools, make('div', { className: 'pens' }, this.#pens, this.#away), this.#options);
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
        this.settings.hidesTools = false;
        this.#options.hidden = true;
        this.#show();
        this.changed();
    }

    /**
     * Takes a pen of the palette; a second press opens its settings.
     * @param {number} index
     */
    takePen(index) {
        const isInHand = slotInHand(this.settings) === index;
        this.#options.hidden = !isInHand || !this.#options.hidden;
        if (!choosePen(this.settings, index)) return;
        this.settings.hidesTools = false;
        this.#show();
        this.changed();
    }

    /** Puts the tools away, or gets them back with the tool that was in hand. */
    toggle() {
        const { settings } = this;
        if (settings.hidesTools) {
            this.take(settings.handBefore);
            return;
        }
        settings.handBefore = settings.hand;
        this.take('hand');
        settings.hidesTools = true;
        this.changed();
    }

    /** The hand points at things, or moves the pages again. */
    toggleLaser() {
        const isOn = !(this.settings.hand === 'hand' && this.settings.points);
        Object.assign(this.settings, { points: isOn, selects: false });
        this.take('hand');
    }

    /** @param {boolean} isOn whether fingers draw, or move the pages */
    letFingersDraw(isOn) {
        this.settings.fingersDraw = isOn;
        this.#show();
        this.changed();
    }

    get buttonInHand() { return this.#buttons.get(this.settings.hand); }

    closeOptions() {
        if (this.#options.hidden) return;
        this.#options.hidden = true;
        this.#show();
    }

    #show() {
        const { hand, pens } = this.settings;
        for (const [name, button] of this.#buttons) {
            button.setAttribute('aria-pressed', String(name === hand));
            button.setAttribute('aria-expanded', String(name === hand && !this.#options.hidden));
            const color = name === 'pen' ? this.settings.pen.color : name === 'highlighter' ? this.settings.highlighter.color : '';
            button.style.setProperty('--ink', color || 'transparent');
        }
        this.#fingers.setAttribute('aria-checked', String(this.settings.fingersDraw));
        const slot = slotInHand(this.settings);
        this.#pens.replaceChildren(...pens.map((pen, i) => penButton(pen, i, i === slot, () => this.takePen(i))));
        if (this.#options.hidden) {
            delete this.settings.tried;
            return;
        }
        const { activeElement } = document;
        const focused = this.#options.contains(activeElement) ? activeElement?.getAttribute('data-focus') : undefined;
        this.#options.replaceChildren(...toolOptions(this.settings, {
            set: (change) => {
                change();
                this.#show();
                this.changed();
            },
            addPen: () => addPen(this.settings), paste: () => this.deeds.paste(),
        }));
        if (focused) /** @type {HTMLElement | null} */ (this.#options.querySelector(`[data-focus="${CSS.escape(focused)}"]`))?.focus();
    }
}
