// SPDX-License-Identifier: GPL-3.0-or-later
// The printed words of a page over its picture: clear letters that the browser selects, and that screen readers read.
// They take no pointers.

import { quadOf } from '../model/markup.js';

/** @typedef {import('./page-view.js').PageView} PageView */
/** @typedef {import('../model/printed-text.js').PrintedText} PrintedText */
/** @typedef {import('../model/printed-text.js').Link} Link */

/** The size at which letters are measured, in pixels, and the font that stands in for all. */
const [measured, family] = [16, 'sans-serif'];
/** @type {CanvasRenderingContext2D | null | undefined} */
let pen;

/** @param {string} text @returns {number} its width at a letter size of 1 */
function widthOf(text) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (!pen) return text.length / 2;
    pen.font = `${measured}px ${family}`;
    return pen.measureText(text).width / measured;
}

/**
 * By how many degrees a word is turned clockwise. A word of several letters that is much taller than it is wide runs down.
 * @param {import('../model/printed-text.js').Word} word
 */
function turnOf({ text, turn, edges, rect: [x0, y0, x1, y1] }) {
    // A word whose letters are known is level if it tells no turn.
    return turn ?? (edges === undefined && y1 - y0 > 1.6 * (x1 - x0) && text.length > 1 ? 90 : 0);
}

export class TextLayer {
    element = document.createElement('div');
    /** @type {Text[]} */
    #nodes = [];

