// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with what stands in the library.

import { tagsOf } from '../../model/library.js';
import { address } from '../../model/routes.js';
import { OwnerApi } from '../../sync/owner-api.js';
import { counted, text } from '../../texts/texts.js';
import { accessDialog, shareDialog } from './access-dialogs.js';
import { renameDialog } from './cards.js';
import { tell } from '../dialogs.js';
import { editionDialog } from './edition-dialog.js';
import { exportDialog } from './export-dialog.js';
import { showMenu } from '../menu.js';
import { packDialog } from './pack-dialog.js';
import { tagsDialog } from './tags-dialog.js';
import { trashDialog } from './trash-dialog.js';

/** @typedef {import('./library-view.js').LibraryView} LibraryView */
/** @typedef {import('../../sync/api.js').Character} Character */
/** @typedef {import('../../sync/api.js').Template} Template */

export class LibraryDeeds {
    /** @param {LibraryView} library */
    constructor(library) {
        this.library = library;
        this.owner = new OwnerApi(library.api);
    }

    /**
     * Takes a file into the library.
     * @param {File} file @param {'pdf' | 'package'} kind @param {string} [password]
     */
    take(file, kind, password) {
        return kind === 'package' ? this.owner.unpack(file) : this.library.api.importTemplate(file, password);
    }

    /**
     * Does something, shows what became of it, and tells why it was refused.
     * @param {Promise<unknown>} work @returns {Promise<boolean>} whether it was done
     */
    async #change(work) {
        try {
            await work;
            await this.library.load();
            return true;
        } catch (error) {
            tell(error instanceof Error ? error.message : String(error));
            return false;
        }
    }

    /** @param {Character} character @param {HTMLElement} anchor */
    characterMenu(character, anchor) {
        const { api, coordinator, characters } = this.library;
        const { id, name, favorite, lastPage } = character;
        const { isOwner, outbox } = coordinator;
        showMenu(anchor, text('card.more', { name }), [
            isOwner && {
                label: text('card.favorite'), icon: 'star', isChecked: favorite, testid: 'menu-favorite',
                act: () => void this.#change(api.changeCharacter(id, { favorite: !favorite })),
            },
            isOwner && {
                label: text('card.tags'), icon: 'tag', testid: 'menu-tags',
                act: () => tagsDialog(character, tagsOf(characters).map(({ tag }) => tag),
                    (tags) => void this.#change(api.changeCharacter(id, { tags }))),
            },
            isOwner && {
                label: text('card.rename'), icon: 'pen', testid: 'menu-rename',
                act: () => renameDialog(name, (value) => void this.#change(api.changeCharacter(id, { name: value }))),
            },
            isOwner && {
                label: text('card.duplicate'), icon: 'copy', testid: 'menu-duplicate',
                act: () => void this.#change(api.duplicateCharacter(id)),
            },
            isOwner && {
                label: text('edition.menu'), icon: 'next', testid: 'menu-edition', act: () => this.#moveToEdition(character),
            },
            {
                label: text('card.picture'), icon: 'window', target: '_blank', testid: 'menu-picture',
                href: address({ name: 'picture', character: id, page: lastPage ?? 1 }),
            },
            {
                label: text('card.replay'), icon: 'history', testid: 'menu-replay',
                act: () => coordinator.go({ name: 'replay', character: id, page: lastPage ?? 1 }),
            },
            isOwner && { label: text('card.share'), icon: 'share', act: () => shareDialog(this.owner, character), testid: 'menu-share' },
            { label: text('card.export'), icon: 'export', act: () => exportDialog({ character, api, outbox }, isOwner), testid: 'menu-export' },
            isOwner && {
                label: text('card.pack'), icon: 'pack', act: () => packDialog(this.owner, character), testid: 'menu-pack',
            },
            isOwner && { label: text('card.remove'), icon: 'trash', isGrave: true, act: () => void this.#remove(character), testid: 'menu-remove' },
        ]);
    }

    /** @param {Character} character */
    #moveToEdition(character) {
        const { templates, coordinator } = this.library;
        const { id, name } = character;
        editionDialog({ character, templates, owner: this.owner, outbox: coordinator.outbox }, (template) => {
            void this.library.load().catch(() => undefined);
            tell(text('edition.moved', { name, template: template.name }), {
                label: text('undo'), act: () => void this.#change(this.owner.undo(id)),
            });
        });
    }

    /** @param {Character} character */
    async #remove({ id, name }) {
        const { api } = this.library;
        if (!(await this.#change(api.removeCharacter(id)))) return;
        tell(text('removed', { name }), { label: text('restore'), act: () => void this.#change(api.restoreCharacter(id)) });
    }

    /** @param {Template} template @param {HTMLElement} anchor */
    templateMenu({ id, name }, anchor) {
        const { coordinator } = this.library;
        showMenu(anchor, text('card.more', { name }), [
            { label: text('new'), icon: 'plus', act: () => this.library.newCharacter(id) },
            { label: text('design.menu'), icon: 'text', act: () => coordinator.go({ name: 'design', template: id }), testid: 'detect' },
            { label: text('table.of'), icon: 'table', act: () => coordinator.go({ name: 'table', template: id }), testid: 'menu-table' },
            {
                label: text('card.rename'), icon: 'pen', testid: 'menu-rename',
                act: () => renameDialog(name, (value) => void this.#change(this.owner.renameTemplate(id, value))),
            },
            { label: text('template.file'), icon: 'export', href: `/api/v1/templates/${encodeURIComponent(id)}/file`, download: `${name}.pdf` },
            { label: text('card.remove'), icon: 'trash', isGrave: true, act: () => void this.#removeTemplate(id, name), testid: 'menu-remove' },
        ]);
    }

    /** @param {string} id @param {string} name */
    async #removeTemplate(id, name) {
        let went = 0;
        const isRemoved = await this.#change(this.owner.removeTemplate(id).then(({ characters }) => {
            went = characters;
        }));
        if (!isRemoved) return;
        tell(went > 0 ? counted('removed.with', went, { name }) : text('removed', { name }), {
            label: text('restore'), act: () => void this.#change(this.owner.restore(id)),
        });
    }

    trash() { trashDialog(this.owner, () => void this.library.load().catch(() => undefined)); }
    access() { accessDialog(this.owner, this.library.characters); }
}
