// SPDX-License-Identifier: GPL-3.0-or-later
// Where the pictures of a page are. No DOM.

/**
 * The address of a page's picture without ink: with the values of the character's form, where it has some.
 * @param {import('../sync/api.js').Character} character
 * @param {Pick<import('../sync/api.js').Page, 'page' | 'isOwn'>} one @param {number} width @param {number} height
 * @param {number | undefined} form the revision of the values
 * @param {string} [region] in pixels at 300 dpi
 */
export function pictureAddress({ id, template }, { page, isOwn }, width, height, form, region = 'full') {
    const rest = `:${page}/${region}/^${width},${height}/0/default.png`;
    if (form === undefined && isOwn) return `/iiif/${encodeURIComponent(id)}${rest}?ink=false`;
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
 * @param {import('../sync/api.js').Character} character
 * @param {Pick<import('../sync/api.js').Page, 'page' | 'revision'> & Partial<import('../sync/api.js').Page>} page
 */
export function stripPicture({ id }, { page, revision, isOwn, rotation }) {
    // A page without ink turns, too.
    return smallPicture(id, page, 160, isOwn ? `${revision}-${rotation}` : String(revision));
}

/**
 * The picture of a page with all that is on it, for paper and for other people.
 * @param {import('../sync/api.js').Character} character @param {import('../sync/api.js').Page} page
 * @param {number} resolution in pixels an inch @param {boolean} isForOwner whether the game master's layers are on it
 */
export function sheetPicture({ id }, { page, width, height }, resolution, isForOwner) {
    const factor = Math.min(resolution / 72, 4096 / Math.max(width, height));
    const size = [width, height].map((side) => Math.max(1, Math.round(side * factor))).join(',');
    return `/iiif/${encodeURIComponent(id)}:${page}/full/^${size}/0/default.png?audience=${isForOwner ? 'gm' : 'players'}`;
}

/**
 * A part of a page in which a place is seen with what is around it. Its proportions are those that are asked for, unless the
 * page is too small for them.
 * @param {number[]} box left, top, right, bottom in points @param {{width: number, height: number}} page @param {readonly [number, number]} least its size at least
 */
export function aroundPlace([x0, y0, x1, y1], { width, height }, [wide, tall]) {
    const factor = Math.max((x1 - x0 + 30) / wide, (y1 - y0 + 20) / tall, 1);
    const [across, down] = [Math.min(wide * factor, width), Math.min(tall * factor, height)];
    const left = Math.min(Math.max((x0 + x1 - across) / 2, 0), width - across);
    const top = Math.min(Math.max((y0 + y1 - down) / 2, 0), height - down);
    return [left, top, left + across, top + down];
}

/**
 * The picture of a place on a page.
 * @param {{id: string}} character @param {{page: number, width: number, height: number}} page
 * @param {number[]} box left, top, right, bottom in points @param {number} side the longer side of the picture in pixels
 * @param {string} version @param {boolean} isOwner whether the game master's layers are on it
 */
export function placePicture({ id }, { page, width, height }, [x0, y0, x1, y1], side, version, isOwner) {
    const part = [x0 / width, y0 / height, (x1 - x0) / width, (y1 - y0) / height].map((value) => String(Math.round(value * 100000) / 1000));
    return `/iiif/${encodeURIComponent(id)}:${page}/pct:${part.join(',')}/^!${side},${side}/0/default.png?v=${encodeURIComponent(version)}${isOwner ? '&audience=gm' : ''}`;
}
