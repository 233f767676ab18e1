// SPDX-License-Identifier: GPL-3.0-or-later
// What the ink in fields may say: which of it is offered, and what somebody has declined. No DOM.

import { off } from './form.js';
import { remember, remembered } from './settings.js';

/**
 * A value that the ink in a field may say, as the server tells it.
 * @typedef {object} Offer
 * @property {string} field its full name @property {'text' | 'check' | 'radio' | 'list' | 'combo'} type
 * @property {[number, number, number, number]} box of the field: left, top, right, bottom in points
 * @property {string} value @property {number} certainty 0…1 @property {boolean} certain
 * @property {boolean} [secret] whether the ink is for the game master alone: its value would tell it to the players
 */

/** Nothing is offered for fields that nobody may fill in, and for lists that take several values. */
const closing = ['readOnly', 'locked', 'multiSelect'];

/** So many declined offers are remembered for a character; the oldest go. */
const most = 200;

/** After how many milliseconds a page whose ink is not read yet is asked for again, one time after the other. */
export const patience = [4000, 4000, 8000, 16000];

export class OfferList {
    /** @type {Map<number, Offer[]>} */
    #offers = new Map();
    /** @type {Set<string>} */
    #declined;
    /**
     * What the fields had when they were looked at last.
     * @type {Map<string, string>}
     */
    #before = new Map();

    /** @param {import('./form.js').FormModel} form */
    constructor(form) {
        this.form = form;
        this.key = `declined:${form.character}`;
        const kept = remembered(this.key);
        this.#declined = new Set(Array.isArray(kept) ? kept : []);
    }

    /**
     * The revision of the ink that the offers of a page are for.
     * @type {Map<number, number>}
     */
    #revisions = new Map();

    /** @param {number} page @param {Offer[]} offers @param {number} revision of the ink */
    put(page, offers, revision) {
        const isOther = this.#revisions.get(page) !== revision;
        this.#revisions.set(page, revision);
        const known = [...offers, ...this.#offers.get(page) ?? []];
        const fields = new Set(known.map(({ field }) => field));
        const still = new Set(offers.map(keyOf));
        // Where the ink says something else now, what was declined may be meant another time.
        for (const key of isOther ? this.#declined : []) {
            if (fields.has(JSON.parse(key)[0]) && !still.has(key)) this.#declined.delete(key);
        }
        this.#offers.set(page, offers);
        this.look();
    }

    /**
     * Forgets what a page's ink said: it has changed.
     * @param {number} page
     */
    forget(page) { this.#offers.set(page, []); }

    /**
     * Whether the ink on a page says something, certain or not.
     * @param {number} page
     */
    has(page) { return (this.#offers.get(page) ?? []).length > 0; }

    /** Declines what is offered for fields that somebody has given another value since, or whose offer was taken back. */
    look() {
        const befores = new Map(this.#before);
        for (const offer of [...this.#offers.values()].flat()) {
            const { field } = offer;
            if (!this.form.field(field)) continue;
            const now = JSON.stringify(this.form.values[field] ?? '');
            const before = befores.get(field);
            this.#before.set(field, now);
            if (before !== undefined && before !== now && now !== JSON.stringify(this.valueOf(offer))) this.decline(offer);
        }
    }

    /**
     * What is offered on a page: certain values that the fields do not have, and that nobody has declined.
     * @param {number} page
     */
    shown(page) {
        return (this.#offers.get(page) ?? []).filter((offer) => {
            const { certain, field, value, secret } = offer;
            const known = this.form.field(field);
            if (!certain || secret || !known || closing.some((flag) => known.flags.includes(flag)) || this.#declined.has(keyOf(offer)) || this.form.faults.has(field)) return false;
            return this.valueOf(offer) !== (this.form.values[field] ?? null) && value !== '';
        });
    }

    /**
     * What a field gets from an offer. A button is called by what it exports, and has the state of its place.
     * @param {Offer} offer
     */
    valueOf({ field, type, value, box }) {
        if (!isMark({ type })) return value;
        const places = this.form.places.filter((place) => place.field === field);
        const near = places.find(({ rect }) => rect.every((edge, index) => Math.abs(edge - box[index]) < 0.5));
        return (places.find((place) => place.value === value) ?? near)?.value ?? off;
    }

    /**
     * Fills in an offer, as if its value had been typed.
     * @param {Offer} offer
     */
    take(offer) { return this.form.set(offer.field, this.valueOf(offer)); }

    /**
     * Does not offer it again, as long as the ink says the same.
     * @param {Offer} offer
     */
    decline(offer) {
        this.#declined.delete(keyOf(offer));
        this.#declined.add(keyOf(offer));
        const kept = remembered(this.key);
        // Another tab may have declined others since.
        const all = new Set([...Array.isArray(kept) ? kept : [], ...this.#declined]);
        remember(this.key, [...all].slice(-most));
    }
}

/**
 * Whether an offer is for a mark in a box.
 * @param {Pick<Offer, 'type'>} offer
 */
export function isMark({ type }) { return type === 'check' || type === 'radio'; }

/** @param {Offer} offer */
function keyOf({ field, value }) { return JSON.stringify([field, value]); }
