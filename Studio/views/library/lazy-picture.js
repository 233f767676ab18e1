// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that are asked for when they are about to be seen. `loading="lazy"` alone asks for all of them where their
// places are not known yet.

import { smallPicture } from '../../model/page-picture.js';
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
    waiting.set(frame, () => void showPicture(picture, address));
    observer.observe(frame);
}

/**
 * Gives a picture the page of a character where somebody was last, when its frame comes near; the first page where that is
 * gone.
 * @param {HTMLElement} frame @param {HTMLImageElement} picture
 * @param {{api: import('../../sync/api.js').Api, character: import('../../sync/api.js').Character, side: number, failed: () => void}} what
 *   `side` is the longer side of the picture in pixels; `failed` is called when there is no picture
 */
export function showCharacter(frame, picture, { api, character: { id, lastPage, modified }, side, failed }) {
    let page = lastPage ?? 1;
    const ask = () => askWhenNear(frame, picture, smallPicture(id, page, side, modified));
    picture.addEventListener('error', async () => {
        const pages = await api.pages({ id }).catch(() => []);
        if (pages.length === 0 || pages.some((one) => one.page === page)) failed();
        else {
            page = pages[0].page;
            ask();
        }
    });
    ask();
}

/**
 * An image asks without headers; the picture of a sheet with a password comes as a file.
 * @param {HTMLImageElement} picture @param {string} address
 */
export async function showPicture(picture, address) {
    const file = Object.keys(headersOf(ownerOf(address))).length > 0 ? await fetchPicture(address) : undefined;
    const own = file && URL.createObjectURL(file);
    if (own) picture.addEventListener('load', () => URL.revokeObjectURL(own), { once: true });
    picture.src = own ?? address;
}
