// SPDX-License-Identifier: GPL-3.0-or-later
// Finds values of the form, typed texts and notes, and shows a picture of each place.

import { around, findOnPages } from '../../../model/finding.js';
import { placePicture } from '../../../model/page-picture.js';
import { svgElement } from '../../../page/svg.js';
import { counted, text } from '../../../texts/texts.js';
import { iconButton, make } from '../../element.js';
import { askWhenNear } from '../../library/lazy-picture.js';
import { Panel } from './panel.js';

/** @typedef {import('../../../model/finding.js').Found} Found */

/** How many pages are fetched, and how many places are listed, at most. */
const [mostPages, mostFound] = [400, 200];
/** How long a person has to pause in typing, and how long a place is marked, in milliseconds. */
const [pause, marked] = [200, 4000];

export class FindPanel extends Panel {
    #input = make('input', { type: 'search', 'aria-label': text('find'), placeholder: text('find'), autocomplete: 'off', data: { testid: 'find' } });
    #count = make('p', { className: 'hint', role: 'status', data: { testid: 'find-count', count: '0' } });
    #list = make('ul', { className: 'found' });
    /** @type {Found[]} */
    #found = [];
    #at = -1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #typing;
    /** @type {(() => void) | undefined} */
    #unmark;
    /** @type {(() => void) | undefined} */
    #unlisten;
    #isLoaded = false;
    #run = 0;

    /**
     * @param {import('../../../model/editor.js').EditorModel} model @param {import('../../../page/column-view.js').ColumnView} column
     */
    constructor(model, column) {
        super(text('find'), 'find');
        this.model = model;
        this.column = column;
        this.#input.addEventListener('input', () => {
            clearTimeout(this.#typing);
            this.#typing = setTimeout(() => void this.#look(), pause);
        });
        this.#input.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') this.next(event.shiftKey ? -1 : 1);
        });
        this.body.append(make('div', { className: 'find-row' }, this.#input,
            iconButton('up', text('find.before'), () => this.next(-1), { data: { testid: 'find-before' } }),
            iconButton('down', text('find.next'), () => this.next(1), { data: { testid: 'find-next' } })),
        this.#count, this.#list, make('p', { className: 'hint' }, text('find.hint')));
    }

    open() {
        super.open();
        this.#input.focus();
        this.#input.select();
    }

    /** @param {string} words that are looked for at once */
    look(words) {
        this.#input.value = words;
        this.open();
    }

    opened() {
        this.#isLoaded = false;
        // Values may come after somebody has begun to look for them.
        this.#unlisten = this.model.form?.listen(() => void this.#look());
        void this.#look();
    }

    close() {
        super.close();
        this.#unlisten?.();
        this.#unmark?.();
    }

    /** Looks on all pages that have anything on them. They are fetched once, when somebody looks for something. */
    async #look() {
        const run = ++this.#run;
        const { model } = this;
        const query = this.#input.value;
        if (query.trim() !== '' && !this.#isLoaded) {
            const drawn = model.pages.filter(({ page, revision }) => revision > 0 && !model.ink(page).isLoaded).slice(0, mostPages);
            for (const { page } of drawn) {
                await model.load(page).catch(() => undefined);
                if (run !== this.#run) return;
            }
            this.#isLoaded = true;
        }
        const sheets = model.pages.map(({ page }) => ({ number: page, ink: model.ink(page) })).filter(({ ink }) => ink.isLoaded);
        this.#found = findOnPages(query, sheets.map(({ number, ink: { objects, layers } }) => ({ number, objects, layers })), model.form);
        this.#at = -1;
        this.#count.dataset.count = String(this.#found.length);
        this.#count.textContent = query.trim() === '' ? '' : this.#found.length === 0 ? text('find.nothing') : counted('found', this.#found.length);
        this.#list.replaceChildren(...this.#found.slice(0, mostFound).map((found, i) => this.#row(found, i)));
    }

    /** @param {Found} found @param {number} index */
    #row(found, index) {
        const { character } = this.model;
        const page = this.model.page(found.page) ?? this.model.pages[0];
        const picture = make('img', { alt: '', decoding: 'async' });
        const frame = make('span', { className: 'found-place' }, picture);
        picture.addEventListener('error', () => picture.removeAttribute('src'));
        askWhenNear(frame, picture, placePicture(character, page, around(found.box, page), 320,
            `${this.model.ink(found.page).revision}.${this.model.form?.revision ?? 0}`));
        return make('li', {}, make('button', { type: 'button', className: 'entry', data: { testid: 'found' }, on: { click: () => this.#go(index) } },
            frame, make('span', { className: 'found-words' }, found.words),
            make('span', { className: 'hint' }, [text('page', { number: page.position }), text(`find.${found.kind}`), found.kind !== 'note' && found.of].filter(Boolean).join(' · '))));
    }

    /** @param {number} step to the next place, or the one before */
    next(step) {
        const { length } = this.#found;
        if (length > 0) this.#go((Math.max(this.#at, step < 0 ? 0 : -1) + step + length) % length);
    }

    /** @param {number} index */
    #go(index) {
        this.#at = index;
        [...this.#list.children].forEach((row, i) => row.firstElementChild?.setAttribute('aria-current', String(i === index)));
        this.#list.children[index]?.scrollIntoView({ block: 'nearest' });
        const { page, box } = this.#found[index];
        this.#count.textContent = text('find.at', { number: index + 1, count: this.#found.length });
        // In the middle of what is seen, or above the panel where that lies at the foot.
        const { height } = this.model.page(page) ?? { height: 1 };
        const seen = this.column.element.clientHeight / (this.column.zoom * height);
        const isAtFoot = this.element.getBoundingClientRect().width > this.column.element.clientWidth * 0.8;
        this.column.goTo(page, Math.max((box[1] + box[3]) / 2 / height - seen * (isAtFoot ? 0.15 : 0.4), 0));
        this.#mark(page, box);
    }

    /**
     * Marks a place for a moment.
     * @param {number} page @param {number[]} box
     */
    #mark(page, [x0, y0, x1, y1]) {
        this.#unmark?.();
        const mark = svgElement('rect', { class: 'found-mark', x: x0 - 4, y: y0 - 4, width: x1 - x0 + 8, height: y1 - y0 + 8, rx: 4 });
        this.column.views.get(page)?.overlay.append(mark);
        const end = setTimeout(() => mark.remove(), marked);
        this.#unmark = () => {
            clearTimeout(end);
            mark.remove();
        };
    }
}
