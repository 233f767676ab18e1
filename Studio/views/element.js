// SPDX-License-Identifier: GPL-3.0-or-later
// Makes elements. Text is always text: nothing here reads HTML.

/** @typedef {Node | string | undefined | false | null} Child */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name @param {Record<string, any>} [values] properties; `data` and `on` hold data attributes and listeners;
 *   names with a hyphen and `role` are attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(name, values = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(values)) {
        if (value === undefined) continue;
        if (key === 'data') Object.assign(element.dataset, value);
        else if (key === 'on') for (const [type, act] of Object.entries(value)) element.addEventListener(type, act);
        else if (key.includes('-') || key === 'role' || key === 'for') element.setAttribute(key, String(value));
        else /** @type {any} */ (element)[key] = value;
    }
    element.append(...children.filter((child) => child !== undefined && child !== false && child !== null).map(
        (child) => /** @type {Node | string} */ (child)));
    return element;
}

/**
 * Whether keys are for what has the focus, and not for the place around it. A dialog that has closed may keep the focus for a
 * moment; keys are not for it.
 * @param {EventTarget | null} target of a key @param {string} controls a selector
 */
export function takesKeys(target, controls) {
    return target instanceof HTMLElement && target.closest('dialog:not([open])') === null && target.matches(`${controls}, dialog *`);
}

/**
 * An icon of icons.svg.
 * @param {string} name
 */
export function icon(name) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    svg.setAttribute('class', 'icon');
    svg.setAttribute('aria-hidden', 'true');
    use.setAttribute('href', `/icons.svg#${name}`);
    svg.append(use);
    return svg;
}

/**
 * A button that shows an icon and says its name.
 * @param {string} name of the icon @param {string} label @param {() => void} act
 * @param {Record<string, any>} [values] as in `make`
 */
export function iconButton(name, label, act, values = {}) {
    return make(
        'button', { type: 'button', className: 'icon-button', title: label, 'aria-label': label, on: { click: act }, ...values },
        icon(name));
}
