// SPDX-License-Identifier: GPL-3.0-or-later
// The laser of somebody on a picture of the page, until nothing more is heard of it.

import { make } from './element.js';

/** How long it is seen after the last word of it, in milliseconds. */
const seenTime = 1200;
/**
 * When dots go.
 * @type {WeakMap<HTMLElement, ReturnType<typeof setTimeout>>}
 */
const ends = new WeakMap();

/**
 * @param {HTMLElement} frame what the picture lies in @param {HTMLImageElement} picture @param {string} name whose laser it is
 * @param {[number, number]} at in parts of the picture
 */
export function showDot(frame, picture, name, [x, y]) {
    const { naturalWidth, naturalHeight } = picture;
    if (naturalWidth === 0 || Math.min(x, y) < 0 || Math.max(x, y) > 1) return;
    const known = [...frame.querySelectorAll('.laser-dot')].find((one) => one instanceof HTMLElement && one.dataset.name === name);
    const dot = known instanceof HTMLElement ? known : make('span', { className: 'laser-dot', 'aria-hidden': 'true', data: { name } });
    if (!known) frame.append(dot);
    const [outer, box] = [frame.getBoundingClientRect(), picture.getBoundingClientRect()];
    // The picture fits into its box.
    const scale = Math.min(box.width / naturalWidth, box.height / naturalHeight);
    const [left, top] = [box.left + (box.width - scale * naturalWidth) / 2, box.top + (box.height - scale * naturalHeight) / 2];
    dot.style.left = `${left - outer.left + x * scale * naturalWidth}px`;
    dot.style.top = `${top - outer.top + y * scale * naturalHeight}px`;
    clearTimeout(ends.get(dot));
    ends.set(dot, setTimeout(() => dot.remove(), seenTime));
}
