// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a form over a page. The page's picture shows what stands in them, as exports do; a field shows it by
// itself only while somebody fills it in, and until the picture has come.

import { letterSize, off, pressed } from '../model/form.js';

/** @typedef {import('../model/form.js').FormModel} FormModel */
/** @typedef {import('../model/form.js').Place} Place */
/** @typedef {import('../model/form.js').Field} Field */
/** @typedef {import('./page-view.js').PageView} PageView */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

/** After how many milliseconds without a key typed text is kept. */
const typingPause = 600;

export class FormLayer {
    element = document.createElement('div');
    /** @type {{place: Place, field: Field, control: Control}[]} */
    #entries = [];
    /** The reasons why values were refused, beside their fields. */
    #reasons = document.createElement('div');
    /** The revision of the values that the page's picture shows. */
    #shown = 0;
    #stop;
    #asked = 0;

    /**
     * @param {PageView} view @param {FormModel} form @param {boolean} mayWrite
     * @param {(waiting: import('../sync/outbox-store.js').Waiting) => string} reason why a value was refused, in words
     * @param {number} [turn] how far the page is turned, in degrees; its fields turn, too
     */
    constructor(view, form, mayWrite, reason, turn = 0) {
        this.reason = reason;
        this.turn = turn;
        this.view = view;
        this.form = form;
        this.mayWrite = mayWrite;
        this.element.className = 'fields';
        view.element.append(this.element);
        // While a drawing tool is in hand, a pointer goes into a field only if `Filling` says so.
        const isForeign = () => this.element.closest('[data-fields-open]') === null;
        this.element.addEventListener('mousedown', (event) => {
            if (isForeign() && event.target !== document.activeElement) event.preventDefault();
        });
        this.element.addEventListener('click', (event) => {
            if (!event.isTrusted || event.detail === 0 || !isForeign() || event.target === document.activeElement) return;
            event.preventDefault();
            event.stopPropagation();
        }, true);
        this.#shown = form.revision;
        this.#fill();
        this.#stop = form.listen(() => this.#changed());
    }

    #fill() {
        const { number } = this.view.page;
        this.#entries = this.form.places.filter(({ page }) => page === number).flatMap((place) => {
            const field = this.form.fields[place.index] ?? this.form.field(place.field);
            return field ? [{ place, field, control: this.#control(place, field) }] : [];
        });
        this.element.replaceChildren(...this.#entries.map(({ control }) => control), this.#reasons);
        this.placed();
        this.#show();
    }

