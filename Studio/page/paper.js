// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a page. It is held as a bitmap whose memory goes at once, since browsers keep the decoded pixels of image
// elements long after these are gone: at a device ratio of 2, 18 MB of each page that was turned.

import { fetchPicture } from '../sync/passwords.js';

/** @typedef {{address: string, ending: AbortController, file: Promise<Blob | undefined>}} Wanted */

export class Paper {
    element = document.createElement('canvas');
    /** @type {Wanted | undefined} */
    #wanted;
    #turn = 0;
    /** Whether a picture is shown. */
    isThere = false;

    constructor() {
        this.element.className = 'sheet';
        this.element.setAttribute('aria-hidden', 'true');
        this.element.width = 0;
    }

    /**
     * Fetches a picture that will be shown; no other one is wanted any more.
     * @param {string} address
     */
    fetch(address) {
        if (this.#wanted?.address === address) return this.#wanted.file;
        this.#wanted?.ending.abort();
        const ending = new AbortController();
        const file = fetchPicture(address, ending.signal);
        this.#wanted = { address, ending, file };
        return file;
    }

    /**
     * Shows a picture in place of the last one. Resolves to false if there is none, and to undefined if another one was asked
     * for meanwhile.
     * @param {string} address
     * @returns {Promise<boolean | undefined>}
     */
    async show(address) {
        const turn = ++this.#turn;
        const file = await this.fetch(address);
        const bitmap = file && turn === this.#turn ? await createImageBitmap(file).catch(() => undefined) : undefined;
        if (turn !== this.#turn) {
            bitmap?.close();
            return undefined;
        }
        if (!bitmap) {
            // It is fetched again when it is wanted again.
            this.#wanted = undefined;
            return false;
        }
        this.element.width = bitmap.width;
        this.element.height = bitmap.height;
        this.element.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
        this.isThere = true;
        return true;
    }

    /** Gives the bitmap back. The file is kept. */
    rest() {
        this.#turn++;
        if (!this.isThere) return;
        this.isThere = false;
        // First the size: an empty bitmap of a page's size takes 20 ms.
        this.element.width = 0;
        this.element.height = 0;
        this.element.getContext('bitmaprenderer')?.transferFromImageBitmap(null);
    }

    /** Gives everything back. */
    release() {
        this.rest();
        this.#wanted?.ending.abort();
        this.#wanted = undefined;
    }
}
