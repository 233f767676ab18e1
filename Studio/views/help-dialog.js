// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the editor, in a table.

import { text } from '../texts/texts.js';
import { showDialog } from './dialogs.js';
import { make } from './element.js';

/** @typedef {import('../texts/texts.js').Key} Key */

/** @type {[Key, [string, Key][]][]} */
const groups = [
    ['tools', [
        ['H', 'tool.hand'], ['P', 'tool.pen'], ['M', 'tool.highlighter'], ['E', 'tool.eraser'], ['L', 'tool.lasso'], ['T', 'tool.text'], ['1 – 9', 'help.pens'], ['R', 'ruler'], ['X', 'laser'], ['V', 'words.select'], ['← → ↑ ↓', 'help.ruler']]],
    ['selection', [
        ['Ctrl A', 'help.all'], ['Ctrl X', 'cut'], ['Ctrl C', 'copy'], ['Ctrl V', 'paste'], ['Ctrl D', 'duplicate'], ['← → ↑ ↓', 'help.nudge'],
        ['Delete', 'lasso.delete'], ['Esc', 'help.escape']]],
    ['words', [['M', 'mark.highlight'], ['U', 'mark.underline'], ['X', 'mark.strikeOut'], ['W', 'mark.squiggly'], ['Ctrl C', 'words.copy']]],
    ['view', [
        ['+  −', 'help.zoom'], ['0', 'zoom.width'], ['Shift 0', 'zoom.page'], ['PgDn PgUp', 'help.turn'], ['Home End', 'help.ends'], ['G', 'goto'], ['N', 'help.offer'], ['/', 'find'],
        ['S', 'view.single'], ['O', 'strip.toggle'], ['J', 'pages.change'], ['Y', 'layers'], ['F', 'help.tools']]],
    ['help.more', [['Ctrl Z', 'undo'], ['Ctrl Shift Z', 'redo'], ['Ctrl P', 'print.title'], ['?', 'help.title']]],
];

/** @type {Record<string, Key>} */
const keyNames = {
    Ctrl: 'key.control', Shift: 'key.shift', Delete: 'key.delete', PgDn: 'key.pagedown', PgUp: 'key.pageup', Home: 'key.home', End: 'key.end',
};

/**
 * What is written on a key.
 * @param {string} key
 */
function keyCap(key) {
    if (key === 'Ctrl' && /Mac|iPad|iPhone/.test(navigator.platform)) return '⌘';
    return keyNames[key] ? text(keyNames[key]) : key;
}

export function helpDialog() {
    const dialog = showDialog(text('help.title'), make('div', { className: 'keys' }, ...groups.map(([title, keys]) =>
        make('section', {}, make('h3', {}, text(title)), make('dl', {}, ...keys.flatMap(([key, words]) => [
            make('dt', {}, ...key.split(' ').filter(Boolean).map((part) => (part === '–' ? part : make('kbd', {}, keyCap(part))))), make('dd', {}, text(words))]))))),
    make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button primary', on: { click: () => dialog.close() } }, text('close'))));
    dialog.classList.add('keys-dialog');
    dialog.dataset.testid = 'help';
    // The table is read from its beginning; the button is at its end.
    dialog.tabIndex = -1;
    dialog.focus();
    dialog.scrollTop = 0;
}
