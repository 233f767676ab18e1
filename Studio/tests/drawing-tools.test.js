// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { dashedDiscs } from '../ink/dashed-discs.js';
import { adjusted, recognized } from '../ink/shapes.js';
import { smoothed } from '../ink/smoother.js';
import { clipOf, placed, readClip } from '../model/clipboard.js';
import { boxOf, moving, recolored, rewidened, scaling, stretching, then, transformedItem, turning } from '../model/item-geometry.js';
import { areSameLayers, edited, itemsOf, renewed } from '../model/items.js';
import { addingLayer, changingLayer, itemCounts, mayChangeLayers, movingLayer, removingLayer } from '../model/layers.js';
import { PageInk } from '../model/page-ink.js';
import { addPen, changePen, checkedPens, choosePen, dashOf, firstPens, mostPens, movePen, removePen, slotInHand } from '../model/palette.js';
import { edgeGuide, rulerAngle } from '../page/ruler.js';
import { snappedAngle } from '../page/selection.js';
import { exponentAt, placeOf } from '../views/editor/feel-dialog.js';
import { percent } from '../views/editor/panels/view-panel.js';

const black = { red: 0, green: 0, blue: 0, alpha: 1 };

/** @param {number} y @param {any} [values] @returns {any} */
function line(y, values = {}) { return { brush: { kind: 'pen', color: black, width: 2, cap: 'round', dash: [] }, width: 2, xy: [10, y, 50, y], ...values }; }

/** @param {number} y @returns {any} */
function words(y) {
    return { text: { runs: [{ text: 'Elf', style: { family: 'serif', size: 10, weight: 400, color: black } }], measured: [30, 12], transform: [1, 0, 0, 1, 20, y] } };
}

/** @param {any} [values] @returns {any} */
function page(values = {}) { return { strokes: [], objects: [], layers: [{}], pictures: [], ...values }; }

/** @returns {any} */
function hand() {
    return { hand: 'pen', pen: { ...firstPens[0] }, highlighter: { ...firstPens[3] }, pens: firstPens, slot: 0 };
}

/** A path by hand: points between corners, with a tremor that a sine makes. @param {[number, number][]} corners */
function byHand(corners, tremor = 0.8) {
    const points = [];
    for (let i = 1; i < corners.length; i++) {
        const [[ax, ay], [bx, by]] = [corners[i - 1], corners[i]];
        for (let t = 0; t < 20; t++) {
            const wobble = tremor * Math.sin(i * 7 + t * 1.3);
            points.push({ x: ax + ((bx - ax) * t) / 20 + wobble, y: ay + ((by - ay) * t) / 20 - wobble });
        }
    }
    return points;
}

test('a pen of the palette is taken, changed in its place, added, moved and removed', () => {
    const settings = hand();
    assert.ok(choosePen(settings, 3));
    assert.equal(settings.hand, 'highlighter');
    changePen(settings, { color: '#9be564' });
    assert.equal(settings.pens[3].color, '#9be564');
    assert.equal(firstPens[3].color, '#ffd84d', 'the first pens stay as they are');
    choosePen(settings, 0);
    settings.pen.size = 3;
    assert.equal(slotInHand(settings), undefined, 'a pen that was set otherwise is not the one of the palette');
    assert.ok(addPen(settings));
    assert.equal(slotInHand(settings), 4);
    assert.equal(movePen(settings, 4, -1), 3);
    assert.equal(slotInHand(settings), 3, 'it stays in hand');
    removePen(settings, 0);
    assert.equal(slotInHand(settings), 2);
    while (settings.pens.length < mostPens) addPen(settings);
    assert.ok(!addPen(settings));
    assert.ok(!choosePen(settings, 9));
});

test('another kind of pen is a new pen of the palette, and whoever tries kinds gets one', () => {
    const settings = hand();
    choosePen(settings, 0);
    changePen(settings, { tool: 'pencil' });
    assert.deepEqual([settings.pens.length, slotInHand(settings)], [5, 4]);
    assert.equal(settings.pens[0].tool, 'fountain', 'the pen that it was stays');
    changePen(settings, { tool: 'crayon' });
    changePen(settings, { size: 3 });
    assert.deepEqual(settings.pens.slice(4), [{ tool: 'crayon', size: 3, color: firstPens[0].color }]);
    delete settings.tried;
    while (settings.pens.length < mostPens) addPen(settings);
    choosePen(settings, 1);
    changePen(settings, { tool: 'ballpoint' });
    assert.deepEqual([settings.pens.length, settings.pens[1].tool], [mostPens, 'ballpoint'], 'a full palette changes its pen');
});

