// SPDX-License-Identifier: GPL-3.0-or-later
// Moves the pages while something is dragged at their edge, so that it gets to places that are not seen.

/** How near to an edge the pages begin to move, and how far they move in a frame at most, in CSS pixels. */
const [edge, fastest] = [48, 14];

/** @typedef {{clientX: number, clientY: number}} Place */

/**
 * @param {HTMLElement} pages what scrolls @param {Place} start where the drag began @param {() => void} moved the pages have moved
 *   below the pointer
 * @returns {{at: (place: Place) => void, stop: () => void}}
 */
export function edgeScroll(pages, start, moved) {
    let [place, frame] = [start, 0];
    /**
     * How far a place is past the edges, in CSS pixels: left and up below 0.
     * @param {Place} at
     */
    const past = ({ clientX, clientY }) => {
        const { left, right, top, bottom } = pages.getBoundingClientRect();
        /** @param {number} value @param {number} from @param {number} to */
        const beyond = (value, from, to) => Math.max(value - (to - edge), 0) - Math.max(from + edge - value, 0);
        return [beyond(clientX, left, right), beyond(clientY, top, bottom)];
    };
    // What lies at an edge already is dragged along it: the pages move when it goes farther.
    const before = past(start);
    const step = () => {
        const speeds = past(place).map((way, axis) => {
            if (way * before[axis] <= 0) before[axis] = 0;
            const farther = Math.sign(way) * Math.max(Math.abs(way) - Math.abs(before[axis]), 0);
            return Math.min(Math.max(farther / edge, -1), 1) * fastest;
        });
        frame = speeds.every((speed) => speed === 0) ? 0 : requestAnimationFrame(step);
        const { scrollLeft, scrollTop } = pages;
        pages.scrollLeft += speeds[0];
        pages.scrollTop += speeds[1];
        if (pages.scrollLeft !== scrollLeft || pages.scrollTop !== scrollTop) moved();
    };
    return {
        at: (at) => {
            place = at;
            if (frame === 0) frame = requestAnimationFrame(step);
        },
        stop: () => cancelAnimationFrame(frame),
    };
}
