// SPDX-License-Identifier: GPL-3.0-or-later
// Where the picture of a page is that ink lies on. No DOM.

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
