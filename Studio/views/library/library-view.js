// SPDX-License-Identifier: GPL-3.0-or-later
// The library: cards of characters and templates, search, imports. Cards stay the same elements as long as what they
// show does, so that three hundred of them cost one look.

import { latestFirst, shownCharacters, shownTemplates, sorts, tagsOf } from '../../model/library.js';
import { remember, remembered } from '../../model/settings.js';
import { counted, text } from '../../texts/texts.js';
import { characterCard, templateCard } from './cards.js';
import { tell } from '../dialogs.js';
import { icon, iconButton, make, takesKeys } from '../element.js';
import { acceptDrops, Imports } from './imports.js';
import { LibraryDeeds } from './library-deeds.js';
import { showMenu } from '../menu.js';
import { signOutDialog } from '../sign-out-dialog.js';
import { newCharacterDialog } from './new-character.js';
import { padPages, paperPdf, rulings, sheetOf } from '../../model/paper-pdf.js';

/** @typedef {import('../../sync/api.js').Api} Api */
/** @typedef {import('../../sync/api.js').Character} Character */
/** @typedef {import('../../sync/api.js').Template} Template */
/** @typedef {import('../../model/routes.js').Route} Route */
/**
 * @typedef {{open: (id: string, find?: string) => void, go: (route: Route) => void, isOwner: boolean,
 *   outbox: import('../../sync/outbox.js').Outbox}} LibraryCoordinator
 */

/** How long a person has to pause in typing until the server is asked, in milliseconds. */
const pause = 300;
/** How many cards are made before the first are shown. */
const firstCards = 60;

export class LibraryView {
    element = make('main', { className: 'library' });
    /** @type {Character[]} */
    characters = [];
    /** @type {Template[]} */
    templates = [];
    #isLoaded = false;
    /** @type {import('../../model/library.js').Filter} */
    #filter = { query: '', sort: 'modified', favoritesOnly: false, ...remembered('library') };
    #shelves = make('div', { className: 'shelves' });
    #tags = make('div', { className: 'chips tags', role: 'group', 'aria-label': text('tags') });
    #found = make('p', { className: 'visually-hidden', role: 'status' });
    /** @type {Map<string, {key: string, card: HTMLElement}>} */
    #cards = new Map();

