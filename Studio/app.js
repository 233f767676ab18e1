// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the studio.

import { Coordinator } from './coordinator.js';
import { chooseLanguage } from './texts/texts.js';

document.documentElement.lang = chooseLanguage(navigator.languages);
const place = document.getElementById('studio');
if (place) void new Coordinator(place).start();
