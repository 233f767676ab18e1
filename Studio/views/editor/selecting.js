// SPDX-License-Identifier: GPL-3.0-or-later
// The lasso and what it has selected: a bar of deeds, keys, and the clipboard between pages and windows.

import { beginLasso } from '../../page/erasing.js';
import { Selection, shiftTo } from '../../page/selection.js';
import { clipOf, clipType, keepClip, keptClip, offset, placed, plainWords, readClip } from '../../model/clipboard.js';
import { boxAround, identityMatrix, isSelectedBy, isTapped, moving, recolored, rewidened, then, transformedItem } from '../../model/item-geometry.js';
import { cropped } from '../../model/cropping.js';
import { findItems, isStroke, itemsAt, itemsOf } from '../../model/items.js';
import { onLayer } from '../../model/layers.js';
import { thinnest, widest } from '../../model/palette.js';
import { colorOf, hexOf, inks } from '../../model/settings.js';
import { counted, text } from '../../texts/texts.js';
import { tell, withDialogs } from '../dialogs.js';
import { iconButton, make } from '../element.js';

/** @typedef {import('../../page/page-view.js').PageView} PageView */
/** @typedef {import('../../page/pointer-control.js').Work} Work */
/** @typedef {import('../../model/item-geometry.js').Matrix} Matrix */
/**
 * What the selection needs of the editor.
 * @typedef {object} Host
 * @property {HTMLElement} element @property {import('../../model/editor.js').EditorModel} model
 * @property {import('../../page/column-view.js').ColumnView} column @property {boolean} mayWrite
 * @property {(page?: number) => number} layer the one that is written on
 * @property {() => void} takeLasso @property {() => void} changed
 */

/** When a nudge is taken for the last one, in milliseconds. */
const nudgePause = 400;
/** How near a tap must be to an item, in CSS pixels. A lasso smaller than that is a tap. */
const tapReach = 8;

export class Selecting {
    /** @type {Selection | undefined} */
    #selection;
    /** @type {(() => void) | undefined} */
    #stop;
    /** @type {Matrix} */
    #nudged = identityMatrix;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #nudging;
    #isOwn = false;
    #colors = make('div', { className: 'selection-colors', role: 'group', 'aria-label': text('lasso.look'), hidden: true });

    #cropButton = iconButton('crop', text('crop.title'), () => this.crop(), { data: { testid: 'selection-crop' } });

