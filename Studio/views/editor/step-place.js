// SPDX-License-Identifier: GPL-3.0-or-later
// Shows where a step was taken back or made again, and keeps the steps of a person for the next visit.

import { boxAround, boxOf } from '../../model/item-geometry.js';
import { remember, remembered } from '../../model/settings.js';
import { text } from '../../texts/texts.js';
import { tell } from '../dialogs.js';

/** @typedef {import('./editor-view.js').EditorView} EditorView */

/** How long nothing must change until steps are kept, in milliseconds. */
const pause = 500;

/**
 * @param {EditorView} editor @param {{step: import('../../model/steps.js').Step, isMade: boolean}} made @param {'undo' | 'redo'} deed
 */
export function showStep({ column, model }, { step, isMade }, deed) {
    if (!isMade) {
        tell(text('undo.gone'));
        return;
    }
    const { page, value } = step;
    const sheetOf = model.page(page);
    if (!sheetOf) return;
    const place = value && model.form?.places.find(({ field }) => field === value.name);
    const box = place ? place.rect : boxAround([...step.inserted, ...step.removed].map(({ item }) => boxOf(item)));
    const seen = column.element.getBoundingClientRect();
    const sheet = column.views.get(page)?.element.getBoundingClientRect();
    const { height, position } = sheetOf;
    const isElsewhere = page !== column.current;
    if (isElsewhere) tell(text(`${deed}.page`, { number: position }));
    if (!box) {
        if (isElsewhere) column.goTo(page);
        return;
    }
    const [top, bottom] = sheet ? [box[1], box[3]].map((y) => sheet.top + (y / height) * sheet.height) : [Infinity, -Infinity];
    if (!sheet || bottom < seen.top || top > seen.bottom) column.goTo(page, Math.max(box[1] / height - 0.15, 0));
}

/**
 * Keeps the steps, for this person and character. Returns what stops that.
 * @param {import('../../model/editor.js').EditorModel} model @param {() => void} changed
 * @param {boolean} mayWrite whether the person may take steps at all
 */
export function keepSteps(model, changed, mayWrite) {
    const { steps, character, api } = model;
    const pages = model.pages.map(({ page, rotation }) => (rotation === 0 ? page : `${page}/${rotation}`)).join(' ');
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    const keep = () => {
        clearTimeout(waiting);
        waiting = undefined;
        steps.keep();
    };
    const leave = () => {
        if (waiting !== undefined) keep();
    };
    const stop = steps.listen(() => {
        changed();
        waiting ??= setTimeout(keep, pause);
    });
    window.addEventListener('pagehide', leave);
    /** @param {string} person */
    const open = (person) => {
        const key = `steps:${person}:${character.id}`;
        steps.open({
            // Steps of another visit do not fit pages that have been turned or removed since.
            get: () => {
                const kept = remembered(key);
                return (kept?.pages ?? pages) === pages ? kept : undefined;
            },
            set: (words) => remember(key, { ...words, pages }),
        });
    };
    const look = () => {
        if (mayWrite) void model.lookElsewhere().then(changed);
    };
    void api.session().then(({ name }) => open(name), () => open('')).then(look);
    const stopLooking = model.outbox.listen({ acknowledged: look });
    changed();
    return () => {
        leave();
        stop();
        stopLooking();
        window.removeEventListener('pagehide', leave);
    };
}
