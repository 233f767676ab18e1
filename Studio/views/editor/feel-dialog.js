// SPDX-License-Identifier: GPL-3.0-or-later
// How the pen feels: the curve of its pressure and the smoothing, with a field to try them. What was written there is
// drawn anew with every change.

import { bounds } from '../../ink/stroke.js';
import { paint } from '../../ink/painting.js';
import { dashOf, nibOf, penInHand } from '../../model/palette.js';
import { colorOf } from '../../model/settings.js';
import { coalesced, Sampler } from '../../page/sampling.js';
import { svgElement } from '../../page/svg.js';
import { WetStroke } from '../../page/wet-stroke.js';
import { text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';

/** @typedef {import('../../model/settings.js').Settings} Settings */

/** The side of the curve's picture, and how far the curve may be bent: its exponent goes from 1/4 to 4. */
const [side, bend] = [120, 2];

/**
 * The exponent of a slider's place, and back.
 * @param {number} place −1 soft … 1 firm
 */
export function exponentAt(place) { return Math.round(2 ** (place * bend) * 1000) / 1000; }

/** @param {number} exponent */
export function placeOf(exponent) { return Math.min(Math.max(Math.log2(exponent) / bend, -1), 1); }

/**
 * The points of a pressure curve in a square.
 * @param {number} exponent
 */
function curvePoints(exponent) {
    return Array.from({ length: 33 }, (_, i) => `${((i / 32) * side).toFixed(1)},${(side - Math.pow(i / 32, exponent) * side).toFixed(1)}`).join(' ');
}

/**
 * @param {Settings} settings @param {() => void} changed
 */
export function feelDialog(settings, changed) {
    const curve = svgElement('polyline', { class: 'curve' });
    const dot = svgElement('circle', { class: 'curve-dot', r: 5 });
    const picture = svgElement('svg', { viewBox: `-8 -8 ${side + 16} ${side + 16}`, class: 'pressure-curve', 'aria-hidden': 'true' },
        svgElement('rect', { width: side, height: side, class: 'curve-frame' }),
        svgElement('line', { x1: 0, y1: side, x2: side, y2: 0, class: 'curve-even' }), curve, dot);
    const field = new TrialField(settings, (pressure) => showDot(pressure));

    /** @param {number | undefined} pressure */
    function showDot(pressure) {
        dot.setAttribute('visibility', pressure === undefined ? 'hidden' : 'visible');
        if (pressure === undefined) return;
        dot.setAttribute('cx', String(pressure * side));
        dot.setAttribute('cy', String(side - Math.pow(pressure, settings.curve) * side));
    }
    const firmness = slider('feel-pressure', -1, 1, placeOf(settings.curve), (place) => { settings.curve = exponentAt(place); });
    const smoothing = slider('feel-smoothing', 0, 1, settings.smoothing, (value) => { settings.smoothing = value; });
    const show = () => {
        curve.setAttribute('points', curvePoints(settings.curve));
        firmness.setAttribute('aria-valuetext', text(settings.curve < 0.87 ? 'pressure.soft' : settings.curve > 1.15 ? 'pressure.firm' : 'pressure.normal'));
        field.draw();
    };

    /**
     * @param {string} name @param {number} min @param {number} max @param {number} value @param {(value: number) => void} set
     */
    function slider(name, min, max, value, set) {
        const input = make('input', {
            type: 'range', min: String(min), max: String(max), step: '0.05', data: { testid: name },
            on: {
                input: () => {
                    set(Number(input.value));
                    show();
                },
                change: changed,
            },
        });
        input.value = String(value);
        return input;
    }
    // A drag on the curve bends it to where the pointer is.
    /** @param {PointerEvent} event */
    const bendTo = (event) => {
        if (event.buttons === 0) return;
        const box = picture.getBoundingClientRect();
        const unit = (side + 16) / box.width;
        const [x, y] = [((event.clientX - box.left) * unit - 8) / side, 1 - ((event.clientY - box.top) * unit - 8) / side];
        if (!(x > 0.05 && x < 0.95 && y > 0.02 && y < 0.98)) return;
        const place = Math.round(placeOf(Math.log(y) / Math.log(x)) * 20) / 20;
        firmness.value = String(place);
        settings.curve = exponentAt(place);
        show();
    };
    picture.addEventListener('pointerdown', (event) => {
        event.preventDefault();
        picture.setPointerCapture(event.pointerId);
        bendTo(event);
    });
    picture.addEventListener('pointermove', bendTo);
    picture.addEventListener('pointerup', changed);
    const dialog = showDialog(text('feel'),
        make('div', { className: 'feel' },
            picture,
            make('div', { className: 'feel-sliders' },
                make('label', {}, text('pressure'), firmness,
                    make('span', { className: 'ends', 'aria-hidden': 'true' }, make('span', {}, text('pressure.soft')), make('span', {}, text('pressure.firm')))),
                make('label', {}, text('smoothing'), smoothing,
                    make('span', { className: 'ends', 'aria-hidden': 'true' }, make('span', {}, text('smoothing.little')), make('span', {}, text('smoothing.much')))))),
        field.element,
        make('p', { className: 'hint' }, text('feel.hint')),
        make('div', { className: 'dialog-actions' },
            make('button', { type: 'button', className: 'button', on: { click: () => field.clear() } }, text('feel.clear')),
            make('button', { type: 'button', className: 'button primary', on: { click: () => dialog.close() } }, text('close'))));
    dialog.classList.add('feel-dialog');
    showDot(undefined);
    show();
}

/** A piece of paper to try the pen on. */
class TrialField {
    element = make('canvas', { className: 'trial', role: 'img', 'aria-label': text('feel.field'), data: { testid: 'trial' } });
    /** @type {{type: string, readings: import('../../page/sampling.js').Reading[]}[]} */
    #strokes = [];
    #pointer = -1;
    #frame = 0;

    /** @param {Settings} settings @param {(pressure: number | undefined) => void} pressed */
    constructor(settings, pressed) {
        this.settings = settings;
        const { element } = this;
        element.addEventListener('pointerdown', (event) => {
            if (this.#pointer >= 0 || event.button !== 0) return;
            event.preventDefault();
            this.#pointer = event.pointerId;
            try {
                element.setPointerCapture(event.pointerId);
            } catch {
                // An event that no device made has no pointer to capture.
            }
            this.#strokes.push({ type: event.pointerType, readings: [] });
            this.#take([event]);
        });
        element.addEventListener('pointermove', (event) => {
            if (event.pointerId !== this.#pointer) return;
            this.#take(coalesced(event));
            pressed(event.pointerType === 'pen' && event.pressure > 0 ? event.pressure : undefined);
        });
        for (const type of ['pointerup', 'pointercancel']) {
            element.addEventListener(type, () => {
                this.#pointer = -1;
                pressed(undefined);
            });
        }
        element.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false });
    }

    /** @param {PointerEvent[]} events */
    #take(events) {
        const place = this.element.getBoundingClientRect();
        this.#strokes[this.#strokes.length - 1].readings.push(...events.map(
            ({ clientX, clientY, timeStamp, pressure, tiltX, tiltY, altitudeAngle, azimuthAngle }) => ({
                clientX: clientX - place.left, clientY: clientY - place.top, timeStamp, pressure, tiltX, tiltY, altitudeAngle, azimuthAngle })));
        if (this.#frame === 0) {
            this.#frame = requestAnimationFrame(() => {
                this.#frame = 0;
                this.draw();
            });
        }
    }

    clear() {
        this.#strokes = [];
        this.draw();
    }

    /** Draws what was written with the settings of now. */
    draw() {
        const { element, settings } = this;
        const ratio = window.devicePixelRatio || 1;
        element.width = Math.round(element.clientWidth * ratio);
        element.height = Math.round(element.clientHeight * ratio);
        const context = element.getContext('2d');
        if (!context || element.width === 0) return;
        // As large as on a page at its usual zoom.
        const zoom = 1.5;
        context.setTransform(ratio * zoom, 0, 0, ratio * zoom, 0, 0);
        const setting = penInHand(settings);
        const pen = { ...setting, color: colorOf(setting.color), dash: dashOf(setting.line, setting.size, setting.tool === 'highlighter'), nib: nibOf(setting), smoothing: settings.smoothing };
        const widths = [];
        for (const { type, readings } of this.#strokes) {
            const sampler = new Sampler(type, (x, y) => ({ x: x / zoom, y: y / zoom }), settings.curve);
            const wet = new WetStroke(pen, 1 / zoom);
            for (const reading of readings) {
                const sample = sampler.sample(reading);
                if (sample) wet.add(sample);
            }
            const stroke = wet.finished;
            if (bounds(stroke)) paint(context, stroke);
            widths.push(Math.max(...(stroke.widths ?? [stroke.width ?? 0])));
        }
        element.dataset.widest = Math.max(...widths, 0).toFixed(3);
    }
}
