// SPDX-License-Identifier: GPL-3.0-or-later
// A menu at a button: arrow keys move in it, Escape and a press beside it close it.

import { icon, make } from './element.js';

/**
 * `href` makes a link; with `download`, of a file that is kept.
 * @typedef {{label: string, icon?: string, act?: () => void, href?: string, download?: string, target?: string,
 *   isChecked?: boolean, testid?: string, isGrave?: boolean}} Entry
 */

/**
 * @param {HTMLElement} anchor @param {string} title @param {readonly (Entry | false | undefined)[]} entries
 */
export function showMenu(anchor, title, entries) {
    const menu = make('div', { className: 'menu', role: 'menu', 'aria-label': title });
    const close = (/** @type {boolean} */ returnsFocus) => {
        document.removeEventListener('pointerdown', outside, true);
        window.removeEventListener('resize', away);
        menu.remove();
        anchor.setAttribute('aria-expanded', 'false');
        if (returnsFocus) anchor.focus();
    };
    const away = () => close(false);
    const outside = (/** @type {Event} */ event) => {
        if (!menu.contains(/** @type {Node} */ (event.target))) close(false);
    };
    for (const entry of entries) {
        if (!entry) continue;
        const { label, act, href, download, target, isChecked, testid, isGrave } = entry;
        const content = [icon(isChecked ? 'check' : entry.icon ?? 'none'), make('span', {}, label)];
        const shared = {
            className: isGrave ? 'entry grave' : 'entry', tabIndex: -1, role: isChecked === undefined ? 'menuitem' : 'menuitemcheckbox',
            'aria-checked': isChecked === undefined ? undefined : String(isChecked), data: testid ? { testid } : {},
            on: {
                click: () => {
                    close(true);
                    act?.();
                },
            },
        };
        menu.append(href ? make('a', { ...shared, href, ...(download === undefined ? {} : { download }), ...(target ? { target } : {}) }, ...content)
            : make('button', { ...shared, type: 'button' }, ...content));
    }
    menu.addEventListener('keydown', (event) => {
        const all = /** @type {HTMLElement[]} */ ([...menu.children]);
        const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
        const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
        if (next !== undefined) all[(next + all.length) % all.length].focus();
        else if (event.key === 'Escape' || event.key === 'Tab') close(true);
        else return;
        event.preventDefault();
    });
    (anchor.closest('main') ?? document.body).append(menu);
    place(menu, anchor.getBoundingClientRect());
    anchor.setAttribute('aria-expanded', 'true');
    document.addEventListener('pointerdown', outside, true);
    window.addEventListener('resize', away);
    /** @type {HTMLElement | null} */ (menu.firstElementChild)?.focus();
}

/** @param {HTMLElement} menu @param {DOMRect} beside */
function place(menu, beside) {
    const { width, height } = menu.getBoundingClientRect();
    const [margin, padding] = [8, 6];
    const below = beside.bottom + 4;
    const above = beside.top - height - 4;
    let left = Math.max(margin, Math.min(beside.right - width, innerWidth - width - margin));
    let top = below;
    if (below + height + margin > innerHeight) {
        top = Math.max(margin, above);
        if (above < margin) {
            // Not over the button: a second press there would choose what lies below the pointer.
            const isRight = beside.right + 4 + width + margin <= innerWidth;
            if (isRight || beside.left - 4 - width >= margin) {
                top = Math.max(margin, innerHeight - height - margin);
                left = isRight ? beside.right + 4 : beside.left - 4 - width;
            } else {
                // Where there is more room. Half an entry at the end shows that more of them can be scrolled to.
                const [over, under] = [beside.top - 4 - margin, innerHeight - margin - below];
                const room = Math.max(over, under);
                const entry = menu.firstElementChild?.getBoundingClientRect().height ?? room;
                const shown = Math.max(Math.floor((room - padding) / entry - 0.5), 1) + 0.5;
                const cut = Math.min(room, shown * entry + padding);
                menu.style.maxHeight = `${cut}px`;
                top = over > under ? beside.top - 4 - cut : below;
            }
        }
    }
    menu.style.left = `${left}px`;
    menu.style.top = `${top}px`;
}
