// SPDX-License-Identifier: GPL-3.0-or-later
// Turns addresses into what is shown. Views only show; whoever wants to go somewhere asks here.

import { EditorModel, rebasing } from './model/editor.js';
import { address, parsed } from './model/routes.js';
import { Api, ApiError, newKey, OfflineError } from './sync/api.js';
import { followEvents } from './sync/event-stream.js';
import { Outbox } from './sync/outbox.js';
import { openStore } from './sync/outbox-store.js';
import { counted, text } from './texts/texts.js';
import { tell } from './views/dialogs.js';
import { EditorView } from './views/editor-view.js';
import { make } from './views/element.js';
import { LibraryView } from './views/library-view.js';

/** @typedef {import('./model/routes.js').Route} Route */

/** After how many milliseconds without a sign a tab is taken for closed. */
const deadAfter = 4000;

export class Coordinator {
    api = new Api();
    /** @type {LibraryView | undefined} */
    #library;
    /** @type {EditorView | undefined} */
    #editor;
    #visit = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #reloading;

    /** @param {HTMLElement} place */
    constructor(place) { this.place = place; }

    async start() {
        const store = await openStore();
        this.outbox = new Outbox(store, this.api, { rebase: rebasing(this.api), newKey });
        await this.outbox.start();
        await this.#recover(store);
        if (!store.isLasting) tell(text('storage.none'));
        followEvents({
            page: (event) => this.#editor?.model.changed(event),
            library: () => {
                clearTimeout(this.#reloading);
                this.#reloading = setTimeout(() => this.#library?.load().catch(() => undefined), 200);
            },
            reset: () => this.#editor?.model.reset(),
            open: () => {
                this.outbox?.wake(true);
                void this.#editor?.model.refresh();
            },
        });
        window.addEventListener('online', () => this.outbox?.wake(true));
        window.addEventListener('popstate', () => void this.show(parsed(location.pathname)));
        await this.show(parsed(location.pathname));
    }

    /**
     * Strokes that were under the pen when a tab ended are kept.
     * @param {import('./sync/outbox-store.js').Store} store
     */
    async #recover(store) {
        const found = await store.unfinished().catch(() => []);
        // Another tab may be writing it at this moment.
        const unfinished = found.filter(({ at }) => Date.now() - at > deadAfter);
        if (unfinished.length < found.length) setTimeout(() => void this.#recover(store), deadAfter);
        for (const { id, character, page, stroke } of unfinished) {
            await this.outbox?.put({
                key: `recovered-${id}`, character, page, deed: 'edits', body: { add: [stroke] }, needsRevision: false, strokes: 1,
            });
            await store.dropCheckpoint(id);
        }
        if (unfinished.length === 0) return;
        tell(counted('recovered', unfinished.length));
        this.#editor?.model.reset();
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
            if (route.page) this.#editor.goTo(route.page);
            return;
        }
        this.#editor?.remove();
        this.#editor = undefined;
        try {
            if (route.name === 'library') await this.#showLibrary();
            else await this.#showEditor(route, visit);
        } catch (error) {
            if (visit === this.#visit) this.#showFailure(error, route);
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

    async #showLibrary() {
        document.title = text('app');
        const role = await this.#role();
        this.#library ??= new LibraryView(this.api, {
            open: (id) => this.go({ name: 'editor', character: id }), isOwner: role === 'owner',
        });
        this.place.replaceChildren(this.#library.element);
        await this.#library.load();
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
        if (visit !== this.#visit) {
            model.close();
            return;
        }
        document.title = character.name;
        const editor = new EditorView(model, {
            back: () => this.go({ name: 'library' }),
            moved: (page) => this.#moved(character.id, page),
            mayWrite: role !== 'viewer',
        });
        this.#editor = editor;
        this.place.replaceChildren(editor.element);
        editor.show(route.page);
    }

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
            make('p', { role: 'alert' }, words),
            make('button', { type: 'button', className: 'button', on: { click: () => void this.show(route) } }, text('retry')),
            route.name === 'editor' && make('button', {
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
