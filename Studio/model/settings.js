// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has set, in this browser.

import { checkedPens, firstPens } from './palette.js';
import { firstText } from './texts.js';

/** @typedef {import('../ink/stroke.js').Tool} Tool */
/** @typedef {'hand' | 'pen' | 'highlighter' | 'eraser' | 'lasso' | 'text'} Hand the tool in hand */
/** @typedef {'eraser' | 'lasso' | 'pen'} Barrel what a pen's barrel button does: the eraser, the lasso, or nothing else */
/** @typedef {{tool: Tool, size: number, color: string, line?: import('./palette.js').Line, angle?: number}} PenSetting
 *   size in points, color as #rrggbb, the angle of a flat nib in degrees, counterclockwise from level */
/**
 * @typedef {object} Settings
 * @property {Hand} hand @property {PenSetting} pen @property {PenSetting} highlighter
 * @property {boolean} erasesWhole @property {boolean} fingersDraw @property {number} curve
 * @property {Barrel} barrel
 * @property {number} eraserSize the eraser's diameter in CSS pixels
 * @property {number} smoothing how much the writing is smoothed, 0…1; ½ is LimnInk's own measure
 * @property {boolean} snapsShapes whether shapes snap when one pauses
 * @property {boolean} showsOnePage whether one page is shown at a time
 * @property {boolean} scribbles whether a scribble erases what lies below it
 * @property {boolean} snapsWords whether a highlighter that runs along printed words marks them
 * @property {boolean} points whether the hand points, instead of moving the pages
 * @property {boolean} selects whether the mouse selects printed words with the hand, instead of moving the pages
 * @property {boolean} darkPaper whether paper is dark on the screen
 * @property {import('./texts.js').TextSetting} text how one types
 * @property {PenSetting[]} pens the palette @property {number} slot the pen of it that was taken last
 * @property {number} [tried] the pen of the palette that has just become one, by a change of the kind of another pen
 * @property {boolean} hidesTools whether the tools are put away, to read @property {Hand} handBefore the tool in hand then
 */

/** @type {Settings} */
const standard = {
    hand: 'pen', pen: { tool: 'fountain', size: 1.6, color: '#1b2a4a' },
    highlighter: { tool: 'highlighter', size: 12, color: '#ffd84d' }, erasesWhole: true, fingersDraw: false, curve: 1,
    barrel: 'eraser',
    eraserSize: 18, smoothing: 0.5, snapsShapes: true, showsOnePage: false, darkPaper: false, pens: firstPens, slot: 0,
    scribbles: false, snapsWords: false, points: false, selects: false, hidesTools: false, handBefore: 'pen',
    text: firstText,
};

/** The colors that are offered: inks on paper, and markers. */
export const inks = ['#1b2a4a', '#1a1a1a', '#2b59c3', '#b3261e', '#2e7d4f', '#7a4fa3'];
export const markers = ['#ffd84d', '#9be564', '#7fd4ff', '#ffa8c5', '#ffb066'];

/** @param {string} key @returns {any} */
export function remembered(key) {
    try {
        return JSON.parse(localStorage.getItem(`limn:${key}`) ?? 'null');
    } catch {
        return null;
    }
}

/** @param {string} key @param {unknown} value null to forget it */
export function remember(key, value) {
    try {
        if (value === null) return localStorage.removeItem(`limn:${key}`);
        localStorage.setItem(`limn:${key}`, JSON.stringify(value));
    } catch {
        // A browser that stores nothing still writes.
    }
}

/** @returns {Settings} */
export function settings() {
    const stored = remembered('settings') ?? {};
    return { ...standard, pen: { ...standard.pen }, highlighter: { ...standard.highlighter }, ...stored, pens: checkedPens(stored.pens), tried: undefined, text: { ...firstText, ...stored.text } };
}

/** @param {string} hex as #rrggbb @returns {import('../ink/stroke.js').Color} */
export function colorOf(hex) {
    const value = Number.parseInt(hex.slice(1), 16) || 0;
    return { red: (value >> 16) / 255, green: ((value >> 8) & 255) / 255, blue: (value & 255) / 255, alpha: 1 };
}

/** @param {import('../ink/stroke.js').Color} color @returns {string} as #rrggbb */
export function hexOf({ red, green, blue }) {
    return `#${[red, green, blue].map((part) => Math.round(Math.min(Math.max(part, 0), 1) * 255).toString(16).padStart(2, '0')).join('')}`;
}
