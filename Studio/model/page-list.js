// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of pages as people type them, such as `1-3, 7`. No DOM.

/**
 * The pages of a list, each once, in the order of the document.
 * @param {string} words @param {number} count of all pages
 * @returns {number[] | undefined} undefined if it is no list of pages that are there
 */
export function pagesIn(words, count) {
    const parts = words.replace(/\s*[-–]\s*/g, '-').split(/[,;\s]+/).filter(Boolean);
    /** @type {Set<number>} */
    const pages = new Set();
    for (const part of parts) {
        const range = /^(\d+)(?:-(\d+))?$/.exec(part);
        if (!range) return undefined;
        const [first, last] = [Number(range[1]), Number(range[2] ?? range[1])];
        if (first < 1 || last < first || last > count) return undefined;
        for (let page = first; page <= last; page++) pages.add(page);
    }
    return pages.size > 0 ? [...pages].sort((a, b) => a - b) : undefined;
}
