// SPDX-License-Identifier: GPL-3.0-or-later
// Where the pictures of a page are. No DOM.

/**
 * The address of a page's picture without ink: with the values of the character's form, where it has some.
 * @param {import('../sync/api.js').Character} character @param {number} page @param {number} width @param {number} height
 * @param {number | undefined} form the revision of the values
 */
export function pictureAddress({ id, template }, page, width, height, form) {
    const rest = `:${page}/full/^${width},${height}/0/default.png`;
    if (form === undefined) return `/iiif/${encodeURIComponent(template ?? '')}${rest}`;
    return `/iiif/${encodeURIComponent(id)}${rest}?ink=false&v=.${form}`;
}

/**
 * The address of a small picture of a page, with ink if the owner is a character.
 * @param {string} owner @param {number} page @param {number} side the longer side in pixels @param {string} [version]
 */
export function smallPicture(owner, page, side, version) {
    const query = version ? `?v=${encodeURIComponent(version)}` : '';
    return `/iiif/${encodeURIComponent(owner)}:${page}/full/^!${side},${side}/0/default.jpg${query}`;
}

/**
 * The picture of a page in the strip, which also stands in for the page until that is there.
 * @param {import('../sync/api.js').Character} character @param {import('../sync/api.js').Page} page
 */
export function stripPicture({ id }, { page, revision }) { return smallPicture(id, page, 160, String(revision)); }
