// SPDX-License-Identifier: GPL-3.0-or-later
// Paper to write on, as a PDF that becomes a template: blank, lined, dotted or squared. The same wishes give the same
// bytes. No DOM.

/** @typedef {'blank' | 'lined' | 'dotted' | 'squared'} Ruling */

/** @type {readonly Ruling[]} */
export const rulings = ['blank', 'lined', 'dotted', 'squared'];
/** The pages of a pad. */
export const padPages = 8;

const millimeter = 72 / 25.4;
/** The sides of a sheet in points. */
const sheets = { a4: [595.28, 841.89], letter: [612, 792] };
/** Between two lines of writing, and between dots or lines of squares, in points. */
const [lineGap, gridGap] = [8 * millimeter, 5 * millimeter];

/**
 * The sheet that people use where a language is spoken.
 * @param {string} language such as `en-US`
 */
export function sheetOf(language) { return /-(US|CA|MX|CL|CO|PH)$/.test(language) ? 'letter' : 'a4'; }

/** @param {number} value */
function words(value) { return String(Math.round(value * 100) / 100); }

/**
 * What is printed on a page, in the operators of PDF.
 * @param {Ruling} ruling @param {number} width @param {number} height
 */
function content(ruling, width, height) {
    /** @type {string[]} */
    const lines = [];
    /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
    const line = (x0, y0, x1, y1) => lines.push(`${words(x0)} ${words(y0)} m ${words(x1)} ${words(y1)} l S`);
    if (ruling === 'lined') {
        const margin = 18 * millimeter;
        for (let y = height - 28 * millimeter; y > 15 * millimeter; y -= lineGap) line(margin, y, width - margin, y);
        return ['0.72 0.78 0.86 RG 0.6 w', ...lines].join('\n');
    }
    if (ruling === 'blank') return '';
    // The grid lies in the middle of the sheet.
    const [columns, rows] = [Math.floor((width - gridGap) / gridGap), Math.floor((height - gridGap) / gridGap)];
    const [left, bottom] = [(width - columns * gridGap) / 2, (height - rows * gridGap) / 2];
    const [right, top] = [left + columns * gridGap, bottom + rows * gridGap];
    for (let row = 0; row <= rows; row++) line(left, bottom + row * gridGap, right, bottom + row * gridGap);
    // A dash without length and with a round cap is a dot.
    if (ruling === 'dotted') return [`0.66 0.7 0.76 RG 1.1 w 1 J [0 ${words(gridGap)}] 0 d`, ...lines].join('\n');
    for (let column = 0; column <= columns; column++) line(left + column * gridGap, bottom, left + column * gridGap, top);
    return ['0.78 0.82 0.88 RG 0.5 w', ...lines].join('\n');
}

/**
 * A pad of paper.
 * @param {Ruling} ruling @param {'a4' | 'letter'} sheet @param {number} [pages]
 * @returns {string} the PDF, whose characters are its bytes
 */
export function paperPdf(ruling, sheet, pages = padPages) {
    const [width, height] = sheets[sheet];
    const stream = content(ruling, width, height);
    const kids = Array.from({ length: pages }, (_, i) => i + 4);
    const objects = [
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Count ${pages} /Kids [${kids.map((number) => `${number} 0 R`).join(' ')}] >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
        ...kids.map(() => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << >> /Contents 3 0 R >>`),
    ];
    let file = '%PDF-1.4\n';
    const places = objects.map((object, i) => {
        const place = file.length;
        file += `${i + 1} 0 obj\n${object}\nendobj\n`;
        return place;
    });
    const table = file.length;
    file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
    file += places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    return `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}
