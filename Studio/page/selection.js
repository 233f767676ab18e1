// SPDX-License-Identifier: GPL-3.0-or-later
// Items that are selected: a frame that moves them, also to another page, handles at its corners that scale them, at its
// sides that stretch them, and one above it that turns them. What is selected follows the pointer and is changed when it is lifted, in one edit.

import { applied, boxAround, boxOf, identityMatrix, moving, scaling, stretching, then, turning } from '../model/item-geometry.js';
import { isStroke, itemsOf } from '../model/items.js';
import { edgeScroll } from './edge-scroll.js';
import { youth } from './erasing.js';
import { strokeShapes } from './stroke-shapes.js';
import { svgElement } from './svg.js';

/** @typedef {import('./page-view.js').PageView} PageView */
/** @typedef {import('./pointer-control.js').Work} Work */
/** @typedef {import('../model/item-geometry.js').Box} Box */
/** @typedef {import('../model/item-geometry.js').Matrix} Matrix */
/** @typedef {import('../ink/geometry.js').Point} Point */

/** How many strokes follow the pointer. Of more, only the frame does. */
const mostGhosts = 2000;
/** How far the turning handle is above the frame, in CSS pixels, and how near a handle a pointer must be. */
const [turnerDistance, reachOfMouse, reachOfFinger] = [30, 12, 20];
/**
 * A side shorter than the first, in CSS pixels, has no handle in its middle, and neither has one nearer to the opposite
 * side than the second: what is thin is still taken by its middle.
 */
const [shortestSide, thinnestFrame] = [36, 48];
/** Turns snap to multiples of this angle when they are nearer than that one. */
const [snapAngle, snapRange] = [Math.PI / 12, Math.PI / 60];

export class Selection {
    #group = svgElement('g');
    #ghost = svgElement('g', { class: 'ghost' });
    /** @type {Matrix} */
    #matrix = identityMatrix;
    /** @type {Box} */
    box;

