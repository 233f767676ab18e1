// SPDX-License-Identifier: GPL-3.0-or-later
// What the example page does with its element: it chooses tools, and tells what happens.

const page = /** @type {import('./limn-page.js').LimnPage} */ (document.querySelector('limn-page'));
const output = /** @type {HTMLOutputElement} */ (document.querySelector('output'));
const query = new URLSearchParams(location.search);
page.src = `/api/v1/characters/${query.get('character') ?? ''}/pages/${query.get('page') ?? '1'}`;

const tools = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[data-tool]')]);
for (const tool of tools) {
    tool.addEventListener('click', () => {
        page.setAttribute('tool', tool.dataset.tool ?? 'pen');
        for (const other of tools) other.setAttribute('aria-pressed', String(other === tool));
    });
}
for (const step of /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[data-step]')])) {
    step.addEventListener('click', () => (step.dataset.step === 'undo' ? page.undo() : page.redo()));
}
let [strokes, state] = [0, ''];
const tell = () => {
    output.textContent = `${strokes} strokes, ${state}`;
};
page.addEventListener('limn-change', (event) => {
    strokes = /** @type {CustomEvent} */ (event).detail.strokes;
    tell();
});
page.addEventListener('limn-state', (event) => {
    state = /** @type {CustomEvent} */ (event).detail.state;
    tell();
});
page.addEventListener('limn-error', (event) => {
    output.textContent = /** @type {CustomEvent} */ (event).detail.message;
});