    /** @param {Host} host */
    constructor(host) {
        this.host = host;
        this.bar = make('div', { className: 'selection-bar', role: 'toolbar', 'aria-label': text('selection') }, this.#colors,
            iconButton('drop', text('lasso.look'), () => this.#toggleColors()),
            this.#cropButton,
            iconButton('cut', text('cut'), () => this.cut(), { data: { testid: 'selection-cut' } }),
            iconButton('copy', text('copy'), () => this.copy(), { data: { testid: 'selection-copy' } }),
            iconButton('duplicate', text('duplicate'), () => this.duplicate(), { data: { testid: 'selection-duplicate' } }),
            iconButton('trash', text('lasso.delete'), () => this.delete(), { data: { testid: 'selection-delete' } }));
        for (const type of ['copy', 'cut', 'paste']) document.addEventListener(type, this.#transfer);
    }

    get isActive() { return this.#selection !== undefined; }

    /**
     * Takes hold of the selection, or of one of its handles; undefined if neither is there.
     * @param {PageView} view @param {PointerEvent} event @returns {Work | undefined}
     */
    hold(view, event) {
        this.#commitNudge();
        const selection = this.#selection;
        return selection?.view === view ? selection.begin(event, {
            finished: (matrix, other) => (other ? this.#carry(other, matrix) : this.#transform(matrix)),
            pages: this.host.column.element,
            pageAt: (x, y) => [...this.host.column.views.values()].find(({ element, page }) => {
                const { left, right, top, bottom } = element.getBoundingClientRect();
                return page.ink.isLoaded && x >= left && x <= right && y >= top && y <= bottom;
            }),
        }) : undefined;
    }

    /**
     * The lasso comes down: on the selection it takes hold of that, elsewhere it draws anew.
     * @param {PageView} view @param {PointerEvent} event @returns {Work | undefined}
     */
    begin(view, event) {
        const held = this.hold(view, event);
        if (held) return held;
        this.select(undefined);
        return beginLasso(view, event, (corners) => {
            const { number } = view.page;
            const box = boxAround(corners.map(({ x, y }) => [x, y, x, y])) ?? [0, 0, 0, 0];
            const reach = tapReach * view.pointsPerPixel;
            const isTap = box[2] - box[0] < reach && box[3] - box[1] < reach;
            const indices = itemsAt(this.host.model.ink(number), isTap ? (item) => isTapped(item, corners[0], reach)
                : (item) => isSelectedBy(corners, box, item));
            this.#choose(view, isTap ? indices.slice(-1) : indices);
        });
    }

    /** @param {PageView} view @param {number[]} indices */
    #choose(view, indices) { this.select(indices.length > 0 ? new Selection(view, indices) : undefined); }

    /** @param {Selection | undefined} selection */
    select(selection) {
        this.#commitNudge();
        this.#stop?.();
        this.#selection?.remove();
        this.#selection = selection;
        this.#stop = selection?.view.page.ink.listen(({ kind }) => {
            // What comes on top moves nothing.
            if (kind !== 'added') this.#pageChanged();
        });
        this.#colors.hidden = true;
        this.host.element.classList.toggle('has-selection', selection !== undefined);
        if (!selection) return;
        this.bar.dataset.count = String(selection.indices.length);
        this.#cropButton.hidden = selection.items.length !== 1 || !selection.items[0].picture;
    }

    /** Somebody changed the page: what is selected is looked for again. */
    #pageChanged() {
        const selection = this.#selection;
        if (!selection || this.#isOwn) return;
        const found = findItems(itemsOf(selection.view.page.ink), selection.items);
        if (!found) {
            this.#nudged = identityMatrix;
            this.select(undefined);
        } else if (found.some((index, i) => index !== selection.indices[i])) {
            // A nudge that waits is for these items, wherever they are now.
            selection.indices = found;
            this.select(new Selection(selection.view, found));
        }
    }

    /** Pages come and go while one scrolls: a page that has come back shows what is selected on it. */
    scrolled() {
        const selection = this.#selection;
        const view = selection && this.host.column.views.get(selection.view.page.number);
        if (view && view !== selection.view && view.page.ink.isLoaded) this.select(new Selection(view, selection.indices));
    }

    /** Selects everything on the current page that may be changed. */
    selectAll() {
        const view = this.host.column.views.get(this.host.column.current);
        if (!view || !this.host.mayWrite) return;
        this.host.takeLasso();
        this.#choose(view, itemsAt(this.host.model.ink(view.page.number), (item) => !item.xy || item.xy.length > 0));
    }

    /** @param {(item: any) => any[]} change @param {boolean} keeps whether the results are selected then */
    #replace(change, keeps) {
        const selection = this.#selection;
        if (!selection) return;
        const { view, indices, items } = selection;
        this.#isOwn = true;
        void this.host.model.replaceItems(view.page.number, new Map(indices.map((index, i) => [index, change(items[i])])));
        this.#isOwn = false;
        this.select(keeps ? new Selection(view, indices) : undefined);
        this.host.changed();
    }

    /** @param {Matrix} matrix */
    #transform(matrix) { this.#replace((item) => [transformedItem(item, matrix)], true); }

    /**
     * Puts what was dragged to another page there. One undo brings it back.
     * @param {PageView} other @param {Matrix} matrix
     */
    #carry(other, matrix) {
        const selection = this.#selection;
        if (!selection) return;
        const { model } = this.host;
        const { view, indices, items } = selection;
        const { number, ink } = view.page;
        const clip = clipOf(items, ink.pictures);
        const whole = then(matrix, shiftTo(view, other));
        if (!this.#add(other, clip.items.map((item) => transformedItem(item, whole)), clip.pictures)) {
            selection.preview(identityMatrix);
            return;
        }
        void model.replaceItems(number, new Map(indices.map((index) => [index, []])));
        model.steps.join();
    }

