// SPDX-License-Identifier: GPL-3.0-or-later
// Moves the pages while something is dragged at their edge, so that it gets to places that are not seen.

/** How near to an edge the pages begin to move, and how far they move in a frame at most, in CSS pixels. */
const [edge, fastest] = [48, 14];

/**
 * @param {HTMLElement} pages what scrolls @param {() => void} moved the pages have moved below the pointer
 * @returns {{at: (place: {clientX: number, clientY: number}) => void, stop: () => void}}
 */
export function edgeScroll(pages, moved) {
    let [x, y, frame] = [0, 0, 0];
    /** @param {number} at @param {number} from @param {number} to how far the pages move, from one edge to the other */
    const speed = (at, from, to) => {
        const past = Math.max(at - (to - edge), 0) - Math.max(from + edge - at, 0);
        return Math.min(Math.max(past / edge, -1), 1) * fastest;
    };
    const step = () => {
        const { left, right, top, bottom } = pages.getBoundingClientRect();
        const [dx, dy] = [speed(x, left, right), speed(y, top, bottom)];
        frame = dx === 0 && dy === 0 ? 0 : requestAnimationFrame(step);
        const before = [pages.scrollLeft, pages.scrollTop];
        pages.scrollLeft += dx;
        pages.scrollTop += dy;
        if (pages.scrollLeft !== before[0] || pages.scrollTop !== before[1]) moved();
    };
    return {
        at: ({ clientX, clientY }) => {
            [x, y] = [clientX, clientY];
            if (frame === 0) frame = requestAnimationFrame(step);
        },
        stop: () => cancelAnimationFrame(frame),
    };
}
