// SPDX-License-Identifier: GPL-3.0-or-later
// The people who look at the same character: a letter each, which leads to their page.

import { Company } from '../../model/company.js';
import { text } from '../../texts/texts.js';
import { make } from '../element.js';

/** @typedef {import('../../model/company.js').Other} Other */

/** How many are shown by a letter; the rest is counted. */
const most = 3;

export class CompanyList {
    element = make('ul', { className: 'company', hidden: true, 'aria-label': text('company'), data: { testid: 'company' } });

    /**
     * @param {import('../../sync/api.js').Api} api @param {string} character
     * @param {{goTo: (page: number) => void, position: (page: number) => number}} pages
     */
    constructor(api, character, pages) {
        this.pages = pages;
        this.company = new Company(api, character, (others) => this.#show(others));
    }

    /** @param {Other[]} others */
    #show(others) {
        this.element.hidden = others.length === 0;
        const rest = others.slice(most);
        this.element.replaceChildren(
            ...others.slice(0, most).map(({ name, page }) => {
                const words = text('company.at', { name, page: this.pages.position(page) });
                return make('li', {}, make('button', {
                    type: 'button', className: 'person', title: words, 'aria-label': words, data: { page }, on: { click: () => this.pages.goTo(page) },
                }, [...name][0]?.toUpperCase() ?? '?'));
            }),
            ...(rest.length > 0 ? [make('li', { className: 'rest', title: rest.map(({ name }) => name).join(', ') }, `+${rest.length}`)] : []));
    }

    remove() {
        this.company.close();
        this.element.remove();
    }
}
