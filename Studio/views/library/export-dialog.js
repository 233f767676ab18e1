// SPDX-License-Identifier: GPL-3.0-or-later
// Exports a character as a PDF: chooses, waits, and gives the file.

import { text } from '../../texts/texts.js';
import { showDialog } from '../dialogs.js';
import { make } from '../element.js';
import { askPassword } from '../unlock-dialog.js';

/** @typedef {Pick<import('../../model/editor.js').EditorModel, 'character' | 'api' | 'outbox'>} Exported */

/** Of so many pages the names of layers are looked at. */
const mostPages = 100;
/** Ranges of pages, such as `1-3, 5`; `z` is the last page, and `r2` the one before it. */
const pageRanges = String.raw`\s*(r?[1-9]\d*|z)(\s*-\s*(r?[1-9]\d*|z))?(\s*,\s*(r?[1-9]\d*|z)(\s*-\s*(r?[1-9]\d*|z))?)*\s*`;
const modes = /** @type {const} */ (['overlay', 'annotate', 'burn']);

/** @param {Exported} model @param {boolean} isOwner whether the person may choose who gets the file */
export function exportDialog(model, isOwner) {
    const { character, api, outbox } = model;
    const mode = make('select', {}, ...modes.map((name) => make('option', { value: name }, text(`export.${name}`))));
    const extend = make('input', { type: 'checkbox', data: { testid: 'export-extend' } });
    const audience = make('select', { data: { testid: 'export-for' } },
        .../** @type {const} */ (['players', 'gm']).map((name) => make('option', { value: name }, text(`export.${name}`))));
    const layers = layerField(model);
    const pages = make('input', {
        type: 'text', inputMode: 'text', autocomplete: 'off', placeholder: text('export.pages.all'), pattern: pageRanges,
        title: text('export.pages.how'), data: { testid: 'export-pages' },
    });
    const notes = make('input', { type: 'checkbox', checked: true, data: { testid: 'export-notes' } });
    const outcome = make('div', { className: 'outcome', 'aria-live': 'polite' });
    for (const choice of [mode, extend, audience, notes, layers.element, pages]) {
        choice.addEventListener('change', () => {
            outcome.replaceChildren();
            start.classList.add('primary');
        });
    }
    const start = make('button', { type: 'submit', className: 'button primary', data: { testid: 'export-start' } }, text('export.start'));
    const form = make('form', {
        on: {
            submit: async (/** @type {Event} */ event) => {
                event.preventDefault();
                start.disabled = true;
                try {
                    await run();
                } catch (error) {
                    outcome.replaceChildren(make('p', { className: 'fault' }, error instanceof Error ? error.message : String(error)));
                }
                start.disabled = false;
            },
        },
    }, make('label', { className: 'field' }, text('export.mode'), mode),
    isOwner && make('label', { className: 'field' }, text('export.for'), audience), layers.element,
    make('label', { className: 'field' }, text('export.pages'), pages, make('span', { className: 'hint' }, text('export.pages.how'))),
    make('label', { className: 'switch' }, make('span', {}, text('export.notes')), notes),
    make('label', { className: 'switch' }, make('span', {}, text('export.extend')), extend), outcome,
    make('div', { className: 'dialog-actions' },
        make('button', { type: 'button', className: 'button', on: { click: () => dialog.close() } }, text('close')), start));
    const dialog = showDialog(text('export.title'), form);

    /** @returns {Promise<void>} */
    async function run() {
        const chosen = layers.value;
        if (chosen === '') throw new Error(text('export.layers.none'));
        const progress = make('progress', { max: 1, 'aria-label': text('export.running') });
        const words = make('p', {}, text('export.waits'));
        outcome.replaceChildren(words, progress);
        while (dialog.open && outbox.status.state !== 'saved') await pause(150);
        if (!dialog.open) return;
        words.textContent = text('export.running');
        const wanted = pages.value.replaceAll(/\s/g, '');
        const id = await api.startExport(character.id, {
            mode: mode.value, extend: extend.checked, audience: audience.value, layers: chosen, 'no-notes': !notes.checked,
            ...(wanted ? { pages: wanted } : {}),
        });
        for (let wait = 150; dialog.open; wait = Math.min(wait * 1.3, 1500)) {
            const job = await api.job(id);
            if (job.progress !== undefined) progress.value = job.progress;
            if (['done', 'finished', 'succeeded', 'completed'].includes(job.state)) break;
            if (String(job.problem?.type ?? '').endsWith('/locked') && await askPassword(character)) return run();
            if (['failed', 'cancelled'].includes(job.state)) throw new Error(job.problem?.detail ?? job.state);
            await pause(wait);
        }
        const name = `${character.name}.pdf`;
        const link = make('a', {
            href: api.resultAddress(id), download: name, className: 'button primary', data: { testid: 'export-link' },
        }, text('export.link', { name }));
        outcome.replaceChildren(link);
        // The next step is to take the file.
        start.classList.remove('primary');
        link.focus();
    }
}

/**
 * Which layers are exported: those that are shown, all, or some by their names, where the names are known.
 * @param {Exported & Partial<Pick<import('../../model/editor.js').EditorModel, 'pages' | 'ink' | 'load'>>} model
 */
function layerField(model) {
    const select = make('select', { data: { testid: 'export-layers' } }, .../** @type {const} */ (['visible', 'all']).map((value) =>
        make('option', { value }, text(`export.layers.${value}`))));
    const boxes = make('div', { className: 'export-layers', role: 'group', 'aria-label': text('export.layers'), hidden: true });
    const element = make('div', { className: 'field' }, make('label', { className: 'field' }, text('export.layers'), select), boxes);
    select.addEventListener('change', () => { boxes.hidden = select.value !== 'some'; });
    const find = async () => {
        const pages = (model.pages ?? []).filter(({ page, revision }) => revision > 0 || model.ink?.(page).isLoaded).slice(0, mostPages);
        for (const { page } of pages) await model.load?.(page).catch(() => undefined);
        const all = pages.flatMap(({ page }) => model.ink?.(page).layers ?? []);
        // The server takes a list with commas.
        const names = [...new Set(all.map(({ name }) => name ?? '').filter((name) => name && !name.includes(',')))];
        if (names.length === 0) return;
        select.append(make('option', { value: 'some' }, text('export.layers.some')));
        boxes.append(...names.map((name) => make('label', { className: 'switch' }, make('span', {}, name),
            make('input', { type: 'checkbox', value: name, data: { testid: 'export-layer' } }))),
        make('p', { className: 'hint' }, text('export.layers.unnamed')));
    };
    void find();
    return {
        element,
        /** In the words of the server; empty if none is chosen. */
        get value() {
            if (select.value !== 'some') return select.value;
            return [.../** @type {NodeListOf<HTMLInputElement>} */ (boxes.querySelectorAll('input:checked'))].map(({ value }) => value).join(',');
        },
    };
}

/** @param {number} milliseconds */
function pause(milliseconds) { return new Promise((resolve) => setTimeout(resolve, milliseconds)); }