    #changed() {
        if (this.#entries.length === 0 && this.form.places.length > 0) this.#fill();
        this.#show();
        const { revision } = this.form;
        if (revision === this.#shown || revision === this.#asked) return;
        this.#asked = revision;
        void this.view.renewPicture().then((isShown) => {
            if (!isShown && this.#asked === revision) this.#asked = 0;
        });
    }

    /** The page has a new picture, drawn for a revision of the values. */
    pictured() {
        this.#shown = Math.max(this.#asked, this.#shown);
        this.#show();
    }

    /** @param {Place} place @param {Field} field @returns {Control} */
    #control(place, field) {
        const { name, flags, type } = field;
        const isButton = type === 'check' || type === 'radio';
        const isEntry = type === 'text' || (type === 'combo' && flags.includes('edit'));
        const control = document.createElement(
            isEntry && flags.includes('multiline') ? 'textarea' : isEntry || isButton ? 'input' : 'select');
        control.className = `field ${isButton ? 'button-field' : ''}`;
        control.dataset.testid = 'field';
        control.dataset.name = name;
        const words = field.tooltip || readable(name);
        control.setAttribute('aria-label', isButton && type === 'radio' ? `${words}: ${this.#label(place, field)}` : words);
        control.title = words;
        if (flags.includes('required')) control.setAttribute('aria-required', 'true');
        control.setAttribute('autocomplete', 'off');
        const isClosed = place.readOnly || flags.includes('readOnly') || flags.includes('locked') || field.calculated === true || !this.mayWrite;
        if (control instanceof HTMLInputElement && isButton) {
            control.type = type === 'radio' ? 'radio' : 'checkbox';
            // A radio button that is on can be pressed off where the form allows it; the browser knows no such thing.
            if (type === 'radio') control.name = `field ${this.form.character} ${name}`;
            control.disabled = isClosed;
            control.addEventListener('click', () => {
                void this.form.set(name, pressed(place, field, this.form.values[name] ?? off));
                this.#show();
            });
            return control;
        }
        if (control instanceof HTMLSelectElement) {
            control.multiple = flags.includes('multiSelect');
            if (type === 'list' && !control.multiple) control.size = Math.max(2, field.options.length);
            if (type === 'combo') control.append(new Option('', ''));
            control.append(...field.options.map(({ value, label }) => new Option(label, value)));
            control.disabled = isClosed;
            control.addEventListener('change', () => {
                const chosen = [...control.selectedOptions].map(({ value }) => value);
                void this.form.set(name, control.multiple ? chosen : chosen[0] ?? '');
            });
            return control;
        }
        return this.#entry(control, place, field, isClosed);
    }

    /**
     * A field to type in.
     * @param {HTMLInputElement | HTMLTextAreaElement} control @param {Place} place @param {Field} field @param {boolean} isClosed
     */
    #entry(control, place, field, isClosed) {
        const { name, flags } = field;
        if (control instanceof HTMLInputElement) control.type = flags.includes('password') ? 'password' : 'text';
        if (field.maxLength) control.maxLength = field.maxLength;
        if (flags.includes('comb')) control.classList.add('comb');
        if (field.type === 'combo' && control instanceof HTMLInputElement) this.#suggest(control, field);
        control.readOnly = isClosed;
        control.spellcheck = false;
        control.style.textAlign = place.align ?? 'left';
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let pause;
        let before = '';
        control.addEventListener('focus', () => { before = control.value; });
        const keep = () => {
            clearTimeout(pause);
            // A field that was only visited says nothing.
            if (!control.readOnly && 'touched' in control.dataset) void this.form.set(name, control.value);
            delete control.dataset.touched;
        };
        control.addEventListener('input', (event) => {
            clearTimeout(pause);
            this.escaped = undefined;
            control.dataset.touched = '';
            // What an input method is still composing is not a word yet.
            if (!(/** @type {InputEvent} */ (event).isComposing)) pause = setTimeout(keep, typingPause);
        });
        control.addEventListener('change', keep);
        control.addEventListener('blur', () => {
            keep();
            this.#show();
        });
        control.addEventListener('keydown', (event) => {
            const { key, isComposing, ctrlKey, metaKey } = /** @type {KeyboardEvent} */ (event);
            if (isComposing) return;
            if (key === 'Escape') {
                // What was typed stays; a second time, the field gets what it had before.
                const isTyped = 'touched' in control.dataset || control.value !== before;
                if (isTyped) this.escaped = { name, before };
                else if (this.escaped?.name === name) this.restore();
                keep();
                control.blur();
                event.stopPropagation();
            } else if (key === 'Enter' && (control instanceof HTMLInputElement || ctrlKey || metaKey)) {
                event.preventDefault();
                keep();
                control.blur();
            }
        });
        control.addEventListener('keep', keep);
        return control;
    }

