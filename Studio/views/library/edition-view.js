// SPDX-License-Identifier: GPL-3.0-or-later
// The old page and the new one side by side, what should be looked at, and what can be done with a group of ink.

import { text } from '../../texts/texts.js';
import { icon, make } from '../element.js';
import { EditionPaper } from './edition-paper.js';

/** @typedef {import('../../model/edition-move.js').EditionMove} EditionMove */
/** @typedef {import('../../model/edition-move.js').Group} Group */
/** @typedef {{template: string, sizes: import('./edition-paper.js').Size[]}} Edition with the size of every page */

const certainties = /** @type {const} */ (['certain', 'likely', 'leftOver']);
/** How many doubtful groups are listed. The others are found on their pages. */
const mostChips = 200;

export class EditionView {
    /** @type {Group | undefined} */
    #chosen;
    #summary = make('p', { className: 'edition-summary', role: 'status', data: { testid: 'edition-summary' } });
    #chips = make('div', { className: 'chips edition-chips', role: 'group', 'aria-label': text('edition.look') });
    /** What can be done with the group that is chosen. */
    bar = make('div', { className: 'edition-bar' });
    #oldPage;
    #newPage;
    #oldPaper = new EditionPaper({ choose: (group) => this.choose(group) }, 'edition-old');
    #newPaper = new EditionPaper({ choose: (group) => this.choose(group), moved: (group) => this.#moved(group) }, 'edition-new');

    /** @param {EditionMove} move @param {Edition} old @param {Edition} fresh */
    constructor(move, old, fresh) {
        this.move = move;
        this.old = old;
        this.fresh = fresh;
        this.#oldPage = pageSelect(text('edition.page.old'), old.sizes.length, () => this.#turnTo(Number(this.#oldPage.value)));
        this.#newPage = pageSelect(text('edition.page.new'), fresh.sizes.length, () => this.#showNew());
        const lost = move.homelessFields;
        this.element = make('div', { className: 'edition-view' }, this.#summary,
            lost.length > 0 && make('p', { className: 'hint' }, text('edition.fields', { names: lost.join(', ') })),
            this.#chips, make('div', { className: 'edition-pages' },
                make('figure', {}, make('figcaption', {}, text('edition.page.old'), this.#oldPage), this.#oldPaper.element),
                make('figure', {}, make('figcaption', {}, text('edition.page.new'), this.#newPage), this.#newPaper.element)));
    }

    /** Shows what should be looked at first. */
    start() {
        this.#turnTo(this.move.writtenPages[0] ?? 1);
        const [first] = this.move.doubtful;
        if (first) this.choose(first);
        else this.#tell();
    }

    /** @param {Group} group */
    choose(group) {
        this.#chosen = group;
        if (Number(this.#oldPage.value) !== group.oldPage) {
            this.#oldPage.value = String(group.oldPage);
            this.#showOld();
        }
        if (Number(this.#newPage.value) !== group.newPage) {
            this.#newPage.value = String(group.newPage);
            this.#showNew();
        }
        this.#tell();
    }

    /** @param {number} page */
    #turnTo(page) {
        this.#chosen = undefined;
        this.#oldPage.value = String(page);
        this.#newPage.value = String(this.move.newPageOf(page));
        this.#showOld();
        this.#showNew();
        this.#tell();
    }

    #showOld() {
        const page = Number(this.#oldPage.value);
        this.#oldPaper.show(this.old.template, page, this.old.sizes[page - 1], this.move.groups.filter(({ oldPage }) => oldPage === page));
    }

    #showNew() {
        const page = Number(this.#newPage.value);
        this.#newPaper.show(this.fresh.template, page, this.fresh.sizes[page - 1], this.move.groups.filter(({ newPage }) => newPage === page));
        this.#newPaper.mark(this.#chosen);
    }

    /** @param {Group} group */
    #moved(group) {
        this.#newPaper.update(group, this.#chosen);
        this.#tell();
    }

    #tell() {
        const { counts, doubtful, groups } = this.move;
        this.#summary.replaceChildren(...groups.length === 0 ? [text('edition.empty')] : certainties.filter((name) => counts[name] > 0 || name === 'certain')
            .map((name) => make('span', { className: `edition-count ${name}` }, text(`edition.count.${name}`, { count: counts[name] }))));
        this.#chips.hidden = doubtful.length === 0;
        const shown = doubtful.slice(0, mostChips);
        if (this.#chips.childElementCount !== shown.length) this.#chips.replaceChildren(...shown.map((group) => this.#chip(group)));
        shown.forEach((group, i) => {
            const chip = /** @type {HTMLElement} */ (this.#chips.children[i]);
            chip.setAttribute('aria-pressed', String(group === this.#chosen));
            chip.className = `chip ${group.certainty}`;
            const mark = chip.querySelector('.icon');
            if (group.isSettled !== (mark !== null)) {
                if (mark) mark.remove();
                else chip.prepend(icon('check'));
            }
        });
        this.#oldPaper.mark(this.#chosen);
        this.#newPaper.mark(this.#chosen);
        this.#tellChosen();
    }

    /** @param {Group} group */
    #chip(group) {
        return make('button', { type: 'button', on: { click: () => this.#visit(group) }, data: { testid: 'edition-doubt' } },
            text(`edition.doubt.${/** @type {'likely' | 'leftOver'} */ (group.found)}`, { page: group.oldPage, count: group.items.length }));
    }

    /** @param {Group} group */
    #visit(group) {
        this.choose(group);
        this.#newPaper.focus(group);
    }

    #tellChosen() {
        const group = this.#chosen;
        if (!group) {
            this.bar.replaceChildren(make('p', { className: 'hint' }, text(this.move.doubtful.length > 0 ? 'edition.choose' : 'edition.good')));
            return;
        }
        const page = pageSelect(text('edition.onto'), this.fresh.sizes.length, () => this.#act(group, () => group.moveTo(Number(page.value))));
        page.value = String(group.newPage);
        this.bar.replaceChildren(
            make('p', {}, text(`edition.group.${group.certainty}`, { count: group.items.length })),
            make('label', { className: 'inline' }, text('edition.onto'), page),
            make('button', {
                type: 'button', className: 'button', disabled: group.isSettled, data: { testid: 'edition-right' },
                on: { click: () => this.#act(group, () => group.settle()) },
            }, icon('check'), text('edition.right')),
            make('button', {
                type: 'button', className: 'button', disabled: !group.isSettled, data: { testid: 'edition-reset' },
                on: { click: () => this.#act(group, () => group.reset()) },
            }, text('edition.reset')));
    }

    /** @param {Group} group @param {() => void} deed */
    #act(group, deed) {
        const before = group.newPage;
        deed();
        if (group.newPage !== before) {
            this.#newPage.value = String(group.newPage);
            this.#showNew();
        }
        this.#tell();
        this.#newPaper.focus(group);
    }
}

/** @param {string} label @param {number} count @param {() => void} changed */
function pageSelect(label, count, changed) {
    const select = make('select', { 'aria-label': label, on: { change: changed } },
        ...Array.from({ length: count }, (_, i) => make('option', { value: String(i + 1) }, String(i + 1))));
    return select;
}
