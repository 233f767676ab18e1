// SPDX-License-Identifier: GPL-3.0-or-later
// A ruler that lies over the pages. One finger moves it, two turn it, keys do both; a pen that begins near one of its
// edges goes along it.

/** @typedef {{x: number, y: number}} Point in CSS pixels */

/** How thick the ruler is, and how near an edge a stroke has to begin, in CSS pixels. */
const [thickness, reach] = [72, 26];
const degree = Math.PI / 180;

/**
 * Where a place comes to lie on the nearer edge of a ruler.
 * @param {{x: number, y: number, angle: number}} ruler its middle, and its angle in degrees @param {Point} start where the
 *   stroke begins @param {number} [away] how far beside the edge the middle of the pen goes
 * @returns {((at: Point) => Point) | undefined} undefined if the stroke begins elsewhere
 */
export function edgeGuide({ x, y, angle }, start, away = 0) {
    const [ux, uy] = [Math.cos(angle * degree), Math.sin(angle * degree)];
    const across = (start.y - y) * ux - (start.x - x) * uy;
    const side = across < 0 ? -1 : 1;
    if (Math.abs(Math.abs(across) - thickness / 2) > reach) return undefined;
    const edge = side * (thickness / 2 + away);
    return (at) => {
        const along = (at.x - x) * ux + (at.y - y) * uy;
        return { x: x + along * ux - edge * uy, y: y + along * uy + edge * ux };
    };
}

/**
 * An angle in whole degrees from −89 to 90; near the multiples of 15 it is one.
 * @param {number} angle in degrees
 */
export function rulerAngle(angle) {
    const snapped = Math.round(angle / 15) * 15;
    const near = Math.abs(angle - snapped) < 2 ? snapped : Math.round(angle);
    const turned = ((near % 180) + 180) % 180;
    return turned > 90 ? turned - 180 : turned;
}

export class Ruler {
    element = document.createElement('div');
    #face = document.createElement('span');
    /** The middle of the ruler in parts of its parent's box. */
    #place = { x: 0.5, y: 0.4 };
    #turned = 0;
    /** @type {Map<number, Point>} */
    #fingers = new Map();

    /** @param {{name: string, words: (angle: number) => string}} texts */
    constructor({ name, words }) {
        this.words = words;
        const { element } = this;
        element.className = 'ruler';
        element.hidden = true;
        element.tabIndex = 0;
        element.dataset.testid = 'ruler';
        element.setAttribute('role', 'slider');
        element.setAttribute('aria-label', name);
        element.setAttribute('aria-valuemin', '-89');
        element.setAttribute('aria-valuemax', '90');
        this.#face.className = 'ruler-angle';
        element.append(this.#face);
        element.addEventListener('pointerdown', (event) => this.#down(event));
        element.addEventListener('pointermove', (event) => this.#move(event));
        for (const type of ['pointerup', 'pointercancel']) {
            element.addEventListener(type, (event) => this.#fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
        }
        element.addEventListener('keydown', (event) => this.#key(event));
        element.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false });
        this.#show();
    }

    get isShown() { return !this.element.hidden; }

    /** @param {boolean} isShown */
    set isShown(isShown) {
        this.element.hidden = !isShown;
        this.#fingers.clear();
    }

    /** The angle in degrees, positive from x towards y. */
    get angle() { return rulerAngle(this.#turned); }

    /** Its parent's box. */
    get #frame() { return /** @type {HTMLElement} */ (this.element.parentElement).getBoundingClientRect(); }

    /**
     * How a stroke that begins at a place goes along the ruler; undefined if it does not.
     * @param {number} clientX @param {number} clientY @param {number} away as in `edgeGuide`
     * @returns {((x: number, y: number) => Point) | undefined}
     */
    guide(clientX, clientY, away) {
        if (!this.isShown || !this.element.parentElement) return undefined;
        const frame = this.#frame;
        const ruler = { x: frame.left + this.#place.x * frame.width, y: frame.top + this.#place.y * frame.height, angle: this.angle };
        const led = edgeGuide(ruler, { x: clientX, y: clientY }, away);
        return led && ((x, y) => led({ x, y }));
    }

    #show() {
        const { style } = this.element;
        style.left = `${this.#place.x * 100}%`;
        style.top = `${this.#place.y * 100}%`;
        style.setProperty('--angle', `${this.angle}deg`);
        this.#face.textContent = `${-this.angle}°`;
        this.element.setAttribute('aria-valuenow', String(-this.angle));
        this.element.setAttribute('aria-valuetext', this.words(-this.angle));
    }

    /** @param {number} dx @param {number} dy in CSS pixels */
    #shift(dx, dy) {
        const frame = this.#frame;
        this.#place = {
            x: Math.min(Math.max(this.#place.x + dx / frame.width, 0), 1), y: Math.min(Math.max(this.#place.y + dy / frame.height, 0), 1),
        };
    }

    /** @param {PointerEvent} event */
    #down(event) {
        event.preventDefault();
        this.element.focus({ preventScroll: true });
        try {
            this.element.setPointerCapture(event.pointerId);
        } catch {
            // An event that no device made has no pointer to capture.
        }
        this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const before = this.#fingers.get(event.pointerId);
        if (!before) return;
        const now = { x: event.clientX, y: event.clientY };
        this.#fingers.set(event.pointerId, now);
        const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
        const share = other ? 0.5 : 1;
        this.#shift((now.x - before.x) * share, (now.y - before.y) * share);
        if (other) {
            const turn = Math.atan2(now.y - other.y, now.x - other.x) - Math.atan2(before.y - other.y, before.x - other.x);
            this.#turned += Math.atan2(Math.sin(turn), Math.cos(turn)) / degree;
        }
        this.#show();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const step = event.shiftKey ? 15 : 1;
        const turn = /** @type {Record<string, number>} */ ({ ArrowLeft: -step, ArrowRight: step })[event.key];
        const shift = /** @type {Record<string, number>} */ ({ ArrowUp: -8, ArrowDown: 8 })[event.key];
        if (turn === undefined && shift === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        // From an angle that has snapped, one degree leads on and not back.
        if (turn !== undefined) this.#turned = this.angle + turn + (Math.abs(turn) === 1 && this.angle % 15 === 0 ? turn : 0);
        if (shift !== undefined) this.#shift(0, shift);
        this.#show();
    }
}
