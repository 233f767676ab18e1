// SPDX-License-Identifier: GPL-3.0-or-later
// The rules for names, told as one types. The server has the last word.

/** The most characters of a name. */
export const nameLimit = 200;

/**
 * What is wrong with a name; undefined if nothing is.
 * @param {string} name
 * @returns {'empty' | 'long' | 'control' | undefined}
 */
export function nameFault(name) {
    if (name.trim() === '') return 'empty';
    // eslint-disable-next-line no-control-regex
    if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name)) return 'control';
    return [...name.trim()].length > nameLimit ? 'long' : undefined;
}
