// SPDX-License-Identifier: GPL-3.0-or-later
// What an encrypted address would add. Browsers keep some of what they can do from pages of other addresses.

import { remember, remembered } from '../../model/settings.js';
import { text } from '../../texts/texts.js';
import { tell } from '../dialogs.js';

/** Says it until somebody has read it. */
export function hintAtEncryption() {
    if (window.isSecureContext || remembered('insecure-read') === true) return;
    tell(text('insecure'), { label: text('insecure.read'), act: () => remember('insecure-read', true) });
}