    /** @param {Api} api @param {LibraryCoordinator} coordinator */
    constructor(api, coordinator) {
        this.api = api;
        this.coordinator = coordinator;
        this.deeds = new LibraryDeeds(this);
        this.imports = new Imports((file, kind, password) => this.deeds.take(file, kind, password),
            () => this.load().catch((error) => void tell(error.message)));
        this.element.classList.toggle('reading', !coordinator.isOwner);
        const input = make('input', {
            type: 'file', accept: 'application/pdf,.pdf,.limnpkg', multiple: true, className: 'visually-hidden', id: 'import-input',
            data: { testid: 'import-input' },
            on: {
                change: () => {
                    void this.imports.take([...(input.files ?? [])]);
                    input.value = '';
                },
            },
        });
        const more = iconButton('more', text('library.more'), () => this.#more(more), {
            'aria-haspopup': 'menu', 'aria-expanded': 'false', data: { testid: 'library-more' },
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
                    }, icon('plus'), make('span', {}, text('new'))), more)),
            make('div', { className: 'library-body' }, this.imports.element, this.#tags, this.#found, this.#shelves),
            make('div', { className: 'drop-hint', 'aria-hidden': 'true' }, icon('import'), text('import.drop')));
        if (coordinator.isOwner) acceptDrops(this.element, (files) => void this.imports.take(files));
        window.addEventListener('keydown', (event) => this.#key(event));
        this.element.addEventListener('scroll', () => { this.#top = this.element.scrollTop; });
    }

    /** How far down somebody has scrolled, which a browser forgets while the library is not shown. */
    #top = 0;

    /** Shows the library where somebody left it. */
    comeBack() { this.element.scrollTop = this.#top; }

    #search() {
        const { sort: chosen, favoritesOnly } = this.#filter;
        const search = make('input', {
            type: 'search', placeholder: text('search'), 'aria-label': text('search'), 'aria-keyshortcuts': '/', data: { testid: 'search' },
            on: { input: () => this.#change({ query: search.value }) },
        });
        this.#searchInput = search;
        const sort = make('select', {
            'aria-label': text('sort'), data: { testid: 'sort' },
            on: { change: () => this.#change({ sort: sorts.find((one) => one === sort.value) ?? 'modified' }) },
        }, ...sorts.map((value) => make('option', { value }, text(`sort.${value}`))));
        sort.value = chosen;
        const favorites = iconButton('star', text('favorites.only'), () => {
            const isOn = !this.#filter.favoritesOnly;
            favorites.setAttribute('aria-pressed', String(isOn));
            this.#change({ favoritesOnly: isOn });
        }, { 'aria-pressed': String(favoritesOnly), data: { testid: 'favorites' } });
        return make('div', { className: 'search', role: 'search' }, icon('search'), search, sort, favorites);
    }

    /** @type {HTMLInputElement | undefined} */
    #searchInput;

    /**
     * Characters in which the server has found what is looked for: values of their forms, and what their sheets say.
     * @type {{query: string, ids: Set<string>}}
     */
    #inside = { query: '', ids: new Set() };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #asking;
    #run = 0;
    /**
     * Whether the server is looking through the pages, or could not.
     * @type {'searching' | 'failed' | undefined}
     */
    #progress;

    /** Asks the server for what is found on pages, when somebody pauses in typing. */
    #askSoon() {
        clearTimeout(this.#asking);
        const run = ++this.#run;
        const { query } = this.#filter;
        this.#places = undefined;
        this.#progress = query.trim().length < 2 ? undefined : 'searching';
        if (this.#progress) this.#asking = setTimeout(() => void this.#ask(query, run), pause);
    }

    /**
     * The places on pages where the words are, and how they are shown.
     * @type {{found?: import('../../model/found-places.js').FoundPlaces, element?: HTMLElement} | undefined}
     */
    #places;

    /** @param {string} query @param {number} run */
    async #ask(query, run) {
        const found = await this.api.list('/characters', { q: query }).catch(() => undefined);
        if (run !== this.#run) return;
        if (found) {
            this.#inside = { query, ids: new Set(found.map(({ id }) => id)) };
            this.#show();
            this.#tellFound();
        }
        const places = await this.#askPlaces(query).catch(() => undefined);
        if (run !== this.#run) return;
        this.#progress = found && places ? undefined : 'failed';
        this.#places = places;
        this.#show();
        this.#tellFound();
    }

    /** @param {string} query */
    async #askPlaces(query) {
        const found = await this.api.places(query);
        if (found.items.length === 0) return {};
        const { foundPlaces } = await import('./found-places.js');
        return { found, element: foundPlaces(found, {
            open: (route) => this.coordinator.go(route), isOwner: this.coordinator.isOwner,
            version: (id) => this.characters.find((one) => one.id === id)?.modified ?? '',
        }) };
    }

    #tellFound() {
        const { found } = this.#places ?? {};
        const count = this.#shelves.querySelectorAll('.card').length + (found?.items.length ?? 0);
        const words = found?.hasMore ? text('found.more', { count }) : (count > 0 || !this.#progress) && counted('found', count);
        this.#found.textContent = this.#filter.query ? [words, this.#progress && text(`places.${this.#progress}`)].filter(Boolean).join(' – ') : '';
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (!this.element.isConnected || takesKeys(event.target, 'input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === '/') this.#searchInput?.focus();
        else if (event.key === 'n' && this.coordinator.isOwner) this.newCharacter();
        else return;
        event.preventDefault();
    }

    /** @param {HTMLElement} anchor */
    #more(anchor) {
        const { go } = this.coordinator;
        showMenu(anchor, text('library.more'), [
            { label: text('table'), icon: 'table', act: () => go({ name: 'table' }), testid: 'to-table' },
            { label: text('numbers'), icon: 'numbers', act: () => go({ name: 'numbers' }), testid: 'to-numbers' },
            { label: text('access'), icon: 'share', act: () => this.deeds.access(), testid: 'to-access' },
            { label: text('trash'), icon: 'trash', act: () => this.deeds.trash(), testid: 'to-trash' },
            { label: text('sign.out'), icon: 'back', act: () => signOutDialog(this.api, this.coordinator.outbox), testid: 'sign-out' },
        ]);
    }

    /** @param {Partial<import('../../model/library.js').Filter>} filter */
    #change(filter) {
        Object.assign(this.#filter, filter);
        remember('library', { sort: this.#filter.sort, favoritesOnly: this.#filter.favoritesOnly });
        if (filter.query !== undefined) this.#askSoon();
        this.#show();
        this.#tellFound();
    }

    async load() {
        [this.templates, this.characters] = await Promise.all([this.api.templates(), this.api.characters()]);
        this.#isLoaded = true;
        if (!this.characters.some(({ tags }) => tags?.includes(this.#filter.tag ?? ''))) this.#filter.tag = undefined;
        this.#show();
    }

    #show() {
        if (!this.#isLoaded) return;
        // Cards that stay keep the focus, though answers of the server move them to another shelf.
        const focused = document.activeElement;
        this.#showTags();
        const characters = shownCharacters(this.characters, this.#filter);
        const isNarrowed = this.#filter.favoritesOnly || this.#filter.tag !== undefined;
        const templates = isNarrowed ? [] : shownTemplates(this.templates, this.#filter.query);
        const isEmpty = this.templates.length === 0 && this.characters.length === 0;
        const { query, ids } = this.#inside;
        const inside = query !== this.#filter.query ? []
            : shownCharacters(this.characters, { ...this.#filter, query: '' }).filter((one) => ids.has(one.id) && !characters.includes(one));
        const parts = [];
        if (isEmpty) parts.push(this.#empty());
        else if (characters.length === 0 && templates.length === 0 && inside.length === 0 && !this.#places?.element) parts.push(this.#nothingFound());
        else {
            if (characters.length > 0 || (this.characters.length === 0 && this.#filter.query === '')) {
                parts.push(this.#shelf('characters', characters.length > 0 ? this.#characterCards(characters) : [this.#nobody()]));
            }
            if (inside.length > 0) parts.push(this.#shelf('inside', this.#characterCards(inside)));
            if (this.#places?.element) parts.push(this.#places.element);
            if (this.#progress) parts.push(make('p', { className: `hint places-${this.#progress}` }, icon('search'), text(`places.${this.#progress}`)));
            if (templates.length > 0) parts.push(this.#shelf('templates', templates.map((template) => this.#templateCard(template))));
        }
        this.#shelves.replaceChildren(...parts);
        if (focused instanceof HTMLElement && this.#shelves.contains(focused)) focused.focus({ preventScroll: true });
    }

    #showTags() {
        const { tag: chosen } = this.#filter;
        this.#tags.replaceChildren(...tagsOf(this.characters).map(({ tag, count }) => make('button', {
            type: 'button', className: 'chip', 'aria-pressed': String(tag === chosen), data: { testid: 'tag' },
            on: { click: () => this.#change({ tag: tag === chosen ? undefined : tag }) },
        }, tag, make('span', { className: 'count' }, String(count)))));
        if (chosen !== undefined) {
            this.#tags.append(make('button', {
                type: 'button', className: 'chip link', data: { testid: 'tag-table' },
                on: { click: () => this.coordinator.go({ name: 'table', tag: chosen }) },
            }, icon('table'), text('table.of')));
        }
    }

    #empty() {
        const isOwner = this.coordinator.isOwner;
        return make('div', { className: 'empty' }, icon('sheet'),
            make('h2', {}, text('empty.title')), make('p', {}, text(isOwner ? 'empty.text' : 'empty.reader')),
            isOwner && make('div', { className: 'empty-deeds' },
                make('label', { className: 'button primary', for: 'import-input' }, icon('import'), text('import')),
                make('button', {
                    type: 'button', className: 'button', data: { testid: 'sample-sheet' }, on: { click: () => void this.#sample() },
                }, icon('sheet'), text('sample.start')),
                make('button', {
                    type: 'button', className: 'button', data: { testid: 'blank-paper' }, on: { click: () => this.newCharacter('paper:blank') },
                }, icon('pen'), text('paper.start'))),
            isOwner && make('p', { className: 'hint' }, text('empty.phone')));
    }

    #nothingFound() {
        const { query, favoritesOnly } = this.#filter;
        if (this.#progress === 'searching') return make('div', { className: 'empty places-searching' }, icon('search'), make('p', {}, text('places.searching')));
        return make('div', { className: 'empty' }, icon(favoritesOnly && !query ? 'star' : 'search'),
            make('p', {}, favoritesOnly && !query ? text('empty.favorites') : text('empty.search', { query })),
            this.#progress && make('p', { className: 'hint' }, text('places.failed')));
    }

    #nobody() {
        return make('div', { className: 'nobody' }, make('p', { className: 'hint' }, text('empty.characters')),
            this.coordinator.isOwner && make('button', {
                type: 'button', className: 'button', on: { click: () => this.newCharacter() },
            }, icon('plus'), text('new')));
    }

    /** @param {Character[]} characters */
    #characterCards(characters) {
        const cards = characters.map((character) => this.#card(character));
        if (cards.length > firstCards) {
            // The rest comes after the first look.
            const late = cards.slice(firstCards);
            const last = cards[firstCards - 1];
            requestAnimationFrame(() => last.isConnected && last.after(...late));
            return cards.slice(0, firstCards);
        }
        return cards;
    }

    /** @param {Character} character */
    #card(character) {
        const key = JSON.stringify(character);
        const known = this.#cards.get(character.id);
        if (known?.key === key) return known.card;
        const card = characterCard(character, this.api, {
            open: ({ id }) => this.coordinator.open(id, this.#inside.ids.has(id) && this.#inside.query === this.#filter.query ? this.#inside.query : undefined), more: (one, anchor) => this.deeds.characterMenu(one, anchor),
        });
        this.#cards.set(character.id, { key, card });
        return card;
    }

    /** @param {Template} template */
    #templateCard(template) {
        const { isOwner } = this.coordinator;
        return templateCard(template, counted('pages', template.pageCount), {
            write: () => {
                if (isOwner) this.newCharacter(template.id);
            },
            more: isOwner ? (anchor) => this.deeds.templateMenu(template, anchor) : undefined,
        });
    }

    /** @param {'characters' | 'inside' | 'templates'} kind @param {HTMLElement[]} cards */
    #shelf(kind, cards) {
        return make('section', { 'aria-label': text(kind), className: kind }, make('h2', {}, text(kind)),
            make('div', { className: 'cards' }, ...cards));
    }

    /**
     * The template that was chosen. Paper becomes one when somebody writes on it for the first time.
     * @param {string} wanted the id of a template, or `paper:` and a ruling
     */
    async #paper(wanted) {
        const ruling = rulings.find((one) => wanted === `paper:${one}`);
        if (!ruling) return wanted;
        const name = text(`paper.${ruling}`);
        const known = this.templates.find((one) => one.name === name && one.pageCount === padPages);
        if (known) return known.id;
        const bytes = paperPdf(ruling, sheetOf(navigator.language));
        return (await this.api.importTemplate(new File([bytes], `${name}.pdf`, { type: 'application/pdf' }))).id;
    }

    /** Takes the sample sheet into the library, and offers to write on it. */
    async #sample() {
        try {
            const { sampleSheet } = await import('../../samples/character-sheet.js');
            const file = new File([sampleSheet()], `${text('sample.name')}.pdf`, { type: 'application/pdf' });
            const { id } = await this.api.importTemplate(file);
            await this.load();
            this.newCharacter(id);
        } catch (error) {
            tell(error instanceof Error ? error.message : String(error));
        }
    }

    /** @param {string} [template] */
    newCharacter(template) {
        newCharacterDialog(latestFirst(this.templates, this.characters), template, async ({ name, template: wanted }) => {
            const character = await this.api.createCharacter({ name, template: await this.#paper(wanted) });
            this.coordinator.open(character.id);
        }, async (file, name) => {
            const { id, messages = [] } = await this.deeds.owner.importFilled(file, name);
            for (const message of messages) tell(message);
            this.coordinator.open(id);
        });
    }
}
