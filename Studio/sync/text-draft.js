// SPDX-License-Identifier: GPL-3.0-or-later
// A text is in the store while it is typed in, as a stroke is.

import { isSameText, wordsOf } from '../model/texts.js';

/**
 * Keeps a draft. One that is empty, or as the text was before, is none.
 * @param {import('./outbox-store.js').Store} store @param {import('./outbox-store.js').Unfinished} draft
 * @param {boolean} isKept whether the store holds an older one
 * @returns {boolean} whether it holds one now
 */
export function keepDraft(store, draft, isKept) {
    const { id, before, stroke } = draft;
    const isDraft = wordsOf(stroke.text.runs).trim() !== '' && !(before && isSameText(before.text, stroke.text));
    if (isDraft) store.checkpoint(draft).catch(() => undefined);
    else if (isKept) store.dropCheckpoint(id).catch(() => undefined);
    return isDraft;
}
