// SPDX-License-Identifier: GPL-3.0-or-later
// Replay: how a page looked after each edit and each session, and what has changed since a day.

import { editsBefore, History, lit, sessions, strokesBeyond } from '../../model/history.js';
import { PageInk } from '../../model/page-ink.js';
import { pictureAddress } from '../../model/page-picture.js';
import { pageBox } from '../../page/page-box.js';
import { PageView } from '../../page/page-view.js';
import { counted, locale, text } from '../../texts/texts.js';
import { iconButton, make } from '../element.js';
import { whenLocked } from '../unlock-dialog.js';

/** @typedef {import('../../sync/api.js').Character} Character */
/** @typedef {import('../../sync/api.js').Api} Api */

/** Milliseconds for which an edit is shown while it plays. */
const beat = 320;

export class ReplayView {
    element = make('main', { className: 'replay', data: { testid: 'replay' } });
    #desk = make('div', { className: 'replay-desk' });
    #slider = make('input', {
        type: 'range', min: '0', max: '0', step: '1', 'aria-label': text('replay.slider'), data: { testid: 'replay-slider' },
        on: { input: () => this.#move(Number(this.#slider.value)) },
    });
    #words = make('p', { className: 'replay-words', role: 'status', data: { testid: 'replay-words' } });
    #marks = make('div', { className: 'marks' });
    #since = make('input', { type: 'date', 'aria-label': text('replay.since'), data: { testid: 'replay-since' }, on: { change: () => this.#show() } });
    #legend = make('p', { className: 'hint legend' });
    #play = iconButton('play', text('replay.play'), () => this.#toggle(), { data: { testid: 'replay-play' } });
    #ink = new PageInk();
    /** @type {PageView | undefined} */
    #view;
    #at = 0;
    #stopLocked = () => {};
    #run = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #playing;
    #observer = new ResizeObserver(() => this.#fit());
    #size = { width: 595, height: 842 };

    /**
     * @param {Api} api @param {{character: string, page: number}} place
     * @param {{back: () => void, turned: (page: number) => void}} coordinator
     */
    constructor(api, place, coordinator) {
        this.api = api;
        this.place = place;
        this.coordinator = coordinator;
        this.history = new History(api, place.character, place.page);
        this.title = make('h1', {}, text('replay'));
        this.pages = make('select', {
            'aria-label': text('table.page'), on: { change: () => coordinator.turned(Number(this.pages.value)) },
        });
        this.element.append(
            make('header', { className: 'place-head' }, iconButton('back', text('replay.back'), coordinator.back, { data: { testid: 'back' } }),
                this.title, make('div', { className: 'place-tools' }, this.pages,
                    make('label', { className: 'inline' }, text('replay.since'), this.#since))),
            this.#desk,
            make('div', { className: 'replay-foot' }, this.#words, this.#legend, make('div', { className: 'replay-bar' }, this.#play,
                make('div', { className: 'replay-track' }, this.#slider, this.#marks))));
        this.#observer.observe(this.#desk);
    }

    async load() {
        const character = await this.api.character(this.place.character);
        const pages = await this.api.pages(character);
        const { page } = this.place;
        if (pages.length > 0 && !pages.some((one) => one.page === page)) {
            this.coordinator.turned(pages[0].page);
            return;
        }
        await this.history.load();
        document.title = text('replay.title', { name: character.name });
        this.title.textContent = text('replay.title', { name: character.name });
        this.pages.replaceChildren(...pages.map((one) => make('option', { value: String(one.page), selected: one.page === page }, text('page', { number: one.position }))));
        const one = pages.find((other) => other.page === page);
        this.#size = one ?? this.#size;
        this.#view = new PageView({
            number: page, size: this.#size, ink: this.#ink, label: text('page', { number: one?.position ?? page }),
            picture: (width, height) => pictureAddress(character, one ?? { page, isOwn: false }, width, height, undefined),
        });
        this.#desk.replaceChildren(this.#view.element);
        this.#stopLocked = whenLocked(character, () => void this.#view?.renewPicture());
        const { edits } = this.history;
        const isEmpty = edits.length === 0;
        this.element.classList.toggle('nothing', isEmpty);
        this.#slider.min = String(this.history.firstReplayable);
        this.#slider.max = String(edits.length);
        this.#slider.disabled = this.#play.disabled = isEmpty;
        this.#showMarks();
        this.#fit();
        if (isEmpty) this.#words.textContent = text('replay.nothing');
        else this.#move(edits.length);
    }

    #showMarks() {
        const first = this.history.firstReplayable;
        const span = Math.max(this.history.edits.length - first, 1);
        this.#marks.replaceChildren(...sessions(this.history.edits).filter(({ last }) => last + 1 >= first).map(({ last, end }) => {
            const mark = make('button', {
                type: 'button', className: 'mark', title: this.#time(end), 'aria-label': text('replay.session', { time: this.#time(end) }),
                data: { testid: 'replay-session' }, on: { click: () => this.#move(last + 1) },
            });
            mark.style.left = `${((last + 1 - first) / span) * 100}%`;
            return mark;
        }));
    }

    /** @param {string} time */
    #time(time) { return new Date(time).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' }); }

    #fit() {
        if (!this.#view) return;
        const { clientWidth, clientHeight } = this.#desk;
        const margin = 20;
        const zoom = Math.max(Math.min((clientWidth - 2 * margin) / this.#size.width, (clientHeight - 2 * margin) / this.#size.height), 0.1);
        const ratio = window.devicePixelRatio || 1;
        this.#view.place(pageBox(this.#size, zoom, ratio, {
            left: (clientWidth - this.#size.width * zoom) / 2, top: Math.max((clientHeight - this.#size.height * zoom) / 2, 0),
        }));
    }

    /** @param {number} count of edits */
    #move(count) {
        this.#at = count;
        this.#slider.value = String(count);
        void this.#show();
    }

    async #show() {
        const run = ++this.#run;
        const { edits } = this.history;
        if (edits.length === 0) return;
        const edit = edits[this.#at - 1];
        const when = edit?.time ? this.#time(edit.time) : '';
        this.#words.textContent = edit ? text('replay.at', { number: this.#at, count: edits.length, time: when }) : text('replay.before');
        this.#slider.setAttribute('aria-valuetext', this.#words.textContent);
        const since = this.#since.value ? Date.parse(`${this.#since.value}T00:00:00`) : NaN;
        try {
            const shown = await this.history.ink(this.#at);
            const wanted = Number.isNaN(since) ? undefined : Math.max(editsBefore(edits, since), this.history.firstReplayable);
            const before = wanted === undefined ? undefined : await this.history.ink(Math.min(wanted, this.#at));
            if (run !== this.#run) return;
            this.#light(shown, before);
            this.element.dataset.at = String(this.#at);
        } catch (error) {
            if (run === this.#run) this.#words.textContent = error instanceof Error ? error.message : String(error);
        }
    }

    /** @param {{ink: any, revision: number}} shown @param {{ink: any} | undefined} before */
    #light({ ink, revision }, before) {
        this.#legend.textContent = '';
        // Strokes of the same shape may have other colors now.
        this.#ink.strokes = [];
        if (!before) {
            this.#ink.load(ink, revision);
            return;
        }
        const [now, then] = [pageOf(ink), pageOf(before.ink)];
        const fresh = new Set(strokesBeyond(now.strokes ?? [], then.strokes ?? []));
        const gone = strokesBeyond(then.strokes ?? [], now.strokes ?? []);
        const strokes = [...gone.map((stroke) => lit(stroke, 'gone')),
            ...(now.strokes ?? []).map((/** @type {any} */ stroke) => lit(stroke, fresh.has(stroke) ? 'new' : 'same'))];
        this.#ink.load({ ...ink, pages: [{ ...now, strokes }] }, revision);
        this.#legend.textContent = text('replay.legend', { added: counted('strokes', fresh.size), removed: counted('strokes', gone.length) });
    }

    #toggle() {
        if (this.#playing) {
            this.#stop();
            return;
        }
        if (this.#at >= this.history.edits.length) this.#move(this.history.firstReplayable);
        this.element.classList.add('playing');
        const step = () => {
            if (this.#at >= this.history.edits.length) {
                this.#stop();
                return;
            }
            this.#move(this.#at + 1);
            this.#playing = setTimeout(step, beat);
        };
        this.#playing = setTimeout(step, beat);
    }

    #stop() {
        clearTimeout(this.#playing);
        this.#playing = undefined;
        this.element.classList.remove('playing');
    }

    remove() {
        this.#stop();
        this.#stopLocked();
        this.#run++;
        this.#observer.disconnect();
        this.#view?.remove();
        this.element.remove();
    }
}

/** @param {any} ink */
function pageOf(ink) { return ink.pages?.[0] ?? ink; }
