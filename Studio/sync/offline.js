// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the studio open without the server, where the browser has service workers: at secure addresses.

/** A while after the start, so that the pen is ready first; in milliseconds. */
const settled = 3000;
/** So long after the last acknowledged edit, what is kept of its page is brought up to date. */
const quiet = 4000;

/**
 * @param {import('./outbox.js').Outbox} outbox @param {import('./api.js').Api} api
 */
export async function openWithoutServer(outbox, api) {
    if (!('serviceWorker' in navigator)) return;
    try {
        await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    } catch {
        // Everything else works without.
        return;
    }
    const tell = async () => {
        const { active } = await navigator.serviceWorker.ready;
        const lists = ['session', 'templates?limit=200', 'characters?limit=200'].map((path) => `${location.origin}/api/v1/${path}`);
        const seen = [...lists, ...performance.getEntriesByType('resource').map(({ name }) => name)];
        active?.postMessage({ seen });
    };
    setTimeout(() => void tell(), settled);
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
