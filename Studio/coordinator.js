// SPDX-License-Identifier: GPL-3.0-or-later
// Turns addresses into what is shown. Views only show; whoever wants to go somewhere asks here.

import { EditorModel } from './model/editor.js';
import { rebasing } from './model/rebasing.js';
import { address, parsed } from './model/routes.js';
import { fetchAhead, forgetAhead, isInkEarly } from './sync/ahead.js';
import { Api, ApiError, newKey, OfflineError } from './sync/api.js';
import { followEvents } from './sync/event-stream.js';
import { openWithoutServer } from './sync/offline.js';
import { Outbox } from './sync/outbox.js';
import { openStore } from './sync/outbox-store.js';
import { claimStores } from './sync/person.js';
import { recover } from './sync/recovery.js';
import { counted, text } from './texts/texts.js';
import { hintAtEncryption, tell } from './views/dialogs.js';
import { EditorView } from './views/editor/editor-view.js';
import { make } from './views/element.js';
import { placesButton } from './views/editor/place-buttons.js';
import { SideList } from './views/editor/side-list.js';

/** @typedef {import('./model/routes.js').Route} Route */

/** After so many milliseconds on a page, the modules of the other places are fetched. */
const restAfter = 1500;

export class Coordinator {
    api = new Api(fetchAhead);
    /** @type {import('./views/library/library-view.js').LibraryView | undefined} */
    #library;
    /** @type {EditorView | undefined} */
    #editor;
    /** @type {import('./places.js').Place | undefined} */
    #elsewhere;
    #visit = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #reloading;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #fetching;

    /** @param {HTMLElement} place */
    constructor(place) {
        this.side = new SideList(this.api, {
            open: (id) => this.go({ name: 'editor', character: id }), back: () => this.go({ name: 'library' }),
        });
        this.place = make('div', { className: 'stage' });
        place.append(this.side.element, this.place);
    }

    async start() {
        const store = await openStore();
        await claimStores(this.api, store, () => location.reload());
        this.outbox = new Outbox(store, this.api, { rebase: rebasing(this.api), newKey });
        await this.outbox.start();
        await recover(this.outbox, (count) => {
            tell(counted('recovered', count));
            this.#editor?.model.reset();
        });
        openWithoutServer(this.outbox, this.api);
        // What waits here may arrive before what was asked for ahead is looked at.
        if (this.outbox.status.edits > 0) forgetAhead();
        if (!store.isLasting) tell(text('storage.none'));
        hintAtEncryption();
        followEvents({
            page: (event) => {
                this.#editor?.model.changed(event);
                this.#elsewhere?.pageChanged?.(event);
                this.#elsewhere?.happened?.();
            },
            character: (event) => {
                this.#editor?.filling.form.changed(event);
                if (event.change === 'pages') this.#elsewhere?.pagesChanged?.(event.character);
                if (event.character !== this.#editor?.model.character.id) return;
                if (event.change === 'pages') void this.#followPages();
                else void this.#followEdition();
            },
            presence: (event) => this.#editor?.company.company.heard(event),
            pointer: (event) => {
                this.#editor?.pointedAt(event);
                this.#elsewhere?.pointedAt?.(event);
            },
            library: () => this.#reloadSoon(),
            reset: () => this.#lookAgain(),
            open: () => {
                this.outbox?.wake(true);
                // What happened before the server was listened to has not been told.
                this.#editor?.model.reset();
            },
        });
        window.addEventListener('online', () => this.outbox?.wake(true));
        window.addEventListener('popstate', () => void this.show(parsed(location.pathname, location.hash)));
        await this.show(await this.#start(parsed(location.pathname, location.hash)));
        forgetAhead();
    }

    /**
     * Whoever was given one character starts with it.
     * @param {Route} route @returns {Promise<Route>}
     */
    async #start(route) {
        try {
            if (route.name !== 'library' || await this.#role() === 'owner') return route;
            const characters = await this.api.characters();
            if (characters.length !== 1) return route;
            /** @type {Route} */
            const only = { name: 'editor', character: characters[0].id };
            history.replaceState(null, '', address(only));
            return only;
        } catch {
            return route;
        }
    }

    /** @param {Route} route */
    go(route) {
        history.pushState(null, '', address(route));
        void this.show(route);
    }

    /** @param {Route} route */
    async show(route) {
        const visit = ++this.#visit;
        if (route.name === 'editor' && this.#editor?.model.character.id === route.character) {
            if (route.page) this.#editor.goTo(route.page, route.box);
            this.#forgetBox(route);
            return;
        }
        this.#editor?.remove();
        this.#editor = undefined;
        this.#elsewhere?.remove();
        this.#elsewhere = undefined;
        this.side.beside(route.name === 'editor' || route.name === 'replay' ? route.character : undefined);
        try {
            if (route.name === 'library') await this.#showLibrary();
            else if (route.name === 'editor') await this.#showEditor(route, visit);
            else await this.#showPlace(route);
            this.#fetchRest();
        } catch (error) {
            if (visit === this.#visit) this.#showFailure(error, route);
        }
    }

    /**
     * The rest of the studio comes when there is time, so that it is there if the server goes away, and while the service worker
     * still knows from which copy this window was opened.
     */
    #fetchRest() {
        clearTimeout(this.#fetching);
        this.#fetching = setTimeout(() => {
            void import('./views/editor/editor-dialogs.js').catch(() => undefined);
            void import('./places.js').catch(() => undefined);
        }, restAfter);
    }

    /** Asks again for all that is shown, since not everything has been told. */
    #lookAgain() {
        this.#editor?.model.reset();
        // Pictures that were asked for while the server was away have not come.
        for (const view of this.#editor?.column.views.values() ?? []) if (!view.element.dataset.sharp) void view.renewPicture();
        void this.#followEdition().then(() => this.#followPages());
        this.#elsewhere?.lookAgain?.();
        this.#reloadSoon();
    }

    #reloadSoon() {
        this.#elsewhere?.happened?.();
        clearTimeout(this.#reloading);
        this.#reloading = setTimeout(() => {
            void this.side.load();
            void this.#elsewhere?.listChanged?.().catch(() => undefined);
            if (this.#library?.element.isConnected) void this.#library.load().catch(() => undefined);
        }, 200);
    }