    /** @param {HTMLInputElement} control @param {Field} field */
    #suggest(control, field) {
        const list = document.createElement('datalist');
        list.id = `options-${this.view.page.number}-${this.form.fields.indexOf(field)}`;
        list.append(...field.options.map(({ value, label }) => new Option(label, value)));
        this.view.element.append(list);
        control.setAttribute('list', list.id);
    }

    /** @param {Place} place @param {Field} field */
    #label(place, { options }) { return options.find(({ value }) => value === place.value)?.label ?? place.value ?? ''; }

    /**
     * The field that was left by Escape, and what stood in it before.
     * @type {{name: string, before: string} | undefined}
     */
    escaped;

    /** Gives the field that was left by Escape what it had before. Returns whether there was one. */
    restore() {
        const { escaped } = this;
        this.escaped = undefined;
        if (escaped) void this.form.set(escaped.name, escaped.before);
        return escaped !== undefined;
    }

    /** Keeps what is being typed, at once. */
    keep() {
        for (const { control } of this.#entries) if (control === document.activeElement) control.dispatchEvent(new Event('keep'));
    }

    /** The page is elsewhere, or larger. */
    placed() {
        const { box } = this.view;
        if (!box) return;
        const { width, height } = this.view.page.size;
        const [x, y] = [box.width / width, box.height / height];
        for (const { place, field, control } of this.#entries) {
            const [left, top, right, bottom] = this.#upright(place.rect);
            const letters = letterSize({ ...place, rect: [left, top, right, bottom] }, field);
            Object.assign(control.style, {
                left: `${left * x}px`, top: `${top * y}px`, width: `${(right - left) * x}px`, height: `${(bottom - top) * y}px`,
                fontSize: `${letters * y}px`, transform: this.turn === 0 ? '' : `rotate(${this.turn}deg)`,
            });
            if (field.flags.includes('comb') && field.maxLength) {
                // Each letter stands in the middle of its cell; a letter of this font is 0.6 of its size wide.
                const cell = ((right - left) * x) / field.maxLength;
                const letter = letters * y * 0.602;
                control.style.letterSpacing = `${cell - letter}px`;
                control.style.paddingLeft = `${Math.max((cell - letter) / 2, 0)}px`;
            }
        }
    }

    /**
     * A place before it is turned about its middle with the page.
     * @param {Place['rect']} rect @returns {Place['rect']}
     */
    #upright([left, top, right, bottom]) {
        if (this.turn % 180 === 0) return [left, top, right, bottom];
        const [x, y, wide, high] = [(left + right) / 2, (top + bottom) / 2, (bottom - top) / 2, (right - left) / 2];
        return [x - wide, y - high, x + wide, y + high];
    }

    #show() {
        this.#reasons.replaceChildren();
        for (const { place, field, control } of this.#entries) {
            const fault = this.form.faults.get(field.name);
            this.#mark(control, place, fault && this.reason(fault.waiting));
            const value = (fault ? fault.value : this.form.values[field.name]) ?? null;
            if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
                control.checked = value !== null && value === place.value;
            } else if (control instanceof HTMLSelectElement) {
                const chosen = new Set(Array.isArray(value) ? value : [value ?? '']);
                for (const option of control.options) option.selected = chosen.has(option.value);
            } else if (control !== document.activeElement || !('touched' in control.dataset)) {
                control.value = shownValue(value);
            }
            control.classList.toggle('newer', fault !== undefined || this.form.isNewer(field.name, this.#shown));
        }
    }

    /**
     * Says beside a field why the server refused its value.
     * @param {Control} control @param {Place} place @param {string | undefined} reason
     */
    #mark(control, place, reason) {
        control.classList.toggle('refused', reason !== undefined);
        if (reason === undefined) {
            control.removeAttribute('aria-invalid');
            control.removeAttribute('aria-describedby');
            return;
        }
        const words = document.createElement('p');
        words.id = `refused-${this.view.page.number}-${this.#reasons.childElementCount}`;
        words.className = 'field-reason';
        words.dataset.testid = 'field-reason';
        words.setAttribute('role', 'alert');
        words.textContent = reason;
        const { width, height } = this.view.page.size;
        words.style.left = `${(100 * place.rect[0]) / width}%`;
        words.style.top = `${(100 * place.rect[3]) / height}%`;
        control.setAttribute('aria-invalid', 'true');
        control.setAttribute('aria-describedby', words.id);
        this.#reasons.append(words);
    }

    removed() {
        this.keep();
        this.#stop();
        this.element.remove();
    }
}

/** @param {import('../model/form.js').FieldValue | undefined} value */
function shownValue(value) { return Array.isArray(value) ? value.join(', ') : value ?? ''; }

/**
 * A name that no person wrote for people, as words.
 * @param {string} name
 */
export function readable(name) { return name.replace(/[._]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2').trim() || name; }
