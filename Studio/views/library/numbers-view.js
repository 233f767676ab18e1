// SPDX-License-Identifier: GPL-3.0-or-later
// The dashboard: what the server does, looked at every two seconds, and at once when something happens.

import { Course, inBytes, inTime, latencies, quantile, readFigures, total } from '../../model/numbers.js';
import { locale, text } from '../../texts/texts.js';
import { iconButton, make } from '../element.js';

/** @typedef {import('../../model/numbers.js').Figures} Figures */
/** @typedef {{title: string, value: (figures: Figures) => string, detail?: (figures: Figures) => string,
 *   course?: (figures: Figures, course: Course) => void}} Tile */

const interval = 2000;

export class NumbersView {
    element = make('main', { className: 'numbers' });
    #tiles = make('div', { className: 'tiles', role: 'list' });
    #routes = make('tbody');
    #state = make('p', { className: 'hint', role: 'status' });
    /** @type {{tile: Tile, value: HTMLElement, detail: HTMLElement, line: SVGElement, course: Course}[]} */
    #shown = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #isOver = false;
    #events = 0;
    #language = locale();

    /** @param {import('../../sync/owner-api.js').OwnerApi} owner @param {{back: () => void}} coordinator */
    constructor(owner, coordinator) {
        this.owner = owner;
        const head = (/** @type {string} */ words, isNumber = true) => make('th', { scope: 'col', className: isNumber ? 'number' : '' }, words);
        this.element.append(
            make('header', { className: 'place-head' }, iconButton('back', text('back'), coordinator.back, { data: { testid: 'back' } }),
                make('h1', {}, text('numbers')), this.#state),
            this.#tiles,
            make('section', { className: 'sheet' }, make('h2', {}, text('numbers.routes')),
                make('div', { className: 'scroller', tabIndex: 0, role: 'region', 'aria-label': text('numbers.routes') },
                    make('table', {}, make('thead', {}, make('tr', {}, head(text('numbers.route'), false), head(text('numbers.count')),
                        head(text('numbers.median')), head(text('numbers.slow')))), this.#routes))));
        for (const tile of this.#all()) this.#add(tile);
    }

    /** @returns {Tile[]} */
    #all() {
        const number = (/** @type {number} */ value) => value.toLocaleString(this.#language);
        const all = (/** @type {Figures} */ figures, /** @type {string} */ name, /** @type {Record<string, string>} */ labels = {}) => total(figures, name, labels);
        const latency = (/** @type {Figures} */ figures, /** @type {number} */ part) => {
            /** @type {Map<number, number>} */
            const sums = new Map();
            for (const { labels, value } of figures.get('http_request_duration_seconds_bucket') ?? []) {
                if (!/edits$/.test(labels.route)) continue;
                const bound = labels.le === '+Inf' ? Infinity : Number(labels.le);
                sums.set(bound, (sums.get(bound) ?? 0) + value);
            }
            const found = quantile([...sums].map(([bound, count]) => ({ bound, count })).sort((a, b) => a.bound - b.bound), part);
            return found === undefined ? '–' : inTime(found, this.#language);
        };
        return [
            {
                title: text('numbers.saves'), value: (f) => number(all(f, 'limn_saves_total')),
                detail: (f) => (latency(f, 0.5) === '–' ? '' : text('numbers.saveTime', { median: latency(f, 0.5), slow: latency(f, 0.95) })),
                course: (f, course) => course.count(all(f, 'limn_saves_total')),
            },
            {
                title: text('numbers.exports'), value: (f) => number(all(f, 'limn_exports', { state: 'done' })),
                detail: (f) => text('numbers.failed', { count: all(f, 'limn_exports', { state: 'failed' }) }),
                course: (f, course) => course.count(all(f, 'limn_exports')),
            },
            {
                title: text('numbers.queue'), value: (f) => number(all(f, 'limn_queue_length')),
                detail: (f) => text('numbers.running', { jobs: all(f, 'limn_jobs_running'), pictures: all(f, 'limn_pictures_running'), workers: all(f, 'limn_workers') }),
                course: (f, course) => course.level(all(f, 'limn_queue_length')),
            },
            {
                title: text('numbers.requests'), value: (f) => number(all(f, 'http_requests_total')),
                detail: (f) => text('numbers.errors', { count: (f.get('http_requests_total') ?? []).filter(({ labels }) => Number(labels.status) >= 500).reduce((sum, { value }) => sum + value, 0) }),
                course: (f, course) => course.count(all(f, 'http_requests_total')),
            },
            {
                title: text('numbers.library'), value: (f) => inBytes(all(f, 'limn_library_bytes'), this.#language),
                detail: (f) => text('numbers.quota', { size: inBytes(all(f, 'limn_library_quota_bytes'), this.#language) }),
                course: (f, course) => course.level(all(f, 'limn_library_bytes')),
            },
            {
                title: text('numbers.cache'), value: (f) => {
                    const [hits, misses] = [all(f, 'limn_picture_cache_hits'), all(f, 'limn_picture_cache_misses')];
                    return hits + misses === 0 ? '–' : (hits / (hits + misses)).toLocaleString(this.#language, { style: 'percent' });
                },
                detail: (f) => inBytes(all(f, 'limn_picture_cache_bytes'), this.#language),
                course: (f, course) => course.count(all(f, 'limn_picture_cache_hits')),
            },
            {
                title: text('numbers.memory'), value: (f) => inBytes(all(f, 'process_resident_memory_bytes'), this.#language),
                course: (f, course) => course.level(all(f, 'process_resident_memory_bytes')),
            },
            { title: text('numbers.events'), value: () => number(this.#events), detail: () => text('numbers.sinceOpened') },
        ];
    }

    /** @param {Tile} tile */
    #add(tile) {
        const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        svg.setAttribute('viewBox', '0 0 100 24');
        svg.setAttribute('preserveAspectRatio', 'none');
        svg.setAttribute('class', 'course');
        svg.setAttribute('aria-hidden', 'true');
        const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
        svg.append(line);
        const [value, detail] = [make('p', { className: 'value' }, '–'), make('p', { className: 'hint' })];
        this.#tiles.append(make('div', { className: 'tile', role: 'listitem', 'aria-label': tile.title },
            make('h2', {}, tile.title), value, detail, tile.course ? /** @type {any} */ (svg) : undefined));
        this.#shown.push({ tile, value, detail, line, course: new Course() });
    }

    async load() {
        await this.#look();
    }

    async #look() {
        clearTimeout(this.#timer);
        try {
            this.#show(readFigures(await this.owner.metrics()));
            this.#state.textContent = '';
        } catch (error) {
            this.#state.textContent = error instanceof Error ? error.message : String(error);
        }
        if (!this.#isOver) this.#timer = setTimeout(() => void this.#look(), document.hidden ? interval * 5 : interval);
    }

    /** @param {Figures} figures */
    #show(figures) {
        for (const { tile, value, detail, line, course } of this.#shown) {
            value.textContent = tile.value(figures);
            detail.textContent = tile.detail?.(figures) ?? '';
            tile.course?.(figures, course);
            line.setAttribute('d', path(course.values, course.length));
        }
        this.#routes.replaceChildren(...latencies(figures).slice(0, 20).map(({ route, method, count, median, slow }) => make('tr', {},
            make('th', { scope: 'row' }, make('span', { className: 'method' }, method), ` ${route}`),
            make('td', { className: 'number' }, count.toLocaleString(this.#language)),
            make('td', { className: 'number' }, inTime(median, this.#language)), make('td', { className: 'number' }, inTime(slow, this.#language)))));
    }

    /** Something has happened in the library. */
    happened() { this.#events += 1; }

    remove() {
        this.#isOver = true;
        clearTimeout(this.#timer);
    }
}

/** @param {readonly number[]} values @param {number} length */
function path(values, length) {
    if (values.length < 2) return '';
    const highest = Math.max(...values, 1e-9);
    return values.map((value, i) => {
        const x = 100 - ((values.length - 1 - i) * 100) / (length - 1);
        return `${i === 0 ? 'M' : 'L'}${x.toFixed(2)} ${(22 - (20 * value) / highest).toFixed(2)}`;
    }).join('');
}
