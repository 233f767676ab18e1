// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of the tool in hand.

import { changePen, lines, mostPens, movePen, removePen, slotInHand, standardAngle, thinnest, widest } from '../../model/palette.js';
import { inks, markers } from '../../model/settings.js';
import { text } from '../../texts/texts.js';
import { withDialogs } from '../dialogs.js';
import { iconButton, make } from '../element.js';

/** @typedef {import('../../model/settings.js').Settings} Settings */
/** @typedef {import('../../model/settings.js').PenSetting} PenSetting */
/** @typedef {{set: (change: () => void) => void, addPen: () => boolean, paste: () => void}} Deeds `set` changes the settings, and shows them */

const brushes = /** @type {const} */ (['fountain', 'ballpoint', 'fineliner', 'pencil', 'calligraphy', 'paintbrush', 'monoline', 'crayon', 'watercolor']);
const barrels = /** @type {const} */ (['eraser', 'lasso', 'pen']);
const sizes = { pen: [0.8, 1.2, 1.6, 2.4, 4], highlighter: [8, 12, 18] };
/** The eraser's diameters in CSS pixels. */
const eraserSizes = [10, 18, 36, 72];

/**
 * @param {Settings} settings @param {Deeds} deeds @returns {HTMLElement[]}
 */
export function toolOptions(settings, deeds) {
    const { hand } = settings;
    if (hand === 'eraser') {
        return [
            sizeButtons(eraserSizes, settings.eraserSize, 'px', 0.3, (size) => deeds.set(() => { settings.eraserSize = size; })),
            toggle(text('eraser.whole'), settings.erasesWhole, (isOn) => deeds.set(() => { settings.erasesWhole = isOn; }))];
    }
    if (hand === 'text') return [make('p', { className: 'hint' }, text('text.hint'))];
    if (hand === 'lasso') {
        return [
            make('p', { className: 'hint' }, text('lasso.hint')),
            make('button', { type: 'button', className: 'button', data: { testid: 'paste' }, on: { click: deeds.paste } }, text('paste'))];
    }
    if (hand === 'hand') {
        return [toggle(text('words.select'), settings.selects, (isOn) => deeds.set(() => Object.assign(settings, { selects: isOn, points: false })), 'select-words'),
            toggle(text('laser'), settings.points, (isOn) => deeds.set(() => Object.assign(settings, { points: isOn, selects: false })), 'laser'),
            make('p', { className: 'hint' }, text('laser.hint'))];
    }
    if (hand !== 'pen' && hand !== 'highlighter') return [];
    const pen = settings[hand];
    /** @param {Partial<PenSetting>} values */
    const change = (values) => deeds.set(() => changePen(settings, values));
    /** @type {HTMLElement[]} */
    const parts = [
        colors(pen, hand === 'pen' ? inks : markers, (color) => change({ color })),
        sizeButtons(sizes[hand], pen.size, 'pt', 1.6, (size) => change({ size })),
        widthField(pen, (size) => change({ size })),
        lineButtons(pen, (line) => change({ line }))];
    if (pen.tool === 'calligraphy') parts.push(angleField(pen, (angle) => change({ angle })));
    if (hand === 'highlighter') parts.push(toggle(text('snaps.words'), settings.snapsWords, (isOn) => deeds.set(() => { settings.snapsWords = isOn; }), 'snaps-words'));
    if (hand === 'pen') parts.unshift(brushField(pen, (tool) => change({ tool })));
    parts.push(paletteRow(settings, deeds),
        toggle(text('shapes.snap'), settings.snapsShapes, (isOn) => deeds.set(() => { settings.snapsShapes = isOn; })),
        toggle(text('scribbles'), settings.scribbles, (isOn) => deeds.set(() => { settings.scribbles = isOn; }), 'scribbles'),
        barrelField(settings, deeds),
        make('button', {
            type: 'button', className: 'button', data: { testid: 'feel' }, on: {
                click: () => withDialogs(({ feelDialog }) => feelDialog(settings, () => deeds.set(() => undefined))),
            },
        }, text('feel')));
    return parts;
}

/**
 * @param {PenSetting} pen @param {(tool: PenSetting['tool']) => void} choose
 */
function brushField(pen, choose) {
    const select = make('select', {
        'aria-label': text('brush'), data: { focus: 'brush' }, on: { change: () => choose(/** @type {PenSetting['tool']} */ (select.value)) },
    }, ...brushes.map((brush) => make('option', { value: brush, selected: brush === pen.tool }, text(`brush.${brush}`))));
    return select;
}

/**
 * What the barrel button of a pen does.
 * @param {Settings} settings @param {Deeds} deeds
 */
function barrelField(settings, deeds) {
    const select = make('select', {
        data: { focus: 'barrel', testid: 'barrel' },
        on: { change: () => deeds.set(() => { settings.barrel = /** @type {Settings['barrel']} */ (select.value); }) },
    }, ...barrels.map((barrel) => make('option', { value: barrel, selected: barrel === settings.barrel }, text(`barrel.${barrel}`))));
    return make('label', { className: 'switch' }, make('span', {}, text('barrel')), select);
}

