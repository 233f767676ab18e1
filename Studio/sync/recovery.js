// SPDX-License-Identifier: GPL-3.0-or-later
// Takes up what was under a pen or was being typed when a tab ended.

/** @typedef {import('./outbox-store.js').Unfinished} Unfinished */
/** @typedef {import('./outbox-store.js').Waiting} Waiting */

/** After how many milliseconds without a sign a tab is taken for closed. */
export const deadAfter = 4000;

/**
 * The edit that an unfinished stroke or text becomes.
 * @param {Unfinished} unfinished @returns {Waiting}
 */
export function recovered({ id, character, page, turn, stroke, before }) {
    const edit = { key: `recovered-${id}`, character, page, turn, deed: /** @type {const} */ ('edits'), isWhole: true };
    if (!before) return { ...edit, body: { add: [stroke] }, needsRevision: false, strokes: 1 };
    // The server looks up where the text is now; where it is gone, what was typed becomes a text of its own.
    const body = { remove: [0], insert: [{ index: 0, item: stroke }], known: [before] };
    return { ...edit, body, needsRevision: true, isMerged: true, removed: [before], strokes: 0 };
}

/**
 * Whether an edit is what an earlier tab did not finish.
 * @param {Waiting} waiting
 */
export function isRecovered({ key }) { return key.startsWith('recovered-'); }

/**
 * Puts what earlier tabs did not finish into the outbox, now and when tabs that may still live have ended.
 * @param {import('./outbox.js').Outbox} outbox @param {(count: number) => void} told how many there were
 */
export async function recover(outbox, told) {
    const found = await outbox.store.unfinished().catch(() => []);
    // Another tab may be writing it at this moment. A clock that was set back must not keep it for ever.
    const now = Date.now();
    const unfinished = found.filter(({ at }) => Math.abs(now - at) > deadAfter);
    if (unfinished.length < found.length) setTimeout(() => void recover(outbox, told), deadAfter);
    for (const one of unfinished) await outbox.put(recovered(one), one.id).catch(() => undefined);
    if (unfinished.length > 0) told(unfinished.length);
}
