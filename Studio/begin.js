// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for what the address needs. It runs as soon as it is there, while the modules of app.js still come.

import { parsed } from './model/routes.js';
import { askAhead } from './sync/ahead.js';
import { openStore } from './sync/outbox-store.js';

if (parsed(location.pathname).name !== 'editor') void import('./places.js').catch(() => undefined);

void openStore();
void askAhead(location.pathname, (character) => {
    try {
        // As LastPlace keeps it.
        return JSON.parse(localStorage.getItem(`limn:place:${character}`) ?? 'null')?.page;
    } catch {
        return undefined;
    }
});
