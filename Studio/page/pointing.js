// SPDX-License-Identifier: GPL-3.0-or-later
// A laser pointer: a glowing dot with a short trail. Others see the dot where they look at the same page. Nothing of it is kept.

import { svgElement } from './svg.js';

/** @typedef {import('./page-view.js').PageView} PageView */
/** @typedef {import('./pointer-control.js').Work} Work */
/** @typedef {import('../model/company.js').Pointed} Pointed */

/** How long the trail is seen, and the dot after it was let go, in milliseconds. */
const [trailTime, restTime] = [450, 700];
/** How often others are told of a dot that rests, and how long they see it after that, in milliseconds. */
const [telling, seenTime] = [500, 1200];
/** The radius of the dot in CSS pixels. */
const size = 6;

/**
 * @param {PageView} view @param {PointerEvent} event
 * @param {(at: [number, number]) => void} tell others where the dot is, in parts of the page @returns {Work}
 */
export function beginPointing(view, event, tell) {
    const radius = size * view.pointsPerPixel;
    const trail = svgElement('polyline', { class: 'laser-trail', 'stroke-width': radius });
    const dot = svgElement('circle', { class: 'laser', r: radius });
    const group = svgElement('g', {});
    group.append(trail, dot);
    view.overlay.append(group);
    /** @type {{x: number, y: number, time: number}[]} */
    let path = [];
    let frame = 0;
    const show = () => {
        const now = performance.now();
        const last = path[path.length - 1];
        path = path.filter(({ time }, i) => i === path.length - 1 || now - time < trailTime);
        trail.setAttribute('points', path.map(({ x, y }) => `${x},${y}`).join(' '));
        dot.setAttribute('cx', String(last.x));
        dot.setAttribute('cy', String(last.y));
        frame = path.length > 1 ? requestAnimationFrame(show) : 0;
    };
    const tellOthers = () => {
        const { x, y } = path[path.length - 1];
        const { width, height } = view.page.size;
        if (x >= 0 && y >= 0 && x <= width && y <= height) tell([x / width, y / height]);
    };
    /** @param {PointerEvent} at */
    const add = (at) => {
        path.push({ ...view.toPage(at.clientX, at.clientY), time: performance.now() });
        tellOthers();
        if (frame === 0) frame = requestAnimationFrame(show);
    };
    const clear = () => {
        cancelAnimationFrame(frame);
        group.remove();
    };
    add(event);
    const resting = setInterval(tellOthers, telling);
    return {
        move: (move) => add(move),
        end: () => {
            clearInterval(resting);
            setTimeout(clear, restTime);
        },
        cancel: () => {
            clearInterval(resting);
            clear();
        },
        isYoung: () => false,
    };
}

/**
 * The dot of somebody else, until nothing more is heard of it.
 * @param {PageView} view @param {Pointed} pointed
 */
export function showPointed(view, { name, at: [x, y] }) {
    const { width, height } = view.page.size;
    const known = [...view.overlay.querySelectorAll('.laser-of')].find((one) => one instanceof SVGElement && one.dataset.name === name);
    const dot = known ?? svgElement('circle', { class: 'laser laser-of' });
    if (!known) {
        /** @type {SVGElement} */ (dot).dataset.name = name;
        view.overlay.append(dot);
    }
    dot.setAttribute('r', String(size * view.pointsPerPixel));
    dot.setAttribute('cx', String(x * width));
    dot.setAttribute('cy', String(y * height));
    clearTimeout(ends.get(dot));
    ends.set(dot, setTimeout(() => dot.remove(), seenTime));
}

/**
 * When dots of others go.
 * @type {WeakMap<Element, ReturnType<typeof setTimeout>>}
 */
const ends = new WeakMap();
