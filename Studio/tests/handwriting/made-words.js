// SPDX-License-Identifier: GPL-3.0-or-later
// Writing as a hand makes it, the same on every run: the velocity is a sum of strokes, each with the bell of a quick
// movement (Plamondon's kinematic theory, 1995, with Gaussian bells). Digitizers round to a grid.

/** @param {number} seed @returns {() => number} from 0 to 1 */
export function random(seed) {
    let state = seed * 2654435761 % 4294967296;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 4294967296;
    };
}

/**
 * Some words, each with its rate in samples per second.
 * @param {number} count
 * @returns {{hz: number, strokes: [number, number][][]}[]} in points
 */
export function madeWords(count) {
    return Array.from({ length: count }, (_, index) => {
        const next = random(index + 1);
        const [hz, height] = [[100, 120, 200, 240][index % 4], [2.5, 4, 6, 10, 14][index % 5]];
        const grid = [0, 0.03, 0.07, 0.14][Math.floor(index / 5) % 4];
        const strokes = Array.from({ length: 1 + Math.floor(next() * 5) }, (_, s) => stroke(next, hz, height, s * height * 5, grid));
        return { hz, strokes };
    });
}

/**
 * Letters in one go: strokes up and down that overlap in time, now and then a cusp where the pen stops.
 * @param {() => number} next @param {number} hz @param {number} height of a small letter @param {number} left
 * @param {number} grid that places are rounded to, or 0
 * @returns {[number, number][]}
 */
function stroke(next, hz, height, left, grid) {
    /** @type {{at: number, span: number, dx: number, dy: number}[]} */
    const bells = [];
    let at = 0.06;
    const swings = 2 + Math.floor(next() * 18);
    for (let i = 0; i < swings; i++) {
        const span = 0.08 + 0.05 * next();
        const tall = next() < 0.2 ? 1.9 : 0.75 + 0.5 * next();
        bells.push({ at, span, dx: height * (0.15 + 0.5 * next() - (i % 2) * 0.25), dy: (i % 2 ? 1 : -1) * height * tall });
        at += span * (next() < 0.15 ? 1.6 : 0.8 + 0.3 * next());
    }
    let [x, y] = [left, 100];
    /** @type {[number, number][]} */
    const points = [];
    const end = at + 0.06;
    // Finer steps than the digitizer's give the place at each of its moments.
    const fine = 8;
    for (let i = 0; i <= end * hz * fine; i++) {
        const time = i / (hz * fine);
        if (i % fine === 0) points.push(grid > 0 ? [Math.round(x / grid) * grid, Math.round(y / grid) * grid] : [x, y]);
        for (const bell of bells) {
            const deviation = bell.span / 4;
            const speed = Math.exp(-(((time - bell.at) / deviation) ** 2) / 2) / (deviation * Math.sqrt(2 * Math.PI));
            x += (bell.dx * speed) / (hz * fine);
            y += (bell.dy * speed) / (hz * fine);
        }
    }
    return points;
}
