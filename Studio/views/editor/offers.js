// SPDX-License-Identifier: GPL-3.0-or-later
// Offers what the ink in fields says: a quiet value beside the box, which a tap or Enter fills in. It is fetched when the editor
// is at rest, and asks the server only then: nothing here happens while somebody draws.

import { placed } from '../../model/offer-places.js';
import { isMark, OfferList, patience } from '../../model/offers.js';
import { text } from '../../texts/texts.js';
import { make } from '../element.js';

/** @typedef {import('../../model/offers.js').Offer} Offer */
/** @typedef {import('../../page/page-view.js').PageView} PageView */

export class Offers {
    /**
     * The offers of the pages that are there, with their sizes in CSS pixels.
     * @type {Map<PageView, {element: HTMLElement, part: {placed: () => void, removed: () => void}, chips: {element: HTMLElement, width: number, height: number}[]}>}
     */
    #layers = new Map();
    /** @type {Map<number, ReturnType<typeof setTimeout>>} */
    #timers = new Map();
    /** The key of the offer that is shown large although it has no room. */
    #open = '';
    #stops;

    /** @param {import('./editor-view.js').EditorView} editor */
    constructor(editor) {
        this.editor = editor;
        const { form } = editor.filling;
        const { character, outbox } = editor.model;
        this.list = new OfferList(form);
        this.#stops = [
            form.listen(() => {
                this.list.look();
                this.#fill();
                // A value corrects what the same hand says in other fields.
                for (const { page } of this.#layers.keys()) if (this.list.has(page.number)) this.#ask(page.number, patience[0]);
            }),
            outbox.listen({
                acknowledged: (waiting) => {
                    if (waiting.character === character.id && waiting.page > 0) this.#ask(waiting.page, patience[0]);
                },
            }),
        ];
        for (const view of editor.column.views.values()) this.mounted(view);
    }

