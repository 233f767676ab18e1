// SPDX-License-Identifier: GPL-3.0-or-later
// <limn-page src="…/api/v1/characters/ID/pages/3" editable>: a page of a character on anybody's page. It has its own
// shadow tree and leaves no globals. Strokes are kept in the browser until the server has them, as in the studio.
//
// Attributes: `src`; `editable`; `tool` (pen, highlighter or eraser); `color` (#rrggbb); `size` in points; `fingers`, with
// which fingers draw, too. Events, which bubble: `limn-load`, `limn-change` ({strokes, revision}), `limn-state`
// ({state: saved, saving or offline, strokes}), `limn-error` ({message}). Methods: `undo()` and `redo()`.

import { colorOf } from '../model/settings.js';
import { EditorModel } from '../model/editor.js';
import { pictureAddress } from '../model/page-picture.js';
import { rebasing } from '../model/rebasing.js';
import { beginErasing } from '../page/erasing.js';
import { pageBox } from '../page/page-box.js';
import { PageView } from '../page/page-view.js';
import { coalesced } from '../page/sampling.js';
import { beginWriting } from '../page/writing.js';
import { Api, newKey } from '../sync/api.js';
import { followEvents } from '../sync/event-stream.js';
import { keptStroke } from '../sync/kept-stroke.js';
import { Outbox } from '../sync/outbox.js';
import { openStore } from '../sync/outbox-store.js';
import { claimStores } from '../sync/person.js';
import { recover } from '../sync/recovery.js';

/** @typedef {import('../page/pointer-control.js').Work} Work */
/** @typedef {{base: string, root: string, character: string, page: number}} Source */

const eraserRadius = 9;
const sizes = { pen: 1.6, highlighter: 12 };
const colors = { pen: '#1b2a4a', highlighter: '#ffd84d' };

/**
 * What all elements of a server share: one outbox, one stream of events.
 * @type {Map<string, Promise<{api: Api, outbox: Outbox, models: Set<EditorModel>}>>}
 */
const servers = new Map();

/** @param {string} base */
function server(base) {
    const known = servers.get(base);
    if (known) return known;
    const made = (async () => {
        const api = new Api(undefined, base);
        const store = await openStore(base);
        await claimStores(api, store, () => servers.delete(base), `person ${base}`);
        const outbox = new Outbox(store, api, { rebase: rebasing(api), newKey });
        await outbox.start();
        /** @type {Set<EditorModel>} */
        const models = new Set();
        await recover(outbox, () => models.forEach((model) => model.reset()));
        const all = (/** @type {(model: EditorModel) => void} */ act) => models.forEach(act);
        followEvents({
            page: (event) => all((model) => model.changed(event)), reset: () => all((model) => model.reset()),
            open: () => {
                outbox.wake(true);
                all((model) => void model.refresh());
            },
        }, `${base}/events`);
        return { api, outbox, models };
    })();
    servers.set(base, made);
    return made;
}

/**
 * The parts of an address such as `/api/v1/characters/ID/pages/3`.
 * @param {string} src @param {string} base @returns {Source | undefined}
 */
export function sourceOf(src, base) {
    try {
        const { origin, pathname } = new URL(src, base);
        const found = /^(.*)(\/api\/v1)\/characters\/([^/]+)\/pages\/(\d{1,7})\/?$/.exec(pathname);
        if (!found || Number(found[4]) < 1) return undefined;
        return { base: origin + found[1] + found[2], root: origin + found[1], character: decodeURIComponent(found[3]), page: Number(found[4]) };
    } catch {
        return undefined;
    }
}

export class LimnPage extends HTMLElement {
    static observedAttributes = ['src', 'editable'];
    #desk = document.createElement('div');
    /** @type {EditorModel | undefined} */
    #model;
    /** @type {PageView | undefined} */
    #view;
    /** @type {(() => void)[]} */
    #ends = [];
    #run = 0;
    #number = 1;
    /** @type {{id: number, work: Work} | undefined} */
    #doing;
    #observer = new ResizeObserver(() => this.#fit());

