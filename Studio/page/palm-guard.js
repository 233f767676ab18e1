// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps palms from pressing what they lie on: notes, fields, and what is beside the pages.

/**
 * @param {import('./pen-rules.js').PenRules} rules @param {HTMLElement} pages
 * @returns {() => void} stops that
 */
export function keepPalmsOff(rules, pages) {
    /** @type {PointerEvent | undefined} what the next event of touches is about: a pen has such events, too */
    let last;
    const pointed = (/** @type {PointerEvent} */ event) => { last = event; };
    const touched = (/** @type {TouchEvent} */ event) => {
        if (last?.pointerType !== 'touch' || !event.cancelable) return;
        const isOnPages = event.target instanceof Node && pages.contains(event.target);
        // Then no press, no focus and no menu follow. A palm may have come before the pen, and go while it writes.
        if (rules.isPalm(event.timeStamp, Math.max(last.width, last.height), isOnPages)) event.preventDefault();
    };
    const stopping = new AbortController();
    const options = { capture: true, passive: false, signal: stopping.signal };
    for (const type of /** @type {const} */ (['pointerdown', 'pointerup'])) document.addEventListener(type, pointed, options);
    for (const type of /** @type {const} */ (['touchstart', 'touchend'])) document.addEventListener(type, touched, options);
    return () => stopping.abort();
}
