// SPDX-License-Identifier: GPL-3.0-or-later
// Finds printed words, values of the form, typed texts, notes and handwriting, and shows a picture of each place.

import { findHandwritten, findOnPages, findPrinted, inOrder } from '../../../model/finding.js';
import { aroundPlace, placePicture } from '../../../model/page-picture.js';
import { svgElement } from '../../../page/svg.js';
import { counted, text } from '../../../texts/texts.js';
import { iconButton, make } from '../../element.js';
import { placeMark } from '../../place-mark.js';
import { askWhenNear } from '../../library/lazy-picture.js';
import { Panel } from './panel.js';

/** @typedef {import('../../../model/finding.js').Found} Found */

/** How many pages with ink are fetched, how many places are found, and how many of them are listed, at most. */
const [mostPages, mostFound, mostListed] = [400, 5000, 200];
/** How many requests for printed words there are at once, and after how many milliseconds places are listed anew. */
const [beside, listing] = [2, 150];
/** How long a person has to pause in typing, and how long a place is marked, in milliseconds. */
const [pause, marked] = [60, 4000];
/** How much of a page is shown about a place, in points; the style sheet gives pictures the same proportions. Handwriting is shown larger. */
const [plain, handwritten] = [/** @type {const} */ ([300, 72]), /** @type {const} */ ([150, 36])];
/** A document of more pages is searched by the server first. */
const fewPages = 6;

export class FindPanel extends Panel {
    #input = make('input', { type: 'search', 'aria-label': text('find'), placeholder: text('find'), autocomplete: 'off', data: { testid: 'find' } });
    #count = make('p', { className: 'hint', role: 'status', data: { testid: 'find-count', count: '0' } });
    #list = make('ul', { className: 'found' });
    /** @type {Found[]} what was found so far, in order */
    #found = [];
    /** The pages whose words are not fetched yet, and how many places they have. @type {Map<number, number>} */
    #waiting = new Map();
    /** Fetches the words of one of these pages. */
    #fetchPage = (/** @type {number} */ _page) => Promise.resolve();
    #at = -1;
    /** @type {Found[]} those that are listed */
    #listed = [];
    /** The pages whose words could not be fetched. @type {Set<number>} */
    #unread = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #typing;
    /** @type {(() => void) | undefined} */
    #unmark;
    /** @type {(() => void) | undefined} */
    #unlisten;
    #isLoaded = false;
    #run = 0;
    #whole = this.#choice('find.whole', 'find-whole');
    #pattern = this.#choice('find.pattern', 'find-pattern');
    #unwritten = make('p', { id: 'find-pattern-hint', className: 'hint', hidden: true }, text('find.pattern.hint'));