    /**
     * @param {PageView} view @param {PrintedText} text
     * @param {{label: (link: Link) => string, open: (link: Link) => void}} links what keys and screen readers have of the links
     */
    constructor(view, text, links) {
        this.view = view;
        this.text = text;
        this.element.className = 'words';
        this.element.dataset.testid = 'text-layer';
        const { width, height } = view.page.size;
        Object.assign(this.element.style, { width: `${width}px`, height: `${height}px` });
        if (text.language) this.element.lang = text.language;
        let paragraph;
        for (const [i, { text: word, rect: [x0, y0, x1, y1], block }] of text.words.entries()) {
            if (paragraph === undefined || text.words[i - 1].block !== block) {
                paragraph = document.createElement('p');
                const level = text.headings.get(block);
                if (level !== undefined) {
                    paragraph.setAttribute('role', 'heading');
                    paragraph.setAttribute('aria-level', String(level));
                }
                this.element.append(paragraph);
            }
            const span = document.createElement('span');
            const turn = turnOf(text.words[i]);
            const isUpright = turn % 180 !== 0;
            const [along, size] = isUpright ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0];
            const scale = along / Math.max(widthOf(word) * size, 1e-3);
            Object.assign(span.style, {
                left: `${x0}px`, top: `${y0}px`, fontSize: `${size}px`, transform: isUpright ? `scaleY(${scale})` : `scaleX(${scale})`,
                ...(isUpright ? { writingMode: 'vertical-rl' } : {}),
            });
            if (text.isLeftward(i)) span.dir = 'rtl';
            const node = document.createTextNode(word);
            span.append(node);
            paragraph.append(span, ' ');
            this.#nodes.push(node);
        }
        this.element.append(...text.links.map((link) => {
            const [x0, y0, x1, y1] = link.rect;
            const button = document.createElement('button');
            button.type = 'button';
            button.className = 'word-link';
            button.dataset.testid = 'document-link';
            button.setAttribute('aria-label', links.label(link));
            // The label is the studio's, not the document's.
            button.lang = document.documentElement.lang;
            Object.assign(button.style, { left: `${x0}px`, top: `${y0}px`, width: `${x1 - x0}px`, height: `${y1 - y0}px` });
            button.addEventListener('click', () => links.open(link));
            return button;
        }));
        view.element.append(this.element);
        this.placed();
    }

    /** @param {number} index @returns {Text | undefined} the letters of a word */
    node(index) { return this.#nodes[index]; }

    /** The page is elsewhere, or larger. */
    placed() {
        const { box, page: { size } } = this.view;
        if (box) this.element.style.transform = `scale(${box.width / size.width}, ${box.height / size.height})`;
    }

    /**
     * The place in the text that is nearest to a point.
     * @param {{x: number, y: number}} point in points @returns {{node: Text, word: number, offset: number} | undefined}
     */
    place(point) {
        const word = this.text.nearest(point);
        if (word === undefined) return undefined;
        const { text, rect: [x0, y0, x1, y1] } = this.text.words[word];
        const turn = turnOf(this.text.words[word]);
        const letters = this.text.letters(word);
        if (letters) {
            const at = turn % 180 !== 0 ? point.y : point.x;
            const gaps = letters.flatMap(({ from, to, begin, end }) => [{ offset: from, edge: begin }, { offset: to, edge: end }]);
            const { offset } = gaps.reduce((nearest, one) => (Math.abs(one.edge - at) < Math.abs(nearest.edge - at) ? one : nearest));
            return { node: this.#nodes[word], word, offset };
        }
        const part = turn % 180 !== 0 ? (point.y - y0) / (y1 - y0) : (point.x - x0) / (x1 - x0);
        const way = ((turn >= 180) !== this.text.isLeftward(word) ? 1 - part : part) * widthOf(text);
        let offset = 0;
        let before = 0;
        // The gap between two letters that is nearest to the point. Letters of several units are not divided.
        for (const letter of text) {
            const after = widthOf(text.slice(0, offset + letter.length));
            if (way < (before + after) / 2) break;
            offset += letter.length;
            before = after;
        }
        return { node: this.#nodes[word], word, offset };
    }

    /**
     * What of the page's text is in a range: from a letter of a word to one of another.
     * @param {Range} range
     * @returns {{from: {word: number, offset: number}, to: {word: number, offset: number}} | undefined}
     */
    #within(range) {
        const within = [...this.#nodes.keys()].filter((word) => {
            const node = this.#nodes[word];
            return range.intersectsNode(node) && (node !== range.startContainer || range.startOffset < node.length) && (node !== range.endContainer || range.endOffset > 0);
        });
        const [first, last] = [within[0], within[within.length - 1]];
        if (first === undefined) return undefined;
        const [from, to] = [this.#nodes[first] === range.startContainer ? range.startOffset : 0, this.#nodes[last] === range.endContainer ? range.endOffset : Infinity];
        return { from: { word: first, offset: from }, to: { word: last, offset: to } };
    }

    /**
     * What is selected on the page, as it is copied.
     * @param {Range} range
     */
    copied(range) {
        const within = this.#within(range);
        return within ? this.text.copied(within.from, within.to) : '';
    }

    /**
     * The pieces of lines that are selected on the page.
     * @param {Range} range @returns {import('../model/markup.js').Quad[]}
     */
    quads(range) {
        const within = this.#within(range);
        if (!within) return [];
        const { from, to } = within;
        /** @type {{box: number[], line: number, turn: number}[]} */
        const pieces = [];
        for (let i = from.word; i <= to.word; i++) {
            const word = this.text.words[i];
            const box = this.#part(i, i === from.word ? from.offset : 0, i === to.word ? to.offset : Infinity);
            const last = pieces.at(-1);
            if (last && last.line === word.line) last.box = [Math.min(last.box[0], box[0]), Math.min(last.box[1], box[1]), Math.max(last.box[2], box[2]), Math.max(last.box[3], box[3])];
            else pieces.push({ box, line: word.line, turn: turnOf(word) });
        }
        return pieces.map(({ box, turn }) => quadOf(box, turn));
    }

    /**
     * The box of some letters of a word.
     * @param {number} index @param {number} from @param {number} to
     */
    #part(index, from, to) {
        const word = this.text.words[index];
        const { text, rect: [x0, y0, x1, y1] } = word;
        const edges = this.text.letters(index)?.filter((letter) => letter.to > from && letter.from < to).flatMap(({ begin, end }) => [begin, end]);
        if (edges && edges.length > 0 && (from > 0 || to < text.length)) {
            const [low, high] = [Math.min(...edges), Math.max(...edges)];
            return turnOf(word) % 180 !== 0 ? [x0, low, x1, high] : [low, y0, high, y1];
        }
        const whole = Math.max(widthOf(text), 1e-6);
        const [start, end] = [widthOf(text.slice(0, from)) / whole, to >= text.length ? 1 : widthOf(text.slice(0, to)) / whole];
        const turn = turnOf(word);
        const [left, right] = (turn >= 180) !== this.text.isLeftward(index) ? [1 - end, 1 - start] : [start, end];
        if (turn % 180 !== 0) return [x0, y0 + (y1 - y0) * left, x1, y0 + (y1 - y0) * right];
        return [x0 + (x1 - x0) * left, y0, x0 + (x1 - x0) * right, y1];
    }

    removed() { this.element.remove(); }
}
