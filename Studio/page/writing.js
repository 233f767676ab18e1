// SPDX-License-Identifier: GPL-3.0-or-later
// The pen and the highlighter at work. Events only collect samples; one frame draws. While the stroke grows, it is kept
// in the browser's store ten times a second, so that a closed tab loses nothing. Where the pen rests at the end of a
// shape, the shape snaps.

import { brushOf } from '../ink/brush-model.js';
import { dashedDiscs } from '../ink/dashed-discs.js';
import { dashPattern } from '../ink/dashes.js';
import { filmsOf } from '../ink/marks.js';
import { discs } from '../ink/stroke.js';
import { adjusted, recognized } from '../ink/shapes.js';
import { inDevicePixels } from './page-box.js';
import { Sampler } from './sampling.js';
import { shapeStroke, WetStroke } from './wet-stroke.js';

/** @typedef {import('./page-view.js').PageView} PageView */
/** @typedef {import('./wet-stroke.js').Pen} Pen */
/** @typedef {import('../ink/stroke.js').Stroke} Stroke */
/** @typedef {import('./pointer-control.js').Work} Work */
/**
 * How a person writes.
 * @typedef {object} Manner
 * @property {number} curve of the pressure
 * @property {boolean} [snapsShapes]
 * @property {(x: number, y: number) => {x: number, y: number}} [guide] leads client coordinates along a ruler
 */

/** Milliseconds between two checkpoints of a stroke. */
const checkpointInterval = 100;
/** How long a pen rests until a shape snaps, in milliseconds, and how much it may tremble meanwhile, in CSS pixels. */
const [pause, tremor] = [600, 4];
/** How far a pen goes on, in CSS pixels, before it pulls at the shape. */
const pull = 10;

/** Of how many points at most a shape is recognized. */
const mostShapePoints = 400;

/**
 * @param {PageView} view @param {PointerEvent} event @param {Pen} pen @param {Manner} manner
 * @param {{checkpoint: (stroke: Stroke) => void, finished: (stroke: Stroke) => void, cancelled: () => void}} listener
 * @returns {Work | undefined}
 */
