// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the editor.

import { withDialogs } from '../dialogs.js';
import { takesKeys } from '../element.js';

/** @typedef {import('./editor-view.js').EditorView} EditorView */

/** @type {Record<string, import('../../model/settings.js').Hand>} */
const hands = { h: 'hand', p: 'pen', m: 'highlighter', e: 'eraser', l: 'lasso', t: 'text' };

/** What one writes in. */
const writing = 'input:not([type=range], [type=checkbox], [type=radio], [type=color]), textarea, select, [contenteditable]';

/** The keys by which a browser scrolls. */
const scrolling = [' ', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'];

/**
 * @param {EditorView} editor @returns {() => void} stops listening
 */
export function listenToKeys(editor) {
    /** @type {Node | undefined} */
    let pressed;
    const press = (/** @type {PointerEvent} */ { target }) => { pressed = target instanceof Node ? target : undefined; };
    const down = (/** @type {KeyboardEvent} */ event) => handleKey(event, editor, pressed);
    const release = (/** @type {Event} */ event) => {
        if (event instanceof KeyboardEvent && event.key !== ' ') return;
        if (editor.drawing.isSpaceHeld) event.preventDefault();
        editor.drawing.holdSpace(false);
    };
    window.addEventListener('pointerdown', press, true);
    window.addEventListener('keydown', down);
    for (const type of ['keyup', 'blur']) window.addEventListener(type, release);
    return () => {
        window.removeEventListener('pointerdown', press, true);
        window.removeEventListener('keydown', down);
        for (const type of ['keyup', 'blur']) window.removeEventListener(type, release);
    };
}

/**
 * @param {KeyboardEvent} event @param {EditorView} editor @param {Node | undefined} pressed what a pointer has pressed last
 */
function handleKey(event, editor, pressed) {
    const { target } = event;
    // Arrows choose among radio buttons and move sliders.
    if (takesKeys(target, event.key.startsWith('Arrow') ? `${writing}, input` : writing)) return;
    // The space bar presses what has the focus; elsewhere it makes a hand of the tool. What the mouse has pressed has the focus as
    // well: with the mouse back on the pages, nobody means it.
    const isLeft = editor.drawing.isSpaceHeld || editor.column.element.matches(':hover') && target instanceof Node && pressed !== undefined && target.contains(pressed);
    if (event.key === ' ' && target instanceof HTMLElement && (isLeft || !takesKeys(target, 'button, a, input, summary, label'))) {
        event.preventDefault();
        editor.drawing.holdSpace(true);
        return;
    }
    if (document.querySelector('dialog[open]')) return;
    if (editor.pointers.isBusy && scrolling.includes(event.key)) event.preventDefault();
    const key = event.key.toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    const act = isCommand ? command(key, event.shiftKey, editor) : event.altKey ? undefined : plain(key, event.shiftKey, editor);
    if (!act) return;
    event.preventDefault();
    // Pages turn and tools change when the stroke has ended; a step back is not for the stroke that is being written.
    if (isCommand && (key === 'z' || key === 'y')) act();
    else editor.pointers.whenIdle(act);
}

/** @param {string} key @param {boolean} isShifted @param {EditorView} editor @returns {(() => void) | undefined} */
function command(key, isShifted, editor) {
    if (key === 'z') return () => editor.step(isShifted ? 'redo' : 'undo');
    if (key === 'y') return () => editor.step('redo');
    if (key === '+' || key === '=') return () => editor.zoom(1.25);
    if (key === '-') return () => editor.zoom(1 / 1.25);
    if (key === '0') return () => editor.fit();
    if (key === 'a') return () => editor.selecting.selectAll();
    if (key === 'p') return () => editor.print();
    if (key === 'f') return () => editor.panels.find.open();
    if (key === 'd' && editor.selecting.isActive) return () => editor.selecting.duplicate();
    return undefined;
}

/**
 * The arrows that move what is selected.
 * @type {Record<string, [number, number]>}
 */
const arrows = { arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] };

/**
 * The marks on words that are selected.
 * @type {Record<string, import('../../model/markup.js').Style>}
 */
const markKeys = { m: 'highlight', u: 'underline', x: 'strikeOut', w: 'squiggly' };

/** @param {string} key @param {boolean} isShifted @param {EditorView} editor @returns {(() => void) | undefined} */
function plain(key, isShifted, editor) {
    if (markKeys[key] && editor.mayWrite && editor.hasSelectedWords) return () => editor.withWords((words) => words.mark(markKeys[key]));
    if (hands[key]) return () => editor.take(hands[key]);
    if (key === '+' || (key === '=' && !isShifted)) return () => editor.zoom(1.25);
    if (key === '-') return () => editor.zoom(1 / 1.25);
    if (key === '0') return () => editor.fit();
    if (key === 'pagedown') return () => editor.turn(1);
    if (key === 'pageup') return () => editor.turn(-1);
    if (/^[1-9]$/.test(key)) return () => editor.tools.takePen(Number(key) - 1);
    if (key === ')' || key === '=') return () => editor.fitPage();
    if (key === 'r') return () => editor.toggleRuler();
    if (key === 'f') return () => editor.toggleTools();
    if (key === 'v') return () => editor.selectWords(!editor.pointers.rules.selects);
    if (key === 'x') return () => editor.tools.toggleLaser();
    if (key === '/') return () => editor.panels.find.open();
    if (key === 's') return () => editor.showOnePage(!editor.column.isSingle);
    if (key === 'o') return () => editor.toggleStrip();
    if (key === 'y') return () => editor.panels.layers.toggle();
    if (key === 'j') return () => editor.showPageMenu();
    if (key === 'n') return () => editor.nextOffer();
    if (key === 'g') return () => editor.panels.view.goTo();
    if (key === '?') return () => withDialogs(({ helpDialog }) => helpDialog());
    if (key === 'home') return () => editor.goTo(editor.model.pages[0].page);
    if (key === 'end') return () => editor.goTo(editor.model.pages[editor.model.pages.length - 1].page);
    if (!editor.selecting.isActive) {
        if (editor.column.isSingle && key === 'arrowright') return () => editor.turn(1);
        if (editor.column.isSingle && key === 'arrowleft') return () => editor.turn(-1);
        if (key === 'escape') {
            return () => {
                editor.clearWords();
                if (!editor.filling.restore()) editor.closeAll();
            };
        }
        return undefined;
    }
    if (key === 'delete' || key === 'backspace') return () => editor.selecting.delete();
    if (key === 'escape') return () => editor.selecting.select(undefined);
    const arrow = arrows[key];
    if (!arrow) return undefined;
    const step = isShifted ? 10 : 1;
    return () => editor.selecting.nudge(arrow[0] * step, arrow[1] * step);
}
