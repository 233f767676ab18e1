// SPDX-License-Identifier: GPL-3.0-or-later
// The printed words of a page in reading order: what they say when they are copied, where one of them is, and where
// something is written. No DOM.

import { folded } from './library.js';

/**
 * A rectangle is left, top, right, bottom in points; `turn` says by how many degrees the word is turned clockwise. `edges` say
 * where each of its letters (code points) begins and ends along the word, as they are read: two numbers for each.
 * @typedef {{text: string, rect: number[], line: number, block: number, turn?: number, edges?: number[]}} Word
 */
/**
 * Words that follow one another, and the boxes of their lines.
 * @typedef {{first: number, last: number, boxes: number[][], words: string, at: number, length: number}} Match
 *   `at` and `length` say where the match is in the words about it
 */
/**
 * Finds a query in words that were folded before, piece by piece.
 * @typedef {{fold: (words: string) => string, all: (folded: string) => {at: number, length: number}[], isPattern: boolean}} Matcher
 */

/** So many words on each side of a match are shown with it. */
const about = 8;
/** How much farther away a word is that is above or below a point than one beside it. */
const across = 4;
/** How far apart the places of a stroke are looked at, in points. */
const sampling = 3;

/**
 * @param {string} query
 * @param {{isWhole?: boolean, isPattern?: boolean}} how whether only whole words count, and whether the query is a regular expression
 * @returns {Matcher | undefined} undefined if the query is no regular expression
 */
export function matcherOf(query, { isWhole = false, isPattern = false } = {}) {
    const fold = isPattern ? (/** @type {string} */ words) => words.normalize('NFC') : folded;
    const source = isPattern ? query : folded(query.trim()).split(/\s+/).map(escaped).join('\\s+');
    if (source === '') return { fold, all: () => [], isPattern };
    /** @type {RegExp} */
    let pattern;
    try {
        pattern = new RegExp(isWhole ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source, 'giu');
    } catch {
        return undefined;
    }
    const all = (/** @type {string} */ words) => [...words.matchAll(pattern)]
        .filter(([found]) => found.trim() !== '').map(({ 0: found, index }) => ({ at: index ?? 0, length: found.trimEnd().length }));
    return { fold, all, isPattern };
}