test('of stored pens only good ones are taken', () => {
    const good = { tool: 'fountain', size: 2, color: '#123456' };
    assert.deepEqual(checkedPens([good, { ...good, size: -1 }, { ...good, color: 'url(x)' }, null]), [good]);
    assert.equal(checkedPens('no list'), firstPens);
});

test('dashes grow with the pen', () => {
    assert.deepEqual(dashOf('dashed', 2), [8, 6]);
    assert.deepEqual(dashOf('solid', 2), []);
    assert.ok(dashOf('dotted', 2)[0] < 0.1);
    assert.deepEqual(dashOf('dotted', 10, true), [10, 12], 'straight ends would hide dots without length');
});

test('more smoothing takes more of a tremor away, and the ends stay', () => {
    /** @param {(i: number) => number} height */
    const written = (height) => Array.from({ length: 100 }, (_, i) => ({ x: i / 2, y: height(i), time: i / 100 }));
    /** @param {{x: number, y: number, time: number}[]} samples @param {number} strength */
    const spread = (samples, strength) => smoothed(samples, strength).slice(5, -5).reduce((sum, { y }) => sum + y * y, 0);
    const noise = written((i) => (i % 2) * 0.5 - 0.25);
    assert.ok(spread(noise, 0.5) < 0.1 * spread(noise, 0), `${spread(noise, 0.5)} of ${spread(noise, 0)}`);
    const tremor = written((i) => 0.3 * Math.sin(i / 2));
    assert.ok(spread(tremor, 0.5) > 0.9 * spread(tremor, 0), 'what a hand did is no noise');
    assert.ok(spread(tremor, 1) < 0.5 * spread(tremor, 0.5), `${spread(tremor, 1)} of ${spread(tremor, 0.5)}`);
    assert.deepEqual(smoothed(noise, 1).at(-1), noise[99]);
    assert.deepEqual(smoothed(noise, 0), noise);
});

test('lines, arrows, triangles, rectangles and ellipses are recognized, and letters are not', () => {
    assert.equal(recognized(byHand([[10, 10], [200, 14]]))?.name, 'line');
    assert.equal(recognized(byHand([[10, 10], [200, 14]]))?.points[1].y, recognized(byHand([[10, 10], [200, 14]]))?.points[0].y);
    assert.equal(recognized(byHand([[10, 10], [110, 90], [20, 100], [12, 12]]))?.name, 'triangle');
    assert.equal(recognized(byHand([[10, 10], [150, 12], [148, 80], [11, 82], [10, 14]]))?.name, 'rectangle');
    assert.equal(recognized(byHand([[10, 10], [200, 10], [180, -8], [200, 10], [180, 28]]))?.name, 'arrow');
    const round = Array.from({ length: 60 }, (_, i) => ({ x: 100 + 60 * Math.cos(i / 9.6) + Math.sin(i), y: 100 + 30 * Math.sin(i / 9.6) }));
    assert.equal(recognized(round)?.name, 'ellipse');
    assert.equal(recognized(byHand([[10, 10], [30, 60], [50, 10], [70, 60], [90, 10]])), undefined, 'a zigzag');
    assert.equal(recognized(byHand([[0, 0], [3, 3]])), undefined, 'a dot');
    const wave = Array.from({ length: 61 }, (_, i) => ({ x: 100 + 5 * i, y: 300 + 6 * Math.sin(i * 0.314) }));
    assert.equal(recognized(wave), undefined, 'a flat wave, as writing is');
    const bow = Array.from({ length: 61 }, (_, i) => ({ x: 100 + 5 * i, y: 300 + 5 * Math.sin(i * 0.052) }));
    assert.equal(recognized(bow)?.name, 'line', 'a bow, as an arm draws it');
});

