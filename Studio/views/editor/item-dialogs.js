// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs of a note, of a mark on words, and of a link.

import { linkAddress, longestNote, longestTitle, pins } from '../../model/insertions.js';
import { styles } from '../../model/markup.js';
import { colorOf, hexOf, inks, markers, remember, remembered } from '../../model/settings.js';
import { counted, text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';

/**
 * Buttons for colors, one of which is pressed.
 * @param {string} label @param {string[]} usual @param {string} first @param {(color: string) => void} choose
 */
function colorChoice(label, usual, first, choose) {
    const colors = make('div', { className: 'colors', role: 'group', 'aria-label': label });
    const show = (/** @type {string} */ pressed) => colors.replaceChildren(...[...new Set([...usual, first])].map((color) => {
        const button = make('button', {
            type: 'button', className: 'color', 'aria-label': text('color', { color }), title: color, 'aria-pressed': String(color === pressed),
            on: {
                click: () => {
                    choose(color);
                    show(color);
                    /** @type {HTMLElement | null} */ (colors.querySelector('[aria-pressed="true"]'))?.focus();
                },
            },
        });
        button.style.setProperty('--ink', color);
        return button;
    }));
    show(first);
    return colors;
}

/**
 * What was typed stays when a dialog is left by Escape or by a press beside it; its button drops it.
 * @param {HTMLDialogElement} dialog @param {HTMLFormElement} form @param {() => boolean} isTyped
 */
function keepWhenLeft(dialog, form, isTyped) {
    dialog.addEventListener('cancel', (event) => {
        if (!isTyped()) return;
        event.preventDefault();
        form.requestSubmit();
    });
}

/**
 * Reads and changes a note.
 * @param {any} note undefined for a new one
 * @param {((note: {title: string, text: string, color: any}) => void) | undefined} save undefined if it may only be read
 * @param {() => void} [remove]
 */
export function noteDialog(note, save, remove) {
    let color = note ? hexOf(note.color) : pins[0];
    const title = make('input', {
        type: 'text', maxLength: longestTitle, value: note?.title ?? '', readOnly: !save, data: { testid: 'note-title' },
    });
    const words = make('textarea', {
        rows: 5, maxLength: longestNote, value: note?.text ?? '', readOnly: !save, className: 'note-text', data: { testid: 'note-text' },
    });
    const colors = colorChoice(text('note.color'), pins, color, (chosen) => { color = chosen; });
    const form = make('form', {
        on: {
            submit: (/** @type {Event} */ event) => {
                event.preventDefault();
                const [heading, body] = [title.value.trim(), words.value.trim()];
                dialog.close();
                // A note without words says nothing.
                if (heading || body) save?.({ title: heading, text: body, color: colorOf(color) });
                else if (note) remove?.();
            },
        },
    }, make('label', { className: 'field-label' }, text('note.title'), title), make('label', { className: 'field-label' }, text('note.text'), words),
    save && colors,
    make('div', { className: 'dialog-actions' },
        note && save && remove && make('button', {
            type: 'button', className: 'button', data: { testid: 'note-remove' }, on: {
                click: () => {
                    dialog.close();
                    remove();
                },
            },
        }, text('note.remove')),
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text(save ? 'cancel' : 'close')),
        save && make('button', { type: 'submit', className: 'button primary', data: { testid: 'note-save' } }, text('item.save'))));
    const dialog = showDialog(text(note ? 'note' : 'insert.note'), form);
    const said = () => `${title.value.trim()}\n${words.value.trim()}`;
    const before = said();
    keepWhenLeft(dialog, form, () => said() !== before && said() !== '\n');
    title.focus();
}

/**
 * Reads and changes a mark on words: its comment, its kind, and its color.
 * @param {import('../../model/markup.js').Markup} markup
 * @param {((markup: {style: import('../../model/markup.js').Style, text: string | undefined, color: any}) => void) | undefined} save
 *   undefined if it may only be read
 * @param {() => void} remove
 */
export function markDialog(markup, save, remove) {
    let color = hexOf(markup.color);
    const comment = make('textarea', {
        rows: 3, maxLength: longestNote, value: markup.text ?? '', readOnly: !save, className: 'note-text', data: { testid: 'mark-comment' },
    });
    const kind = make('select', { disabled: !save, data: { testid: 'mark-kind' } },
        ...styles.map((style) => make('option', { value: style, selected: style === markup.style }, text(`mark.${style}`))));
    const chosen = (/** @type {string} */ one) => {
        color = one;
        remember('mark-colors', { ...remembered('mark-colors'), [kind.value]: one });
    };
    const form = make('form', {
        on: {
            submit: (/** @type {Event} */ event) => {
                event.preventDefault();
                dialog.close();
                const style = /** @type {import('../../model/markup.js').Style} */ (kind.value);
                save?.({ style, text: comment.value.trim() || undefined, color: { ...colorOf(color), alpha: markup.color.alpha } });
            },
        },
    }, markup.words && make('blockquote', { className: 'marked-words' }, markup.words),
    make('label', { className: 'field-label' }, text('mark.comment'), comment),
    save && make('label', { className: 'field-label' }, text('mark.kind'), kind),
    save && colorChoice(text('mark.color'), [...markers, ...inks.slice(2)], color, chosen),
    make('div', { className: 'dialog-actions' },
        save && make('button', {
            type: 'button', className: 'button', data: { testid: 'mark-remove' }, on: {
                click: () => {
                    dialog.close();
                    remove();
                },
            },
        }, text('note.remove')),
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text(save ? 'cancel' : 'close')),
        save && make('button', { type: 'submit', className: 'button primary', data: { testid: 'mark-save' } }, text('item.save'))));
    const dialog = showDialog(text(`mark.${markup.style}`), form);
    keepWhenLeft(dialog, form, () => comment.value.trim() !== (markup.text ?? ''));
    comment.focus();
}

/**
 * Chooses where a link leads.
 * @param {any} link undefined for a new one
 * @param {number} pageCount
 * @param {(target: {uri: string} | {page: number}) => void} save
 */
export function linkDialog(link, pageCount, save) {
    const address = make('input', { type: 'text', inputMode: 'url', maxLength: 2000, value: link?.uri ?? '', data: { testid: 'link-address' } });
    const page = make('input', { type: 'number', min: '1', max: String(pageCount), value: link?.page ?? '', data: { testid: 'link-page' } });
    const fault = make('p', { className: 'fault', role: 'alert' });
    const form = make('form', {
        noValidate: true,
        on: {
            submit: (/** @type {Event} */ event) => {
                event.preventDefault();
                const number = Number(page.value);
                if (address.value.trim() === '' && page.value !== '') {
                    if (!Number.isInteger(number) || number < 1 || number > pageCount) {
                        fault.textContent = counted('link.noPage', pageCount);
                        return;
                    }
                    dialog.close();
                    save({ page: number });
                    return;
                }
                const uri = linkAddress(address.value);
                if (!uri) {
                    fault.textContent = text('link.refused');
                    return;
                }
                dialog.close();
                save({ uri });
            },
        },
    }, make('label', { className: 'field-label' }, text('link.address'), address), make('label', { className: 'field-label' }, text('link.page'), page), fault,
    make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')),
        make('button', { type: 'submit', className: 'button primary', data: { testid: 'link-save' } }, text('item.save'))));
    const dialog = showDialog(text('insert.link'), form);
    address.focus();
}
