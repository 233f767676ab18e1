// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of the editor, whose pages open and whose pen writes without them.

export { OwnerApi } from '../../sync/owner-api.js';
export { helpDialog } from '../help-dialog.js';
export { shareDialog } from '../library/access-dialogs.js';
export { exportDialog } from '../library/export-dialog.js';
export { signOutDialog } from '../sign-out-dialog.js';
export { cropDialog } from './crop-dialog.js';
export { dataDialog } from './data-dialog.js';
export { feelDialog } from './feel-dialog.js';
export { linkDialog, markDialog, noteDialog } from './item-dialogs.js';
