// SPDX-License-Identifier: GPL-3.0-or-later
// The server's figures, read from Prometheus' text (exposition format 0.0.4). No DOM.

/** @typedef {{labels: Record<string, string>, value: number}} Sample */
/** @typedef {Map<string, Sample[]>} Figures by the name of the series */

/** @param {string} words @returns {Figures} */
export function readFigures(words) {
    /** @type {Figures} */
    const figures = new Map();
    for (const line of words.split('\n')) {
        const found = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line);
        if (!found) continue;
        const [, name, inner = '', number] = found;
        const labels = Object.fromEntries([...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
            ([, key, value]) => [key, value.replace(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one))]));
        const value = number === '+Inf' ? Infinity : Number(number);
        if (!Number.isNaN(value)) figures.set(name, [...(figures.get(name) ?? []), { labels, value }]);
    }
    return figures;
}

/**
 * The sum of a series, of those samples that have some labels.
 * @param {Figures} figures @param {string} name @param {Record<string, string>} [labels]
 */
export function total(figures, name, labels = {}) {
    return (figures.get(name) ?? []).filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
        .reduce((sum, { value }) => sum + value, 0);
}

/**
 * A quantile of a histogram, in seconds, as Prometheus reckons it: straight between two bounds. Undefined without values.
 * @param {readonly {bound: number, count: number}[]} buckets cumulative, ascending; the last one has all
 * @param {number} part from 0 to 1
 */
export function quantile(buckets, part) {
    const all = buckets.at(-1)?.count ?? 0;
    if (all === 0) return undefined;
    const wanted = all * part;
    const at = buckets.findIndex(({ count }) => count >= wanted);
    const [low, below] = at > 0 ? [buckets[at - 1].bound, buckets[at - 1].count] : [0, 0];
    const { bound, count } = buckets[at];
    if (!Number.isFinite(bound)) return low;
    return low + (bound - low) * (count > below ? (wanted - below) / (count - below) : 1);
}

/** @typedef {{route: string, method: string, count: number, median: number, slow: number}} Latency in seconds */

/**
 * The latencies of the routes that were asked for, the most often first.
 * @param {Figures} figures @returns {Latency[]}
 */
export function latencies(figures) {
    /** @type {Map<string, {route: string, method: string, buckets: {bound: number, count: number}[]}>} */
    const routes = new Map();
    for (const { labels, value } of figures.get('http_request_duration_seconds_bucket') ?? []) {
        const { route, method, le } = labels;
        const known = routes.get(`${method} ${route}`) ?? { route, method, buckets: [] };
        known.buckets.push({ bound: le === '+Inf' ? Infinity : Number(le), count: value });
        routes.set(`${method} ${route}`, known);
    }
    return [...routes.values()].map(({ route, method, buckets }) => {
        const sorted = buckets.sort((a, b) => a.bound - b.bound);
        return {
            route, method, count: sorted.at(-1)?.count ?? 0, median: quantile(sorted, 0.5) ?? 0, slow: quantile(sorted, 0.95) ?? 0,
        };
    }).filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

/**
 * Bytes in words.
 * @param {number} bytes @param {string} [language]
 */
export function inBytes(bytes, language) {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let [value, unit] = [bytes, 0];
    while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
    return `${value.toLocaleString(language, { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 })} ${units[unit]}`;
}

/**
 * Seconds in words.
 * @param {number} seconds @param {string} [language]
 */
export function inTime(seconds, language) {
    return seconds < 1 ? `${(seconds * 1000).toLocaleString(language, { maximumFractionDigits: seconds < 0.01 ? 1 : 0 })} ms`
        : `${seconds.toLocaleString(language, { maximumFractionDigits: 1 })} s`;
}

/** What is told of every moment, for the course of the last minutes. */
export class Course {
    /** @type {number[]} */
    values = [];
    #last = /** @type {number | undefined} */ (undefined);

    /** @param {number} [length] how many values are kept */
    constructor(length = 90) { this.length = length; }

    /**
     * Takes a level as it is.
     * @param {number} value
     */
    level(value) {
        this.values.push(value);
        if (this.values.length > this.length) this.values.shift();
    }

    /**
     * Takes a count that only grows, and keeps by how much it has grown. A server that starts anew counts from zero.
     * @param {number} value
     */
    count(value) {
        if (this.#last !== undefined) this.level(value >= this.#last ? value - this.#last : value);
        this.#last = value;
    }
}
