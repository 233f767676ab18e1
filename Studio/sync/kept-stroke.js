// SPDX-License-Identifier: GPL-3.0-or-later
// A stroke under the pen is in the store while it grows, so that a tab that ends leaves it there.

/** @typedef {import('../ink/stroke.js').Stroke} Stroke */

/** So often a pen that rests says that its tab is alive, in milliseconds; no other tab takes the stroke up. */
const beat = 1000;

/**
 * What becomes of a stroke while it is written.
 * @param {import('./outbox.js').Outbox} outbox @param {Pick<import('./outbox-store.js').Unfinished, 'id' | 'character' | 'page' | 'turn'>} place
 * @param {(stroke: Stroke) => Promise<void>} add puts the finished stroke on the page
 */
export function keptStroke(outbox, place, add) {
    const { store } = outbox;
    const drop = () => store.dropCheckpoint(place.id).catch(() => undefined);
    let last = Promise.resolve();
    /** @type {Stroke | undefined} */
    let known;
    const keep = () => {
        if (known) last = store.checkpoint({ ...place, stroke: known, at: Date.now() }).catch(() => undefined);
    };
    const beating = setInterval(keep, beat);
    return {
        /** @param {Stroke} stroke */
        checkpoint: (stroke) => {
            known = stroke;
            keep();
        },
        /** @param {Stroke} stroke */
        finished: (stroke) => {
            clearInterval(beating);
            // The store ends the checkpoint with the put; if it could not, what it kept goes all the same.
            void Promise.all([add(stroke), last]).then(drop);
        },
        cancelled: () => {
            clearInterval(beating);
            void last.then(drop);
        },
    };
}
