// SPDX-License-Identifier: GPL-3.0-or-later
// How one types: the family, the size and the look of letters. It is there while the text tool is in hand.

import { alignments, families, textSizes } from '../../model/texts.js';
import { inks } from '../../model/settings.js';
import { text } from '../../texts/texts.js';
import { iconButton, make } from '../element.js';

/** @typedef {import('../../model/texts.js').TextSetting} TextSetting */

export class TypingBar {
    element = make('div', { className: 'typing-bar', role: 'toolbar', 'aria-label': text('text.bar') });

    /**
     * @param {{text: TextSetting}} settings @param {() => void} changed @param {() => void} done @param {() => void} removed
     */
    constructor(settings, changed, done, removed) {
        this.settings = settings;
        this.changed = changed;
        this.done = done;
        this.removed = removed;
        // A press on a button leaves the text where one types.
        this.element.addEventListener('pointerdown', (event) => {
            if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
        });
        this.element.addEventListener('mousedown', (event) => {
            if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
        });
        this.show();
    }

    /** @param {Partial<TextSetting>} values */
    #set(values) {
        Object.assign(this.settings.text, values);
        this.show();
        this.changed();
    }

    /**
     * Shows how a text is that one goes on with.
     * @param {import('../../model/texts.js').Text} words
     */
    take({ runs, alignment = 'start' }) {
        const { style } = runs[0] ?? {};
        if (!style) return;
        const { family, size, weight, isItalic, isUnderlined, color } = style;
        const hex = `#${[color.red, color.green, color.blue].map((part) => Math.round(part * 255).toString(16).padStart(2, '0')).join('')}`;
        Object.assign(this.settings.text, { family, size, isBold: weight >= 600, isItalic, isUnderlined, color: hex, alignment });
        this.show();
    }

    show() {
        const { family, size, isBold, isItalic, isUnderlined, color, alignment } = this.settings.text;
        const focused = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement)
            ? document.activeElement.dataset.part : undefined;
        const known = families.includes(family) ? families : [...families, family];
        const familyChoice = make('select', {
            'aria-label': text('text.family'), data: { part: 'family', testid: 'text-family' }, on: { change: () => this.#set({ family: familyChoice.value }) },
        }, ...known.map((name) => make('option', { value: name, selected: name === family },
            families.includes(name) ? text(/** @type {'text.serif'} */ (`text.${name}`)) : name)));
        const sizes = textSizes.includes(size) ? textSizes : [...textSizes, size].sort((a, b) => a - b);
        const sizeChoice = make('select', {
            'aria-label': text('text.size'), data: { part: 'size', testid: 'text-size' }, on: { change: () => this.#set({ size: Number(sizeChoice.value) }) },
        }, ...sizes.map((one) => make('option', { value: String(one), selected: one === size }, `${Math.round(one * 10) / 10} pt`)));
        const next = alignments[(alignments.indexOf(/** @type {any} */ (alignment)) + 1) % alignments.length];
        this.element.replaceChildren(
            familyChoice, sizeChoice,
            this.#toggle('bold', isBold, () => this.#set({ isBold: !isBold })),
            this.#toggle('italic', isItalic, () => this.#set({ isItalic: !isItalic })),
            this.#toggle('underline', isUnderlined, () => this.#set({ isUnderlined: !isUnderlined })),
            iconButton(`align-${alignment === 'left' ? 'start' : alignment}`, text(/** @type {'text.align.start'} */ (`text.align.${alignment === 'left' ? 'start' : alignment}`)),
                () => this.#set({ alignment: next }), { data: { part: 'align', testid: 'text-align' } }),
            make('span', { className: 'colors', role: 'group', 'aria-label': text('text.color') }, ...inks.map((ink) => {
                const button = make('button', {
                    type: 'button', className: 'color', 'aria-label': text('color', { color: ink }), title: ink, data: { part: ink },
                    'aria-pressed': String(ink === color), on: { click: () => this.#set({ color: ink }) },
                });
                button.style.setProperty('--ink', ink);
                return button;
            })),
            iconButton('trash', text('text.remove'), () => this.removed(), { className: 'icon-button only-typing', data: { part: 'remove', testid: 'text-remove' } }),
            iconButton('done', text('text.done'), () => this.done(), { className: 'icon-button only-typing', data: { part: 'done', testid: 'text-done' } }));
        if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-part="${focused}"]`))?.focus();
    }

    /** @param {'bold' | 'italic' | 'underline'} name @param {boolean} isOn @param {() => void} act */
    #toggle(name, isOn, act) {
        return iconButton(name, text(`text.${name}`), act, { 'aria-pressed': String(isOn), data: { part: name, testid: `text-${name}` } });
    }
}
