// SPDX-License-Identifier: GPL-3.0-or-later
// A panel at the edge of the editor: it is opened by buttons or keys, closed by Escape, and gives the focus back.

import { text } from '../../../texts/texts.js';
import { iconButton, make } from '../../element.js';

export class Panel {
    /** @type {HTMLElement | null} */
    #before = null;
    /** @type {HTMLElement[]} */
    #openers = [];

    /** @param {string} title @param {string} name for tests and styles */
    constructor(title, name) {
        this.body = make('div', { className: 'panel-body' });
        this.element = make('section', { className: `panel panel-${name}`, hidden: true, 'aria-label': title, data: { testid: `panel-${name}` } },
            make('header', {}, make('h2', {}, title),
                iconButton('close', text('close'), () => this.close(), { data: { testid: `panel-${name}-close` } })),
            this.body);
        this.element.addEventListener('keydown', (event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            this.escaped();
        });
    }

    /**
     * A button that opens this panel.
     * @param {HTMLElement} button
     */
    openedBy(button) {
        this.#openers.push(button);
        button.setAttribute('aria-expanded', 'false');
        return button;
    }

    get isOpen() { return !this.element.hidden; }

    toggle() {
        if (this.isOpen) this.close();
        else this.open();
    }

    open() {
        if (this.isOpen) return;
        const { activeElement } = document;
        this.#before = activeElement instanceof HTMLElement ? activeElement : null;
        this.element.hidden = false;
        for (const button of this.#openers) button.setAttribute('aria-expanded', 'true');
        this.opened();
        /** @type {HTMLElement | null} */ (this.element.querySelector('.panel-body button:not(:disabled), .panel-body input'))?.focus();
    }

    close() {
        if (!this.isOpen) return;
        const hadFocus = this.element.contains(document.activeElement);
        this.element.hidden = true;
        for (const button of this.#openers) button.setAttribute('aria-expanded', 'false');
        if (!hadFocus) return;
        // A field that is hidden would still take the next key.
        /** @type {HTMLElement} */ (document.activeElement).blur();
        if (this.#before?.isConnected) this.#before.focus();
    }

    /** Escape closes the panel. */
    escaped() { this.close(); }

    /** What has to be shown anew when the panel opens. */
    opened() {}
}