/** @param {string} text */
function escaped(text) { return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'); }

/**
 * A link of the document. It leads to a URI, or to a page as the document counts them, at a distance from its upper edge.
 * @typedef {{rect: number[], uri?: string, page?: number, top?: number}} Link
 */

/**
 * What a server tells of a page.
 * @typedef {{words: Word[], links?: Link[], language?: string, headings?: {block: number, level: number}[]}} TextOfPage
 */

export class PrintedText {
    /** @param {TextOfPage} page words in reading order, links in painting order, headings by the tags of the document */
    constructor({ words, links = [], language, headings = [] }) {
        this.words = words;
        this.links = links;
        this.language = language;
        /** The levels of headings by their blocks. */
        this.headings = new Map(headings.map(({ block, level }) => [block, level]));
    }

    /**
     * Where the letters of a word are: each is `text.slice(from, to)`, and lies from `begin` to `end` along the word.
     * @param {number} index @returns {{from: number, to: number, begin: number, end: number}[] | undefined} undefined if it is not
     *   known
     */
    letters(index) {
        const { text, edges } = this.words[index];
        const letters = [...text];
        if (edges?.length !== 2 * letters.length) return undefined;
        let to = 0;
        return letters.map((letter, i) => {
            const from = to;
            to += letter.length;
            return { from, to, begin: edges[2 * i], end: edges[2 * i + 1] };
        });
    }

    /**
     * The uppermost link at a place.
     * @param {{x: number, y: number}} point in points @param {number} reach how far it may be from the link, in points
     */
    linkAt({ x, y }, reach) {
        const isNear = (/** @type {Link} */ { rect: [x0, y0, x1, y1] }, /** @type {number} */ by) => x >= x0 - by && x <= x1 + by && y >= y0 - by && y <= y1 + by;
        const last = (/** @type {number} */ by) => this.links.filter((link) => isNear(link, by)).at(-1);
        return last(0) ?? last(reach);
    }

    /**
     * Where something is written, also over the ends of lines.
     * @param {Matcher} matcher @returns {Match[]}
     */
    find({ fold, all }) {
        const found = [this.#joined(true, fold), this.#joined(false, fold)].flatMap(({ text, starts }) => all(text).map(({ at, length }) => {
            const first = wordAt(starts, at);
            return { first, last: wordAt(starts, at + length - 1) };
        }));
        // Both ways of reading a hyphen at the end of a line find most words.
        const seen = new Set();
        return found.filter(({ first, last }) => {
            const key = `${first}-${last}`;
            return seen.has(key) ? false : seen.add(key);
        }).sort((a, b) => a.first - b.first).map(({ first, last }) => ({ first, last, boxes: this.boxes(first, last), ...this.#about(first, last) }));
    }

    /**
     * All words, and where each begins. They are folded one by one, so that the places hold.
     * @param {boolean} drops whether the hyphen goes where a word goes on in the next line, as in most words; others keep it
     * @param {(words: string) => string} fold
     */
    #joined(drops, fold) {
        let text = '';
        const starts = [];
        for (const [i, { text: word }] of this.words.entries()) {
            starts.push(text.length);
            const isBroken = this.#isBroken(i);
            text += fold(isBroken && drops ? word.slice(0, -1) : word) + (isBroken ? '' : ' ');
        }
        return { text, starts };
    }

    /** @param {number} index whether a word goes on in the next line */
    #isBroken(index) {
        const [word, next] = [this.words[index], this.words[index + 1]];
        return next !== undefined && next.line !== word.line && next.block === word.block && /\p{L}[-\u00ad\u2010]$/u.test(word.text) && /^\p{Ll}/u.test(next.text);
    }

    /** @param {number} first @param {number} last */
    #about(first, last) {
        const [from, to] = [Math.max(first - about, 0), Math.min(last + about, this.words.length - 1)];
        const before = this.copied({ word: from, offset: 0 }, { word: first, offset: 0 });
        const itself = this.copied({ word: first, offset: 0 }, { word: last, offset: Infinity });
        const words = this.copied({ word: from, offset: 0 }, { word: to, offset: Infinity }).replace(/\s+/g, ' ');
        return { words: `${from > 0 ? '…' : ''}${words}${to < this.words.length - 1 ? '…' : ''}`, at: before.length + (from > 0 ? 1 : 0), length: itself.length };
    }

    /**
     * The boxes that words fill, one for each line.
     * @param {number} first @param {number} last
     */
    boxes(first, last) {
        /** @type {number[][]} */
        const boxes = [];
        for (let i = first; i <= last; i++) {
            const { rect: [x0, y0, x1, y1], line } = this.words[i];
            const box = boxes.at(-1);
            if (box === undefined || this.words[i - 1].line !== line) boxes.push([x0, y0, x1, y1]);
            else [box[0], box[1], box[2], box[3]] = [Math.min(box[0], x0), Math.min(box[1], y0), Math.max(box[2], x1), Math.max(box[3], y1)];
        }
        return boxes;
    }

    /**
     * What is copied from one place to another: lines are joined, blocks are not.
     * @param {{word: number, offset: number}} from @param {{word: number, offset: number}} to
     */
    copied(from, to) {
        let text = '';
        for (let i = from.word; i <= to.word; i++) {
            const { text: word, block } = this.words[i];
            const isLast = i === to.word;
            const part = word.slice(i === from.word ? from.offset : 0, isLast ? to.offset : undefined);
            if (!isLast && this.#isBroken(i)) text += part.slice(0, -1);
            else text += part + (isLast ? '' : this.words[i + 1].block === block ? ' ' : '\n');
        }
        return text;
    }

    /**
     * The word that is nearest to a point, seen along the lines.
     * @param {{x: number, y: number}} point in points @returns {number | undefined} undefined if there are no words
     */
    nearest({ x, y }) {
        let [nearest, least] = [/** @type {number | undefined} */ (undefined), Infinity];
        for (const [i, { rect: [x0, y0, x1, y1] }] of this.words.entries()) {
            const distance = Math.hypot(Math.max(x0 - x, x - x1, 0), across * Math.max(y0 - y, y - y1, 0));
            if (distance < least) [nearest, least] = [i, distance];
        }
        return nearest;
    }

    /**
     * Whether a point lies on a word, or nearly.
     * @param {{x: number, y: number}} point in points @param {number} reach how far it may be from the word, in points
     */
    isNear({ x, y }, reach) {
        return this.words.some(({ rect: [x0, y0, x1, y1] }) => x >= x0 - reach && x <= x1 + reach && y >= y0 - reach && y <= y1 + reach);
    }

    /**
     * The words that a stroke runs along, line by line; none if less than half of it lies on words.
     * @param {readonly number[]} xy the points of the stroke
     * @returns {{first: number, last: number}[]} of each line, in reading order
     */
    along(xy) {
        /** @type {Map<number, {first: number, last: number}>} */
        const lines = new Map();
        let [on, all] = [0, 0];
        const [xs, ys] = [xy.filter((_, i) => i % 2 === 0), xy.filter((_, i) => i % 2 === 1)];
        const box = [least(xs), least(ys), -least(xs.map((x) => -x)), -least(ys.map((y) => -y))];
        const near = this.words.flatMap(({ rect: [x0, y0, x1, y1] }, index) => {
            const reach = (y1 - y0) / 4;
            return x1 + reach < box[0] || y1 + reach < box[1] || x0 - reach > box[2] || y0 - reach > box[3] ? [] : [index];
        });
        for (let i = 0; i + 3 < xy.length; i += 2) {
            const [x0, y0, x1, y1] = xy.slice(i, i + 4);
            const count = Math.min(Math.max(Math.ceil(Math.hypot(x1 - x0, y1 - y0) / sampling), 1), 1000);
            for (let k = 0; k < count; k++) {
                all += 1;
                const word = this.#wordNear(near, x0 + (x1 - x0) * (k / count), y0 + (y1 - y0) * (k / count));
                if (word === undefined) continue;
                on += 1;
                const known = lines.get(this.words[word].line);
                lines.set(this.words[word].line, { first: Math.min(known?.first ?? word, word), last: Math.max(known?.last ?? word, word) });
            }
        }
        return on * 2 < all ? [] : [...lines.values()].sort((a, b) => a.first - b.first);
    }

    /**
     * The word that a place is on, or beside whose gap it is.
     * @param {number[]} among the words that count @param {number} x @param {number} y
     */
    #wordNear(among, x, y) {
        return among.find((index) => {
            const [x0, y0, x1, y1] = this.words[index].rect;
            const reach = (y1 - y0) / 4;
            return x >= x0 - reach && x <= x1 + reach && y >= y0 - reach && y <= y1 + reach;
        });
    }

    /** @param {number} index whether the word is written from right to left */
    isLeftward(index) { return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(this.words[index].text); }
}

