// SPDX-License-Identifier: GPL-3.0-or-later
// What the library shows: filtered as one types, sorted, favourites first if wanted. No DOM.

/** @typedef {import('../sync/api.js').Character} Character */
/** @typedef {import('../sync/api.js').Template} Template */
/** @typedef {{query: string, sort: 'modified' | 'name', favoritesOnly: boolean}} Filter */

/**
 * Text without case and accents.
 * @param {string} value
 */
export function folded(value) { return value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(); }

/**
 * @param {readonly Character[]} characters @param {Filter} filter
 */
export function shownCharacters(characters, { query, sort, favoritesOnly }) {
    const words = folded(query).split(/\s+/).filter(Boolean);
    const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
    return characters
        .filter((character) => !favoritesOnly || character.favorite)
        .filter(({ name, templateName, tags }) => {
            const all = folded([name, templateName ?? '', ...(tags ?? [])].join(' '));
            return words.every((word) => all.includes(word));
        })
        .sort((a, b) => (sort === 'name'
            ? collator.compare(a.name, b.name)
            : b.modified.localeCompare(a.modified) || collator.compare(a.name, b.name)));
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
 * @typedef {{name: string, state: 'running' | 'done' | 'failed' | 'locked', reason?: string, file: File}} Import
 */

/**
 * Imports files, two at a time, and tells of each change.
 * @param {readonly File[]} files @param {(file: File) => Promise<unknown>} send
 * @param {(entry: Import) => void} changed @param {{notPDF: string}} words
 */
export async function importFiles(files, send, changed, words) {
    const waiting = [...files];
    const work = async () => {
        for (let file = waiting.shift(); file; file = waiting.shift()) {
            const { name } = file;
            changed({ name, file, state: 'running' });
            try {
                if (!(await isPDF(file))) throw new Error(words.notPDF);
                await send(file);
                changed({ name, file, state: 'done' });
            } catch (error) {
                const isLocked = /** @type {{kind?: string}} */ (error).kind === 'locked';
                const reason = error instanceof Error ? error.message : String(error);
                changed({ name, file, state: isLocked ? 'locked' : 'failed', reason });
            }
        }
    };
    await Promise.all([work(), work()]);
}

/**
 * Whether a file begins as a PDF does, within its first 1,024 bytes.
 * @param {Blob} file
 */
async function isPDF(file) {
    const bytes = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
    return String.fromCharCode(...bytes).includes('%PDF-');
}
