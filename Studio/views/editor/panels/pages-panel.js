// SPDX-License-Identifier: GPL-3.0-or-later
// The strip of small pages, and the outline of the document beside it.

import { stripPicture } from '../../../model/page-picture.js';
import { text } from '../../../texts/texts.js';
import { make } from '../../element.js';
import { askWhenNear } from '../../library/lazy-picture.js';

/** @typedef {{level: number, title: string, page?: number | null}} OutlineEntry */

/** How many levels of an outline are indented. */
const deepest = 6;

/** How long a page must be left alone until its small picture follows, in milliseconds. */
const followPause = 1500;

export class PagesPanel {
    #list = make('div', { className: 'strip-pages' });
    #outline = make('div', { className: 'strip-outline', hidden: true, data: { testid: 'outline' } });
    #tabs = make('div', { className: 'strip-tabs', role: 'group', 'aria-label': text('strip.tabs'), hidden: true });
    #page = 0;
    /**
     * The page and the entry that are current.
     * @type {(Element | undefined)[]}
     */
    #marked = [];
    #menu = make('button', {
        type: 'button', className: 'button strip-menu', hidden: true, data: { testid: 'page-menu' }, 'aria-keyshortcuts': 'J',
        on: { click: () => this.change?.(this.#page) },
    }, text('pages.change'));
    element = make('nav', { className: 'strip', 'aria-label': text('strip') }, this.#tabs, this.#menu, this.#list, this.#outline);

    /**
     * @param {import('../../../model/editor.js').EditorModel} model @param {(page: number) => void} goTo
     * @param {((page: number) => void) | undefined} change shows what can be done with a page; undefined for those who only look
     * @param {(act: () => void) => void} whenIdle does what moves the pages when nobody draws
     */
    constructor(model, goTo, change, whenIdle) {
        this.model = model;
        this.goTo = goTo;
        this.change = change;
        this.whenIdle = whenIdle;
    }

    /** Fills the strip, and asks for the outline. */
    fill() {
        const { character, pages } = this.model;
        this.#menu.hidden = !this.change;
        // A book of a thousand pages has a strip, too; its pictures come when they are seen.
        this.#list.replaceChildren(...pages.map((one) => {
            const { page, position, width, height } = one;
            const picture = make('img', { alt: '' });
            for (const type of ['error', 'load']) picture.addEventListener(type, () => picture.classList.toggle('missing', type === 'error'));
            picture.width = 72;
            picture.height = Math.round((72 * height) / width);
            const button = make('button', {
                type: 'button', data: { page }, 'aria-label': text('page', { number: position }), on: {
                    click: () => this.goTo(page),
                    contextmenu: (/** @type {Event} */ event) => {
                        if (!this.change) return;
                        event.preventDefault();
                        this.change(page);
                    },
                },
            }, picture, make('span', {}, String(position)));
            askWhenNear(button, picture, stripPicture(character, one));
            return button;
        }));
        this.showPage(this.#page);
        if (character.template) void this.model.api.outline(character.template).then((entries) => this.whenIdle(() => this.#fillOutline(entries)), () => undefined);
    }

    /** @type {Map<number, ReturnType<typeof setTimeout>>} */
    #later = new Map();
    /**
     * The revisions that the small pages show.
     * @type {Map<number, number>}
     */
    #shown = new Map();

    /**
     * A page's ink has changed: its small picture follows when nobody writes on it for a moment.
     * @param {number} page
     */
    changed(page) {
        clearTimeout(this.#later.get(page));
        this.#later.set(page, setTimeout(() => {
            this.#later.delete(page);
            const button = this.#list.children[this.model.position(page) - 1];
            const picture = button?.querySelector('img');
            const { revision } = this.model.ink(page);
            const one = this.model.page(page);
            if (!picture || !one || revision <= (this.#shown.get(page) ?? one.revision)) return;
            this.#shown.set(page, revision);
            askWhenNear(/** @type {HTMLElement} */ (button), picture, stripPicture(this.model.character, { ...one, revision }));
        }, followPause));
    }

    remove() { for (const later of this.#later.values()) clearTimeout(later); }

    /** @param {OutlineEntry[]} entries */
    #fillOutline(entries) {
        this.#tabs.hidden = entries.length === 0;
        if (entries.length === 0) return;
        const [pages, outline] = [this.#tab(text('strip.pages'), false), this.#tab(text('strip.outline'), true)];
        this.#tabs.replaceChildren(pages, outline);
        const isLong = this.model.pages.length > 12;
        this.#outline.replaceChildren(...entries.map(({ level, title, page }) => {
            // The outline is the template's; the character may have the page elsewhere, or no more.
            const there = page ? this.model.pages.find(({ template }) => template === page) : undefined;
            const position = there?.position ?? '';
            const entry = make('button', {
                type: 'button', className: 'outline-entry', title, disabled: !there, data: { page: position }, on: { click: () => there && this.goTo(there.page) },
            }, make('span', {}, title), make('span', { className: 'number' }, String(position)));
            entry.style.setProperty('--level', String(Math.min(level, deepest)));
            return entry;
        }));
        this.#choose(isLong);
    }

    /** @param {string} label @param {boolean} isOutline */
    #tab(label, isOutline) {
        return make('button', { type: 'button', data: { testid: isOutline ? 'tab-outline' : 'tab-pages' }, on: { click: () => this.#choose(isOutline) } }, label);
    }

    /** @param {boolean} isOutline */
    #choose(isOutline) {
        this.#list.hidden = isOutline;
        this.#outline.hidden = !isOutline;
        this.element.classList.toggle('shows-outline', isOutline);
        [...this.#tabs.children].forEach((tab, i) => tab.setAttribute('aria-pressed', String((i === 1) === isOutline)));
        this.showPage(this.#page);
    }

    /**
     * Marks the current page.
     * @param {number} page
     */
    showPage(page) {
        this.#page = page;
        for (const one of this.#marked) one?.removeAttribute('aria-current');
        const position = this.model.position(page);
        const small = this.#list.children[position - 1];
        // The entry that the page belongs to is the last one that begins before it.
        let entry;
        for (const one of this.#outline.querySelectorAll('button')) {
            const begins = Number(one.dataset.page);
            if (begins > 0 && begins <= position && begins >= Number(entry?.dataset.page ?? 0)) entry = one;
        }
        this.#marked = [small, entry];
        for (const one of this.#marked) {
            one?.setAttribute('aria-current', 'page');
            if (one && this.element.offsetParent && !(/** @type {HTMLElement} */ (one.parentElement).hidden)) one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        }
    }
}
