// SPDX-License-Identifier: GPL-3.0-or-later
// The library at the side of a page, on wide screens: characters one below the other, found as one types.

import { shownCharacters } from '../../model/library.js';
import { address } from '../../model/routes.js';
import { remember, remembered } from '../../model/settings.js';
import { text } from '../../texts/texts.js';
import { icon, iconButton, make } from '../element.js';
import { showCharacter } from '../library/lazy-picture.js';

/** @typedef {import('../../sync/api.js').Character} Character */

/** From which width on there is room for it. Below, and on low screens, one place is shown after the other. */
export const sideQuery = '(min-width: 84rem) and (min-height: 32rem)';

export class SideList {
    element = make('nav', { className: 'side', 'aria-label': text('library'), hidden: true, data: { testid: 'side' } });
    #list = make('div', { className: 'side-list' });
    #search = make('input', {
        type: 'search', placeholder: text('side.search'), 'aria-label': text('side.search'), on: { input: () => this.#show() },
    });
    /** @type {Character[]} */
    #characters = [];
    #current = '';
    #isLoaded = false;
    #isOpen = remembered('side') !== false;
    #wide = matchMedia(sideQuery);

    /** @param {import('../../sync/api.js').Api} api @param {{open: (id: string) => void, back: () => void}} coordinator */
    constructor(api, coordinator) {
        this.api = api;
        this.coordinator = coordinator;
        this.toggle = iconButton('side', text('side.toggle'), () => this.#toggle(), { 'aria-expanded': String(this.#isOpen), data: { testid: 'side-toggle' } });
        this.element.append(make('div', { className: 'side-head' }, this.toggle,
            make('a', {
                href: '/', className: 'side-title', on: {
                    click: (/** @type {MouseEvent} */ event) => {
                        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                        event.preventDefault();
                        coordinator.back();
                    },
                },
            }, text('app'))), make('div', { className: 'side-body' }, this.#search, this.#list));
        this.element.classList.toggle('shut', !this.#isOpen);
        this.#wide.addEventListener('change', () => this.#update());
    }

    /**
     * Which character is shown beside it; undefined for none: then it is not there.
     * @param {string | undefined} character
     */
    beside(character) {
        this.#current = character ?? '';
        this.#update();
    }

    #update() {
        this.element.hidden = this.#current === '' || !this.#wide.matches;
        if (this.element.hidden) return;
        if (this.#isLoaded) this.#mark();
        else void this.load();
    }

    #toggle() {
        this.#isOpen = !this.#isOpen;
        remember('side', this.#isOpen);
        this.element.classList.toggle('shut', !this.#isOpen);
        this.toggle.setAttribute('aria-expanded', String(this.#isOpen));
    }

    /** The library has changed. */
    async load() {
        if (this.element.hidden) {
            this.#isLoaded = false;
            return;
        }
        this.#isLoaded = true;
        try {
            this.#characters = await this.api.characters();
        } catch {
            this.#isLoaded = false;
            return;
        }
        this.#show();
    }

    #show() {
        const shown = shownCharacters(this.#characters, { query: this.#search.value, sort: 'name', favoritesOnly: false });
        this.#list.replaceChildren(...shown.map((character) => this.#row(character)));
        this.#mark();
    }

    /** @param {Character} character */
    #row(character) {
        const { id, name, templateName, favorite } = character;
        const picture = make('img', { alt: '', decoding: 'async' });
        const frame = make('span', { className: 'side-picture' }, picture);
        showCharacter(frame, picture, { api: this.api, character, side: 120, failed: () => picture.remove() });
        return make('a', {
            href: address({ name: 'editor', character: id }), className: 'side-row', data: { id, testid: 'side-row' }, on: {
                click: (/** @type {MouseEvent} */ event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                    event.preventDefault();
                    this.coordinator.open(id);
                },
            },
        }, frame,
        make('span', { className: 'words' }, make('span', { className: 'name' }, favorite && icon('star'), name),
            make('span', { className: 'detail' }, templateName ?? '')));
    }

    #mark() {
        for (const row of this.#list.children) {
            const isCurrent = /** @type {HTMLElement} */ (row).dataset.id === this.#current;
            if (isCurrent) row.setAttribute('aria-current', 'page');
            else row.removeAttribute('aria-current');
        }
    }
}
