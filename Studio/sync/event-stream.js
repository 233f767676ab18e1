// SPDX-License-Identifier: GPL-3.0-or-later
// What others do, as the server tells it. The browser connects again by itself and says where it was; `reset` means that
// something may have been missed.

/** @typedef {{character: string, page: number, revision: number, edit?: any}} PageEvent */
/**
 * @typedef {object} EventListeners
 * @property {(event: PageEvent) => void} [page]
 * @property {(event: {character: string, change?: string, revision?: number}) => void} [character]
 * @property {(event: {name: string, character?: string, page?: number | null}) => void} [presence]
 * @property {(event: {template: string, revision: number | null, by: string, client: string | null}) => void} [design]
 *   somebody has changed or ended a form design
 * @property {(event: import('../model/company.js').Pointed) => void} [pointer] somebody points at a place
 * @property {() => void} [library] templates or characters have changed
 * @property {() => void} [reset]
 * @property {() => void} [open] the server is there (again)
 */

/** @param {EventListeners} listeners @param {string} [address] @returns {() => void} stops */
export function followEvents(listeners, address = '/api/v1/events') {
    const source = new EventSource(address);
    /** @param {string} name @param {(data: any) => void} act */
    const on = (name, act) => source.addEventListener(name, (event) => {
        try {
            act(JSON.parse(/** @type {MessageEvent} */ (event).data || '{}'));
        } catch {
            listeners.reset?.();
        }
    });
    on('page', (data) => listeners.page?.(data));
    on('template', () => listeners.library?.());
    on('character', (data) => {
        listeners.character?.(data);
        listeners.library?.();
    });
    on('design', (data) => listeners.design?.(data));
    on('presence', (data) => listeners.presence?.(data));
    on('pointer', (data) => listeners.pointer?.(data));
    on('reset', () => listeners.reset?.());
    let wasAway = false;
    source.addEventListener('error', () => {
        wasAway = true;
    });
    source.addEventListener('open', () => {
        // What was opened without the server may be old.
        if (wasAway) listeners.reset?.();
        wasAway = false;
        listeners.open?.();
    });
    return () => source.close();
}