export function beginWriting(view, event, pen, manner, listener) {
    if (!view.box) return undefined;
    const box = inDevicePixels(view.box);
    // Whatever moves the page below the pen, the line goes on where it was.
    const place = view.element.getBoundingClientRect();
    const toPage = (/** @type {number} */ x, /** @type {number} */ y) => view.toPage(x, y, place);
    const { guide = (/** @type {number} */ x, /** @type {number} */ y) => ({ x, y }) } = manner;
    const sampler = new Sampler(event.pointerType, (x, y) => {
        const led = guide(x, y);
        return toPage(led.x, led.y);
    }, manner.curve);
    const stroke = new WetStroke(pen, box.pixelWidth / (box.width * box.scaleX));
    const brush = brushOf(pen.tool, pen.size, pen.color);
    const pattern = dashPattern(pen.dash ?? []);
    const multiplies = brush.kind === 'highlighter';
    let films = filmsOf(brush, 1);
    view.wet.begin(box, films, multiplies);
    /** @type {import('./wet-stroke.js').Disc[][]} what was drawn, where the grain may still change */
    const drawn = [];
    let frame = 0;
    let lastCheckpoint = event.timeStamp;
    /** @type {any} */
    let later = 0;
    const start = event.timeStamp;
    /** @type {PointerEvent[]} */
    let predicted = [];
    let length = 0;
    /** @type {Stroke | undefined} */
    let shape;
    /** @type {{shape: import('../ink/shapes.js').Shape, grab: {x: number, y: number}} | undefined} */
    let snapped;

    const draw = () => {
        frame = 0;
        if (shape) {
            showShape(shape);
            return;
        }
        const settled = stroke.takeSettled();
        const now = filmsOf(brush, stroke.opacity);
        if (now[0].grain?.level === films[0].grain?.level) {
            view.wet.fade(now);
        } else {
            view.wet.begin(box, now, multiplies);
            for (const piece of drawn) view.wet.add(piece);
        }
        films = now;
        const tip = stroke.tip(predicted.flatMap((reading) => sampler.sample(reading, true) ?? []));
        if (pattern) {
            if (settled.length > 0) {
                const dashed = dashedDiscs(settled, pattern, length);
                length = dashed.length;
                for (const dash of dashed.dashes) add(dash);
            }
            view.wet.showTip([]);
            for (const dash of dashedDiscs(tip, pattern, length).dashes) view.wet.showTip(dash, true);
        } else {
            add(settled);
            view.wet.showTip(tip);
        }
    };
    /** @param {import('./wet-stroke.js').Disc[]} piece */
    const add = (piece) => {
        view.wet.add(piece);
        if (films[0].grain) drawn.push(piece);
    };
    /** @param {PointerEvent[]} events */
    const take = (events) => {
        for (const reading of events) {
            const sample = sampler.sample(reading);
            if (sample) stroke.add(sample);
        }
        if (frame === 0) frame = requestAnimationFrame(draw);
    };
    const snap = () => {
        const path = stroke.path;
        // A shape has few points that matter; a long scribble must not take long.
        const step = Math.ceil(path.length / mostShapePoints);
        const found = recognized(path.filter((_, i) => i % step === 0 || i === path.length - 1));
        if (!found) return;
        snapped = { shape: found, grab: toPage(rest.x, rest.y) };
        shape = shapeStroke(pen, found.points);
        showShape(shape);
        listener.checkpoint(shape);
    };
    /** @param {Stroke} made */
    const showShape = (made) => {
        view.wet.begin(box, filmsOf(brush, 1), multiplies);
        const circles = discs(made);
        for (const dash of pattern ? dashedDiscs(circles, pattern, 0).dashes : [circles]) view.wet.add(dash);
    };
    let rest = { x: event.clientX, y: event.clientY };
    let isPulled = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let resting;
    /** @param {PointerEvent} move */
    const watch = (move) => {
        if (!manner.snapsShapes || (resting && Math.hypot(move.clientX - rest.x, move.clientY - rest.y) < tremor)) return;
        rest = { x: move.clientX, y: move.clientY };
        clearTimeout(resting);
        resting = setTimeout(snap, pause);
    };
    const stop = () => {
        cancelAnimationFrame(frame);
        clearTimeout(resting);
        clearTimeout(later);
        // A canvas that is still to be drawn in this frame would stay.
        frame = 0;
    };
    /** @param {number} time */
    const checkpoint = (time) => {
        clearTimeout(later);
        later = 0;
        lastCheckpoint = time;
        listener.checkpoint(stroke.unfinished);
    };
    take([event]);
    return {
        move(move, all) {
            if (move.pointerType === 'mouse' && move.buttons === 0) return;
            if (snapped) {
                // Whoever goes on pulls at the shape; lifting the pen does not.
                if (Math.hypot(move.clientX - rest.x, move.clientY - rest.y) < pull && !isPulled) return;
                isPulled = true;
                shape = shapeStroke(pen, adjusted(snapped.shape, snapped.grab, toPage(move.clientX, move.clientY)).points);
                if (frame === 0) frame = requestAnimationFrame(draw);
                return;
            }
            take(all);
            watch(move);
            predicted = typeof move.getPredictedEvents === 'function' ? move.getPredictedEvents().slice(0, 3) : [];
            if (move.timeStamp - lastCheckpoint >= checkpointInterval) checkpoint(move.timeStamp);
            // A pen that rests is kept up to its last point, too.
            else later ||= setTimeout(() => checkpoint(performance.now()), checkpointInterval);
        },
        end() {
            stop();
            listener.finished(shape ?? stroke.finished);
            view.wet.clear();
        },
        cancel() {
            stop();
            view.wet.clear();
            listener.cancelled();
        },
        isYoung: () => performance.now() - start < 200 && stroke.count < 20,
    };
}
