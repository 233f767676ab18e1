// SPDX-License-Identifier: GPL-3.0-or-later
// The sample sheet that the studio carries is the project's. REPLACE=1 writes it anew.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { sampleSheet } from '../samples/character-sheet.js';

const original = new URL('../../Samples/character-sheet.pdf', import.meta.url);
const module = new URL('../samples/character-sheet.js', import.meta.url);

test('the sample sheet that the studio carries is the sample of the project', () => {
    const bytes = readFileSync(original);
    if (process.env.REPLACE === '1') {
        const words = readFileSync(module, 'utf8').split('`')[0];
        const lines = bytes.toString('base64').match(/.{1,120}/g) ?? [];
        writeFileSync(module, `${words}\`\n${lines.join('\n')}\n\`;\n`);
        return;
    }
    assert.ok(Buffer.from(sampleSheet()).equals(bytes), 'run REPLACE=1 node --test Studio/tests/sample-sheet.test.js');
});
