// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that are asked for when they are about to be seen. `loading="lazy"` alone asks for all of them where their
// places are not known yet.

import { fetchPicture, headersOf, ownerOf } from '../../sync/passwords.js';

/** @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();

// `scrollMargin` reaches into lists that scroll; browsers that do not know it ask a little later.
const near = /** @type {IntersectionObserverInit} */ (/** @type {unknown} */ ({ rootMargin: '600px', scrollMargin: '600px' }));

/** @type {IntersectionObserver | undefined} */
let observer;

/**
 * Gives a picture its address when its frame comes near.
 * @param {HTMLElement} frame @param {HTMLImageElement} picture @param {string} address
 */
export function askWhenNear(frame, picture, address) {
    observer ??= new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) {
            if (!isIntersecting) continue;
            observer?.unobserve(target);
            waiting.get(target)?.();
            waiting.delete(target);
        }
    }, near);
    waiting.set(frame, () => void show(picture, address));
    observer.observe(frame);
}

/**
 * An image asks without headers; the picture of a sheet with a password comes as a file.
 * @param {HTMLImageElement} picture @param {string} address
 */
async function show(picture, address) {
    const file = Object.keys(headersOf(ownerOf(address))).length > 0 ? await fetchPicture(address) : undefined;
    const own = file && URL.createObjectURL(file);
    if (own) picture.addEventListener('load', () => URL.revokeObjectURL(own), { once: true });
    picture.src = own ?? address;
}
