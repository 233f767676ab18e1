// SPDX-License-Identifier: GPL-3.0-or-later
// The eraser and the lasso at work. What the eraser has touched is shown faintly until it is lifted; then it goes, in one
// edit and one undo.

/** @typedef {import('./page-view.js').PageView} PageView */
/** @typedef {import('./pointer-control.js').Work} Work */
/** @typedef {import('../ink/geometry.js').Point} Point */
/** @typedef {import('../ink/stroke.js').Stroke} Stroke */

const svg = 'http://www.w3.org/2000/svg';

/** @param {PageView} view @param {string} name @param {Record<string, string | number>} attributes */
function drawn(view, name, attributes) {
    const element = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    view.overlay.append(element);
    return element;
}

/**
 * Whether so little was done that a second finger may still make a zoom of it.
 * @param {PointerEvent} event the one that came down
 */
export function youth(event) {
    const start = performance.now();
    return () => event.pointerType === 'touch' && performance.now() - start < 200;
}

/**
 * @param {PageView} view @param {PointerEvent} event @param {number} radius in CSS pixels
 * @param {{touched: (path: Point[], radius: number) => Map<number, Stroke[]>, finished: (path: Point[], radius: number) =>
 *   void}} listener lengths in points
 * @returns {Work}
 */
export function beginErasing(view, event, radius, listener) {
    const reach = radius * view.pointsPerPixel;
    /** @type {Point[]} */
    const path = [view.toPage(event.clientX, event.clientY)];
    const ring = drawn(view, 'circle', { class: 'eraser', r: reach, cx: path[0].x, cy: path[0].y });
    /** @type {Map<number, Element>} */
    const shown = new Map();
    let seen = 0;
    let frame = 0;
    const show = () => {
        frame = 0;
        const fresh = path.slice(Math.max(seen - 1, 0));
        seen = path.length;
        for (const index of listener.touched(fresh, reach).keys()) {
            const stroke = view.page.ink.strokes[index];
            if (shown.has(index) || !stroke) continue;
            const points = [];
            for (let i = 0; i < stroke.xy.length; i += 2) points.push(`${stroke.xy[i]},${stroke.xy[i + 1]}`);
            if (points.length === 1) points.push(points[0]);
            shown.set(index, drawn(view, 'polyline', {
                class: 'fading', points: points.join(' '),
                'stroke-width': Math.max(...(stroke.widths ?? [stroke.width ?? stroke.brush.width])) + 1.5,
            }));
        }
    };
    const clear = () => {
        cancelAnimationFrame(frame);
        ring.remove();
        for (const element of shown.values()) element.remove();
    };
    frame = requestAnimationFrame(show);
    return {
        move(_, all) {
            for (const reading of all) {
                const point = view.toPage(reading.clientX, reading.clientY);
                const last = path[path.length - 1];
                if (point.x !== last.x || point.y !== last.y) path.push(point);
            }
            const end = path[path.length - 1];
            ring.setAttribute('cx', String(end.x));
            ring.setAttribute('cy', String(end.y));
            if (frame === 0) frame = requestAnimationFrame(show);
        },
        end() {
            clear();
            listener.finished(path, reach);
        },
        cancel: clear,
        isYoung: youth(event),
    };
}

/**
 * @param {PageView} view @param {PointerEvent} event @param {(corners: Point[]) => void} finished
 * @returns {Work}
 */
export function beginLasso(view, event, finished) {
    const corners = [view.toPage(event.clientX, event.clientY)];
    const line = drawn(view, 'polygon', { class: 'lasso' });
    return {
        move(_, all) {
            for (const reading of all) corners.push(view.toPage(reading.clientX, reading.clientY));
            line.setAttribute('points', corners.map(({ x, y }) => `${x},${y}`).join(' '));
        },
        end() {
            line.remove();
            finished(corners);
        },
        cancel() { line.remove(); },
        isYoung: youth(event),
    };
}