test('a rectangle that was drawn nearly straight is straight, and a turned one stays turned', () => {
    const straight = recognized(byHand([[10, 10], [150, 14], [149, 80], [11, 82], [10, 14]]))?.points ?? [];
    assert.equal(straight.length, 5);
    assert.ok(Math.abs(straight[0].y - straight[1].y) < 1e-9 && Math.abs(straight[1].x - straight[2].x) < 1e-9);
    const turned = recognized(byHand([[100, 0], [200, 100], [150, 150], [50, 50], [98, 2]]))?.points ?? [];
    assert.equal(turned.length, 5);
    assert.ok(Math.abs(Math.abs(turned[1].x - turned[0].x) - Math.abs(turned[1].y - turned[0].y)) < 15);
});

test('items are moved, scaled and turned as LimnInk does it', () => {
    const big = transformedItem(line(10), then(scaling(2, { x: 10, y: 10 }), moving(1, 2)));
    assert.deepEqual([big.xy, big.width, big.brush.width], [[11, 12, 91, 12], 4, 4]);
    const turned = transformedItem(line(10, { azimuth: [0, 0] }), turning(Math.PI / 2, { x: 10, y: 10 }));
    assert.ok(Math.abs(turned.xy[2] - 10) < 1e-9 && Math.abs(turned.xy[3] - 50) < 1e-9 && Math.abs(turned.azimuth[0] - Math.PI / 2) < 1e-9);
    assert.equal(turned.width, 2);
    assert.deepEqual(boxOf(transformedItem(words(100), scaling(2, { x: 0, y: 0 }))), [40, 200, 100, 224]);
    assert.deepEqual(transformedItem({ note: { at: [5, 5] } }, moving(2, 3)).note.at, [7, 8]);
    assert.equal(recolored(line(1, { brush: { ...line(1).brush, color: { ...black, alpha: 0.5 } } }), { red: 1, green: 0, blue: 0, alpha: 1 }).brush.color.alpha, 0.5);
});

test('an edit of strokes and objects names all items, is undone, and is found again on a changed page', () => {
    const ink = new PageInk();
    ink.load({ pages: [{ strokes: [line(1), line(2)], objects: [{ strokesBelow: 1, ...words(5) }], layers: [{}] }] }, 3);
    assert.deepEqual(itemsOf(ink.state).map((item) => (item.xy ? item.xy[1] : 'text')), [1, 'text', 2]);
    const { after, body, removed } = edited(ink.state, { replace: new Map([[1, [words(9)]], [2, []]]) });
    assert.deepEqual([body.remove, body.insert.map((/** @type {any} */ entry) => entry.index)], [[1, 2], [1]]);
    ink.become(after);
    assert.deepEqual([ink.strokes.length, ink.objects[0].text.transform[5], ink.objects[0].strokesBelow], [1, 9, 1]);
    ink.undo();
    assert.deepEqual([ink.strokes.length, ink.objects[0].text.transform[5]], [2, 5]);
    ink.redo();
    assert.equal(ink.strokes.length, 1);
    ink.undo();
    ink.receive([line(7)], 4);
    const fresh = renewed(ink.state, { body, removed });
    assert.deepEqual([fresh?.body.remove, fresh?.body.insert[0].index, fresh?.body.add], [[1, 2], 1, undefined]);
    assert.deepEqual(itemsOf(/** @type {any} */ (fresh).after).map((item) => (item.xy ? item.xy[1] : 'text')), [1, 'text', 7], 'it keeps its place');
    assert.equal(renewed(page(), { body, removed }), undefined, 'what it changes is gone');
});

test('pictures go with their items, each once', () => {
    const data = { format: 'png', bytes: 'AAAA' };
    const picture = { picture: { data: 1, frame: [0, 0, 10, 10] } };
    const clip = clipOf([picture, line(3, { layer: 2 })], [{ format: 'png', bytes: 'BBBB' }, data]);
    assert.deepEqual([clip.pictures, clip.items[0].picture.data, clip.items[1].layer], [[data], 0, undefined]);
    const { after, body } = edited(page({ pictures: [data] }), { add: [...clip.items, clip.items[0]], pictures: clip.pictures });
    assert.deepEqual([after.pictures.length, body.pictures.length, body.add.length], [1, 1, 3]);
    assert.deepEqual(readClip(JSON.stringify(clip)), clip);
    for (const bad of ['', 'x', '{"limnItems":1,"items":[{}],"pictures":[]}', '{"limnItems":1,"items":[null],"pictures":[]}']) assert.equal(readClip(bad), undefined);
});