    /** @param {PageView} view */
    mounted(view) {
        if (this.#layers.has(view)) return;
        const element = make('div', { className: 'offers', role: 'group', 'aria-label': text('offer.all') });
        const part = {
            placed: () => this.#place(view),
            removed: () => {
                element.remove();
                this.#layers.delete(view);
            },
        };
        this.#layers.set(view, { element, part, chips: [] });
        view.attachments.add(part);
        // What was read of other ink is no offer any more, whoever has changed it.
        const stop = view.page.ink.listen(() => {
            this.list.forget(view.page.number);
            this.#fillPage(view);
            this.#ask(view.page.number, patience[0]);
        });
        view.attachments.add({ removed: stop });
        this.#fillPage(view);
        this.#ask(view.page.number, 0);
    }

    /**
     * Asks for a page after a while, when nobody draws or types.
     * @param {number} page @param {number} after in milliseconds @param {number} [times] how often it was asked for already
     */
    #ask(page, after, times = 0) {
        clearTimeout(this.#timers.get(page));
        const timer = setTimeout(async () => {
            const isLast = () => this.#timers.get(page) === timer;
            await this.editor.atRest();
            const { model, element } = this.editor;
            if (!element.isConnected || !this.#isShown(page) || !isLast()) return;
            const answer = await model.api.offers(model.character.id, page).catch(() => undefined);
            if (!answer || !element.isConnected) return;
            await this.editor.atRest();
            if (!isLast()) return;
            this.list.put(page, answer.items, answer.revision);
            this.#fill();
            if (!answer.read && times < patience.length) this.#ask(page, patience[times], times + 1);
        }, after);
        this.#timers.set(page, timer);
    }

    /** @param {number} page */
    #isShown(page) { return [...this.#layers.keys()].some((view) => view.page.number === page); }

    #fill() { for (const view of this.#layers.keys()) this.#fillPage(view); }

    /** @param {PageView} view */
    #fillPage(view) {
        const layer = this.#layers.get(view);
        if (!layer) return;
        const offers = this.list.shown(view.page.number);
        const known = [...layer.element.children].map((one) => /** @type {HTMLElement} */ (one).dataset.key);
        const keys = offers.map(({ field, value }) => `${field} ${value}`);
        if (known.length === keys.length && keys.every((key, index) => known[index] === key)) return;
        const focused = layer.element.contains(document.activeElement) ? document.activeElement?.closest('.offer') : undefined;
        const place = focused ? known.indexOf(/** @type {HTMLElement} */ (focused).dataset.key ?? '') : -1;
        layer.element.replaceChildren(...offers.map((offer, index) => this.#chip(view, offer, keys[index])));
        if (offers.length === 0) layer.element.remove();
        else view.element.append(layer.element);
        layer.chips = /** @type {HTMLElement[]} */ ([...layer.element.children]).map((element) => ({ element, width: element.offsetWidth, height: element.offsetHeight }));
        this.#place(view);
        if (place < 0) return;
        // Who goes through offers by keys stays among them.
        const same = keys.indexOf(known[place] ?? '');
        this.#focus(layer.chips[same >= 0 ? same : Math.min(place, keys.length - 1)]?.element);
    }

    /** @param {PageView} view @param {Offer} offer @param {string} key */
    #chip(view, offer, key) {
        const { form } = this.editor.filling;
        const known = form.field(offer.field);
        const name = known?.tooltip || offer.field;
        const isMarked = isMark(offer);
        const value = isMarked ? '✓' : known?.options.find((option) => option.value === offer.value)?.label ?? offer.value;
        const done = (/** @type {() => void} */ act) => {
            this.#open = '';
            if (!document.activeElement?.matches('.offer :focus-visible')) this.editor.column.element.focus({ preventScroll: true });
            act();
            this.#fillPage(view);
            if (document.activeElement === document.body) this.editor.column.element.focus({ preventScroll: true });
        };
        const decline = () => done(() => this.list.decline(offer));
        const take = (/** @type {MouseEvent} */ { target }) => {
            // A small offer shows first what it says.
            if (target instanceof Element && target.closest('.offer.small')) {
                this.#open = key;
                this.#place(view);
                return;
            }
            done(() => void this.list.take(offer));
        };
        return make('span', {
            className: 'offer', data: { key, testid: 'offer', field: offer.field },
            on: {
                focusout: (/** @type {FocusEvent} */ { relatedTarget, currentTarget }) => {
                    if (this.#open !== key || (currentTarget instanceof Element && relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) return;
                    this.#open = '';
                    this.#place(view);
                },
                keydown: (/** @type {KeyboardEvent} */ event) => {
                    if (event.key !== 'Escape') return;
                    event.stopPropagation();
                    decline();
                },
            },
        },
        make('button', {
            type: 'button', className: 'tappable offer-take', 'aria-label': text('offer.take', { value: isMarked ? text('offer.mark') : value, name }), title: text('offer.take', { value, name }),
            data: { testid: 'offer-take' }, on: { click: take },
        }, make('span', {}, value)),
        make('button', {
            type: 'button', className: 'tappable offer-decline', 'aria-label': text('offer.decline', { name }), title: text('offer.decline', { name }),
            data: { testid: 'offer-decline' }, on: { click: decline },
        }, '×'));
    }

    /**
     * Puts offers beside their boxes.
     * @param {PageView} view
     */
    #place(view) {
        const layer = this.#layers.get(view);
        if (!layer?.element.isConnected) return;
        const { box: sheet, page: { number, size } } = view;
        if (!sheet) return;
        const scale = sheet.width / size.width;
        const area = (/** @type {number[]} */ rect) => {
            const [left, top, right, bottom] = rect.map((edge) => edge * scale);
            return { left, top, right, bottom };
        };
        const offers = this.list.shown(number);
        const chips = layer.chips.filter((_, index) => offers[index]);
        const fields = this.editor.filling.form.places.filter(({ page }) => page === number).map(({ rect }) => area(rect));
        const places = placed(chips.map(({ element, width, height }, index) => ({
            box: area(offers[index].box), width, height, isSmall: isMark(offers[index]), isOpen: element.dataset.key === this.#open,
        })), fields, sheet);
        for (const [index, { element }] of chips.entries()) {
            const { left, top, right, isSmall } = places[index];
            element.classList.toggle('small', isSmall);
            element.classList.toggle('open', element.dataset.key === this.#open);
            Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: isSmall ? `${right - left}px` : '', height: isSmall ? `${right - left}px` : '' });
        }
    }

    /** @param {HTMLElement | undefined} chip */
    #focus(chip) { /** @type {HTMLElement | null | undefined} */ (chip?.querySelector('.offer-take'))?.focus(); }

    /** Goes to the next offer among the pages that are there, or to the first one. */
    next() {
        const place = (/** @type {PageView} */ view) => this.editor.model.position(view.page.number);
        const layers = [...this.#layers].sort(([one], [other]) => place(one) - place(other)).map(([, layer]) => layer);
        const chips = layers.flatMap(({ chips }) => chips.map(({ element }) => element)).filter((element) => element.isConnected);
        const at = chips.findIndex((element) => element.contains(document.activeElement));
        this.#focus(chips[(at + 1) % Math.max(chips.length, 1)]);
    }

    remove() {
        for (const stop of this.#stops) stop();
        for (const timer of this.#timers.values()) clearTimeout(timer);
        for (const [view, { part, element }] of this.#layers) {
            view.attachments.delete(part);
            element.remove();
        }
        this.#layers.clear();
    }
}
