// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { paperPdf, rulings, sheetOf } from '../model/paper-pdf.js';

test('every paper is a PDF that qpdf finds no fault with', () => {
    const folder = mkdtempSync(join(tmpdir(), 'limn-paper-'));
    try {
        for (const ruling of rulings) {
            for (const sheet of /** @type {const} */ (['a4', 'letter'])) {
                const file = join(folder, `${ruling}-${sheet}.pdf`);
                writeFileSync(file, paperPdf(ruling, sheet), 'latin1');
                const { status, stdout, stderr } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' });
                assert.equal(status, 0, `${ruling} ${sheet}: ${stdout} ${stderr}`);
            }
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
});

test('the same paper has the same bytes, so that it is imported once, and the sheet is that of the language', () => {
    assert.equal(paperPdf('dotted', 'a4'), paperPdf('dotted', 'a4'));
    assert.deepEqual(['de', 'en-GB', 'en-US', 'fr-CA'].map(sheetOf), ['a4', 'a4', 'letter', 'letter']);
});