test('a copy lies beside its original, and inside the page', () => {
    const clip = clipOf([line(30)], []);
    assert.deepEqual(placed(clip, page(), { width: 600, height: 800 })[0].xy, [10, 30, 50, 30]);
    assert.deepEqual(placed(clip, page({ strokes: [line(30)] }), { width: 600, height: 800 })[0].xy, [24, 44, 64, 44]);
    assert.ok(placed(clipOf([line(790)], []), page(), { width: 600, height: 400 })[0].xy[1] < 400);
});

test('layers are added, changed, moved with their items, and removed with them', () => {
    const one = page({ strokes: [line(1), line(2, { layer: 1 }), line(3)], layers: [{ name: 'Ink' }, { name: 'Map', id: 4 }] });
    assert.deepEqual(addingLayer(one, 'New').layers?.[2], { name: 'New', id: 5 });
    assert.deepEqual(changingLayer(one, 1, { audience: 'gameMaster', hidden: false }).layers?.[1], { name: 'Map', id: 4, audience: 'gameMaster' });
    const moved = edited(one, movingLayer(one, 0, 1)).after;
    assert.deepEqual(moved.layers.map(({ name }) => name), ['Map', 'Ink']);
    assert.deepEqual(moved.strokes.map(({ xy, layer = 0 }) => [xy[1], layer]), [[2, 0], [1, 1], [3, 1]]);
    const without = edited(one, /** @type {any} */ (removingLayer(one, 0))).after;
    assert.deepEqual(without.strokes.map(({ xy, layer = 0 }) => [xy[1], layer]), [[2, 0]]);
    assert.equal(removingLayer(page(), 0), undefined, 'one layer stays');
    assert.deepEqual(itemCounts(one), [2, 1]);
    assert.ok(areSameLayers([{ name: 'a', hidden: false }], [{ name: 'a' }]) && !areSameLayers([{}], [{ locked: true }]));
});

test('a stroke that is on another layer now is not taken for the one that is known', () => {
    const ink = new PageInk();
    ink.load({ strokes: [line(1)], layers: [{}, {}] }, 1);
    const [known] = ink.strokes;
    ink.load({ strokes: [line(1, { layer: 1 })], layers: [{}, {}] }, 2);
    assert.equal(ink.strokes[0].layer, 1);
    ink.load({ strokes: [line(1), line(1, { layer: 1 })], layers: [{}, {}] }, 3);
    assert.deepEqual(ink.strokes.map(({ layer = 0 }) => layer), [0, 1]);
    assert.notEqual(ink.strokes[0], known);
});

test('a player may not change layers where one is for the game master', () => {
    const secret = page({ layers: [{}, { audience: 'gameMaster' }] });
    assert.ok(!mayChangeLayers(secret, false) && mayChangeLayers(secret, true) && mayChangeLayers(page(), false));
});

test('dashes that are made piece by piece are those of the whole', () => {
    const discs = Array.from({ length: 101 }, (_, i) => ({ x: i, y: 0, r: 1 }));
    /** @param {import('../ink/dashed-discs.js').Disc[][]} dashes */
    const ends = (dashes) => dashes.map((dash) => [dash[0].x, dash[dash.length - 1].x]);
    const whole = ends(dashedDiscs(discs, [7, 5], 0).dashes);
    assert.deepEqual(whole.slice(0, 3), [[0, 7], [12, 19], [24, 31]]);
    const pieces = [];
    let length = 0;
    for (let i = 0; i < 100; i += 10) {
        const made = dashedDiscs(discs.slice(i, i + 11), [7, 5], length);
        length = made.length;
        pieces.push(...ends(made.dashes));
    }
    assert.equal(length, 100);
    // A dash that goes on in the next piece begins there where the last one ended.
    const joined = [pieces[0]];
    for (const [from, to] of pieces.slice(1)) {
        const last = joined[joined.length - 1];
        if (Math.abs(from - last[1]) < 1e-9) last[1] = to;
        else joined.push([from, to]);
    }
    assert.deepEqual(joined.map((dash) => dash.map(Math.round)), whole);
});

