// SPDX-License-Identifier: GPL-3.0-or-later
// Imports: what each file has come to, and files that are dropped anywhere.

import { importFiles } from '../../model/library.js';
import { counted, text } from '../../texts/texts.js';
import { make } from '../element.js';

/** @typedef {import('../../model/library.js').Import} Import */
/** @typedef {(file: File, kind: 'pdf' | 'package', password?: string) => Promise<unknown>} Send */

export class Imports {
    element = make('section', { className: 'imports', 'aria-label': text('imports') });
    #total = make('p', { className: 'import-total', role: 'status', data: { testid: 'import-total' } });
    #list = make('div', { className: 'import-list' });
    #dismiss = make('button', {
        type: 'button', className: 'button', hidden: true, data: { testid: 'imports-dismiss' }, on: { click: () => this.#putAway() },
    }, text('import.dismiss.all'));
    /** @type {Map<string, HTMLElement>} */
    #rows = new Map();
    #counts = { all: 0, done: 0, known: 0, failed: 0 };

    /** @param {Send} send @param {() => Promise<void>} finished */
    constructor(send, finished) {
        this.send = send;
        this.finished = finished;
        this.element.append(make('div', { className: 'import-head' }, this.#total, this.#dismiss), this.#list);
    }

    /** @param {readonly File[]} files @param {string} [password] */
    async take(files, password) {
        if (files.length === 0) return;
        if (this.#counts.done + this.#counts.failed === this.#counts.all) this.#counts = { all: 0, done: 0, known: 0, failed: 0 };
        this.#counts.all += files.length;
        this.#tellTotal();
        await importFiles(files, (file, kind) => this.send(file, kind, password), (entry) => this.#row(entry), {
            notPDF: text('import.notPDF'),
        });
        await this.finished();
    }

    #tellTotal() {
        const { all, done, known, failed } = this.#counts;
        const isOver = done + failed === all;
        this.#total.textContent = all < 2 ? '' : isOver
            ? [(done > known || known + failed === 0) && counted('import.total', done - known), known > 0 && counted('import.already', known),
                failed > 0 && counted('import.not', failed)].filter(Boolean).join(' ')
            : text('import.progress', { done: done + failed, count: all });
        if (isOver && failed === 0) setTimeout(() => {
            if (this.#counts.done === this.#counts.all) this.#total.textContent = '';
        }, 6000);
    }

    /** @param {Import} entry */
    #row(entry) {
        const { name, state } = entry;
        this.#rows.get(name)?.remove();
        if (state === 'known') this.#counts.known += 1;
        if (state === 'done' || state === 'known') this.#counts.done += 1;
        else if (state !== 'running') this.#counts.failed += 1;
        this.#tellTotal();
        const { messages = [] } = entry;
        // Of many that went well, only the number is told.
        if (state === 'done' && messages.length === 0 && this.#counts.all > 3) return;
        const words = state === 'running' ? text('import.running', { name })
            : state === 'done' ? [text('import.done', { name }), ...messages].join(' ')
                : state === 'known' ? text('import.known', { name, known: entry.known ?? name })
                    : [text('import.failed', { name, reason: entry.reason ?? '' }), entry.remedy && text(`import.remedy.${entry.remedy}`)].filter(Boolean).join(' ');
        const row = make('div', { className: `import ${state}`, role: state === 'failed' ? 'alert' : 'status' },
            state === 'running' && make('progress', { 'aria-label': words }), make('span', {}, words));
        if (state === 'locked') row.append(this.#unlock(entry));
        if (entry.remedy === 'retry') {
            row.append(make('button', {
                type: 'button', className: 'button', data: { testid: 'import-retry' }, on: { click: () => void this.take([entry.file]) },
            }, text('retry')));
        }
        if (state !== 'running') {
            row.append(make('button', {
                type: 'button', className: 'quiet', 'aria-label': text('import.dismiss'), title: text('import.dismiss'),
                on: {
                    click: () => {
                        row.remove();
                        this.#offer();
                    },
                },
            }, '×'));
        }
        if (state === 'done' && messages.length === 0) setTimeout(() => row.remove(), 4000);
        this.#rows.set(name, row);
        this.#list.append(row);
        this.#offer();
    }

    /** Offers to put all failures away where there are several. */
    #offer() { this.#dismiss.hidden = this.#list.querySelectorAll('.failed, .locked').length < 2; }

    /** Puts away what has come to an end. */
    #putAway() {
        for (const row of this.#list.querySelectorAll('.import:not(.running)')) row.remove();
        this.#total.textContent = '';
        this.#offer();
    }

    /** @param {Import} entry */
    #unlock({ file, name }) {
        const label = text('import.password', { name });
        const password = make('input', { type: 'password', placeholder: label, 'aria-label': label, autocomplete: 'off' });
        return make('form', {
            on: {
                submit: (/** @type {Event} */ event) => {
                    event.preventDefault();
                    void this.take([file], password.value);
                },
            },
        }, password, make('button', { type: 'submit', className: 'button' }, text('import.unlock')));
    }
}

/**
 * Takes files that are dropped anywhere in the window while an element is shown.
 * @param {HTMLElement} element @param {(files: File[]) => void} take
 */
export function acceptDrops(element, take) {
    let depth = 0;
    const show = () => element.classList.toggle('dropping', depth > 0);
    const isFiles = (/** @type {DragEvent} */ event) =>
        element.isConnected && (event.dataTransfer?.types.includes('Files') ?? false);
    document.addEventListener('dragenter', (event) => {
        if (isFiles(event)) depth += 1;
        show();
    });
    document.addEventListener('dragleave', (event) => {
        if (isFiles(event)) depth = Math.max(depth - 1, 0);
        show();
    });
    document.addEventListener('dragover', (event) => {
        if (isFiles(event)) event.preventDefault();
    });
    document.addEventListener('drop', (event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        depth = 0;
        show();
        take([...(event.dataTransfer?.files ?? [])]);
    });
}
