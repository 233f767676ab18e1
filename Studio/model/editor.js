// SPDX-License-Identifier: GPL-3.0-or-later
// The editor's model: a character's pages, their ink, and what becomes of strokes. No DOM.

import { newKey, OfflineError } from '../sync/api.js';
import { isRecovered } from '../sync/recovery.js';
import { amongStrokes, edited, itemsOf, newStrokes } from './items.js';
import { PageInk } from './page-ink.js';
import { addedBy, turnedTo } from './rebasing.js';
import { make, stepOf, Steps } from './steps.js';

/** @typedef {import('../ink/stroke.js').Stroke} Stroke */
/** @typedef {import('../ink/geometry.js').Point} Point */
/** @typedef {import('../sync/api.js').Api} Api */
/** @typedef {import('../sync/api.js').Page} Page */
/** @typedef {import('../sync/api.js').Character} Character */
/** @typedef {import('../sync/outbox.js').Outbox} Outbox */
/** @typedef {import('../sync/outbox-store.js').Waiting} Waiting */

export class EditorModel {
    /** @type {Page[]} */
    pages = [];
    /** @type {Map<number, PageInk>} */
    #inks = new Map();
    /** @type {Map<number, Promise<void>>} */
    #loading = new Map();
    /**
     * Pages whose ink has to be fetched when nothing waits for them any more.
     * @type {Set<number>}
     */
    #stale = new Set();
    /**
     * Pages that may have changed without anybody's saying so. Their ink is what their revision says.
     * @type {Set<number>}
     */
    #doubtful = new Set();
    /**
     * The newest revision of a page that was told of while something waited. It may be of this tab's own edit.
     * @type {Map<number, number>}
     */
    #heard = new Map();
    #stop;
    /** What this person has done here, on whichever page. */
    steps = new Steps();
    /** @type {import('./form.js').FormModel | undefined} */
    form;

