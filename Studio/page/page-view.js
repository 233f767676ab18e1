// SPDX-License-Identifier: GPL-3.0-or-later
// A page on the screen: its picture, the finished ink over it, the wet ink, and what marks a selection.

import { bounds } from '../ink/stroke.js';
import { Detail } from './detail.js';
import { DryCanvas } from './dry-canvas.js';
import { showObjects } from './objects.js';
import { Paper } from './paper.js';
import { WetInk } from './wet-ink.js';

/** @typedef {import('./page-box.js').PageBox} PageBox */
/** @typedef {import('../model/page-ink.js').PageInk} PageInk */
/** @typedef {import('../ink/geometry.js').Point} Point */
/**
 * `placed`: the box has changed; `pictured`: another picture is shown; `shown`: the objects were shown anew.
 * @typedef {{placed?: () => void, pictured?: () => void, shown?: () => void, removed?: () => void}} Attachment
 */

export class PageView {
    element = document.createElement('div');
    wet = new WetInk();
    overlay = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    #objects = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    /** Highlights multiply with all below them, which only a whole element can. It is there while it is needed. */
    #highlights = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    #dry = new DryCanvas();
    #paper = new Paper();
    #detail;
    /**
     * Stands in for the picture until that is there.
     * @type {HTMLImageElement | undefined}
     */
    #small;
    /** Whether picture and ink are drawn, or will be as soon as they are there. */
    #isAwake;
    /** @type {Promise<boolean> | undefined} */
    #waking;
    /** @type {Promise<unknown> | undefined} */
    #asked;
    /** Whether something of it is dragged: then it stays though it is far away. */
    isHeld = false;
    /** @type {PageBox | undefined} */
    box;
    #stop;
    /**
     * What else lies on the page: fields, texts that are typed, notes.
     * @type {Set<Attachment>}
     */
    attachments = new Set();