    /**
     * @param {import('../../../model/editor.js').EditorModel} model @param {import('../../../page/column-view.js').ColumnView} column
     * @param {boolean} isOwner whether the person sees the game master's layers
     * @param {(page: number, first: number, last: number) => void} select selects printed words
     */
    constructor(model, column, isOwner, select) {
        super(text('find'), 'find');
        this.isOwner = isOwner;
        this.select = select;
        this.model = model;
        this.column = column;
        this.#input.addEventListener('input', () => {
            clearTimeout(this.#typing);
            this.#typing = setTimeout(() => void this.#look(), pause);
        });
        this.#pattern.setAttribute('aria-describedby', this.#unwritten.id);
        this.#input.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') void this.next(event.shiftKey ? -1 : 1);
        });
        this.body.append(make('div', { className: 'find-row' }, this.#input,
            iconButton('up', text('find.before'), () => void this.next(-1), { data: { testid: 'find-before' } }),
            iconButton('down', text('find.next'), () => void this.next(1), { data: { testid: 'find-next' } })),
        make('div', { className: 'find-row' }, this.#whole, this.#pattern),
        this.#unwritten, this.#count, this.#list, make('p', { className: 'hint' }, text('find.hint')));
    }

    /** @param {'find.whole' | 'find.pattern'} name @param {string} testid */
    #choice(name, testid) {
        const button = make('button', { type: 'button', className: 'chip', 'aria-pressed': 'false', data: { testid } }, text(name));
        button.addEventListener('click', () => {
            button.setAttribute('aria-pressed', String(!isChosen(button)));
            this.#unwritten.hidden = !isChosen(this.#pattern);
            void this.#look();
        });
        return button;
    }

    open() {
        super.open();
        this.#input.focus();
        this.#input.select();
    }

    /** @param {string} words that are looked for at once */
    look(words) {
        this.#input.value = words;
        if (this.isOpen) void this.#look();
        else this.open();
    }

    opened() {
        this.#isLoaded = false;
        void this.#prepare();
        // Values may come after somebody has begun to look for them.
        this.#unlisten = this.model.form?.listen(() => void this.#look());
        void this.#look();
    }

    /** While somebody types, the server opens the document. */
    async #prepare() {
        const { model } = this;
        const page = this.column.current;
        const printed = await model.printed().catch(() => undefined);
        if (this.isOpen) printed?.fetch([{ page, turn: model.turn(page) ?? 0 }]);
    }

    close() {
        super.close();
        this.#unlisten?.();
        this.#unmark?.();
        this.#run += 1;
        for (const view of this.column.views.values()) this.#markAll(view, []);
    }

    /** As in browsers, the words that one stands at stay selected: they are copied and marked by keys. */
    escaped() {
        const found = this.isOpen ? this.#found[this.#at] : undefined;
        this.close();
        if (found?.range) this.select(found.page, ...found.range);
    }

    /**
     * Looks on all pages. What is on them is fetched once, when somebody looks for something: first what people have put
     * there, then what is printed, from the page that is seen on.
     */
    async #look() {
        const run = ++this.#run;
        this.#waiting = new Map();
        this.#unread = new Set();
        const { model } = this;
        const query = this.#input.value;
        if (query.trim() === '') {
            this.#show([], '');
            return;
        }
        this.#list.ariaBusy = 'true';
        const { matcherOf } = await import('../../../model/printed-text.js');
        const matcher = matcherOf(query, { isWhole: isChosen(this.#whole), isPattern: isChosen(this.#pattern) });
        if (run !== this.#run) return;
        if (!matcher) {
            this.#show([], text('find.noPattern'));
            return;
        }
        if (!this.#isLoaded) {
            const drawn = model.pages.filter(({ page, revision }) => revision > 0 && !model.ink(page).isLoaded).slice(0, mostPages);
            for (const { page } of drawn) {
                await model.load(page).catch(() => undefined);
                if (run !== this.#run) return;
            }
            this.#isLoaded = true;
        }
        const sheets = model.pages.map(({ page }) => ({ number: page, ink: model.ink(page) })).filter(({ ink }) => ink.isLoaded);
        const found = findOnPages(matcher, sheets.map(({ number, ink: { objects, layers } }) => ({ number, objects, layers })), model.form);
        await this.#lookAtPrint(run, matcher, found);
    }

    /**
     * The server counts the places. Where they are is fetched for as many as are listed, and for others once somebody comes there.
     * @param {number} run @param {import('../../../model/printed-text.js').Matcher} matcher @param {Found[]} found what is known already
     */
    async #lookAtPrint(run, matcher, found) {
        const { model } = this;
        const start = Math.max(model.position(this.column.current) - 1, 0);
        const asked = this.#ask(matcher);
        // The pages of a short document are looked at themselves: that takes no longer.
        const told = model.pages.length > fewPages ? await asked : undefined;
        if (run !== this.#run) return;
        const pages = [...model.pages.slice(start), ...model.pages.slice(0, start)].map(({ page }) => page)
            .filter((page) => !told || (told.has(page) && told.get(page)?.count !== 0));
        this.#waiting = new Map(pages.flatMap((page) => {
            const count = told?.get(page)?.count;
            return count === undefined ? [] : [[page, count]];
        }));
        let isDone = false;
        const show = () => this.#show([...found], text(isDone ? 'find.nothing' : 'find.looking'), !isDone);
        show();
        const written = asked.then((all) => {
            if (run !== this.#run || !all) return;
            found.push(...findHandwritten(all));
            show();
        });
        const [printed, { PrintedPages: { atOnce } }] = await Promise.all([model.printed(), import('../../../model/printed-text.js')]);
        if (run !== this.#run) return;
        /** @type {Map<number, Promise<void>>} */
        const fetched = new Map();
        const fetch = (/** @type {number} */ page) => {
            const known = fetched.get(page) ?? printed.text(page, model.turn(page) ?? 0).then((words) => {
                if (run !== this.#run) return;
                found.push(...findPrinted(matcher, page, words));
                this.#waiting.delete(page);
                this.#unread.delete(page);
            }, () => {
                // It is asked for again when somebody comes there.
                fetched.delete(page);
                if (run === this.#run) this.#unread.add(page);
            });
            fetched.set(page, known);
            return known;
        };
        this.#fetchPage = async (page) => {
            await fetch(page);
            if (run === this.#run) show();
        };
        const rest = new Set(pages);
        const take = (/** @type {number} */ count) => {
            const isListed = found.length >= mostListed;
            const some = found.length < mostFound ? [...rest].filter((page) => !(isListed && this.#waiting.has(page))).slice(0, count) : [];
            for (const page of some) rest.delete(page);
            return some;
        };
        let shown = performance.now();
        const more = async () => {
            // The first answer comes soon, and the others for many pages.
            for (let some = take(rest.size === pages.length ? 1 : atOnce); some.length > 0; some = take(atOnce)) {
                printed.fetch(some.map((page) => ({ page, turn: model.turn(page) ?? 0 })));
                for (const page of some) await fetch(page);
                if (run !== this.#run) return;
                if ((some.length > 1 && performance.now() - shown < listing) || this.#at >= 0) continue;
                shown = performance.now();
                show();
            }
        };
        await Promise.all([written, ...Array.from({ length: beside }, more)]);
        if (run !== this.#run) return;
        isDone = true;
        show();
    }

    /**
     * What the server knows of the pages that are worth looking at; undefined if only the pages themselves can tell.
     * @param {import('../../../model/printed-text.js').Matcher} matcher
     */
    async #ask({ isPattern }) {
        const { model } = this;
        if (isPattern) return undefined;
        return model.api.pagesWith(model.character.id, this.#input.value.trim(), isChosen(this.#whole)).catch(() => undefined);
    }

    /** @param {Found[]} found @param {string} nothing what is said if that is nothing @param {boolean} [isMoreComing] */
    #show(found, nothing, isMoreComing = false) {
        const before = this.#found[this.#at];
        this.#found = inOrder(found, (page) => this.model.position(page));
        this.#at = this.#found.findIndex((one) => one === before);
        this.#count.dataset.count = String(this.#total);
        const count = this.#total === 0 ? nothing : this.#at < 0 ? counted('found', this.#total) : this.#place;
        this.#count.textContent = [count, this.#unread.size > 0 && counted('find.unread', this.#unread.size)].filter(Boolean).join(' ');
        this.#list.ariaBusy = String(isMoreComing);
        this.#fillList(this.#found.slice(0, mostListed));
        for (const view of this.column.views.values()) this.mounted(view);
    }

    /**
     * A page has come: all places on it are marked.
     * @param {import('../../../page/page-view.js').PageView} view
     */
    mounted(view) {
        if (!this.isOpen) return;
        const { number } = view.page;
        this.#markAll(view, this.#found.filter(({ page }) => page === number));
        if (this.#waiting.has(number)) void this.#fetchPage(number);
    }

    /** @param {import('../../../page/page-view.js').PageView} view @param {Found[]} found */
    #markAll(view, found) {
        for (const mark of view.overlay.querySelectorAll('.found-all')) mark.remove();
        view.overlay.prepend(...found.flatMap(({ box, boxes }) => boxes ?? [box]).map(([x0, y0, x1, y1]) =>
            svgElement('rect', { class: 'found-all', x: x0 - 1, y: y0 - 1, width: x1 - x0 + 2, height: y1 - y0 + 2, rx: 2 })));
    }

    /**
     * Rows that stay are not touched: somebody may be at one of them.
     * @param {Found[]} found
     */
    #fillList(found) {
        const rows = new Map(this.#listed.map((one, i) => [one, /** @type {HTMLElement} */ (this.#list.children[i])]));
        const focused = document.activeElement;
        this.#listed = found;
        const wanted = found.map((one) => rows.get(one) ?? this.#row(one));
        if (wanted.length === this.#list.children.length && wanted.every((row, i) => row === this.#list.children[i])) return;
        this.#list.replaceChildren(...wanted);
        if (focused instanceof HTMLElement && focused !== document.activeElement && this.#list.contains(focused)) focused.focus({ preventScroll: true });
    }

    /** @param {Found} found */
    #row(found) {
        const { character } = this.model;
        const page = this.model.page(found.page) ?? this.model.pages[0];
        const picture = make('img', { alt: '', decoding: 'async' });
        const frame = make('span', { className: 'found-place' }, picture);
        const sure = found.certainty === undefined ? undefined : Math.floor(found.certainty * 100);
        if (sure !== undefined) {
            const bar = make('span', { className: 'found-sure' });
            bar.style.inlineSize = `${sure}%`;
            frame.append(bar);
        }
        const part = aroundPlace(found.box, page, sure === undefined ? plain : handwritten);
        picture.addEventListener('error', () => picture.removeAttribute('src'));
        picture.addEventListener('load', () => picture.after(placeMark(part, found.boxes ?? [found.box])), { once: true });
        askWhenNear(frame, picture, placePicture(character, page, part, 320,
            `${this.model.ink(found.page).revision}.${this.model.form?.revision ?? 0}`, this.isOwner));
        return make('li', {}, make('button', { type: 'button', className: 'entry', data: { testid: 'found' }, on: { click: () => this.#go(this.#found.indexOf(found)) } },
            frame, found.words === '' ? '' : make('span', { className: 'found-words' }, found.words),
            make('span', { className: 'hint' }, [
                text('page', { number: page.position }), text(`find.${found.kind}`), sure !== undefined && text('find.sure', { percent: sure }), found.kind === 'value' && found.of,
            ].filter(Boolean).join(' · '))));
    }

    /** @param {number} step to the next place, or the one before */
    async next(step) {
        const run = this.#run;
        for (let page = this.#waitingBefore(step); page !== undefined; page = this.#waitingBefore(step)) {
            await this.#fetchPage(page);
            // It may be that the server is still being asked.
            if (run !== this.#run || this.#waiting.has(page)) break;
        }
        const { length } = this.#found;
        if (run === this.#run && length > 0) this.#go(nextOf(this.#at, step, length));
    }

    /**
     * The nearest page that comes before the next place that is known, and whose own places are not.
     * @param {number} step
     */
    #waitingBefore(step) {
        const { model } = this;
        const all = model.pages.length;
        const here = this.#found[this.#at];
        const from = here ? model.position(here.page) : step > 0 ? 1 : all;
        const distance = (/** @type {number} */ page) => ((model.position(page) - from) * step + all) % all;
        const next = this.#found[nextOf(this.#at, step, this.#found.length)];
        const isAround = here && next && (this.#found.indexOf(next) - this.#at) * step <= 0;
        const known = next ? distance(next.page) || (isAround ? all : 0) : all;
        let nearest;
        for (const page of this.#waiting.keys()) {
            if (distance(page) < known && (nearest === undefined || distance(page) < distance(nearest))) nearest = page;
        }
        return nearest;
    }

    get #total() { return this.#found.length + sum(this.#waiting.values()); }

    /** Which place somebody is at. */
    get #place() {
        const { model } = this;
        const position = model.position(this.#found[this.#at].page);
        const before = sum([...this.#waiting].map(([page, count]) => model.position(page) < position ? count : 0));
        return text('find.at', { number: before + this.#at + 1, count: this.#total });
    }

    /** @param {number} index */
    #go(index) {
        this.#at = index;
        [...this.#list.children].forEach((row, i) => row.firstElementChild?.setAttribute('aria-current', String(i === index)));
        this.#list.children[index]?.scrollIntoView({ block: 'nearest' });
        this.#count.textContent = this.#place;
        const { page, box } = this.#found[index];
        this.showPlace(page, box);
    }

    /**
     * Goes to a place and marks it for a moment, also while the panel is closed.
     * @param {number} page @param {number[]} box @param {Promise<unknown>} [there] resolves when the page can be seen
     */
    showPlace(page, box, there = Promise.resolve()) {
        // In the middle of what is seen, or above the panel where that lies at the foot.
        const { height } = this.model.page(page) ?? { height: 1 };
        const seen = this.column.element.clientHeight / (this.column.zoom * height);
        const isAtFoot = this.element.getBoundingClientRect().width > this.column.element.clientWidth * 0.8;
        this.column.goTo(page, Math.max((box[1] + box[3]) / 2 / height - seen * (isAtFoot ? 0.15 : 0.4), 0));
        this.#mark(page, box, there);
    }

    /** @param {number} page @param {number[]} box @param {Promise<unknown>} there */
    #mark(page, [x0, y0, x1, y1], there) {
        this.#unmark?.();
        const mark = svgElement('rect', { class: 'found-mark', x: x0 - 4, y: y0 - 4, width: x1 - x0 + 8, height: y1 - y0 + 8, rx: 4 });
        this.column.views.get(page)?.overlay.append(mark);
        // A page may be wider than what is seen of it.
        mark.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let end;
        void there.then(() => { end = setTimeout(() => mark.remove(), marked); });
        this.#unmark = () => {
            clearTimeout(end);
            mark.remove();
        };
    }
}

/** @param {HTMLButtonElement} button */
function isChosen(button) { return button.getAttribute('aria-pressed') === 'true'; }

/** @param {Iterable<number>} numbers */
function sum(numbers) { return [...numbers].reduce((sum, one) => sum + one, 0); }

/**
 * @param {number} at of a list of places; -1 for none of them @param {number} step @param {number} length of the list
 */
function nextOf(at, step, length) { return (Math.max(at, step < 0 ? 0 : -1) + step + length) % length; }
