// SPDX-License-Identifier: GPL-3.0-or-later
// The pen and the highlighter at work. Events only collect samples; one frame draws. While the stroke grows, it is kept
// in the browser's store ten times a second, so that a closed tab loses nothing.

import { brushOf } from '../ink/brush-model.js';
import { Sampler } from './sampling.js';
import { WetStroke } from './wet-stroke.js';

/** @typedef {import('./page-view.js').PageView} PageView */
/** @typedef {import('./wet-stroke.js').Pen} Pen */
/** @typedef {import('../ink/stroke.js').Stroke} Stroke */
/** @typedef {import('./pointer-control.js').Work} Work */

/** Milliseconds between two checkpoints of a stroke. */
const checkpointInterval = 100;

/**
 * @param {PageView} view @param {PointerEvent} event @param {Pen} pen @param {number} curve of the pressure
 * @param {{checkpoint: (stroke: Stroke) => void, finished: (stroke: Stroke) => void, cancelled: () => void}} listener
 * @returns {Work | undefined}
 */
export function beginWriting(view, event, pen, curve, listener) {
    if (!view.box) return undefined;
    const sampler = new Sampler(event.pointerType, (x, y) => view.toPage(x, y), curve);
    const stroke = new WetStroke(pen);
    const brush = brushOf(pen.tool, pen.size, pen.color);
    view.wet.begin(view.box, brush.color, brush.kind === 'highlighter');
    let frame = 0;
    let lastCheckpoint = event.timeStamp;
    const start = event.timeStamp;
    /** @type {PointerEvent[]} */
    let predicted = [];

    const draw = () => {
        frame = 0;
        view.wet.add(stroke.takeSettled());
        view.wet.showTip(stroke.tip(predicted.flatMap((reading) => sampler.sample(reading, true) ?? [])));
    };
    /** @param {PointerEvent[]} events */
    const take = (events) => {
        for (const reading of events) {
            const sample = sampler.sample(reading);
            if (sample) stroke.add(sample);
        }
        if (frame === 0) frame = requestAnimationFrame(draw);
    };
    take([event]);
    return {
        move(move, all) {
            if (move.pointerType === 'mouse' && move.buttons === 0) return;
            take(all);
            predicted = typeof move.getPredictedEvents === 'function' ? move.getPredictedEvents().slice(0, 3) : [];
            if (move.timeStamp - lastCheckpoint >= checkpointInterval) {
                lastCheckpoint = move.timeStamp;
                listener.checkpoint(stroke.finished(sampler.reportsPressure));
            }
        },
        end() {
            cancelAnimationFrame(frame);
            const made = stroke.finished(sampler.reportsPressure);
            listener.finished(made);
            view.wet.clear();
        },
        cancel() {
            cancelAnimationFrame(frame);
            view.wet.clear();
            listener.cancelled();
        },
        isYoung: () => performance.now() - start < 200 && stroke.count < 20,
    };
}