test('a stroke that begins near an edge of the ruler goes along it, and others do not', () => {
    const ruler = { x: 100, y: 100, angle: 90 };
    const led = edgeGuide(ruler, { x: 50, y: 20 });
    assert.deepEqual([led?.({ x: 30, y: 70 })].map((at) => at && [Math.round(at.x), Math.round(at.y)]), [[64, 70]]);
    assert.equal(Math.round(edgeGuide(ruler, { x: 150, y: 20 }, 2)?.({ x: 0, y: 5 }).x ?? 0), 138, 'beside the edge by half the pen');
    assert.equal(edgeGuide(ruler, { x: 20, y: 20 }), undefined);
    assert.equal(edgeGuide(ruler, { x: 100, y: 20 }), undefined, 'the middle of the ruler is no edge');
});

test('rulers and selections snap to the usual angles', () => {
    assert.deepEqual([0.4, 44, 47, 91, -95, 180, 100].map(rulerAngle), [0, 45, 47, 90, 85, 0, -80].map((angle) => angle + 0));
    assert.equal(snappedAngle(0.03), 0);
    assert.equal(snappedAngle(0.2), 0.2);
    assert.ok(Math.abs(snappedAngle(1.55) - Math.PI / 2) < 1e-12);
});

test('the slider of the pressure is even about the middle, and 100 % is the size of the paper', () => {
    assert.deepEqual([-1, 0, 1].map(exponentAt), [0.25, 1, 4]);
    for (const place of [-0.6, 0.35]) assert.ok(Math.abs(placeOf(exponentAt(place)) - place) < 0.001);
    assert.equal(percent(4 / 3), '100 %');
});

test('a shape that has snapped is pulled: lines turn about their beginning, others grow about their middle', () => {
    /** @param {{points: {x: number, y: number}[]}} shape */
    const flat = ({ points }) => points.flatMap(({ x, y }) => [Math.round(x), Math.round(y)]);
    const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ x, y });
    const drawn = { name: /** @type {const} */ ('line'), points: [at(10, 10), at(110, 10)] };
    assert.deepEqual(flat(adjusted(drawn, at(110, 10), at(60, 90))), [10, 10, 60, 90]);
    assert.deepEqual(flat(adjusted(drawn, at(110, 10), at(210, 12))), [10, 10, 210, 10], 'and snap to the level');
    const box = { name: /** @type {const} */ ('rectangle'), points: [at(0, 0), at(20, 0), at(20, 10), at(0, 10), at(0, 0)] };
    assert.deepEqual(flat(adjusted(box, at(0, 0), at(-10, -5))), [-10, -5, 30, -5, 30, 15, -10, 15, -10, -5]);
    const arrow = { name: /** @type {const} */ ('arrow'), points: [at(0, 0), at(10, 0), at(8, 1), at(10, 0), at(8, -1)] };
    assert.deepEqual(flat(adjusted(arrow, at(10, 0), at(0, 20))), [0, 0, 0, 20, -2, 16, 0, 20, 2, 16]);
    assert.equal(adjusted(arrow, at(10, 0), at(0, 0)).points, arrow.points);
});

test('a stroke is stretched in one direction, and drawn as if by another pen', () => {
    /** @type {any} */
    const drawn = { brush: { kind: 'pen', width: 2, dash: [4, 2] }, widths: [1, 3], xy: [10, 10, 20, 30] };
    assert.deepEqual(transformedItem(drawn, stretching(2, 1, { x: 10, y: 0 })).xy, [10, 10, 30, 30]);
    assert.deepEqual(transformedItem(drawn, stretching(1, 0.5, { x: 0, y: 10 })).xy, [10, 10, 20, 20]);
    const { widths, brush } = rewidened(drawn, 3);
    assert.deepEqual([widths, brush.width, brush.dash], [[1.5, 4.5], 3, [6, 3]]);
    assert.equal(rewidened({ note: {} }, 3).note !== undefined, true);
});