    /**
     * @param {Character} character @param {Api} api @param {Outbox} outbox
     * @param {(sentence: string) => void} tell a sentence for the person
     */
    constructor(character, api, outbox, tell) {
        this.character = character;
        this.api = api;
        this.outbox = outbox;
        this.tell = tell;
        this.#stop = outbox.listen({
            acknowledged: (waiting, receipt) => this.#acknowledged(waiting, receipt),
            refused: (waiting, error) => {
                if (waiting.character !== this.character.id) return;
                // A value stays in its field, with the reason beside it.
                if (waiting.deed === 'form') return;
                this.tell(error.message);
                this.#stale.add(waiting.page);
                void this.refresh(waiting.page);
            },
        });
    }

    close() { this.#stop(); }

    /** What is printed on the pages. It is fetched when somebody reads it. */
    printed() {
        this.#printed ??= import('./printed-text.js').then(({ PrintedPages }) => new PrintedPages((pages) => this.api.pageTexts(this.character.id, pages)));
        return this.#printed;
    }

    /** @type {Promise<import('./printed-text.js').PrintedPages> | undefined} */
    #printed;

    /** Fetches the pages' sizes. */
    async open() { this.pages = await this.api.pages(this.character); }

    /**
     * A page by its permanent number; undefined if the character has it no more.
     * @param {number} number @returns {Page | undefined}
     */
    page(number) {
        const likely = this.pages[number - 1];
        return likely?.page === number ? likely : this.pages.find(({ page }) => page === number);
    }

    /**
     * Where a page is, from 1; 0 if the character has it no more.
     * @param {number} number
     */
    position(number) { return this.page(number)?.position ?? 0; }

    /**
     * How far a page is turned, in degrees; undefined if the character has it no more.
     * @param {number} number
     */
    turn(number) { return this.page(number)?.rotation; }

    /**
     * What waits for a page, as it lies on the page as that is turned here.
     * @param {Waiting[]} waiting @param {number} page
     */
    #turned(waiting, page) { return waiting.map((one) => turnedTo(one, this.page(page))); }

    /**
     * A page's ink, which may not be there yet.
     * @param {number} page its permanent number
     */
    ink(page) {
        let ink = this.#inks.get(page);
        if (!ink) {
            this.#inks.set(page, ink = new PageInk());
            ink.canUndo = this.page(page)?.canUndo ?? false;
            ink.canRedo = this.page(page)?.canRedo ?? false;
        }
        return ink;
    }

    /**
     * Fetches a page's ink, once.
     * @param {number} page
     */
    load(page) {
        const ink = this.ink(page);
        if (ink.isLoaded) return Promise.resolve();
        let loading = this.#loading.get(page);
        if (!loading) {
            loading = this.#fetch(page).finally(() => {
                this.#loading.delete(page);
                void this.refresh(page);
            });
            this.#loading.set(page, loading);
        }
        return loading;
    }

    /** @param {number} page */
    async #fetch(page) {
        const ink = this.ink(page);
        const waiting = this.outbox.pending(this.character.id, page);
        try {
            const answer = await this.api.ink(this.character.id, page);
            const drawn = ink.strokes.length > 0 && !ink.isLoaded ? ink.strokes : [];
            ink.load(answer.ink, answer.revision);
            // What waits goes on top. Some of it may have arrived meanwhile: the page is looked at again afterwards.
            const left = this.outbox.pending(this.character.id, page);
            // What waits was made for another state of the page.
            if (waiting.length === 0 && left.length === 0) this.outbox.know(this.character.id, page, answer.revision);
            if (left.length > 0) ink.applyWaiting(this.#turned(left, page));
            if (waiting.length > 0 || drawn.length > 0) this.#stale.add(page);
        } catch (error) {
            if (!(error instanceof OfflineError)) {
                this.#stale.add(page);
                throw error;
            }
            ink.load({ strokes: [] }, 0);
            ink.applyWaiting(this.#turned(waiting, page));
            this.#stale.add(page);
        }
    }

    /**
     * Fetches pages that may be out of date and for which nothing waits.
     * @param {number} [only]
     */
    async refresh(only) {
        for (const page of only === undefined ? [...this.#stale, ...this.#doubtful] : [only]) {
            const isStale = this.#stale.has(page);
            // What is on its way is looked at again when it is there.
            const isWanted = (isStale || this.#doubtful.has(page)) && !this.#loading.has(page);
            if (!isWanted || this.outbox.pending(this.character.id, page).length > 0) continue;
            this.#stale.delete(page);
            this.#doubtful.delete(page);
            try {
                const { id } = this.character;
                const answer = await (isStale ? this.api.ink(id, page, true) : this.api.newerInk(id, page, this.ink(page).revision));
                if (!answer) continue;
                if (this.outbox.pending(this.character.id, page).length > 0) this.#stale.add(page);
                else this.#take(page, answer);
            } catch {
                this.#stale.add(page);
            }
        }
    }

    /**
     * A page's ink, as it is or as it is being fetched, may be from before the server was listened to.
     * @param {number} page
     */
    doubt(page) {
        this.#doubtful.add(page);
        void this.refresh(page);
    }

    /** @param {number} page @param {{ink: any, revision: number}} answer */
    #take(page, { ink: words, revision }) {
        const ink = this.ink(page);
        // An answer that was overtaken, or that is a kept copy, tells nothing new.
        if (revision < ink.revision) {
            this.#stale.add(page);
            return;
        }
        ink.load(words, revision);
        this.outbox.know(this.character.id, page, revision);
    }

    /** Everything may have changed: the connection was away. */
    reset() {
        for (const [page, { isLoaded }] of this.#inks) if (isLoaded || this.#loading.has(page)) this.doubt(page);
    }

    /**
     * Somebody has changed a page.
     * @param {import('../sync/event-stream.js').PageEvent} event
     */
    changed(event) {
        if (event.character !== this.character.id) return;
        const ink = this.#inks.get(event.page);
        // What is being fetched may be from before the change: it is looked at again.
        if (ink && !ink.isLoaded) this.#stale.add(event.page);
        if (!ink?.isLoaded || event.revision <= ink.revision) return;
        const isQuiet = this.outbox.pending(this.character.id, event.page).length === 0;
        const added = ink.onTop(event.edit);
        if (isQuiet && added && event.revision === ink.revision + 1) {
            ink.receive(added, event.revision);
            this.outbox.know(this.character.id, event.page, event.revision);
            return;
        }
        if (!isQuiet) {
            this.#heard.set(event.page, event.revision);
            return;
        }
        this.#stale.add(event.page);
        void this.refresh(event.page);
    }

    /** @param {Waiting} waiting @param {import('../sync/api.js').Receipt} receipt */
    #acknowledged(waiting, receipt) {
        if (waiting.character !== this.character.id || waiting.deed === 'form') return;
        const ink = this.ink(waiting.page);
        // Another person's edit came in between if more than one revision has passed.
        const isNext = ink.isLoaded && receipt.revision === ink.revision + 1;
        // What an earlier tab left was not put on this page's ink, and what was made before a turn was put there by this tab.
        // What was merged may be other ink.
        if (ink.isLoaded && (!isNext || waiting.isMerged || isRecovered(waiting) || waiting.turn !== this.turn(waiting.page))) this.#stale.add(waiting.page);
        ink.revision = receipt.revision;
        if (this.outbox.pending(this.character.id, waiting.page).length === 0) {
            if (isNext && !this.#stale.has(waiting.page)) this.outbox.know(this.character.id, waiting.page, ink.revision);
            ink.canUndo = receipt.canUndo;
            ink.canRedo = receipt.canRedo;
            if ((this.#heard.get(waiting.page) ?? 0) > ink.revision) this.#stale.add(waiting.page);
            this.#heard.delete(waiting.page);
        }
        void this.refresh(waiting.page);
    }

    /**
     * Keeps a stroke that was written.
     * @param {number} page @param {Stroke[]} strokes @param {string} [ended] the unfinished stroke that they are made of
     */
    async add(page, strokes, ended) {
        const ink = this.ink(page);
        const body = ink.add(strokes);
        const first = ink.strokes.length + ink.objects.length - strokes.length;
        const mark = this.#record({ page, removed: [], inserted: strokes.map((item, i) => ({ index: first + i, item })), pictures: [] });
        await this.#put({ page, deed: 'edits', body, strokes: strokes.length, mark }, { ended });
    }

    /**
     * Puts what a refused edit adds on top of the page as it is now, so that both versions are there.
     * @param {Waiting} refused @param {number} [instead] a page for what its own page was, where that is gone
     */
    async keepBoth(refused, instead = this.pages[0]?.page) {
        const { character, body, turn } = refused;
        const page = character === this.character.id && !this.page(refused.page) && instead !== undefined ? instead : refused.page;
        const add = addedBy(turnedTo(refused, this.page(page)));
        const { pictures } = body;
        if (character === this.character.id) {
            await this.load(page);
            await this.edit(page, { add, pictures: pictures ?? [] });
        } else {
            const whole = pictures ? { add, pictures } : { add };
            await this.#put({ page, deed: 'edits', body: whole, isWhole: true, strokes: newStrokes(whole), turn }, { character });
        }
        await this.outbox.forget(refused);
    }

    /**
     * Removes or changes strokes.
     * @param {number} page @param {Map<number, Stroke[]>} replacements
     */
    async replace(page, replacements) {
        if (replacements.size === 0) return;
        const ink = this.ink(page);
        const before = ink.state;
        const { change, words } = ink.replace(replacements);
        const mark = this.#record(stepOf(page, before, ink.state, words));
        await this.#put({
            mark, page, deed: 'edits', body: words, needsRevision: true, removed: change.removed.map(({ stroke }) => stroke), layersBefore: before.layers,
            strokes: change.inserted.length,
        });
    }

    /**
     * Removes or changes items.
     * @param {number} page @param {Map<number, any[]>} replacements by the index among all items
     */
    async replaceItems(page, replacements) {
        const strokes = amongStrokes(itemsOf(this.ink(page)), replacements);
        await (strokes ? this.replace(page, strokes) : this.edit(page, { replace: replacements }));
    }

    /**
     * Changes any items, and layers, in one edit.
     * @param {number} page @param {import('./items.js').Wish} wish
     * @param {string} [ended] the checkpoint that ends with it
     * @returns {Promise<void>}
     */
    async edit(page, wish, ended) {
        const ink = this.ink(page);
        const before = ink.state;
        const { after, body, removed } = edited(before, wish);
        ink.become(after);
        const mark = this.#record(stepOf(page, before, after, body));
        const needsRevision = Object.keys(body).some((key) => key !== 'add' && key !== 'pictures');
        await this.#put({ page, deed: 'edits', body, needsRevision, removed, isWhole: true, layersBefore: before.layers, strokes: newStrokes(body), mark }, { ended });
    }

    /**
     * Takes back what this person did last, wherever that was, or does it again.
     * @param {'undo' | 'redo'} deed
     * @returns {Promise<{step: import('./steps.js').Step, isMade: boolean} | undefined>} what was to be done, and whether it
     *   could be: somebody else may have removed what it was about
     */
    async step(deed) {
        const taken = this.steps.take(deed);
        if (!taken) return this.#stepElsewhere(deed);
        const { step, kept } = taken;
        if (step.value) {
            const isMade = await this.form?.restore(step.value, taken.marks) ?? false;
            if (isMade) kept();
            return { step, isMade };
        }
        if (!this.ink(step.page).isLoaded) await this.load(step.page);
        const edit = make(this.ink(step.page), step);
        if (!edit) return { step, isMade: false };
        kept();
        await this.#put({ page: step.page, deed: 'edits', needsRevision: true, strokes: newStrokes(edit.body), ...edit, ...taken.marks });
        const rest = taken.goesOn ? await this.step(deed) : undefined;
        return rest?.isMade ? rest : { step, isMade: true };
    }

    /** Whether the server can take back, and do again, what this person did in another browser. */
    elsewhere = { undo: false, redo: false };

    get canUndo() { return this.steps.canUndo || this.elsewhere.undo; }

    get canRedo() { return this.steps.canRedo || this.elsewhere.redo; }

    /** @param {import('./steps.js').Step} step */
    #record(step) {
        this.elsewhere.redo = false;
        return this.steps.record(step);
    }

    /** Asks the server what else this person did, where no step of this browser is left and nothing waits for the server. */
    async lookElsewhere() {
        const isDue = () => !this.steps.canUndo && !this.outbox.hasPending(this.character.id);
        if (!isDue()) return;
        try {
            const { undo, redo } = await this.api.history(this.character.id);
            if (isDue()) this.elsewhere = { undo: undo.length > 0, redo: redo.length > 0 };
        } catch {
            // Without the server, the steps of this browser are all there are.
        }
    }

    /**
     * Takes a step of what the server remembers. This browser hears of the change as of anybody's.
     * @param {'undo' | 'redo'} deed @returns {Promise<{step: import('./steps.js').Step, isMade: boolean} | undefined>}
     */
    async #stepElsewhere(deed) {
        if (!this.elsewhere[deed] || this.outbox.hasPending(this.character.id)) return undefined;
        this.elsewhere = { undo: false, redo: false };
        try {
            const { page, undo, redo } = await this.api.step(this.character.id, deed);
            this.elsewhere = { undo: undo !== null, redo: redo !== null };
            return { step: { page: page ?? 0, removed: [], inserted: [], pictures: [] }, isMade: true };
        } catch (error) {
            // Another browser was quicker, or the server is away.
            if (error instanceof OfflineError) this.elsewhere[deed] = true;
            return undefined;
        }
    }

    /**
     * @param {Pick<Waiting, 'page' | 'deed' | 'body' | 'strokes'> & Partial<Waiting>} edit
     * @param {{character?: string, ended?: string}} options the page's character, where it is another one
     */
    async #put(edit, { character = this.character.id, ended } = {}) {
        try {
            await this.outbox.put({ needsRevision: false, turn: this.turn(edit.page), ...edit, key: newKey(), character }, ended);
        } catch {
            this.tell('storage-full');
        }
    }
}
