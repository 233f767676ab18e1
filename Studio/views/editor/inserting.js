// SPDX-License-Identifier: GPL-3.0-or-later
// Puts pictures, notes and links on pages: from a menu, by dropping and by pasting. Notes and links wait for a place on
// the page; pictures come to lie in the middle of what is seen.

import { ItemLayer } from '../../page/item-layer.js';
import { areaBetween, frameOf, pictureFault } from '../../model/insertions.js';
import { itemsOf } from '../../model/items.js';
import { isOn } from '../../model/markup.js';
import { onLayer } from '../../model/layers.js';
import { Selection } from '../../page/selection.js';
import { text } from '../../texts/texts.js';
import { showDialog, tell, withDialogs } from '../dialogs.js';
import { iconButton, make } from '../element.js';
import { readPicture } from './picture-file.js';

/** @typedef {import('../../page/page-view.js').PageView} PageView */
/** @typedef {import('../../page/pointer-control.js').Work} Work */
/**
 * @typedef {object} Host
 * @property {HTMLElement} element @property {import('../../model/editor.js').EditorModel} model
 * @property {import('../../page/column-view.js').ColumnView} column
 * @property {import('./selecting.js').Selecting} selecting @property {() => void} takeLasso @property {() => void} changed
 * @property {(page?: number) => number} layer the one that is written on @property {() => Promise<void>} showNotes
 * @property {{toolChanged: () => void}} typing @property {{toolChanged: () => void}} drawing
 */

const svg = 'http://www.w3.org/2000/svg';
/** The smallest side of a link, in points. */
const smallestLink = 12;

export class Inserting {
    /** @type {'note' | 'link' | undefined} what waits for a place */
    #placing;
    button = iconButton('insert', text('insert'), () => this.menu(), { data: { testid: 'tool-insert' }, 'aria-haspopup': 'dialog' });
    #where = make('span');
    #hint = make('div', { className: 'placing-hint', role: 'status', hidden: true },
        make('span', {}, this.#where, ' ', make('span', { className: 'by-keys' }, text('insert.keys'))),
        iconButton('close', text('cancel'), () => this.stopPlacing(), { data: { testid: 'placing-stop' } }));
    #paste = (/** @type {Event} */ event) => this.#pasted(/** @type {ClipboardEvent} */ (event));