    /** Opens the sheet again if it has moved to another edition of its template. */
    async #followEdition() {
        const editor = this.#editor;
        if (!editor) return;
        const { id, template } = editor.model.character;
        const character = await this.api.character(id).catch(() => undefined);
        if (!character || character.template === template) return;
        await editor.atRest();
        if (this.#editor !== editor) return;
        editor.remove();
        this.#editor = undefined;
        await this.show(parsed(location.pathname));
        tell(text('edition.elsewhere'));
    }

    /** @type {Promise<void>} */
    #following = Promise.resolve();

    /**
     * Opens the sheet again if its pages are others, or in another order.
     * @param {number} [wanted] the page to show
     */
    #followPages(wanted) {
        this.#following = this.#following.then(async () => {
            const editor = this.#editor;
            if (!editor) return;
            const { character, pages, steps } = editor.model;
            await editor.atRest();
            const now = await this.api.pages(character).catch(() => undefined);
            await editor.atRest();
            if (!now || this.#editor !== editor) return;
            /** @param {import('./sync/api.js').Page[]} all */
            const words = (all) => JSON.stringify(all.map(({ page, template, paper, rotation, width, height }) => [page, template, paper, rotation, width, height]));
            if (words(now) === words(pages)) {
                if (wanted !== undefined) editor.goTo(wanted);
                return;
            }
            const { current } = editor.column;
            const isThere = (/** @type {number | undefined} */ number) => number !== undefined && now.some(({ page }) => page === number);
            // Where the page is gone, the one that has come to its place.
            const near = now[Math.min(Math.max(editor.model.position(current), 1), now.length) - 1]?.page;
            const page = isThere(wanted) ? wanted : isThere(current) ? current : near;
            // Some of them are about pages as they were.
            steps.forget();
            const hadFocus = editor.element.contains(document.activeElement) || document.activeElement === document.body;
            const showsStrip = editor.element.classList.contains('strip-shown');
            editor.remove();
            this.#editor = undefined;
            const route = { .../** @type {const} */ ({ name: 'editor' }), character: character.id, ...(page === undefined ? {} : { page }) };
            history.replaceState(null, '', address(route));
            await this.show(route);
            if (showsStrip) this.#toggleStrip();
            if (hadFocus) this.#focusPages();
        }).catch(() => undefined);
        return this.#following;
    }

    #toggleStrip() { this.#editor?.toggleStrip(); }

    #focusPages() { this.#editor?.column.element.focus({ preventScroll: true }); }

    /**
     * Changes the pages of the sheet that is open.
     * @param {import('./sync/api.js').PageChange} change
     */
    async #changePages(change) {
        const editor = this.#editor;
        if (!editor) return;
        const { character, steps } = editor.model;
        const mark = newKey();
        const from = editor.model.position(change.page ?? 0);
        // What was written before must be there first, so that it is copied and turned, and taken back in its order.
        for (let waits = 0; this.outbox?.hasPending(character.id) && waits < 100; waits++) await new Promise((later) => setTimeout(later, 100));
        try {
            if (this.outbox?.hasPending(character.id)) throw new OfflineError();
            const { page } = await this.api.changePages(character.id, change, mark);
            steps.forget();
            await this.#followPages(page);
            const number = this.#editor?.model.position(page) ?? from;
            this.#editor?.offerUndo(text(`pages.done.${change.action}`, { number: change.action === 'remove' ? from : number }));
        } catch (error) {
            tell(error instanceof OfflineError ? text('pages.offline') : error instanceof Error ? error.message : String(error));
        }
    }

    /** What the person may do, asked once. */
    #role() {
        this.#roleAnswer ??= this.api.role().catch((error) => {
            this.#roleAnswer = undefined;
            throw error;
        });
        return this.#roleAnswer;
    }

    /** @type {Promise<'owner' | 'player' | 'viewer'> | undefined} */
    #roleAnswer;

    /**
     * What is looked for in the character that is opened next.
     * @type {string | undefined}
     */
    #finding;

    async #showLibrary() {
        document.title = text('app');
        const [role, { LibraryView }] = await Promise.all([this.#role(), this.#places()]);
        this.#library ??= new LibraryView(this.api, {
            open: (id, find) => {
                this.#finding = find;
                this.go({ name: 'editor', character: id });
            },
            go: (route) => this.go(route), isOwner: role === 'owner',
            outbox: /** @type {Outbox} */ (this.outbox),
        });
        this.place.replaceChildren(this.#library.element);
        this.#library.comeBack();
        await this.#library.load();
    }

    /**
     * The modules of all places but the editor, which opens without them.
     * @returns {Promise<typeof import('./places.js')>}
     */
    async #places() {
        try {
            return await import('./places.js');
        } catch {
            // A browser does not try a module again that it could not fetch: the whole window is loaded when the server is back.
            await this.api.role();
            location.reload();
            return new Promise(() => undefined);
        }
    }

    /** @param {import('./places.js').PlaceRoute} route */
    async #showPlace(route) {
        const { placeAt } = await this.#places();
        const place = placeAt(route, this.api, (to) => this.go(to));
        this.#elsewhere = place;
        this.place.replaceChildren(place.element);
        await place.load();
    }

    /** @param {Extract<Route, {name: 'editor'}>} route @param {number} visit */
    async #showEditor(route, visit) {
        if (!this.outbox) return;
        const waiting = make('main', { className: 'opening' }, make('p', { role: 'status' }, text('opening')));
        this.place.replaceChildren(waiting);
        const [role, character] = await Promise.all([this.#role(), this.api.character(route.character)]);
        const model = new EditorModel(character, this.api, this.outbox, (sentence) =>
            tell(sentence === 'storage-full' ? text('storage.full') : sentence));
        await model.open();
        const early = model.pages.filter(({ page }) => isInkEarly(character.id, page));
        if (visit !== this.#visit) {
            model.close();
            return;
        }
        document.title = character.name;
        const editor = new EditorView(model, {
            back: () => this.go({ name: 'library' }),
            moved: (page) => this.#moved(character.id, page),
            mayWrite: role !== 'viewer', isOwner: role === 'owner',
            changePages: (change) => this.#changePages(change),
        });
        this.#editor = editor;
        editor.element.querySelector('.head-tools')?.append(placesButton(this.api, character, role, {
            model, page: () => editor.column.current, go: (to) => this.go(to), outbox: this.outbox,
        }));
        this.place.replaceChildren(editor.element);
        editor.show(route.page, route.box);
        this.#forgetBox(route);
        if (this.#finding) editor.panels.find.look(this.#finding);
        this.#finding = undefined;
        for (const { page } of early) model.doubt(page);
    }

    /**
     * A place is shown once: later, the page is where somebody was on it.
     * @param {import('./model/routes.js').EditorRoute} route
     */
    #forgetBox({ box, ...route }) { if (box && location.hash) history.replaceState(null, '', address(route)); }

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #telling;

    /**
     * The address follows the page; the server hears of it when it stays.
     * @param {string} character @param {number} page
     */
    #moved(character, page) {
        const route = parsed(location.pathname);
        if (route.name !== 'editor' || route.character !== character) return;
        if (route.page !== page) history.replaceState(null, '', address({ name: 'editor', character, page }));
        clearTimeout(this.#telling);
        this.#telling = setTimeout(() => this.api.changeCharacter(character, { lastPage: page }).catch(() => undefined), 2000);
    }

    /** @param {unknown} error @param {Route} route */
    #showFailure(error, route) {
        const isOffline = error instanceof OfflineError;
        const words = error instanceof ApiError && error.status === 401 ? text('signed.out')
            : isOffline ? text('offline')
                : text('failed.open', { reason: error instanceof Error ? error.message : String(error) });
        this.place.replaceChildren(make('main', { className: 'opening' },
            make('h1', {}, text('app')), make('p', { role: 'alert' }, words),
            make('button', { type: 'button', className: 'button', on: { click: () => void this.show(route) } }, text('retry')),
            route.name !== 'library' && make('button', {
                type: 'button', className: 'button', on: { click: () => this.go({ name: 'library' }) },
            }, text('back'))));
        const visit = this.#visit;
        if (isOffline) {
            setTimeout(() => {
                if (visit === this.#visit) void this.show(route);
            }, 3000);
        }
    }
}
