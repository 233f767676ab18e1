// SPDX-License-Identifier: GPL-3.0-or-later
// The library: cards of characters and templates, search, imports.

import { importFiles, shownCharacters, shownTemplates } from '../model/library.js';
import { counted, text } from '../texts/texts.js';
import { characterCard, templateCard } from './cards.js';
import { tell } from './dialogs.js';
import { icon, make } from './element.js';
import { newCharacterDialog } from './new-character.js';

/** @typedef {import('../sync/api.js').Api} Api */
/** @typedef {import('../sync/api.js').Character} Character */
/** @typedef {import('../sync/api.js').Template} Template */

export class LibraryView {
    element = make('main', { className: 'library' });
    /** @type {Character[]} */
    #characters = [];
    /** @type {Template[]} */
    #templates = [];
    #isLoaded = false;
    /** @type {import('../model/library.js').Filter} */
    #filter = { query: '', sort: 'modified', favoritesOnly: false };
    #cards = make('div', { className: 'shelves' });
    #imports = make('div', { className: 'imports', role: 'status', 'aria-live': 'polite' });
    /** @type {Map<string, HTMLElement>} */
    #rows = new Map();

    /**
     * @param {Api} api
     * @param {{open: (id: string) => void, isOwner: boolean}} coordinator
     */
    constructor(api, coordinator) {
        this.api = api;
        this.coordinator = coordinator;
        this.element.classList.toggle('reading', !coordinator.isOwner);
        const input = make('input', {
            type: 'file', accept: 'application/pdf,.pdf', multiple: true, className: 'visually-hidden', id: 'import-input',
            data: { testid: 'import-input' }, on: { change: () => this.#import([...(input.files ?? [])], input) },
        });
        this.element.append(
            make('header', { className: 'library-head' },
                make('h1', {}, text('app')),
                this.#search(),
                make('div', { className: 'actions' },
                    input, make('label', { className: 'button', for: 'import-input' }, icon('import'), make('span', {}, text('import'))),
                    make('button', {
                        type: 'button', className: 'button primary', data: { testid: 'new-character' },
                        on: { click: () => this.newCharacter() },
                    }, icon('plus'), make('span', {}, text('new'))))),
            this.#imports, this.#cards,
            make('div', { className: 'drop-hint', 'aria-hidden': 'true' }, icon('import'), text('import.drop')));
        if (coordinator.isOwner) this.#acceptDrops();
    }

    #search() {
        const search = make('input', {
            type: 'search', placeholder: text('search'), 'aria-label': text('search'), data: { testid: 'search' },
            on: { input: () => this.#change({ query: search.value }) },
        });
        const sort = make('select', {
            'aria-label': text('sort'),
            on: { change: () => this.#change({ sort: sort.value === 'name' ? 'name' : 'modified' }) },
        }, make('option', { value: 'modified' }, text('sort.modified')), make('option', { value: 'name' }, text('sort.name')));
        const favorites = make('button', {
            type: 'button', className: 'icon-button', title: text('favorites.only'), 'aria-label': text('favorites.only'),
            'aria-pressed': 'false',
            on: {
                click: () => {
                    const isOn = !this.#filter.favoritesOnly;
                    favorites.setAttribute('aria-pressed', String(isOn));
                    this.#change({ favoritesOnly: isOn });
                },
            },
        }, icon('star'));
        return make('div', { className: 'search', role: 'search' }, icon('search'), search, sort, favorites);
    }

    /** @param {Partial<import('../model/library.js').Filter>} filter */
    #change(filter) {
        Object.assign(this.#filter, filter);
        this.#show();
    }

    async load() {
        [this.#templates, this.#characters] = await Promise.all([this.api.templates(), this.api.characters()]);
        this.#isLoaded = true;
        this.#show();
    }

    #show() {
        if (!this.#isLoaded) return;
        const characters = shownCharacters(this.#characters, this.#filter);
        const templates = this.#filter.favoritesOnly ? [] : shownTemplates(this.#templates, this.#filter.query);
        const isEmpty = this.#templates.length === 0 && this.#characters.length === 0;
        const parts = [];
        if (isEmpty) {
            parts.push(make('div', { className: 'empty' }, icon('sheet'), make('h2', {}, text('empty.title')), make('p', {}, text('empty.text')),
                make('label', { className: 'button primary', for: 'import-input' }, text('import'))));
        } else if (characters.length === 0 && templates.length === 0) {
            parts.push(make('p', { className: 'empty' }, text('empty.search', { query: this.#filter.query })));
        } else {
            if (characters.length > 0 || (this.#characters.length === 0 && this.#filter.query === '')) {
                parts.push(this.#shelf(text('characters'), characters.length > 0
                    ? characters.map((character) => characterCard(character, this.#deeds()))
                    : [make('p', { className: 'hint' }, text('empty.characters'))]));
            }
            if (templates.length > 0) {
                parts.push(this.#shelf(text('templates'), templates.map((template) => templateCard(
                    template, counted('pages', template.pageCount), () => {
                        if (this.coordinator.isOwner) this.newCharacter(template.id);
                    }))));
            }
        }
        this.#cards.replaceChildren(...parts);
    }

    /** @param {string} title @param {HTMLElement[]} cards */
    #shelf(title, cards) {
        return make('section', { 'aria-label': title }, make('h2', {}, title), make('div', { className: 'cards' }, ...cards));
    }

    #deeds() {
        const change = async (/** @type {Promise<unknown>} */ work) => {
            try {
                await work;
                await this.load();
            } catch (error) {
                tell(error instanceof Error ? error.message : String(error));
            }
        };
        return {
            /** @param {Character} character */
            open: (character) => this.coordinator.open(character.id),
            /** @param {Character} character @param {Partial<Character>} values */
            change: (character, values) => change(this.api.changeCharacter(character.id, values)),
            /** @param {Character} character */
            duplicate: (character) => change(this.api.duplicateCharacter(character.id)),
            /** @param {Character} character */
            remove: async (character) => {
                await change(this.api.removeCharacter(character.id));
                tell(text('removed', { name: character.name }), {
                    label: text('restore'), act: () => change(this.api.restoreCharacter(character.id)),
                });
            },
        };
    }

    /** @param {string} [template] */
    newCharacter(template) {
        newCharacterDialog(this.#templates, template, async (values) => {
            const character = await this.api.createCharacter(values);
            this.coordinator.open(character.id);
        });
    }

    #acceptDrops() {
        let depth = 0;
        const show = () => this.element.classList.toggle('dropping', depth > 0);
        const isFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
        this.element.addEventListener('dragenter', (event) => {
            if (isFiles(event)) depth += 1;
            show();
        });
        this.element.addEventListener('dragleave', (event) => {
            if (isFiles(event)) depth = Math.max(depth - 1, 0);
            show();
        });
        this.element.addEventListener('dragover', (event) => {
            if (isFiles(event)) event.preventDefault();
        });
        this.element.addEventListener('drop', (event) => {
            if (!isFiles(event)) return;
            event.preventDefault();
            depth = 0;
            show();
            void this.#import([...(event.dataTransfer?.files ?? [])]);
        });
    }

    /** @param {File[]} files @param {HTMLInputElement} [input] @param {string} [password] */
    async #import(files, input, password) {
        await importFiles(files, (file) => this.api.importTemplate(file, password), (entry) => this.#row(entry), {
            notPDF: text('import.notPDF'),
        });
        if (input) input.value = '';
        await this.load().catch((error) => tell(error.message));
    }

    /** @param {import('../model/library.js').Import} entry */
    #row(entry) {
        this.#rows.get(entry.name)?.remove();
        const words = entry.state === 'running' ? text('import.running', { name: entry.name })
            : entry.state === 'done' ? text('import.done', { name: entry.name })
                : text('import.failed', { name: entry.name, reason: entry.reason ?? '' });
        const row = make('div', { className: `import ${entry.state}` },
            entry.state === 'running' && make('progress', { 'aria-label': words }), make('span', {}, words));
        if (entry.state === 'locked') row.append(this.#unlock(entry));
        if (entry.state !== 'running') {
            row.append(make('button', {
                type: 'button', className: 'quiet', 'aria-label': text('import.dismiss'), on: { click: () => row.remove() },
            }, '×'));
        }
        if (entry.state === 'done') setTimeout(() => row.remove(), 4000);
        this.#rows.set(entry.name, row);
        this.#imports.append(row);
    }

    /** @param {import('../model/library.js').Import} entry */
    #unlock({ file, name }) {
        const label = text('import.password', { name });
        const password = make('input', { type: 'password', placeholder: label, 'aria-label': label, autocomplete: 'off' });
        return make('form', {
            on: {
                submit: (/** @type {Event} */ event) => {
                    event.preventDefault();
                    void this.#import([file], undefined, password.value);
                },
            },
        }, password, make('button', { type: 'submit' }, text('import.unlock')));
    }
}
