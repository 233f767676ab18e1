// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the studio in the language of the person.

import { english } from './english.js';
import { german } from './german.js';

/** @typedef {keyof typeof english} Key */

const tables = { en: english, de: german };
let language = /** @type {keyof typeof tables} */ ('en');
let place = 'en';

/**
 * Chooses the first language that there are words for.
 * @param {readonly string[]} wanted such as `navigator.languages`
 */
export function chooseLanguage(wanted) {
    const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in tables);
    language = /** @type {keyof typeof tables} */ (known ?? 'en');
    place = wanted.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
    return language;
}

/** How the person writes numbers and dates, such as en-GB: the language of the words, as it is used where they live. */
export function locale() { return place; }

/**
 * Words, with values in the places of names in braces.
 * @param {Key} key @param {Record<string, string | number>} [values]
 */
export function text(key, values = {}) {
    return tables[language][key].replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

/**
 * The keys of words that have one form for one thing and another for several.
 * @template K
 * @typedef {K extends `${infer Base}.one` ? Base : never} BaseOf
 */

/**
 * Words for a number of things.
 * @param {BaseOf<Key>} key @param {number} count
 * @param {Record<string, string | number>} [values]
 */
export function counted(key, count, values = {}) {
    const form = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other';
    return text(/** @type {Key} */ (`${key}.${form}`), { count, ...values });
}