/**
 * @param {PenSetting} pen @param {string[]} list @param {(color: string) => void} choose
 */
function colors(pen, list, choose) {
    const own = make('input', {
        type: 'color', value: pen.color, 'aria-label': text('color.own'), title: text('color.own'), data: { focus: 'own' },
        on: { change: () => choose(own.value) },
    });
    return make('div', { className: 'colors' }, ...list.map((color) => {
        const button = make('button', {
            type: 'button', className: 'color', 'aria-label': text('color', { color }), title: color, data: { focus: color },
            'aria-pressed': String(color === pen.color), on: { click: () => choose(color) },
        });
        button.style.setProperty('--ink', color);
        return button;
    }), own);
}

/**
 * @param {number[]} list @param {number} chosen @param {string} unit @param {number} scale pixels shown per unit
 * @param {(size: number) => void} choose
 */
function sizeButtons(list, chosen, unit, scale, choose) {
    return make('div', { className: 'sizes' }, ...list.map((size) => {
        const button = make('button', {
            type: 'button', className: 'size', 'aria-label': `${text('size')} ${size} ${unit}`, title: `${size} ${unit}`, data: { focus: `size-${size}` },
            'aria-pressed': String(size === chosen), on: { click: () => choose(size) },
        });
        button.style.setProperty('--width', `${Math.min(Math.max(size * scale, 2), 22)}px`);
        return button;
    }));
}

/**
 * Any width.
 * @param {PenSetting} pen @param {(size: number) => void} choose
 */
function widthField(pen, choose) {
    const input = make('input', {
        type: 'number', min: String(thinnest), max: String(widest), step: '0.1', value: String(pen.size), data: { focus: 'width' },
        on: {
            change: () => {
                const size = Math.round(Math.min(Math.max(Number(input.value) || pen.size, thinnest), widest) * 10) / 10;
                choose(size);
            },
        },
    });
    return make('label', { className: 'switch' }, make('span', {}, text('size.own')), input);
}

/**
 * The angle of a flat nib.
 * @param {PenSetting} pen @param {(angle: number) => void} choose
 */
function angleField(pen, choose) {
    const input = make('input', {
        type: 'number', min: '0', max: '180', step: '5', value: String(pen.angle ?? standardAngle), data: { focus: 'angle', testid: 'nib-angle' },
        on: {
            change: () => {
                const angle = Number(input.value);
                choose(input.value !== '' && Number.isFinite(angle) ? Math.min(Math.max(angle, 0), 180) : standardAngle);
            },
        },
    });
    return make('label', { className: 'switch', title: text('nib.hint') }, make('span', {}, text('nib')), input);
}

/**
 * @param {PenSetting} pen @param {(line: import('../../model/palette.js').Line) => void} choose
 */
function lineButtons(pen, choose) {
    return make('div', { className: 'lines', role: 'group', 'aria-label': text('line') }, ...lines.map((line) => make('button', {
        type: 'button', className: `line ${line}`, 'aria-label': text(`line.${line}`), title: text(`line.${line}`), data: { focus: line },
        'aria-pressed': String(line === (pen.line ?? 'solid')), on: { click: () => choose(line) },
    })));
}

/**
 * What can be done with the pen in hand in the palette.
 * @param {Settings} settings @param {Deeds} deeds
 */
function paletteRow(settings, deeds) {
    const slot = slotInHand(settings);
    if (slot === undefined) {
        return make('button', {
            type: 'button', className: 'button', disabled: settings.pens.length >= mostPens, data: { testid: 'add-pen', focus: 'add' },
            on: { click: () => deeds.set(() => void deeds.addPen()) },
        }, text('palette.add'));
    }
    return make('div', { className: 'palette-row' }, make('span', {}, text('palette.number', { number: slot + 1 })),
        iconButton('up', text('palette.earlier'), () => deeds.set(() => void movePen(settings, slot, -1)),
            { disabled: slot === 0, data: { testid: 'pen-earlier', focus: 'earlier' } }),
        iconButton('down', text('palette.later'), () => deeds.set(() => void movePen(settings, slot, 1)),
            { disabled: slot === settings.pens.length - 1, data: { testid: 'pen-later', focus: 'later' } }),
        iconButton('duplicate', text('palette.copy'), () => deeds.set(() => void deeds.addPen()),
            { disabled: settings.pens.length >= mostPens, data: { testid: 'pen-copy', focus: 'copy' } }),
        iconButton('trash', text('palette.remove'), () => deeds.set(() => removePen(settings, slot)), { data: { testid: 'pen-remove' } }));
}

/**
 * @param {string} label @param {boolean} isOn @param {(isOn: boolean) => void} set @param {string} [testid]
 */
function toggle(label, isOn, set, testid = '') {
    const box = make('input', { type: 'checkbox', checked: isOn, data: { focus: label, ...(testid ? { testid } : {}) }, on: { change: () => set(box.checked) } });
    return make('label', { className: 'switch' }, make('span', {}, label), box);
}
