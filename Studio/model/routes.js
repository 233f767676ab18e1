// SPDX-License-Identifier: GPL-3.0-or-later
// Every place has an address, and every address is a place.

/** @typedef {[number, number, number, number]} Region left, top, width and height in parts of a hundred of the page */
/** @typedef {{name: 'table', tag?: string, template?: string, page?: number, region?: Region}} TableRoute */
/** @typedef {{name: 'editor', character: string, page?: number, box?: number[]}} EditorRoute where `box` is a place on the page: left, top, right, bottom in points */
/**
 * @typedef {{name: 'library'} | {name: 'numbers'} | {name: 'design', template: string} | TableRoute | EditorRoute
 *   | {name: 'picture' | 'replay', character: string, page: number}} Route
 */

/** @param {string} path @param {string} [hash] @returns {Route} */
export function parsed(path, hash = '') {
    const [first, ...rest] = path.replace(/\/$/, '').split('/').slice(1);
    /** @type {string[]} */
    let parts;
    try {
        parts = rest.map(decodeURIComponent);
    } catch {
        return { name: 'library' };
    }
    if (first === 'numbers' && parts.length === 0) return { name: 'numbers' };
    if (first === 'design' && parts.length === 1 && parts[0]) return { name: 'design', template: parts[0] };
    if (first === 'table') return tableRoute(parts);
    if (first !== 'c' || !parts[0] || parts.length > 3) return { name: 'library' };
    const [character, number, view] = parts;
    if (number === undefined) return { name: 'editor', character };
    const page = pageNumber(number);
    if (page === undefined) return /^\d{1,7}$/.test(number) && !view ? { name: 'editor', character } : { name: 'library' };
    if (view === undefined) return { name: 'editor', character, page, ...boxIn(hash) };
    return view === 'picture' || view === 'replay' ? { name: view, character, page } : { name: 'library' };
}

/** @param {string[]} parts @returns {Route} */
function tableRoute([kind, value, number, region]) {
    if (kind !== 'tag' && kind !== 'template' || !value) return { name: 'table' };
    /** @type {TableRoute} */
    const route = kind === 'tag' ? { name: 'table', tag: value } : { name: 'table', template: value };
    const page = pageNumber(number ?? '');
    if (page !== undefined) route.page = page;
    const box = (region ?? '').split(',').map(Number);
    const isBox = box.length === 4 && box.every((part) => part >= 0 && part <= 100) && box[2] > 0 && box[3] > 0;
    if (isBox) route.region = [box[0], box[1], box[2], box[3]];
    return route;
}

/** @param {string} hash */
function boxIn(hash) {
    const box = /^#at=((-?\d{1,5}(\.\d+)?,?){4})$/.exec(hash)?.[1].split(',').map(Number) ?? [];
    return box.length === 4 && box[0] <= box[2] && box[1] <= box[3] ? { box } : {};
}

/** @param {string} digits */
function pageNumber(digits) {
    const page = /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
    return page > 0 ? page : undefined;
}

/** @param {Route} route @returns {string} */
export function address(route) {
    if (route.name === 'library') return '/';
    if (route.name === 'numbers') return '/numbers';
    if (route.name === 'design') return `/design/${encodeURIComponent(route.template)}`;
    if (route.name === 'table') {
        const { tag, template, page, region } = route;
        if (tag === undefined && template === undefined) return '/table';
        const parts = tag === undefined ? ['template', template ?? ''] : ['tag', tag];
        if (page !== undefined || region) parts.push(String(page ?? 1));
        if (region) parts.push(region.map((part) => Number(part.toFixed(2))).join(','));
        return `/table/${parts.map((part) => encodeURIComponent(part).replaceAll('%2C', ',')).join('/')}`;
    }
    const base = `/c/${encodeURIComponent(route.character)}`;
    if (route.name !== 'editor') return `${base}/${route.page}/${route.name}`;
    if (!route.page) return base;
    return `${base}/${route.page}${route.box ? `#at=${route.box.map((edge) => Number(edge.toFixed(2))).join(',')}` : ''}`;
}
