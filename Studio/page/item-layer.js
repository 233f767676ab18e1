// SPDX-License-Identifier: GPL-3.0-or-later
// What can be opened on a page: pins of notes, links, and marks on words.

import { linkAddress } from '../model/insertions.js';
import { quadBox } from '../model/markup.js';

/** @typedef {import('./page-view.js').PageView} PageView */

/** The side of a pin in points. */
const pinSize = 20;

export class ItemLayer {
    element = document.createElement('div');
    /** @type {{element: HTMLElement, area: [number, number, number, number]}[]} */
    #entries = [];

    /**
     * @param {PageView} view
     * @param {{noteLabel: (title: string) => string, markLabel: (style: import('../model/markup.js').Style, words: string) => string, linkLabel: (target: string) => string, pageLabel: (page: number) => string,
     *   open: (object: any) => void, goTo: (page: number) => void}} listener
     */
    constructor(view, listener) {
        this.view = view;
        this.listener = listener;
        this.element.className = 'openable';
        view.element.append(this.element);
        this.shown();
    }

    /** The page's objects were shown anew. */
    shown() {
        const { objects, layers } = this.view.page.ink;
        const seen = objects.filter(({ layer = 0 }) => !layers[layer]?.hidden);
        this.#entries = seen.flatMap((object) => {
            if (object.note) {
                const [x, y] = object.note.at;
                return [{ element: this.#pin(object), area: /** @type {[number, number, number, number]} */ ([x, y, x + pinSize, y + pinSize]) }];
            }
            if (object.markup) return [{ element: this.#mark(object), area: quadBox(object.markup.quads[0]) }];
            return object.link ? [{ element: this.#link(object.link), area: object.link.area }] : [];
        });
        const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
        this.element.replaceChildren(...this.#entries.map(({ element }) => element));
        if (held) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(held)}"]`))?.focus({ preventScroll: true });
        this.placed();
    }

    /** @param {any} object */
    #pin(object) {
        const pin = document.createElement('button');
        const { title = '', text = '' } = object.note;
        pin.type = 'button';
        pin.className = 'tappable pin-button';
        pin.dataset.testid = 'note';
        pin.dataset.key = `${object.note.at}`;
        pin.title = [title, text].filter(Boolean).join('\n');
        pin.setAttribute('aria-label', this.listener.noteLabel(title || text.slice(0, 60)));
        pin.addEventListener('click', () => this.listener.open(object));
        return pin;
    }

    /**
     * A mark, for keys and screen readers. It takes no pointers: one writes on marked words as on others.
     * @param {any} object
     */
    #mark(object) {
        const button = document.createElement('button');
        const { style, words = '', text = '' } = object.markup;
        button.type = 'button';
        button.className = 'tappable mark-button';
        button.dataset.testid = 'mark';
        button.dataset.key = `${object.markup.quads[0]}`;
        button.dataset.style = style;
        button.setAttribute('aria-label', this.listener.markLabel(style, [words, text].filter(Boolean).join(': ').slice(0, 300)));
        button.addEventListener('click', () => this.listener.open(object));
        return button;
    }

    /** @param {any} link */
    #link({ uri, page }) {
        const address = uri === undefined ? undefined : linkAddress(uri);
        const element = document.createElement(address ? 'a' : 'button');
        element.className = 'tappable link-area';
        element.dataset.testid = 'link';
        const words = page === undefined ? this.listener.linkLabel(uri ?? '') : this.listener.pageLabel(page);
        element.title = words;
        element.setAttribute('aria-label', words);
        if (element instanceof HTMLAnchorElement && address) {
            element.href = address;
            element.target = '_blank';
            element.rel = 'noopener noreferrer';
            element.draggable = false;
        } else if (element instanceof HTMLButtonElement) {
            element.type = 'button';
            // An address that leads to anything but the web is shown and not followed.
            element.disabled = page === undefined;
            element.addEventListener('click', () => this.listener.goTo(page));
        }
        return element;
    }

    /** The page is elsewhere, or larger. */
    placed() {
        const { box } = this.view;
        if (!box) return;
        const { width, height } = this.view.page.size;
        const [x, y] = [box.width / width, box.height / height];
        for (const { element, area: [x0, y0, x1, y1] } of this.#entries) {
            Object.assign(element.style, { left: `${x0 * x}px`, top: `${y0 * y}px`, width: `${(x1 - x0) * x}px`, height: `${(y1 - y0) * y}px` });
        }
    }

    removed() { this.element.remove(); }
}
