// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the form of a character with a file: values by the names of fields, or data of another program.

import { headersOf } from '../../sync/passwords.js';
import { counted, text } from '../../texts/texts.js';
import { showDialog, tell } from '../dialogs.js';
import { make } from '../element.js';

const formats = /** @type {Record<string, string>} */ ({ csv: 'csv', tsv: 'tsv', json: 'json', jsonl: 'jsonLines', fdf: 'fdf', xfdf: 'xfdf' });
/** So many sentences about what did not fit are shown. */
const mostSentences = 8;

/**
 * @param {import('../../sync/api.js').Api} api @param {string} character its id
 */
export async function dataDialog(api, character) {
    let mappings;
    try {
        mappings = await api.list('/mappings');
    } catch (error) {
        tell(error instanceof Error ? error.message : String(error));
        return;
    }
    const file = make('input', { type: 'file', accept: Object.keys(formats).map((name) => `.${name}`).join(), required: true, data: { testid: 'data-file' } });
    const source = make('select', { data: { testid: 'data-source' } }, make('option', { value: '' }, text('data.names')),
        ...mappings.map(({ id, name }) => make('option', { value: id }, name)));
    const partly = make('input', { type: 'checkbox', data: { testid: 'data-partly' } });
    const fault = make('div', { className: 'fault', role: 'alert', data: { testid: 'data-fault' } });
    const button = make('button', { type: 'submit', className: 'button primary', data: { testid: 'data-fill' } }, text('data.fill'));
    const form = make('form', {
        on: {
            submit: (/** @type {Event} */ event) => {
                event.preventDefault();
                void fill();
            },
        },
    }, make('p', { className: 'hint' }, text('data.hint')), make('label', { className: 'field' }, text('data.file'), file),
    make('label', { className: 'field' }, text('design.data.source'), source), make('label', { className: 'inline' }, partly, text('data.partly')), fault,
    make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('cancel')), button));
    const dialog = showDialog(text('data.title'), form);

    async function fill() {
        const [chosen] = file.files ?? [];
        if (!chosen) return;
        fault.replaceChildren();
        button.disabled = true;
        try {
            const { filled, messages } = await sent(chosen);
            dialog.close();
            tell([counted('data.filled', filled), ...messages.slice(0, 2)].join(' '));
        } catch (error) {
            const members = /** @type {any} */ (error).members ?? {};
            const sentences = [error instanceof Error ? error.message : String(error), ...members.fields?.length > 1 ? [text('data.refused', {
                names: members.fields.slice(0, mostSentences).join(', '), more: Math.max(0, members.fields.length - mostSentences),
            })] : []];
            fault.replaceChildren(...sentences.map((sentence) => make('p', {}, sentence)));
            button.disabled = false;
        }
    }

    /** @param {File} chosen @returns {Promise<{filled: number, messages: string[]}>} */
    async function sent(chosen) {
        const format = formats[chosen.name.split('.').at(-1)?.toLowerCase() ?? ''];
        const query = new URLSearchParams({
            ...(source.value ? { mapping: source.value } : {}), ...(format ? { format } : {}), ...(partly.checked ? { partial: 'true' } : {}),
        });
        const answer = await api.send('POST', `/characters/${encodeURIComponent(character)}/form/data?${query}`, {
            body: chosen, headers: { 'Content-Type': 'application/octet-stream', ...headersOf(character) },
        });
        return answer.json();
    }
}