    /** @param {Host} host @param {boolean} mayWrite */
    constructor(host, mayWrite) {
        this.host = host;
        this.mayWrite = mayWrite;
        host.element.append(this.#hint);
        document.addEventListener('paste', this.#paste);
        const { element } = host.column;
        element.addEventListener('dragover', (event) => {
            if (!event.dataTransfer?.types.includes('Files') || !mayWrite) return;
            event.preventDefault();
            event.dataTransfer.dropEffect = 'copy';
            element.classList.add('takes-drop');
        });
        element.addEventListener('dragleave', () => element.classList.remove('takes-drop'));
        element.addEventListener('drop', (event) => {
            element.classList.remove('takes-drop');
            const files = [...event.dataTransfer?.files ?? []];
            if (files.length === 0) return;
            event.preventDefault();
            event.stopPropagation();
            const view = host.column.viewOf(event.target);
            void this.#addPictures(files, view, view?.toPage(event.clientX, event.clientY));
        });
        element.addEventListener('keydown', (event) => {
            if (!this.#placing) return;
            if (event.key === 'Escape') this.#place(undefined);
            else if (event.key === 'Enter' && event.target === element) {
                // Otherwise the dialog that opens would handle this key, too.
                event.preventDefault();
                this.#placeInMiddle();
            }
        });
    }

    /** Whether something waits for a place. */
    get isPlacing() { return this.#placing !== undefined; }

    /** Nothing waits for a place any more. */
    stopPlacing() { if (this.#placing) this.#place(undefined); }

    /** @param {PageView} view */
    mounted(view) {
        const layer = new ItemLayer(view, {
            noteLabel: (title) => text('note.label', { title }), markLabel: (style, words) => text('mark.label', { kind: text(`mark.${style}`), words }), linkLabel: (target) => text('link.label', { target }),
            pageLabel: (page) => text('link.page.label', { number: this.host.model.position(page) || page }), open: (object) => this.open(view, object),
            goTo: (page) => this.host.column.goTo(page),
        });
        view.attachments.add({ placed: () => layer.placed(), shown: () => layer.shown(), removed: () => layer.removed() });
    }

    /** What can be put on the page. */
    menu() {
        const choose = this.#fileInput({}, 'insert-picture', text('insert.picture'));
        const photograph = this.#fileInput({ capture: 'environment' }, 'insert-photo', text('insert.photo'));
        const dialog = showDialog(text('insert'), choose, photograph,
            make('button', { type: 'button', className: 'entry', data: { testid: 'insert-note' }, on: { click: () => wait('note') } }, text('insert.note')),
            make('button', { type: 'button', className: 'entry', data: { testid: 'insert-link' }, on: { click: () => wait('link') } }, text('insert.link')),
            make('button', {
                type: 'button', className: 'entry', data: { testid: 'insert-notes' }, on: {
                    click: () => {
                        dialog.close();
                        void this.host.showNotes();
                    },
                },
            }, text('notes.all')),
            make('p', { className: 'hint' }, text('insert.hint')));
        for (const entry of [choose, photograph]) entry.addEventListener('change', () => dialog.close());
        const wait = (/** @type {'note' | 'link'} */ what) => {
            dialog.close();
            this.#place(what);
        };
    }

    /** @param {Record<string, string>} values @param {string} testid @param {string} words */
    #fileInput(values, testid, words) {
        const input = make('input', { type: 'file', accept: 'image/*', multiple: !values.capture, className: 'visually-hidden', data: { testid } });
        for (const [name, value] of Object.entries(values)) input.setAttribute(name, value);
        input.addEventListener('change', () => void this.#addPictures([...input.files ?? []]));
        return make('label', { className: 'entry file-entry' }, input, words);
    }

    /** @param {'note' | 'link' | undefined} what */
    #place(what) {
        this.#placing = what;
        this.#hint.hidden = what === undefined;
        this.#where.textContent = what ? text(`insert.${what}.place`) : '';
        this.host.element.classList.toggle('is-placing', what !== undefined);
        this.host.typing.toolChanged();
        this.host.drawing.toolChanged();
        if (what) this.host.column.element.focus({ preventScroll: true });
    }

    #placeInMiddle() {
        const view = this.host.column.views.get(this.host.column.current);
        const what = this.#placing;
        if (!view || !what) return;
        const at = this.#middle(view);
        this.#place(undefined);
        if (this.#isOpen(view)) this.#make(what, view, at, { x: at.x + 90, y: at.y + 16 });
    }

    /**
     * The middle of what is seen of a page.
     * @param {PageView} view
     */
    #middle(view) {
        const [page, seen] = [view.element.getBoundingClientRect(), this.host.column.element.getBoundingClientRect()];
        return view.toPage((Math.max(page.left, seen.left) + Math.min(page.right, seen.right)) / 2,
            (Math.max(page.top, seen.top) + Math.min(page.bottom, seen.bottom)) / 2);
    }

    /**
     * A pointer shows the place for what waits; undefined if nothing does.
     * @param {PageView} view @param {PointerEvent} event @returns {Work | undefined}
     */
    begin(view, event) {
        const what = this.#placing;
        if (!what || !this.mayWrite) return undefined;
        const start = view.toPage(event.clientX, event.clientY);
        const frame = document.createElementNS(svg, 'rect');
        frame.setAttribute('class', 'selection');
        let end = start;
        if (what === 'link') view.overlay.append(frame);
        return {
            move: (move) => {
                end = view.toPage(move.clientX, move.clientY);
                const [x0, y0, x1, y1] = areaBetween(start, end, 1);
                for (const [name, value] of Object.entries({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 })) frame.setAttribute(name, String(value));
            },
            end: () => {
                frame.remove();
                this.#place(undefined);
                if (this.#isOpen(view)) this.#make(what, view, start, end);
            },
            cancel: () => frame.remove(),
        };
    }

    /**
     * @param {'note' | 'link'} what @param {PageView} view @param {import('../../ink/geometry.js').Point} start
     * @param {import('../../ink/geometry.js').Point} end
     */
    #make(what, view, start, end) {
        const { size } = view.page;
        const { model } = this.host;
        if (what === 'note') {
            const at = [Math.min(Math.max(start.x - 3, 0), size.width - 20), Math.min(Math.max(start.y - 19, 0), size.height - 20)]
                .map((value) => Math.round(value * 100) / 100);
            withDialogs(({ noteDialog }) => noteDialog(undefined, (note) => this.#add(view, { note: { ...note, at } })));
        } else {
            withDialogs(({ linkDialog }) => linkDialog(undefined, model.pages.length, (target) => {
                // People count pages; the link keeps to its page wherever that moves.
                const to = 'page' in target ? { page: model.pages[target.page - 1].page } : target;
                this.#add(view, { link: { area: areaBetween(start, end, smallestLink), ...to } });
            }));
        }
    }

    /**
     * Puts an item on top of the layer that is written on.
     * @param {PageView} view @param {any} item @param {import('../../model/items.js').PictureData[]} [pictures]
     */
    #add(view, item, pictures) {
        const { number } = view.page;
        void this.host.model.edit(number, { add: [onLayer(item, this.host.layer(number))], ...(pictures ? { pictures } : {}) });
        this.host.changed();
    }

    /**
     * Whether the layer that is written on may be; if not, the person is told.
     * @param {PageView} view
     */
    #isOpen(view) {
        const isOpen = view.page.ink.isOpen({ layer: this.host.layer(view.page.number) });
        if (!isOpen) tell(text('layer.closed'));
        return isOpen;
    }

    /**
     * Opens the mark that lies under a pointer.
     * @param {PageView} view @param {PointerEvent} event @returns {boolean} whether there is one
     */
    openMark(view, event) {
        const { ink } = view.page;
        const at = view.toPage(event.clientX, event.clientY);
        const mark = [...ink.objects].reverse().find(({ markup, layer = 0 }) => markup && !ink.layers[layer]?.hidden && isOn(markup, at, 1));
        if (mark) this.open(view, mark);
        return mark !== undefined;
    }

    /**
     * Opens a note or a mark, to be read and changed.
     * @param {PageView} view @param {any} object
     */
    open(view, object) {
        const { number, ink } = view.page;
        const replace = (/** @type {any[]} */ items) => {
            const index = itemsOf(ink).findIndex((item) => (object.note ? item.note === object.note : item.markup === object.markup));
            if (index >= 0) void this.host.model.edit(number, { replace: new Map([[index, items]]) });
            else if (items.length > 0) void this.host.model.edit(number, { add: items });
        };
        const mayChange = this.mayWrite && ink.isOpen(object);
        const { strokesBelow: _, ...item } = object;
        withDialogs(({ markDialog, noteDialog }) => {
            if (object.markup) {
                markDialog(object.markup, mayChange ? (markup) => replace([{ ...item, markup: { ...object.markup, ...markup } }]) : undefined, () => replace([]));
                return;
            }
            noteDialog(object.note, mayChange ? (note) => replace([{ ...item, note: { ...object.note, ...note } }]) : undefined, () => replace([]));
        });
    }

    /** @param {ClipboardEvent} event */
    #pasted(event) {
        const { target } = event;
        if (target instanceof Element && target.closest('input, textarea, [contenteditable], dialog')) return;
        const files = [...event.clipboardData?.files ?? []];
        if (files.length === 0 || !this.mayWrite) return;
        event.preventDefault();
        void this.#addPictures(files);
    }

    /**
     * Puts pictures on a page, beside one another.
     * @param {File[]} files @param {PageView} [on] @param {import('../../ink/geometry.js').Point} [at]
     */
    async #addPictures(files, on = this.host.column.views.get(this.host.column.current), at) {
        if (!this.mayWrite || !on?.page.ink.isLoaded || !this.#isOpen(on)) return;
        const place = at ?? this.#middle(on);
        let count = 0;
        /** @type {number[]} */
        const added = [];
        for (const file of files.slice(0, 20)) {
            const name = file.name || text('insert.picture');
            const fault = pictureFault(file);
            if (fault) {
                tell(text(`picture.${fault}`, { name }));
                continue;
            }
            try {
                const { width, height, ...data } = await readPicture(file);
                const shift = 18 * count++;
                const frame = frameOf({ width, height }, on.page.size, { x: place.x + shift, y: place.y + shift });
                this.host.takeLasso();
                const alternative = file.name.replace(/\.[^.]+$/, '');
                this.#add(on, { picture: { data: 0, frame, ...(alternative ? { alternative } : {}) } }, [data]);
                added.push(itemsOf(on.page.ink).length - 1);
            } catch {
                tell(text('picture.unreadable', { name }));
            }
        }
        if (files.length > 20) tell(text('picture.many'));
        // The lasso moves, scales and turns what was put there.
        if (added.length > 0) this.host.selecting.select(new Selection(on, added));
    }

    remove() { document.removeEventListener('paste', this.#paste); }
}
