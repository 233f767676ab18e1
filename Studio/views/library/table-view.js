// SPDX-License-Identifier: GPL-3.0-or-later
// The table: the same part of every character's page side by side, which follows the ink.

import { atTable, regionPicture } from '../../model/table.js';
import { tagsOf } from '../../model/library.js';
import { address } from '../../model/routes.js';
import { counted, text } from '../../texts/texts.js';
import { isLocked } from '../../sync/passwords.js';
import { showDialog } from '../dialogs.js';
import { icon, iconButton, make } from '../element.js';
import { showDot } from '../pointed-dot.js';
import { showPicture } from './lazy-picture.js';
import { RegionChooser } from '../region-chooser.js';

/** @typedef {import('../../sync/api.js').Api} Api */
/** @typedef {import('../../sync/api.js').Character} Character */
/** @typedef {import('../../model/routes.js').TableRoute} TableRoute */
/** @typedef {import('../../model/routes.js').Region} Region */
/** @typedef {{back: () => void, open: (id: string, page: number) => void, moved: (route: TableRoute) => void}} TableCoordinator */

/** How long a seat that has changed is marked, in milliseconds. */
const markedFor = 2500;

export class TableView {
    element = make('main', { className: 'table-place' });
    /** @type {Character[]} */
    #characters = [];
    /** @type {import('../../sync/api.js').Template[]} */
    #templates = [];
    #seats = make('div', { className: 'seats' });
    #choice = make('select', { 'aria-label': text('table.who'), data: { testid: 'table-who' }, on: { change: () => this.#choose() } });
    #page = make('input', {
        type: 'number', min: '1', max: '9999999', 'aria-label': text('table.page'), data: { testid: 'table-page' },
        on: { change: () => this.#go({ page: Math.max(1, Math.trunc(Number(this.#page.value)) || 1) }) },
    });
    #whole = make('button', { type: 'button', className: 'button', on: { click: () => this.#go({ region: undefined }) } }, text('table.whole'));
    /**
     * What is known to have changed, by character and page.
     * @type {Map<string, string>}
     */
    #versions = new Map();
    #id = Date.now();

    /** @param {Api} api @param {TableRoute} route @param {TableCoordinator} coordinator */
    constructor(api, route, coordinator) {
        this.api = api;
        this.route = route;
        this.coordinator = coordinator;
        this.element.append(
            make('header', { className: 'place-head' }, iconButton('back', text('back'), coordinator.back, { data: { testid: 'back' } }),
                make('h1', {}, text('table')),
                make('div', { className: 'place-tools' }, this.#choice,
                    make('label', { className: 'inline' }, text('table.page'), this.#page),
                    make('button', {
                        type: 'button', className: 'button', data: { testid: 'table-region' }, on: { click: () => this.#chooseRegion() },
                    }, icon('region'), text('table.region')), this.#whole)),
            this.#seats);
    }

    /** @param {TableRoute} route */
    show(route) {
        this.route = route;
        this.#show();
    }

    /** @param {Partial<TableRoute>} values */
    #go(values) {
        this.route = { ...this.route, ...values };
        this.coordinator.moved(this.route);
        this.#show();
    }

    #choose() {
        const [kind, value] = JSON.parse(this.#choice.value);
        this.route = { ...this.route, tag: kind === 'tag' ? value : undefined, template: kind === 'template' ? value : undefined };
        this.coordinator.moved(this.route);
        this.#show();
    }

    async load() {
        await this.#ask();
        this.#show();
    }

    async #ask() {
        [this.#characters, this.#templates] = await Promise.all([this.api.characters(), this.api.templates()]);
    }

    /** Characters or templates have changed. */
    async listChanged() {
        const people = () => JSON.stringify(atTable(this.#characters, this.route).map(({ id, name }) => [id, name]));
        const before = people();
        await this.#ask();
        if (people() !== before) this.#show();
    }

    /** The server has not told everything. */
    lookAgain() {
        this.#versions.clear();
        this.#id = Date.now();
        this.#show();
    }

    #show() {
        const { tag, template, page = 1, region } = this.route;
        const option = (/** @type {string} */ label, /** @type {string} */ kind, /** @type {string} */ value) =>
            make('option', { value: JSON.stringify([kind, value]), selected: (kind === 'tag' ? tag : kind === 'template' ? template : '') === value }, label);
        const [tags, templates] = [document.createElement('optgroup'), document.createElement('optgroup')];
        [tags.label, templates.label] = [text('tags'), text('templates')];
        tags.append(...tagsOf(this.#characters).map((one) => option(one.tag, 'tag', one.tag)));
        templates.append(...this.#templates.map((one) => option(one.name, 'template', one.id)));
        this.#choice.replaceChildren(make('option', { value: '["",""]', selected: !tag && !template }, text('table.all')), tags, templates);
        this.#page.value = String(page);
        this.#whole.hidden = region === undefined;
        const people = atTable(this.#characters, this.route);
        this.#seats.classList.toggle('parts', region !== undefined);
        this.#seats.replaceChildren(...people.map((character) => this.#seat(character, page, region)));
        if (people.length === 0) {
            this.#seats.replaceChildren(make('div', { className: 'empty' }, icon('table'), make('p', {}, text('table.empty'))));
        }
        document.title = `${text('table')} – ${tag ?? this.#templates.find(({ id }) => id === template)?.name ?? text('app')}`;
    }

    /** @param {Character} character @param {number} page @param {Region | undefined} region */
    #seat({ id, name }, page, region) {
        const picture = make('img', { alt: text('table.picture', { name }), decoding: 'async', loading: 'lazy', draggable: false });
        const source = this.#picture(id, page, region);
        void showPicture(picture, source);
        picture.addEventListener('error', async () => {
            const words = await isLocked(source) ? text('locked.sheet') : text('table.noPage', { name });
            picture.replaceWith(make('span', { className: 'hint' }, words));
        });
        return make('article', { className: 'seat', data: { testid: 'seat', id } },
            make('a', {
                href: address({ name: 'editor', character: id, page }), 'aria-label': text('card.open', { name }), on: {
                    click: (/** @type {MouseEvent} */ event) => {
                        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                        event.preventDefault();
                        this.coordinator.open(id, page);
                    },
                },
            }, make('span', { className: 'part' }, picture), make('span', { className: 'name' }, name)));
    }

    /** @param {string} id @param {number} page @param {Region} [region] */
    #picture(id, page, region) {
        const ratio = Math.min(window.devicePixelRatio || 1, 2);
        return regionPicture(id, page, region, { width: 480 * ratio, height: 640 * ratio, version: this.#versions.get(`${id}/${page}`) ?? String(this.#id) });
    }

    /** @param {import('../../sync/event-stream.js').PageEvent} event */
    pageChanged({ character, page, revision }) { this.#changed(character, page, String(revision)); }

    /** @param {import('../../model/company.js').Pointed} pointed */
    pointedAt({ name, character, page, at: [x, y] }) {
        const { page: shown = 1, region: [left, top, width, height] = [0, 0, 100, 100] } = this.route;
        const picture = this.#seatOf(character)?.querySelector('img');
        if (page !== shown || !picture?.parentElement) return;
        showDot(picture.parentElement, picture, name, [(100 * x - left) / width, (100 * y - top) / height]);
    }

    /**
     * Somebody has moved, turned or removed pages of a character.
     * @param {string} character
     */
    pagesChanged(character) {
        // A page without ink turns without another revision.
        const { page = 1, region } = this.route;
        const version = `pages-${Date.now()}`;
        for (const key of this.#versions.keys()) if (key.startsWith(`${character}/`)) this.#versions.set(key, version);
        this.#versions.set(`${character}/${page}`, version);
        const seat = this.#seatOf(character);
        const one = this.#characters.find(({ id }) => id === character);
        if (seat && one) seat.replaceWith(this.#seat(one, page, region));
    }

    /** @param {string} character @returns {HTMLElement | undefined} */
    #seatOf(character) { return [.../** @type {NodeListOf<HTMLElement>} */ (this.#seats.querySelectorAll('.seat'))].find(({ dataset }) => dataset.id === character); }

    /** @param {string} character @param {number} page @param {string} revision */
    #changed(character, page, revision) {
        this.#versions.set(`${character}/${page}`, revision);
        const { page: shown = 1, region } = this.route;
        const seat = this.#seatOf(character);
        const before = seat?.querySelector('img');
        if (page !== shown || !seat || !before) return;
        // The old picture stays until the new one is there.
        const picture = /** @type {HTMLImageElement} */ (before.cloneNode());
        picture.loading = 'eager';
        showPicture(picture, this.#picture(character, page, region)).then(() => picture.decode()).then(() => {
            if (this.#versions.get(`${character}/${page}`) !== revision) return;
            seat.querySelector('img')?.replaceWith(picture);
            seat.dataset.revision = revision;
            seat.classList.add('fresh');
            setTimeout(() => seat.classList.remove('fresh'), markedFor);
        }).catch(() => undefined);
    }

    /** A region is drawn on the page of the first character, or told by numbers. */
    #chooseRegion() {
        const { page = 1 } = this.route;
        const [first] = atTable(this.#characters, this.route);
        if (!first) return;
        const picture = make('img', { alt: text('table.picture', { name: first.name }), draggable: false });
        void showPicture(picture, this.#picture(first.id, page));
        const chooser = new RegionChooser(picture, this.route.region ?? [10, 10, 40, 20]);
        const dialog = showDialog(text('table.region.title'), make('p', { className: 'hint' }, text('table.region.hint', { count: counted('seats', atTable(this.#characters, this.route).length) })),
            chooser.paper, chooser.fields,
            make('div', { className: 'dialog-actions' },
                make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')),
                make('button', {
                    type: 'button', className: 'button primary', data: { testid: 'region-show' }, on: {
                        click: () => {
                            dialog.close();
                            this.#go({ region: chooser.region, page });
                        },
                    },
                }, text('table.region.show'))));
        dialog.classList.add('wide');
    }

    remove() { this.element.remove(); }
}