    /** @param {PageView} view @param {number[]} indices among all items of the page */
    constructor(view, indices) {
        this.view = view;
        this.indices = indices;
        const items = itemsOf(view.page.ink);
        this.items = indices.map((index) => items[index]);
        this.box = boxAround(this.items.map(boxOf)) ?? [0, 0, 0, 0];
        view.overlay.append(this.#ghost, this.#group);
        this.preview(identityMatrix);
    }

    /**
     * The four corners of the frame, a little outside of what is selected.
     * @returns {Point[]}
     */
    #corners() {
        const margin = 6 * this.view.pointsPerPixel;
        const [x0, y0, x1, y1] = this.box;
        return [[x0 - margin, y0 - margin], [x1 + margin, y0 - margin], [x1 + margin, y1 + margin], [x0 - margin, y1 + margin]]
            .map(([x, y]) => applied(this.#matrix, x, y));
    }

    /** @param {Point[]} corners @returns {Point} */
    #turner([a, b, c]) {
        const height = Math.hypot(c.x - b.x, c.y - b.y) || 1;
        const away = (turnerDistance * this.view.pointsPerPixel) / height;
        return { x: (a.x + b.x) / 2 + (b.x - c.x) * away, y: (a.y + b.y) / 2 + (b.y - c.y) * away };
    }

    /**
     * Shows what is selected as it would be.
     * @param {Matrix} matrix
     */
    preview(matrix) {
        this.#matrix = matrix;
        if (matrix !== identityMatrix) this.#lift();
        const words = `matrix(${matrix.join(' ')})`;
        this.#ghost.setAttribute('transform', words);
        this.view.moveObjects(this.#objects, words);
        const corners = this.#corners();
        const turner = this.#turner(corners);
        const top = { x: (corners[0].x + corners[1].x) / 2, y: (corners[0].y + corners[1].y) / 2 };
        const r = 5.5 * this.view.pointsPerPixel;
        this.#group.replaceChildren(
            svgElement('polygon', { class: 'selection', points: corners.map(({ x, y }) => `${x},${y}`).join(' ') }),
            svgElement('line', { class: 'stalk', x1: top.x, y1: top.y, x2: turner.x, y2: turner.y }),
            svgElement('circle', { class: 'handle turner', cx: turner.x, cy: turner.y, r }),
            ...this.#sides(corners).map(({ at: { x, y } }) => svgElement('rect', { class: 'handle', x: x - r * 0.8, y: y - r * 0.8, width: r * 1.6, height: r * 1.6 })),
            ...corners.map(({ x, y }) => svgElement('circle', { class: 'handle', cx: x, cy: y, r })));
    }

    /**
     * The handles in the middle of long sides, each with the corner where its side begins: 0 is the upper one.
     * @param {Point[]} corners
     */
    #sides(corners) {
        const pixel = this.view.pointsPerPixel;
        const lengths = corners.map((a, side) => Math.hypot(corners[(side + 1) % 4].x - a.x, corners[(side + 1) % 4].y - a.y));
        return corners.map((a, side) => {
            const b = corners[(side + 1) % 4];
            return { side, at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
        }).filter(({ side }) => lengths[side] > shortestSide * pixel && lengths[(side + 1) % 4] > thinnestFrame * pixel);
    }

    /** @type {{view: PageView, group: SVGElement} | undefined} */
    #carried;

    /**
     * Shows what is selected on another page, where it is dragged to.
     * @param {PageView | undefined} view @param {Matrix} matrix
     */
    #carry(view, matrix) {
        if (this.#carried && this.#carried.view !== view) {
            this.#carried.group.remove();
            this.#carried = undefined;
        }
        if (!view) return;
        if (!this.#carried) {
            const group = svgElement('g', { class: 'carried' });
            const [x0, y0, x1, y1] = this.box;
            group.append(...[...this.#ghost.childNodes].map((shape) => shape.cloneNode(true)),
                svgElement('rect', { class: 'selection', x: x0, y: y0, width: x1 - x0, height: y1 - y0 }));
            view.overlay.append(group);
            this.#carried = { view, group };
        }
        this.#carried.group.setAttribute('transform', `matrix(${then(matrix, shiftTo(this.view, view)).join(' ')})`);
    }

    #isLifted = false;
    /** @type {number[]} the objects among what is selected, by their numbers on the page */
    #objects = [];

    /** Takes the ink off the page, so that it can follow the pointer. */
    #lift() {
        if (this.#isLifted) return;
        this.#isLifted = true;
        const strokes = this.items.filter(isStroke);
        const all = itemsOf(this.view.page.ink);
        let objects = 0;
        const numbers = all.map((item) => (isStroke(item) ? -1 : objects++));
        this.#objects = this.indices.map((index) => numbers[index]).filter((number) => number >= 0);
        if (strokes.length > mostGhosts) return;
        this.view.setAside(new Set(strokes));
        this.#ghost.append(...strokes.flatMap(strokeShapes));
    }

    /** Puts everything back where it was. */
    #drop() {
        if (!this.#isLifted) return;
        this.#isLifted = false;
        this.#carry(undefined, identityMatrix);
        this.#ghost.replaceChildren();
        this.view.moveObjects(this.#objects, '');
        this.view.setAside(undefined);
        this.#objects = [];
    }

    /**
     * Takes hold of the selection; undefined if the pointer is not on it.
     * @param {PointerEvent} event
     * @param {{finished: (matrix: Matrix, other?: PageView) => void, pageAt: (x: number, y: number) => PageView | undefined, pages: HTMLElement}} listener
     *   `other` is the page that it was dragged to, `pages` what scrolls where it is dragged to an edge
     * @returns {Work | undefined}
     */
    begin(event, { finished, pageAt, pages }) {
        const start = this.view.toPage(event.clientX, event.clientY);
        const pixel = this.view.pointsPerPixel;
        const reach = (event.pointerType === 'touch' ? reachOfFinger : reachOfMouse) * pixel;
        const change = this.#changeFrom(start, reach);
        if (!change) return undefined;
        let matrix = identityMatrix;
        /** @type {PageView | undefined} */
        let other;
        let frame = 0;
        let last = event;
        const follow = () => {
            matrix = change(this.view.toPage(last.clientX, last.clientY));
            const under = isMoved(matrix) ? pageAt(last.clientX, last.clientY) : undefined;
            other = under === this.view ? undefined : under;
            if (frame === 0) {
                frame = requestAnimationFrame(() => {
                    frame = 0;
                    this.preview(matrix);
                    this.#carry(other, matrix);
                });
            }
        };
        const scroll = edgeScroll(pages, event, follow);
        this.view.isHeld = true;
        const stop = () => {
            cancelAnimationFrame(frame);
            scroll.stop();
            this.view.isHeld = false;
        };
        return {
            move: (move) => {
                last = move;
                follow();
                if (isMoved(matrix)) scroll.at(move);
            },
            end: () => {
                stop();
                this.#drop();
                if (matrix === identityMatrix) this.preview(matrix);
                else finished(matrix, other);
            },
            cancel: () => {
                stop();
                this.#drop();
                this.preview(identityMatrix);
            },
            isYoung: youth(event),
        };
    }

    /**
     * What a drag from a place does, as a transform of the place where it is now.
     * @param {Point} start @param {number} reach in points @returns {((at: Point) => Matrix) | undefined}
     */
    #changeFrom(start, reach) {
        const corners = this.#corners();
        /** @param {Point} p */
        const isNear = (p) => Math.hypot(p.x - start.x, p.y - start.y) < reach;
        if (isNear(this.#turner(corners))) {
            const middle = { x: (this.box[0] + this.box[2]) / 2, y: (this.box[1] + this.box[3]) / 2 };
            const before = Math.atan2(start.y - middle.y, start.x - middle.x);
            return (at) => turning(snappedAngle(Math.atan2(at.y - middle.y, at.x - middle.x) - before), middle);
        }
        const held = corners.findIndex(isNear);
        if (held >= 0) {
            const fixed = corners[(held + 2) % 4];
            const [dx, dy] = [start.x - fixed.x, start.y - fixed.y];
            const square = Math.max(dx * dx + dy * dy, 1e-9);
            // The pointer's way along the diagonal.
            return (at) => scaling(Math.min(Math.max(((at.x - fixed.x) * dx + (at.y - fixed.y) * dy) / square, 0.05), 20), fixed);
        }
        const stretched = this.#sides(corners).find(({ at }) => isNear(at));
        if (stretched) {
            const { side, at: from } = stretched;
            const fixed = corners[(side + 2) % 4];
            /** @param {number} to @param {number} start @param {number} about */
            const factor = (to, start, about) => Math.min(Math.max((to - about) / (start - about || 1e-9), 0.05), 20);
            return side % 2 === 0 ? (at) => stretching(1, factor(at.y, from.y, fixed.y), fixed) : (at) => stretching(factor(at.x, from.x, fixed.x), 1, fixed);
        }
        const [a, , c] = corners;
        const slack = reach / 2;
        const isInside = start.x > a.x - slack && start.x < c.x + slack && start.y > a.y - slack && start.y < c.y + slack;
        return isInside ? (at) => moving(at.x - start.x, at.y - start.y) : undefined;
    }

    remove() {
        this.#drop();
        this.#ghost.remove();
        this.#group.remove();
    }
}

/** @param {Matrix} matrix whether it moves things, and does nothing else to them */
function isMoved([a, b, c, d]) { return a === 1 && b === 0 && c === 0 && d === 1; }

/**
 * What takes a place on one page to where it is seen on another one.
 * @param {PageView} from @param {PageView} to @returns {Matrix}
 */
export function shiftTo(from, to) {
    const { left, top } = from.element.getBoundingClientRect();
    const { x, y } = to.toPage(left, top);
    return moving(x, y);
}

/**
 * An angle, or the nearest one that things are usually turned by.
 * @param {number} angle in radians
 */
export function snappedAngle(angle) {
    const nearest = Math.round(angle / snapAngle) * snapAngle;
    return Math.abs(angle - nearest) < snapRange ? nearest : angle;
}