    /** @param {number} width of the pen in points */
    widen(width) { this.#replace((item) => [rewidened(item, width)], true); }

    delete() { this.#replace(() => [], false); }

    /** @param {string} color as #rrggbb */
    recolor(color) { this.#replace((item) => [recolored(item, colorOf(color))], true); }

    /** Shows another part of the picture that is selected. */
    crop() {
        this.#commitNudge();
        const selection = this.#selection;
        const [item] = selection?.items ?? [];
        const content = item?.picture && selection?.view.page.ink.pictures[item.picture.data];
        if (!content) return;
        withDialogs(({ cropDialog }) => {
            if (this.#selection !== selection) return;
            cropDialog(item, content, (part) => this.#replace((one) => [one.picture ? cropped(one, part) : one], true));
        });
    }

    #toggleColors() {
        this.#colors.hidden = !this.#colors.hidden;
        this.#colors.replaceChildren(...inks.map((color) => {
            const button = make('button', {
                type: 'button', className: 'color', 'aria-label': text('color', { color }), title: color, on: { click: () => this.recolor(color) },
            });
            button.style.setProperty('--ink', color);
            return button;
        }), this.#ownColor(), ...this.#widths());
    }

    /** Any color. */
    #ownColor() {
        const [first] = this.#selection?.items.filter(isStroke) ?? [];
        const input = make('input', {
            type: 'color', value: first ? hexOf(first.brush.color) : inks[0], 'aria-label': text('color.own'), title: text('color.own'), data: { testid: 'selection-color' },
            on: { change: () => this.recolor(input.value) },
        });
        return input;
    }

    /** Any width, where strokes are among what is selected. */
    #widths() {
        const strokes = this.#selection?.items.filter(isStroke) ?? [];
        if (strokes.length === 0) return [];
        const known = new Set(strokes.map(({ brush }) => Math.round(brush.width * 10) / 10));
        const input = make('input', {
            type: 'number', min: String(thinnest), max: String(widest), step: '0.1', 'aria-label': text('size.own'), title: text('size.own'),
            value: known.size === 1 ? String([...known][0]) : '', data: { testid: 'selection-width' },
            on: {
                change: () => {
                    const width = Math.min(Math.max(Number(input.value) || 0, thinnest), widest);
                    if (Number(input.value) > 0) this.widen(width);
                },
            },
        });
        return [input];
    }

    /**
     * Moves the selection a little. Several nudges make one edit.
     * @param {number} dx @param {number} dy in points
     */
    nudge(dx, dy) {
        if (!this.#selection) return;
        this.#nudged = then(this.#nudged, moving(dx, dy));
        this.#selection.preview(this.#nudged);
        clearTimeout(this.#nudging);
        this.#nudging = setTimeout(() => this.#commitNudge(), nudgePause);
    }

    #commitNudge() {
        clearTimeout(this.#nudging);
        const matrix = this.#nudged;
        this.#nudged = identityMatrix;
        if (matrix !== identityMatrix) this.#transform(matrix);
    }

    #clip() {
        this.#commitNudge();
        const selection = this.#selection;
        return selection && clipOf(selection.items, selection.view.page.ink.pictures);
    }

    copy() {
        const clip = this.#clip();
        if (!clip) return undefined;
        keepClip(clip);
        tell(counted('copied', clip.items.length));
        return clip;
    }

    cut() {
        const clip = this.copy();
        if (clip) this.delete();
        return clip;
    }

    duplicate() {
        const clip = this.#clip();
        const view = this.#selection?.view;
        if (clip && view) this.#add(view, clip.items.map((item) => transformedItem(item, moving(offset, offset))), clip.pictures);
    }

    /**
     * Puts what was copied on the current page.
     * @param {import('../../model/clipboard.js').Clip | undefined} [clip]
     */
    paste(clip = keptClip()) {
        const view = this.host.column.views.get(this.host.column.current);
        if (!this.host.mayWrite || !view?.page.ink.isLoaded) return;
        if (!clip) {
            tell(text('paste.empty'));
            return;
        }
        this.host.takeLasso();
        this.#add(view, placed(clip, view.page.ink.state, view.page.size), clip.pictures);
    }

    /** @param {PageView} view @param {any[]} items @param {any[]} pictures */
    #add(view, items, pictures) {
        const { ink, number } = view.page;
        const layer = this.host.layer(number);
        if (!ink.isOpen({ layer })) {
            tell(text('layer.closed'));
            return false;
        }
        this.select(undefined);
        const before = itemsOf(ink).length;
        void this.host.model.edit(number, { add: items.map((item) => onLayer(item, layer)), pictures });
        this.#choose(view, items.map((_, i) => before + i));
        this.host.changed();
        return true;
    }

    /**
     * The keys for copying reach this as events that bring the system's clipboard, also at insecure addresses.
     * @param {Event} event
     */
    #transfer = (event) => {
        const { type, target, clipboardData } = /** @type {ClipboardEvent} */ (event);
        if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], dialog')) return;
        if (type === 'paste') {
            const clip = readClip(clipboardData?.getData(clipType));
            // Texts, pictures and files of other programs are not for the lasso.
            if (!clip && (clipboardData?.types.length ?? 0) > 0) return;
            event.preventDefault();
            event.stopImmediatePropagation();
            this.paste(clip ?? keptClip());
            return;
        }
        const clip = type === 'cut' ? this.cut() : this.copy();
        if (!clip) return;
        event.preventDefault();
        clipboardData?.setData(clipType, JSON.stringify(clip));
        clipboardData?.setData('text/plain', plainWords(clip));
    };

    remove() {
        this.select(undefined);
        for (const type of ['copy', 'cut', 'paste']) document.removeEventListener(type, this.#transfer);
    }
}
