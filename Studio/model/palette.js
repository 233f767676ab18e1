// SPDX-License-Identifier: GPL-3.0-or-later
// A person's own pens: up to nine, in an order, each with a key. A list never changes; every change gives a new one.

/** @typedef {import('./settings.js').PenSetting} PenSetting */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {'solid' | 'dashed' | 'dotted'} Line */

/** The most pens: one for each key from 1 to 9. */
export const mostPens = 9;
/** The widths that a pen may have, in points. */
export const [thinnest, widest] = [0.3, 40];

/** @type {PenSetting[]} */
export const firstPens = [
    { tool: 'fountain', size: 1.6, color: '#1b2a4a' },
    { tool: 'fineliner', size: 1.2, color: '#b3261e' },
    { tool: 'pencil', size: 1.6, color: '#1a1a1a' },
    { tool: 'highlighter', size: 12, color: '#ffd84d' },
];

/** The lines that a pen draws. */
export const lines = /** @type {const} */ (['solid', 'dashed', 'dotted']);

/**
 * The dashes and gaps of a line, in points.
 * @param {Line | undefined} line @param {number} size the width of the pen
 * @param {boolean} [isFlat] whether its ends are cut off straight, as a highlighter's are
 * @returns {number[]}
 */
export function dashOf(line, size, isFlat = false) {
    if (line === 'dashed') return [4 * size, 3 * size];
    // Round caps make dots of dashes that have hardly any length.
    if (line === 'dotted') return isFlat ? [size, 1.2 * size] : [size / 100, 2.2 * size];
    return [];
}

/** The angle of a flat nib in degrees where nothing else is set. */
export const standardAngle = 45;

/**
 * The angle of the pen's nib in radians of page space, whose y axis goes down.
 * @param {PenSetting} pen
 */
export function nibOf({ angle = standardAngle }) { return -angle * Math.PI / 180; }

/**
 * What was stored, as far as it is good.
 * @param {unknown} stored @returns {PenSetting[]}
 */
export function checkedPens(stored) {
    if (!Array.isArray(stored)) return firstPens;
    const good = stored.filter((pen) => typeof pen?.tool === 'string' && pen.size >= thinnest && pen.size <= widest
        && /^#[0-9a-f]{6}$/i.test(pen.color) && (pen.angle === undefined || Number.isFinite(pen.angle)));
    return good.slice(0, mostPens);
}

/** @param {PenSetting} a @param {PenSetting} b */
export function isSamePen(a, b) {
    return a.tool === b.tool && a.size === b.size && a.color === b.color && (a.line ?? 'solid') === (b.line ?? 'solid')
        && (a.angle ?? standardAngle) === (b.angle ?? standardAngle);
}

/**
 * The pen in hand: what the pen or the highlighter is set to.
 * @param {Settings} settings @returns {PenSetting}
 */
export function penInHand(settings) { return settings.hand === 'highlighter' ? settings.highlighter : settings.pen; }

/**
 * Takes a pen of the palette in hand.
 * @param {Settings} settings @param {number} index
 */
export function choosePen(settings, index) {
    const pen = settings.pens[index];
    if (!pen) return false;
    settings.hand = pen.tool === 'highlighter' ? 'highlighter' : 'pen';
    settings[settings.hand] = { ...pen };
    settings.slot = index;
    return true;
}

/**
 * Changes the pen in hand, and the pen of the palette that it was taken from. Another kind of pen is a new pen of the
 * palette, as long as there is room; whoever tries one kind after the other gets one new pen.
 * @param {Settings} settings @param {Partial<PenSetting>} values
 */
export function changePen(settings, values) {
    const pen = penInHand(settings);
    const slot = slotInHand(settings);
    const isOtherKind = values.tool !== undefined && values.tool !== pen.tool;
    Object.assign(pen, values);
    if (slot === undefined) return;
    if (isOtherKind && slot !== settings.tried && addPen(settings)) settings.tried = settings.slot;
    else settings.pens = settings.pens.map((old, i) => (i === settings.slot ? { ...pen } : old));
}

/**
 * The place of the pen in hand in the palette; undefined if it is not from there.
 * @param {Settings} settings
 */
export function slotInHand(settings) {
    if (settings.hand !== 'pen' && settings.hand !== 'highlighter') return undefined;
    const known = settings.pens[settings.slot];
    return known && isSamePen(known, penInHand(settings)) ? settings.slot : undefined;
}

/**
 * Puts the pen in hand at the end of the palette, and takes it from there.
 * @param {Settings} settings @returns {boolean} false if the palette is full
 */
export function addPen(settings) {
    if (settings.pens.length >= mostPens) return false;
    settings.pens = [...settings.pens, { ...penInHand(settings) }];
    settings.slot = settings.pens.length - 1;
    return true;
}

/** @param {Settings} settings @param {number} index */
export function removePen(settings, index) {
    if (!(index in settings.pens)) return;
    settings.pens = settings.pens.filter((_, i) => i !== index);
    delete settings.tried;
    if (settings.slot === index) settings.slot = -1;
    else if (settings.slot > index) settings.slot -= 1;
}

/**
 * Moves a pen one place on or back. The chosen one stays the same pen.
 * @param {Settings} settings @param {number} index @param {1 | -1} step
 * @returns {number} where it is now
 */
export function movePen(settings, index, step) {
    const to = index + step;
    if (!(index in settings.pens) || !(to in settings.pens)) return index;
    delete settings.tried;
    const pens = [...settings.pens];
    [pens[index], pens[to]] = [pens[to], pens[index]];
    settings.pens = pens;
    if (settings.slot === index) settings.slot = to;
    else if (settings.slot === to) settings.slot = index;
    return to;
}
