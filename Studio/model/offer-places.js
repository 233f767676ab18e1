// SPDX-License-Identifier: GPL-3.0-or-later
// Where offers stand beside the boxes of their fields: in no other box, over no other offer, and on the page. One that has no room is
// small and stays at its own box. No DOM.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Area */

/** Between boxes and offers, in CSS pixels. */
const gap = 3;
/** The height of an offer at most, in heights of its box: what is larger hides more of the page than it says. */
const highest = 2;
/** The sides of a small offer, in CSS pixels. */
const [smallest, largest] = [8, 18];

/** @param {Area} a @param {Area} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** @param {number} left @param {number} top @param {number} width @param {number} height @returns {Area} */
const area = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });

/**
 * Places offers; all lengths are in CSS pixels of the page.
 * @param {{box: Area, width: number, height: number, isSmall: boolean, isOpen: boolean}[]} offers the field's box and the size of
 *   what says its value; one that is open is large even over others
 * @param {Area[]} fields the boxes of all fields on the page @param {{width: number, height: number}} sheet the page
 * @returns {(Area & {isSmall: boolean})[]}
 */
export function placed(offers, fields, sheet) {
    /** @type {Area[]} */
    const taken = [];
    return offers.map(({ box, width, height, isSmall, isOpen }) => {
        const isFree = (/** @type {Area} */ place, /** @type {Area[]} */ others) =>
            place.left >= 0 && place.top >= 0 && place.right <= sheet.width && place.bottom <= sheet.height
            && ![...others, ...taken].some((other) => overlap(place, other));
        const beside = (/** @type {number} */ wide, /** @type {number} */ high) => [
            area(box.right + gap, (box.top + box.bottom - high) / 2, wide, high), area(box.left - gap - wide, (box.top + box.bottom - high) / 2, wide, high),
            area(box.left, box.top - gap - high, wide, high), area(box.left, box.bottom + gap, wide, high),
        ];
        const large = (isSmall || height > highest * (box.bottom - box.top)) && !isOpen ? undefined : beside(width, height).find((place) => isFree(place, fields));
        if (isOpen) {
            const [right] = beside(width, height);
            const held = area(
                Math.max(Math.min(right.left, sheet.width - width), 0), Math.max(Math.min(right.top, sheet.height - height), 0), width, height);
            return { ...large ?? held, isSmall: false };
        }
        if (large) {
            taken.push(large);
            return { ...large, isSmall: false };
        }
        const side = Math.max(Math.min(largest, box.right - box.left, box.bottom - box.top), smallest);
        const others = fields.filter((other) => !isSame(other, box));
        const inside = area(box.right - side, box.top, side, side);
        // Over its own box it covers some of its ink, and nothing else.
        const small = [area(box.right - side / 2, box.top - side / 2, side, side), inside].find((place) => isFree(place, others))
            ?? area(Math.max(Math.min(inside.left, sheet.width - side), 0), Math.max(Math.min(inside.top, sheet.height - side), 0), side, side);
        taken.push(small);
        return { ...small, isSmall: true };
    });
}

/** @param {Area} a @param {Area} b */
function isSame(a, b) { return [a.left - b.left, a.top - b.top, a.right - b.right, a.bottom - b.bottom].every((distance) => Math.abs(distance) < 0.5); }