    /**
     * @param {{number: number, size: {width: number, height: number}, ink: PageInk, label: string,
     *   picture: (width: number, height: number, region?: string) => string, small?: string, waits?: boolean}} page `picture` gives the address
     *   of a picture of a size, of a region of the page in pixels at 300 dpi, `small` is that of one that is likely to be here; where it waits, `wake` draws it
     */
    constructor(page) {
        this.page = page;
        this.#isAwake = page.waits !== true;
        this.element.className = 'page';
        this.element.dataset.testid = 'page';
        this.element.dataset.page = String(page.number);
        this.element.setAttribute('role', 'group');
        this.element.setAttribute('aria-label', page.label);
        if (page.small) this.#standIn(page.small);
        for (const [svg, name] of /** @type {const} */ ([[this.overlay, 'overlay'], [this.#objects, 'objects'], [this.#highlights, 'highlights']])) {
            svg.setAttribute('viewBox', `0 0 ${page.size.width} ${page.size.height}`);
            svg.setAttribute('preserveAspectRatio', 'none');
            svg.classList.add(name);
        }
        for (const svg of [this.overlay, this.#highlights]) svg.setAttribute('aria-hidden', 'true');
        this.#detail = new Detail({
            size: page.size, picture: (width, height, region) => page.picture(width, height, region), strokes: () => this.#shown,
            backdrop: () => this.#backdrop, covered: (isInked) => this.#covered(isInked),
        });
        this.element.append(this.#paper.element, this.#detail.paper, this.#objects, this.#dry.element, this.#detail.ink, this.wet.element, this.overlay);
        if (page.ink.isLoaded) this.#showItems();
        this.#stop = page.ink.listen((news) => this.#inkChanged(news));
    }

    /**
     * Where the page is now.
     * @param {PageBox} box
     */
    place(box) {
        const before = this.box;
        this.box = box;
        const { style } = this.element;
        style.left = `${box.left}px`;
        style.top = `${box.top}px`;
        style.width = `${box.width}px`;
        style.height = `${box.height}px`;
        for (const attachment of this.attachments) attachment.placed?.();
        if (before?.pixelWidth === box.pixelWidth && before.pixelHeight === box.pixelHeight) return;
        if (!this.#isAwake) return;
        this.#waking = this.#loadPicture(box);
        void this.redraw();
    }

    /**
     * What is seen of the page. Where one canvas is too small for all of it, this part is drawn sharply.
     * @param {[x0: number, y0: number, x1: number, y1: number]} part in points
     */
    look(part) { if (this.box && this.#isAwake) this.#detail.look(this.box, part); }

    /** @param {boolean} isInked whether tiles show the ink */
    #covered(isInked) {
        this.#dry.element.style.visibility = isInked ? 'hidden' : '';
        if (isInked && this.#detail.isComplete) this.element.dataset.detail = 'true';
        else delete this.element.dataset.detail;
    }

    /**
     * Draws picture and ink. Resolves to whether the picture is shown.
     * @returns {Promise<boolean>}
     */
    wake() {
        if (this.#isAwake || !this.box) return this.#waking ?? Promise.resolve(false);
        this.#isAwake = true;
        void this.redraw();
        return this.#waking = this.#loadPicture(this.box);
    }

    /** Gives the memory of picture and ink back, where nobody sees them. */
    rest() {
        if (!this.#isAwake) return;
        this.#isAwake = false;
        this.#waking = undefined;
        this.#paper.rest();
        this.#detail.clear();
        this.#dry.release();
        delete this.element.dataset.sharp;
    }

    /** Fetches the picture, so that it is there when the page is seen. */
    prepare() { if (this.box && !this.#isAwake) void this.#paper.fetch(this.page.picture(this.box.pixelWidth, this.box.pixelHeight)); }

    /**
     * Does something for this page the first time that it is asked to.
     * @param {() => Promise<unknown>} work
     */
    once(work) { return this.#asked ??= work(); }

    /** @param {string} address */
    #standIn(address) {
        const small = new Image();
        small.className = 'picture';
        small.alt = '';
        small.decoding = 'sync';
        // A sheet that is locked has no picture before its password is known.
        small.addEventListener('error', () => small.remove());
        small.src = address;
        this.#small = small;
        this.element.append(small);
    }

    #endStandIn() {
        this.#small?.remove();
        this.#small = undefined;
    }

    /**
     * Shows the page's picture as it is on the server now. Resolves to whether it is shown, or will be when the page wakes.
     * @returns {Promise<boolean>}
     */
    renewPicture() {
        if (!this.#isAwake) this.prepare();
        this.#detail.renew();
        return this.box && this.#isAwake ? this.#loadPicture(this.box) : Promise.resolve(!this.#isAwake);
    }

    /** @param {PageBox} box */
    async #loadPicture(box) {
        const isShown = await this.#paper.show(this.page.picture(box.pixelWidth, box.pixelHeight));
        if (isShown === undefined) return false;
        // It would show ink as it was, which nothing would take away.
        if (!isShown) {
            this.#endStandIn();
            return false;
        }
        this.element.dataset.sharp = 'true';
        for (const attachment of this.attachments) attachment.pictured?.();
        if (this.#needsBackdrop) await this.redraw();
        return true;
    }

    /** The picture, where highlighters have to be multiplied with it. */
    get #backdrop() {
        return this.#needsBackdrop && this.#paper.isThere ? this.#paper.element : undefined;
    }

    /**
     * Whether the picture must be part of the canvas. Where texts and pictures lie between the two, it would hide them:
     * then the whole canvas is multiplied with what is below, which is the same for all but light ink.
     */
    get #needsBackdrop() {
        const { multiplies, objects } = this.page.ink;
        for (const { style } of [this.#dry.element, this.#detail.ink]) style.mixBlendMode = multiplies && objects.length > 0 ? 'multiply' : 'normal';
        return multiplies && objects.length === 0;
    }

    async redraw() {
        if (!this.box || !this.#isAwake) {
            this.#count();
            return;
        }
        this.#detail.redraw();
        const isDrawn = await this.#dry.redraw(this.box, this.#shown, this.page.size, this.#backdrop);
        if (isDrawn) this.#count();
    }

    /** @param {import('../model/page-ink.js').News} news */
    #inkChanged(news) {
        if (!this.box) return;
        if (news.kind === 'replaced') {
            this.#showItems();
            for (const attachment of this.attachments) attachment.shown?.();
        }
        if (!this.#isAwake) {
            this.#count();
            return;
        }
        const needsPicture = this.#needsBackdrop !== this.#dry.showsPicture;
        if (news.kind === 'added' && needsPicture) {
            // Shown at once, until everything is drawn over the picture.
            for (const stroke of news.strokes) this.#add(stroke);
        }
        if (news.kind === 'replaced' || needsPicture) {
            void this.redraw();
            return;
        }
        if (news.kind === 'added') {
            for (const stroke of news.strokes) if (!this.page.ink.isHidden(stroke)) this.#add(stroke);
        } else {
            this.#redrawAround(news.strokes);
        }
        // What is drawn in slices meanwhile hears of strokes that come on top of the page's own list, and of nothing else.
        if (this.#dry.isDrawing && (news.kind === 'changed' || this.#shown !== this.page.ink.strokes)) void this.redraw();
        else this.#count();
    }

    /** @param {import('../ink/stroke.js').Stroke} stroke */
    #add(stroke) {
        this.#dry.add(stroke);
        this.#detail.add(stroke);
    }

    /** @param {import('../ink/stroke.js').Stroke[]} strokes */
    #redrawAround(strokes) {
        for (const region of regions(strokes)) {
            this.#dry.redrawRegion(region, this.#shown, this.page.size, this.#backdrop);
            this.#detail.redraw(region);
        }
    }

    #showItems() {
        showObjects(this.#objects, this.#highlights, this.page.ink);
        if (this.#highlights.childElementCount === 0) this.#highlights.remove();
        else if (!this.#highlights.isConnected) this.#objects.after(this.#highlights);
        // A pen that comes down from now on writes.
        if (this.page.ink.isLoaded) this.element.dataset.ready = 'true';
    }

    /** The strokes that are drawn: what follows a pointer is not among them. */
    get #shown() {
        const { shown } = this.page.ink;
        const aside = this.#aside;
        return aside ? shown.filter((stroke) => !aside.has(stroke)) : shown;
    }

    /** @type {Set<import('../ink/stroke.js').Stroke> | undefined} */
    #aside;

    /**
     * Leaves strokes out until they are put back.
     * @param {Set<import('../ink/stroke.js').Stroke> | undefined} strokes
     */
    setAside(strokes) {
        const changed = [...(strokes ?? this.#aside ?? [])];
        this.#aside = strokes;
        this.#redrawAround(changed);
        if (this.#dry.isDrawing) void this.redraw();
    }

    /**
     * Shows objects elsewhere for a while.
     * @param {number[]} numbers @param {string} transform in the words of SVG
     */
    moveObjects(numbers, transform) {
        for (const number of numbers) {
            for (const svg of [this.#objects, this.#highlights]) svg.querySelector(`[data-object="${number}"]`)?.setAttribute('transform', transform);
        }
    }

    /** How many strokes are shown; nothing is said before the page's ink is there. */
    #count() { if (this.page.ink.isLoaded) this.element.dataset.strokes = String(this.page.ink.strokes.length); }

    /**
     * From the screen to page space.
     * @param {number} clientX @param {number} clientY
     * @param {DOMRect} place where the page is, or was when a stroke began
     * @returns {Point}
     */
    toPage(clientX, clientY, place = this.element.getBoundingClientRect()) {
        const { width, height } = this.page.size;
        return { x: ((clientX - place.left) / place.width) * width, y: ((clientY - place.top) / place.height) * height };
    }

    /** Points of page space per CSS pixel. */
    get pointsPerPixel() { return this.page.size.width / this.element.getBoundingClientRect().width; }

    /** Where texts, pictures and notes are shown. */
    get objects() { return this.#objects; }

    remove() {
        for (const attachment of this.attachments) attachment.removed?.();
        this.attachments.clear();
        this.#stop();
        this.#detail.clear();
        this.#dry.release();
        this.wet.clear();
        this.#paper.release();
        this.#endStandIn();
        this.element.remove();
    }
}

/**
 * The boxes of strokes; one for all if there are many.
 * @param {import('../ink/stroke.js').Stroke[]} strokes
 * @returns {[number, number, number, number][]}
 */
function regions(strokes) {
    const boxes = strokes.flatMap((stroke) => {
        const box = bounds(stroke);
        return box ? [box] : [];
    });
    if (boxes.length <= 4) return boxes;
    return [boxes.reduce((a, b) => [
        Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])])];
}
