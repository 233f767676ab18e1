// SPDX-License-Identifier: GPL-3.0-or-later
// A laser pointer: a glowing dot with a short trail, on this screen only. Nothing of it is kept.

import { svgElement } from './svg.js';

/** @typedef {import('./page-view.js').PageView} PageView */
/** @typedef {import('./pointer-control.js').Work} Work */

/** How long the trail is seen, and the dot after it was let go, in milliseconds. */
const [trailTime, restTime] = [450, 700];

/**
 * @param {PageView} view @param {PointerEvent} event @returns {Work}
 */
export function beginPointing(view, event) {
    const radius = 6 * view.pointsPerPixel;
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
    /** @param {PointerEvent} at */
    const add = (at) => {
        path.push({ ...view.toPage(at.clientX, at.clientY), time: performance.now() });
        if (frame === 0) frame = requestAnimationFrame(show);
    };
    const clear = () => {
        cancelAnimationFrame(frame);
        group.remove();
    };
    add(event);
    return {
        move: (move) => add(move),
        end: () => void setTimeout(clear, restTime),
        cancel: clear,
        isYoung: () => false,
    };
}
