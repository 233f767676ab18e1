// SPDX-License-Identifier: GPL-3.0-or-later
// A page as a picture that follows the ink, for a second window or a screen that all can see. It fills the window.

import { fetchPicture } from '../../sync/passwords.js';
import { text } from '../../texts/texts.js';
import { iconButton, make, takesKeys } from '../element.js';
import { showPicture } from '../library/lazy-picture.js';
import { showDot } from '../pointed-dot.js';
import { whenLocked } from '../unlock-dialog.js';

/** @typedef {{character: string, page: number}} Place */

/** How long the tools are seen after the pointer has moved, in milliseconds. */
const toolsSeen = 2500;

export class PictureView {
    element = make('main', { className: 'picture-place', data: { testid: 'picture-place' } });
    #picture = make('img', { alt: '', draggable: false });
    #where = make('span', { className: 'where', role: 'status' });
    #title = make('h1', { className: 'visually-hidden' }, text('app'));
    #version = String(Date.now());
    #run = 0;
    /**
     * The permanent numbers of the pages.
     * @type {number[]}
     */
    #pages = [];
    #keys;
    #stopLocked = () => {};
    #resized;

    /**
     * @param {import('../../sync/api.js').Api} api @param {Place} place
     * @param {{turned: (page: number) => void, edit: (page: number) => void}} coordinator
     */
    constructor(api, place, coordinator) {
        this.api = api;
        this.place = place;
        this.coordinator = coordinator;
        for (const type of ['pointermove', 'pointerdown']) this.element.addEventListener(type, () => this.#pointed());
        this.#pointed();
        this.#keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
        this.#resized = () => this.#show();
        window.addEventListener('keydown', this.#keys);
        window.addEventListener('resize', this.#resized);
        this.element.append(this.#title, this.#picture, make('div', { className: 'picture-tools', role: 'toolbar', 'aria-label': text('tools') },
            iconButton('back', text('page.before'), () => this.#turn(-1)), this.#where,
            iconButton('next', text('page.after'), () => this.#turn(1)),
            iconButton('pen', text('picture.edit'), () => coordinator.edit(this.place.page)),
            document.fullscreenEnabled && iconButton('full', text('picture.full'), () => void this.#full(), { data: { testid: 'full-screen' } })));
    }

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #pointing;

    #pointed() {
        this.element.classList.add('pointed');
        clearTimeout(this.#pointing);
        this.#pointing = setTimeout(() => this.element.classList.remove('pointed'), toolsSeen);
    }

    async load() {
        const character = await this.api.character(this.place.character);
        await this.#ask();
        document.title = this.#title.textContent = text('picture.title', { name: character.name });
        this.name = character.name;
        this.#stopLocked = whenLocked(character, () => void this.#show());
        this.#show();
    }

    /** Asks which pages there are. Where the page that is shown is gone, the one that has come to its place is shown. */
    async #ask() {
        const at = Math.max(this.#pages.indexOf(this.place.page), 0);
        this.#pages = (await this.api.pages({ id: this.place.character })).map(({ page }) => page);
        const page = this.#pages[Math.min(at, this.#pages.length - 1)];
        if (page === undefined || this.#pages.includes(this.place.page)) return;
        this.place = { ...this.place, page };
        this.coordinator.turned(page);
    }

    /** Where the page is. */
    get #position() { return this.#pages.indexOf(this.place.page) + 1 || this.place.page; }

    /** @param {number} page */
    goTo(page) {
        this.place = { ...this.place, page };
        this.#show();
    }

    /** @param {number} by */
    #turn(by) {
        const page = this.#pages[Math.max(this.#pages.indexOf(this.place.page), 0) + by];
        if (page === undefined || page === this.place.page) return;
        this.goTo(page);
        this.coordinator.turned(page);
    }

    /** @param {KeyboardEvent} event */
    #key({ key, target }) {
        if (takesKeys(target, 'input, select')) return;
        if (key === 'ArrowRight' || key === 'PageDown') this.#turn(1);
        if (key === 'ArrowLeft' || key === 'PageUp') this.#turn(-1);
        if (key === 'f') void this.#full();
    }

    async #full() {
        if (document.fullscreenElement) await document.exitFullscreen();
        else await document.documentElement.requestFullscreen().catch(() => undefined);
    }

    async #show() {
        const run = ++this.#run;
        const { character, page } = this.place;
        const ratio = Math.min(window.devicePixelRatio || 1, 3);
        const side = (/** @type {number} */ value) => Math.max(64, Math.min(Math.round(value * ratio), 4096));
        const picture = make('img', { alt: text('picture.page', { name: this.name ?? '', page: this.#position }), draggable: false });
        const address = `/iiif/${encodeURIComponent(character)}:${page}/full/^!${side(innerWidth)},${side(innerHeight)}/0/default.png?v=${this.#version}`;
        this.#where.textContent = text('page.of', { number: this.#position, count: this.#pages.length });
        await showPicture(picture, address);
        const isThere = await picture.decode().then(() => true, () => false);
        if (run !== this.#run) return;
        if (!isThere) {
            // Where it wants a password, the person is asked.
            await fetchPicture(address);
            return;
        }
        this.#picture.replaceWith(picture);
        this.#picture = picture;
        this.element.dataset.version = this.#version;
    }

    /** @type {string | undefined} */
    name;

    /** @param {import('../../sync/event-stream.js').PageEvent} event */
    pageChanged({ character, page, revision }) {
        if (character !== this.place.character) return;
        this.#version = `${this.#version.split('.')[0]}.${page}.${revision}`;
        if (page === this.place.page) void this.#show();
    }

    /** @param {import('../../model/company.js').Pointed} pointed */
    pointedAt({ name, character, page, at }) {
        if (character === this.place.character && page === this.place.page) showDot(this.element, this.#picture, name, at);
    }

    /**
     * Somebody has moved, turned or removed pages of a character.
     * @param {string} character
     */
    pagesChanged(character) { if (character === this.place.character) this.lookAgain(); }

    /** The server has not told everything. */
    lookAgain() {
        this.#version = String(Date.now());
        void this.#ask().catch(() => undefined).then(() => this.#show());
    }

    remove() {
        this.#run++;
        this.#stopLocked();
        clearTimeout(this.#pointing);
        window.removeEventListener('keydown', this.#keys);
        window.removeEventListener('resize', this.#resized);
        this.element.remove();
    }
}
