// SPDX-License-Identifier: GPL-3.0-or-later
// Selects printed words by mouse, by a long press, and by keys, copies them, and marks them. It is fetched when somebody first
// does.

import { firstColors, styles } from '../../model/markup.js';
import { onLayer } from '../../model/layers.js';
import { colorOf, remembered } from '../../model/settings.js';
import { TextLayer } from '../../page/text-layer.js';
import { text } from '../../texts/texts.js';
import { tell } from '../dialogs.js';
import { iconButton, make } from '../element.js';
import { follow, pageOf } from './link-following.js';

/** @typedef {import('../../page/page-view.js').PageView} PageView */
/** @typedef {import('../../page/pointer-control.js').Work} Work */
/** @typedef {{node: Text, word: number, offset: number}} Place */
/** @typedef {import('../../model/markup.js').Style} Style */

/** How far from a word one may touch it, and how far a finger strays that rests, in CSS pixels. */
const reach = 8;
/** How long a selection by keys must rest until the buttons come, in milliseconds. */
const resting = 300;
/** @type {Record<Style, string>} */
const icons = { highlight: 'highlighter', underline: 'underline', strikeOut: 'strike', squiggly: 'squiggle' };

export class TextSelecting {
    /** @type {Map<PageView, Promise<TextLayer>>} */
    #layers = new Map();
    /** @type {Set<TextLayer>} */
    #shown = new Set();
    #copying = (/** @type {ClipboardEvent} */ event) => this.#copy(event);
    #bar = make('div', { className: 'text-bar', role: 'toolbar', 'aria-label': text('words'), hidden: true, data: { testid: 'text-bar' } },
        make('button', { type: 'button', className: 'button', data: { testid: 'text-copy' }, on: { click: () => this.copy() } }, text('words.copy')),
        make('button', { type: 'button', className: 'button', data: { testid: 'text-find' }, on: { click: () => this.#find() } }, text('words.find')));

    #selected = () => this.#whenSelected();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #offering;

    /** @param {import('./editor-view.js').EditorView} editor */
    constructor(editor) {
        this.editor = editor;
        document.addEventListener('copy', this.#copying);
        document.addEventListener('selectionchange', this.#selected);
        if (editor.mayWrite) {
            this.#bar.append(...styles.map((style) => {
                const button = iconButton(icons[style], text(`mark.${style}`), () => this.mark(style), { data: { testid: `mark-${style}` } });
                button.style.setProperty('--ink', colorFor(style));
                return button;
            }));
        }
        // The bar takes no focus: with it, the selection would go.
        this.#bar.addEventListener('pointerdown', (event) => event.preventDefault());
        editor.element.append(this.#bar);
        this.#bar.addEventListener('keydown', (event) => {
            if (event.key !== 'Escape') return;
            this.clear();
            editor.column.element.focus({ preventScroll: true });
        });
    }

    /**
     * The words of a page, laid over it.
     * @param {PageView} view
     */
    layer(view) {
        const known = this.#layers.get(view);
        if (known) return known;
        const { number } = view.page;
        const { model } = this.editor;
        const layer = model.printed().then((pages) => pages.text(number, model.turn(number))).then((words) => {
            const made = new TextLayer(view, words, {
                label: ({ uri, page }) => (uri === undefined ? text('link.page.label', { number: pageOf(this.editor, page)?.position ?? page ?? 0 }) : text('link.label', { target: uri.slice(0, 200) })),
                open: (link) => follow(this.editor, link),
            });
            this.#shown.add(made);
            if (!view.element.isConnected) {
                made.removed();
                this.#shown.delete(made);
                this.#layers.delete(view);
                return made;
            }
            view.attachments.add({
                placed: () => made.placed(), removed: () => {
                    made.removed();
                    this.#shown.delete(made);
                    this.#layers.delete(view);
                },
            });
            return made;
        });
        layer.catch(() => this.#layers.delete(view));
        this.#layers.set(view, layer);
        return layer;
    }

    /** Lays the words over all pages that are seen. */
    show() { for (const view of this.editor.column.views.values()) void this.layer(view).catch(() => undefined); }

    /**
     * Whether a place is on a word.
     * @param {PageView} view @param {MouseEvent} event
     */
    async isOnWord(view, event) {
        try {
            return (await this.layer(view)).text.isNear(view.toPage(event.clientX, event.clientY), reach * view.pointsPerPixel);
        } catch {
            return false;
        }
    }

    /**
     * Selects words of a page that is seen.
     * @param {number} page @param {number} first @param {number} last
     */
    async select(page, first, last) {
        const view = this.editor.column.views.get(page);
        if (!view) return;
        const mine = ++this.#selections;
        const layer = await this.layer(view);
        const [from, to] = [layer.node(first), layer.node(last)];
        // Meanwhile the person may look for something else, or write.
        if (mine !== this.#selections || this.editor.panels.find.isOpen || this.editor.pointers.isBusy) return;
        this.clear();
        if (from?.isConnected && to) getSelection()?.setBaseAndExtent(from, 0, to, to.length);
    }

    /** @returns {boolean} whether words are selected */
    get isActive() {
        const selection = getSelection();
        return selection !== null && !selection.isCollapsed && [...this.#shown].some(({ element }) => selection.containsNode(element, true));
    }

    /**
     * A pointer selects from where it came down to where it is.
     * @param {PageView} view @param {MouseEvent} event @param {{byWords: boolean, offers: boolean}} how whether whole words are
     *   selected, and whether buttons are offered afterwards
     * @returns {Work}
     */
    begin(view, event, { byWords, offers }) {
        this.clear();
        this.#selections += 1;
        /** @type {{layer: TextLayer, place: Place} | undefined} */
        let anchor;
        const pressed = view.toPage(event.clientX, event.clientY);
        let last = { view, x: event.clientX, y: event.clientY };
        let [isOver, hasMoved] = [false, false];
        const select = async () => {
            const wanted = last;
            const [first, layer] = await Promise.all([this.layer(view), this.layer(wanted.view)]);
            const place = layer.place(wanted.view.toPage(wanted.x, wanted.y));
            // The pointer may have gone on, or the selection away, while the words came.
            if (!place || this.#work !== work || last !== wanted) return;
            const from = anchor ? undefined : first.place(pressed);
            anchor ??= from ? { layer: first, place: from } : { layer, place };
            if (byWords) this.#selectWords(anchor, { layer, place });
            else getSelection()?.setBaseAndExtent(anchor.place.node, anchor.place.offset, place.node, place.offset);
            if (isOver && offers) this.#offer();
        };
        const follow = () => void select().catch((error) => this.editor.model.tell(error.message));
        const work = {
            move: (/** @type {PointerEvent} */ move) => {
                hasMoved ||= Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) > reach;
                const under = this.editor.column.viewOf(document.elementFromPoint(move.clientX, move.clientY));
                last = { view: under ?? last.view, x: move.clientX, y: move.clientY };
                follow();
            },
            end: () => {
                isOver = true;
                if (byWords || offers) follow();
            },
            cancel: () => {
                if (this.#work === work) this.clear();
            },
            // A second finger takes it back, and both zoom.
            isYoung: () => !hasMoved,
        };
        this.#work = work;
        follow();
        return work;
    }

    /** @type {Work | undefined} */
    #work;
    /** How many selections were begun: one that comes late gives way to those after it. */
    #selections = 0;

    /**
     * Selects whole words, from the first to the last of two.
     * @param {{layer: TextLayer, place: Place}} one @param {{layer: TextLayer, place: Place}} other
     */
    #selectWords(one, other) {
        const follows = one.layer === other.layer ? other.place.word >= one.place.word
            : (one.place.node.compareDocumentPosition(other.place.node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        const [{ place: { node: from } }, { place: { node: to } }] = follows ? [one, other] : [other, one];
        if (follows) getSelection()?.setBaseAndExtent(from, 0, to, to.length);
        else getSelection()?.setBaseAndExtent(to, to.length, from, 0);
    }

    /** Words that were selected by keys are offered the same when the keys rest. */
    #whenSelected() {
        clearTimeout(this.#offering);
        if (this.isActive && this.#work === undefined) this.#offering = setTimeout(() => this.#offer(), resting);
        else if (!this.isActive) this.#bar.hidden = true;
    }

    clear() {
        clearTimeout(this.#offering);
        this.#work = undefined;
        // A bar that goes leaves the focus to the pages.
        if (this.#bar.contains(document.activeElement)) this.editor.column.element.focus({ preventScroll: true });
        this.#bar.hidden = true;
        if (this.isActive) getSelection()?.removeAllRanges();
    }

    /** Shows what can be done with the words, above them or below. */
    #offer() {
        const selection = getSelection();
        if (!selection || selection.rangeCount === 0 || !this.isActive) return;
        this.#bar.hidden = false;
        const [words, editor] = [selection.getRangeAt(0).getBoundingClientRect(), this.editor.element.getBoundingClientRect()];
        const { offsetWidth: width, offsetHeight: height } = this.#bar;
        const above = words.top - height - 10;
        const top = above > editor.top + 56 ? above : Math.min(words.bottom + 14, editor.bottom - height - 80);
        const left = Math.min(Math.max((words.left + words.right - width) / 2, editor.left + 8), editor.right - width - 8);
        Object.assign(this.#bar.style, { left: `${left - editor.left}px`, top: `${top - editor.top}px` });
    }

    /** What is selected, page after page. */
    get words() {
        const selection = getSelection();
        if (!selection || selection.rangeCount === 0) return '';
        const range = selection.getRangeAt(0);
        return [...this.#shown].filter(({ element }) => range.intersectsNode(element))
            .sort((a, b) => this.editor.model.position(a.view.page.number) - this.editor.model.position(b.view.page.number))
            .map((layer) => layer.copied(range)).filter(Boolean).join('\n');
    }

    /** @param {ClipboardEvent} event */
    #copy(event) {
        if (!this.isActive || (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable], dialog'))) return;
        event.clipboardData?.setData('text/plain', this.words);
        event.preventDefault();
    }

    copy() {
        // On pages of an insecure address, there is no other clipboard.
        document.execCommand('copy');
        this.clear();
    }

    /**
     * Marks the words that are selected. Each page gets a mark of its own.
     * @param {Style} style
     */
    mark(style) {
        const selection = getSelection();
        if (!this.editor.mayWrite || !selection || selection.rangeCount === 0 || !this.isActive) return;
        const range = selection.getRangeAt(0);
        const { model } = this.editor;
        const made = [...this.#shown].filter(({ element }) => range.intersectsNode(element)).map((layer) => ({
            page: layer.view.page, quads: layer.quads(range), words: layer.copied(range),
        })).filter(({ quads }) => quads.length > 0);
        if (made.some(({ page }) => !page.ink.isLoaded || !page.ink.isOpen({ layer: this.editor.layer(page.number) }))) {
            tell(text('layer.closed'));
            return;
        }
        for (const [i, { page: { number }, quads, words }] of made.entries()) {
            const markup = { style, quads, color: colorOf(colorFor(style)), words };
            void model.edit(number, { add: [onLayer({ markup }, this.editor.layer(number))] });
            // Marks of one selection are taken back together.
            if (i > 0) model.steps.join();
        }
        this.clear();
        this.editor.changed();
    }

    #find() {
        const { words } = this;
        this.clear();
        this.editor.panels.find.look(words.replace(/\s+/g, ' ').slice(0, 200));
    }

    remove() {
        clearTimeout(this.#offering);
        document.removeEventListener('copy', this.#copying);
        document.removeEventListener('selectionchange', this.#selected);
    }
}

/** @param {Style} style the color of the last mark of this kind */
export function colorFor(style) {
    const color = remembered('mark-colors')?.[style];
    return typeof color === 'string' && /^#[0-9a-f]{6}$/.test(color) ? color : firstColors[style];
}
