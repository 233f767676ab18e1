// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the studio open without the server, where the browser has service workers: at secure addresses.

/** The worker is registered once nobody has pointed or typed for so long: what it does takes the processor from the pen. In ms. */
const still = 3000;
/** So long after the last acknowledged edit, what is kept of its page is brought up to date. */
const quiet = 4000;

/**
 * @param {import('./outbox.js').Outbox} outbox @param {import('./api.js').Api} api
 */
export function openWithoutServer(outbox, api) {
    if (!('serviceWorker' in navigator)) return;
    // The worker is told what was read before it was there.
    performance.setResourceTimingBufferSize(2000);
    whenStill(() => void keep());
    /** @type {Map<string, ReturnType<typeof setTimeout>>} */
    const waiting = new Map();
    outbox.listen({
        acknowledged: ({ character, page }) => {
            const place = `${character}/${page}`;
            clearTimeout(waiting.get(place));
            waiting.set(place, setTimeout(() => {
                waiting.delete(place);
                // The worker keeps the answer.
                if (navigator.serviceWorker.controller) void api.ink(character, page).catch(() => undefined);
            }, quiet));
        },
    });
}

/** Starts the worker, and tells it what this window has read before it was there. */
async function keep() {
    try {
        await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    } catch {
        // Everything else works without.
        return;
    }
    const { active } = await navigator.serviceWorker.ready;
    const lists = ['session', 'templates?limit=200', 'characters?limit=200'].map((path) => `${location.origin}/api/v1/${path}`);
    active?.postMessage({ seen: [...lists, ...performance.getEntriesByType('resource').map(({ name }) => name)] });
}

/** @param {() => void} act once nobody has pointed or typed for a while, or nobody sees the window any more */
function whenStill(act) {
    let last = performance.now();
    const ending = new AbortController();
    for (const kind of ['pointerdown', 'pointermove', 'keydown']) {
        addEventListener(kind, () => {
            last = performance.now();
        }, { capture: true, passive: true, signal: ending.signal });
    }
    const look = () => {
        if (ending.signal.aborted) return;
        const left = last + still - performance.now();
        if (left > 0 && !document.hidden) {
            setTimeout(look, left);
            return;
        }
        ending.abort();
        act();
    };
    document.addEventListener('visibilitychange', look, { signal: ending.signal });
    setTimeout(look, still);
}