    constructor() {
        super();
        const style = document.createElement('link');
        style.rel = 'stylesheet';
        style.href = new URL('./limn-page.css', import.meta.url).href;
        this.#desk.className = 'desk';
        this.attachShadow({ mode: 'open' }).append(style, this.#desk);
        const desk = this.#desk;
        desk.addEventListener('pointerdown', (event) => this.#down(event));
        desk.addEventListener('pointermove', (event) => {
            if (event.pointerId === this.#doing?.id) this.#doing.work.move(event, coalesced(event));
        });
        desk.addEventListener('pointerup', (event) => this.#up(event, false));
        desk.addEventListener('pointercancel', (event) => this.#up(event, true));
        this.addEventListener('keydown', (event) => {
            if (!this.editable || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
            event.preventDefault();
            this.#step(event.shiftKey ? 'redo' : 'undo');
        });
    }

    get editable() { return this.hasAttribute('editable'); }
    set editable(value) { this.toggleAttribute('editable', value); }
    get src() { return this.getAttribute('src') ?? ''; }
    set src(value) { this.setAttribute('src', value); }

    connectedCallback() {
        this.#observer.observe(this);
        for (const type of ['visibilitychange', 'pagehide']) window.addEventListener(type, this.#leave, true);
        this.#access();
        void this.#open();
    }

    // A window that is hidden may never be told that it ends: the stroke is finished.
    #leave = (/** @type {Event} */ event) => {
        if (event.type === 'visibilitychange' && document.visibilityState === 'visible') return;
        this.#finish();
    };

    #finish() {
        const doing = this.#doing;
        this.#doing = undefined;
        doing?.work.end();
    }

    disconnectedCallback() {
        for (const type of ['visibilitychange', 'pagehide']) window.removeEventListener(type, this.#leave, true);
        this.#finish();
        this.#observer.disconnect();
        this.#close();
    }

    /** @param {string} name */
    attributeChangedCallback(name) {
        if (!this.isConnected) return;
        this.#access();
        if (name === 'src') void this.#open();
    }

    undo() { this.#step('undo'); }
    redo() { this.#step('redo'); }

    #access() {
        if (this.editable && !this.hasAttribute('tabindex')) this.tabIndex = 0;
        this.#desk.classList.toggle('editable', this.editable);
    }

    #close() {
        this.#run++;
        for (const end of this.#ends.splice(0)) end();
        this.#view?.remove();
        this.#model?.close();
        this.#view = this.#model = this.#doing = undefined;
    }

    async #open() {
        this.#close();
        const run = this.#run;
        const source = sourceOf(this.src, document.baseURI);
        if (!source) {
            if (this.src) this.#tell('limn-error', { message: 'The address is not that of a page of a character.' });
            return;
        }
        try {
            const { api, outbox, models } = await server(source.base);
            const character = await api.character(source.character);
            const model = new EditorModel(character, api, outbox, (message) => this.#tell('limn-error', { message }));
            await model.open();
            const page = model.page(source.page);
            if (!page) throw new Error('There is no such page.');
            if (run !== this.#run) {
                model.close();
                return;
            }
            this.#show(model, source);
            models.add(model);
            this.#ends.push(() => models.delete(model), outbox.listen({
                status: ({ state, strokes }) => this.#tell('limn-state', { state, strokes }),
                acknowledged: (waiting, { revision }) => {
                    if (waiting.character === source.character && waiting.page === source.page) this.#changed(revision);
                },
            }));
            await model.load(source.page);
            if (run === this.#run) this.#tell('limn-load', { name: character.name, page: source.page });
        } catch (error) {
            if (run === this.#run) this.#tell('limn-error', { message: error instanceof Error ? error.message : String(error) });
        }
    }

    /** @param {EditorModel} model @param {Source} source */
    #show(model, { root, page: number }) {
        const one = model.page(number) ?? model.pages[0];
        const { width, height } = one;
        const { character } = model;
        const ink = model.ink(number);
        this.#number = number;
        this.#model = model;
        this.#view = new PageView({
            number, size: { width, height }, ink, label: `${character.name}, ${number}`,
            picture: (wide, high) => `${root}${pictureAddress(character, one, wide, high, undefined)}`,
        });
        this.#desk.style.aspectRatio = `${width} / ${height}`;
        this.#desk.replaceChildren(this.#view.element);
        this.#ends.push(ink.listen(() => this.#changed(ink.revision)));
        this.#fit();
    }

    /** @param {number} revision */
    #changed(revision) { this.#tell('limn-change', { revision, strokes: this.#model?.ink(this.#number).strokes.length ?? 0 }); }

    #fit() {
        const [model, view] = [this.#model, this.#view];
        if (!model || !view || this.clientWidth === 0) return;
        const ratio = window.devicePixelRatio || 1;
        const { left, top } = this.#desk.getBoundingClientRect();
        const [dx, dy] = [left, top].map((value) => Math.round(value * ratio) / ratio - value);
        const size = model.page(this.#number) ?? model.pages[0];
        view.place({ ...pageBox(size, this.clientWidth / size.width, ratio, { left: 0, top: 0 }), left: dx, top: dy });
    }

    /** @param {PointerEvent} event */
    #down(event) {
        const [model, view] = [this.#model, this.#view];
        const isPen = event.pointerType === 'pen' || (event.pointerType === 'mouse' && event.button === 0)
            || (event.pointerType === 'touch' && this.hasAttribute('fingers'));
        if (!model || !view || !this.editable || this.#doing || !isPen || !view.page.ink.isLoaded) return;
        event.preventDefault();
        this.focus({ preventScroll: true });
        const work = this.#begin(model, view, event);
        if (!work) return;
        this.#doing = { id: event.pointerId, work };
        try {
            this.#desk.setPointerCapture(event.pointerId);
        } catch {
            // An event that no device made has no pointer to capture.
        }
    }

    /** @param {EditorModel} model @param {PageView} view @param {PointerEvent} event */
    #begin(model, view, event) {
        const name = this.getAttribute('tool') ?? 'pen';
        const number = this.#number;
        if (name === 'eraser') {
            return beginErasing(view, event, eraserRadius, {
                touched: (path, radius) => model.ink(number).erasedBy({ path, radius }, true),
                finished: (path, radius) => void model.replace(number, model.ink(number).erasedBy({ path, radius }, true)),
            });
        }
        const kind = name === 'highlighter' ? 'highlighter' : 'pen';
        const size = Number(this.getAttribute('size'));
        const color = colorOf(/^#[0-9a-f]{6}$/i.exec(this.getAttribute('color') ?? '')?.[0] ?? colors[kind]);
        /** @type {import('../page/wet-stroke.js').Pen} */
        const pen = { tool: kind === 'pen' ? 'fountain' : 'highlighter', size: size > 0 && size < 200 ? size : sizes[kind], color };
        const id = newKey();
        const { outbox, character } = model;
        return beginWriting(view, event, pen, { curve: 1 }, keptStroke(outbox, { id, character: character.id, page: number, turn: model.turn(number) },
            (stroke) => model.add(number, [stroke], id)));
    }

    /** @param {PointerEvent} event @param {boolean} isCancelled */
    #up({ pointerId }, isCancelled) {
        const doing = this.#doing;
        if (doing?.id !== pointerId) return;
        this.#doing = undefined;
        if (isCancelled) doing.work.cancel();
        else doing.work.end();
    }

    /** @param {'undo' | 'redo'} deed */
    #step(deed) {
        if (!this.editable || this.#doing) return;
        void this.#model?.step(deed);
    }

    /** @param {string} name @param {Record<string, unknown>} detail */
    #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true })); }
}

if (!customElements.get('limn-page')) customElements.define('limn-page', LimnPage);
