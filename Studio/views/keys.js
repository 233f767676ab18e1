// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the editor.

/** @typedef {import('./editor-view.js').EditorView} EditorView */

/** @type {Record<string, import('../model/settings.js').Hand>} */
const hands = { p: 'pen', h: 'highlighter', e: 'eraser', l: 'lasso' };

/**
 * @param {KeyboardEvent} event @param {EditorView} editor
 */
export function handleKey(event, editor) {
    const { target } = event;
    if (target instanceof HTMLElement && target.matches('input:not([type=range]), textarea, select, dialog *')) return;
    if (document.querySelector('dialog[open]')) return;
    const key = event.key.toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    const act = isCommand ? command(key, event.shiftKey, editor) : plain(key, editor);
    if (!act) return;
    event.preventDefault();
    act();
}

/** @param {string} key @param {boolean} isShifted @param {EditorView} editor @returns {(() => void) | undefined} */
function command(key, isShifted, editor) {
    if (key === 'z') return () => editor.step(isShifted ? 'redo' : 'undo');
    if (key === 'y') return () => editor.step('redo');
    if (key === '+' || key === '=') return () => editor.zoom(1.25);
    if (key === '-') return () => editor.zoom(1 / 1.25);
    if (key === '0') return () => editor.fit();
    return undefined;
}

/** @param {string} key @param {EditorView} editor @returns {(() => void) | undefined} */
function plain(key, editor) {
    if (hands[key]) return () => editor.take(hands[key]);
    if (key === '+' || key === '=') return () => editor.zoom(1.25);
    if (key === '-') return () => editor.zoom(1 / 1.25);
    if (key === '0') return () => editor.fit();
    if (key === 'pagedown') return () => editor.turn(1);
    if (key === 'pageup') return () => editor.turn(-1);
    if (key === 'delete' || key === 'backspace') return () => editor.deleteSelection();
    return undefined;
}