/** @param {readonly number[]} numbers */
function least(numbers) { return numbers.reduce((least, one) => Math.min(least, one), Infinity); }

/**
 * The word that has a letter.
 * @param {number[]} starts @param {number} at
 */
function wordAt(starts, at) {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= at) low = middle;
        else high = middle - 1;
    }
    return low;
}

/** The printed words of a character's pages, each fetched once. */
export class PrintedPages {
    /** So many pages are fetched at once, at most: the server's limit is 32. */
    static atOnce = 12;
    /** @type {Map<string, Promise<PrintedText>>} */
    #pages = new Map();

    /** @param {(pages: readonly number[]) => Promise<({page: number} & TextOfPage)[]>} fetchTexts */
    constructor(fetchTexts) { this.fetchTexts = fetchTexts; }

    /**
     * @param {number} page its permanent number
     * @param {number} [turn] how far it is turned: its words are where they are shown
     * @returns {Promise<PrintedText>}
     */
    text(page, turn = 0) {
        this.fetch([{ page, turn }]);
        return /** @type {Promise<PrintedText>} */ (this.#pages.get(keyOf(page, turn)));
    }

    /**
     * Fetches what is not here yet, in one request.
     * @param {readonly {page: number, turn: number}[]} wanted
     */
    fetch(wanted) {
        const missing = wanted.filter(({ page, turn }) => !this.#pages.has(keyOf(page, turn)));
        if (missing.length === 0) return;
        const all = this.fetchTexts(missing.map(({ page }) => page)).then((items) => new Map(items.map((item) => [item.page, item])));
        for (const { page, turn } of missing) {
            const key = keyOf(page, turn);
            const text = all.then((items) => {
                const item = items.get(page);
                if (!item) throw new Error('The server does not tell the words of this page.');
                return new PrintedText(item);
            });
            text.catch(() => this.#pages.delete(key));
            this.#pages.set(key, text);
        }
    }
}

/** @param {number} page @param {number} turn */
function keyOf(page, turn) { return `${page} ${turn}`; }
