// SPDX-License-Identifier: GPL-3.0-or-later
// A character whose sheet is an encrypted PDF: its password is asked for, and then everything is fetched again.

import { listenToLocked, share } from '../../sync/passwords.js';
import { text } from '../../texts/texts.js';
import { tell } from '../dialogs.js';
import { askPassword } from '../unlock-dialog.js';

/**
 * @param {import('./editor-view.js').EditorView} editor @returns {() => void} stops
 */
export function whenLocked(editor) {
    const { character } = editor.model;
    share(character);
    let isAsked = false;
    const ask = async () => {
        if (await askPassword(character)) {
            for (const view of editor.column.views.values()) void view.renewPicture();
            void editor.filling.form.load();
            editor.panels.pages.fill();
        } else {
            tell(text('locked.sheet'), { label: text('locked.unlock'), act: () => void ask() });
        }
    };
    return listenToLocked((id) => {
        if (isAsked || (id !== character.id && id !== character.template)) return;
        isAsked = true;
        void ask();
    });
}
