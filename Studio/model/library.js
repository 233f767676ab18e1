// SPDX-License-Identifier: GPL-3.0-or-later
// What the library shows: filtered as one types, sorted, favorites first if wanted. No DOM.

import { OfflineError } from '../sync/api.js';

/** @typedef {import('../sync/api.js').Character} Character */
/** @typedef {import('../sync/api.js').Template} Template */
/** @typedef {'modified' | 'name' | 'created'} Sort */
/**
 * @typedef {{query: string, sort: Sort, favoritesOnly: boolean, tag?: string}} Filter
 * `tag` is the one that all shown characters have
 */

/** @type {readonly Sort[]} */
export const sorts = ['modified', 'name', 'created'];

/**
 * Text without case and accents.
 * @param {string} value
 */
export function folded(value) { return value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(); }

/**
 * @param {readonly Character[]} characters @param {Filter} filter
 */
export function shownCharacters(characters, { query, sort, favoritesOnly, tag }) {
    const words = folded(query).split(/\s+/).filter(Boolean);
    const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
    return characters
        .filter((character) => !favoritesOnly || character.favorite)
        .filter(({ tags }) => tag === undefined || (tags ?? []).includes(tag))
        .filter(({ name, templateName, tags }) => {
            const all = folded([name, templateName ?? '', ...(tags ?? [])].join(' '));
            return words.every((word) => all.includes(word));
        })
        .sort((a, b) => (sort === 'name'
            ? collator.compare(a.name, b.name)
            : (b[sort] ?? '').localeCompare(a[sort] ?? '') || collator.compare(a.name, b.name)));
}

/**
 * The tags of all characters, sorted, each with how many have it.
 * @param {readonly Character[]} characters
 */
export function tagsOf(characters) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { tags } of characters) for (const tag of tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
    return [...counts].map(([tag, count]) => ({ tag, count })).sort((a, b) => collator.compare(a.tag, b.tag));
}

/**
 * The tags in what somebody has typed, without doubles; commas part them.
 * @param {string} words
 */
export function typedTags(words) {
    return [...new Set(words.split(',').map((word) => word.trim()).filter(Boolean))];
}

/**
 * @param {readonly Template[]} templates @param {string} query
 */
export function shownTemplates(templates, query) {
    const words = folded(query).split(/\s+/).filter(Boolean);
    return templates.filter(({ name }) => words.every((word) => folded(name).includes(word)));
}

/**
 * What an import has come to.
 * @typedef {object} Import
 * @property {string} name @property {File} file
 * @property {'running' | 'done' | 'known' | 'failed' | 'locked'} state `known` was in the library before
 * @property {string} [known] what it is called there @property {string} [reason] why it failed
 * @property {Remedy} [remedy] what can be done about that
 * @property {string[]} [messages] what should be looked at, though it is in the library
 */
/** @typedef {'print' | 'room' | 'renew' | 'retry'} Remedy */

/**
 * What a person can do about a file that was not imported.
 * @param {any} error @returns {Remedy | undefined}
 */
function remedyFor(error) {
    if (error instanceof OfflineError || error?.isPassing) return error?.kind === 'no-space' ? 'room' : 'retry';
    if (['no-space', 'too-large'].includes(error?.kind)) return 'room';
    return ['damaged', 'refused', 'too-long', 'unreadable'].includes(error?.kind) ? 'renew' : undefined;
}

/**
 * Templates, those first on which somebody has written last.
 * @param {readonly Template[]} templates @param {readonly Character[]} characters
 */
export function latestFirst(templates, characters) {
    /** @type {Map<string | null, string>} */
    const written = new Map();
    for (const { template, modified } of characters) if (modified > (written.get(template) ?? '')) written.set(template, modified);
    const when = (/** @type {Template} */ { id }) => written.get(id) ?? '';
    return [...templates].sort((a, b) => (when(a) < when(b) ? 1 : when(a) > when(b) ? -1 : 0));
}

/**
 * Imports files, two at a time, and tells of each change.
 * @param {readonly File[]} files @param {(file: File, kind: 'pdf' | 'package') => Promise<unknown>} send
 * @param {(entry: Import) => void} changed @param {{notPDF: string}} words
 */
export async function importFiles(files, send, changed, words) {
    const waiting = [...files];
    const work = async () => {
        for (let file = waiting.shift(); file; file = waiting.shift()) {
            const { name } = file;
            changed({ name, file, state: 'running' });
            try {
                const kind = await kindOf(file);
                if (!kind) {
                    changed({ name, file, state: 'failed', reason: words.notPDF, remedy: 'print' });
                    continue;
                }
                const sent = /** @type {{isNew?: boolean, name: string, messages?: string[]} | undefined} */ (await send(file, kind));
                const messages = sent?.messages ?? [];
                changed(sent?.isNew === false ? { name, file, state: 'known', known: sent.name } : { name, file, state: 'done', messages });
            } catch (error) {
                const isLocked = /** @type {{kind?: string}} */ (error).kind === 'locked';
                const reason = error instanceof Error ? error.message : String(error);
                changed({ name, file, state: isLocked ? 'locked' : 'failed', reason, remedy: remedyFor(error) });
            }
        }
    };
    await Promise.all([work(), work()]);
}

/**
 * What a file begins as: a PDF, within its first 1,024 bytes, or a packed character, which is a ZIP file.
 * @param {Blob} file
 * @returns {Promise<'pdf' | 'package' | undefined>}
 */
async function kindOf(file) {
    const bytes = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
    const start = String.fromCharCode(...bytes);
    if (start.includes('%PDF-')) return 'pdf';
    return start.startsWith('PK\u0003\u0004') ? 'package' : undefined;
}
