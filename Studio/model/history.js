// SPDX-License-Identifier: GPL-3.0-or-later
// A page's history: its edits, the sessions that they make up, and what has changed since a time. No DOM.

import { identity } from './identity.js';

/** @typedef {import('../ink/stroke.js').Stroke} Stroke */
/**
 * An edit of the journal; `revision` is that after it.
 * @typedef {{revision: number, time: string | null, kind: string, added?: number, removed?: number, canReplay: boolean}} Edit
 */
/** @typedef {{first: number, last: number, start: string, end: string}} Session `first` and `last` are indices of edits */

/** A pause of so many milliseconds ends a session. */
const pause = 2 * 60 * 60 * 1000;

/**
 * The sessions of edits in the order of time. Edits without a time belong to the session before them.
 * @param {readonly Edit[]} edits @returns {Session[]}
 */
export function sessions(edits) {
    /** @type {Session[]} */
    const found = [];
    edits.forEach(({ time }, index) => {
        const last = found.at(-1);
        if (last && (time === null || Date.parse(time) - Date.parse(last.end) < pause)) {
            last.last = index;
            last.end = time ?? last.end;
        } else if (time !== null) {
            found.push({ first: index, last: index, start: time, end: time });
        }
    });
    return found;
}

/**
 * How many edits were made before a time.
 * @param {readonly Edit[]} edits @param {number} time in milliseconds since 1970
 */
export function editsBefore(edits, time) {
    // Edits without a time belong to what is before them; those of a clock that was set back are after what they follow.
    const first = edits.findIndex((edit) => edit.time !== null && Date.parse(edit.time) >= time);
    return first < 0 ? edits.length : first;
}

/**
 * The strokes that one ink has and another one has not.
 * @param {readonly Stroke[]} strokes @param {readonly Stroke[]} others
 */
export function strokesBeyond(strokes, others) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const stroke of others) counts.set(identity(stroke), (counts.get(identity(stroke)) ?? 0) + 1);
    return strokes.filter((stroke) => {
        const count = counts.get(identity(stroke)) ?? 0;
        if (count > 0) counts.set(identity(stroke), count - 1);
        return count === 0;
    });
}

/**
 * A stroke in another color: what is new is blue, what has gone is red, and the rest is pale.
 * @param {Stroke} stroke @param {'new' | 'gone' | 'same'} state
 */
export function lit(stroke, state) {
    const { red, green, blue, alpha } = stroke.brush.color;
    // A highlighter stays so light that the words below it can be read.
    const strength = stroke.brush.kind === 'highlighter' ? 0.3 : Math.max(alpha, 0.6);
    const colors = {
        new: { red: 0.08, green: 0.36, blue: 0.86, alpha: strength },
        gone: { red: 0.82, green: 0.16, blue: 0.12, alpha: strength * 0.75 },
        same: { red, green, blue, alpha: alpha * 0.22 },
    };
    return { ...stroke, brush: { ...stroke.brush, color: colors[state] } };
}

export class History {
    /** @type {Edit[]} */
    edits = [];
    /** @type {Map<number, Promise<{ink: any, revision: number}>>} */
    #inks = new Map();

    /** @param {import('../sync/api.js').Api} api @param {string} character @param {number} page */
    constructor(api, character, page) {
        this.api = api;
        this.path = `/characters/${encodeURIComponent(character)}/pages/${page}`;
    }

    async load() {
        /** @type {Edit[]} */
        const edits = [];
        let cursor = '';
        do {
            const answer = await this.api.get(`${this.path}/history?limit=1000${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
            edits.push(...(answer.edits ?? []));
            cursor = answer.next ?? '';
        } while (cursor && edits.length < 100000);
        this.edits = edits.sort((a, b) => a.revision - b.revision);
    }

    /** The first edit from which on every state of the page can be shown. */
    get firstReplayable() {
        let first = this.edits.length;
        while (first > 0 && this.edits[first - 1].canReplay) first -= 1;
        return first;
    }

    /**
     * The ink after so many edits.
     * @param {number} count @returns {Promise<{ink: any, revision: number}>}
     */
    ink(count) {
        const revision = count > 0 ? this.edits[count - 1].revision : (this.edits[0]?.revision ?? 1) - 1;
        let known = this.#inks.get(revision);
        if (!known) {
            known = this.api.get(`${this.path}/ink?revision=${revision}`).then((ink) => ({ ink, revision }));
            known.catch(() => this.#inks.delete(revision));
            this.#inks.set(revision, known);
            if (this.#inks.size > 40) this.#inks.delete(/** @type {number} */ (this.#inks.keys().next().value));
        }
        return known;
    }
}
