// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of the current page: the uppermost first, as they lie.

import { addingLayer, changingLayer, itemCounts, layersOf, mayChangeLayers, mostLayers, movingLayer, removingLayer } from '../../../model/layers.js';
import { counted, text } from '../../../texts/texts.js';
import { iconButton, make } from '../../element.js';
import { Panel } from './panel.js';

/** @typedef {import('../../../model/items.js').Layer} Layer */
/** @typedef {import('../../../model/items.js').Wish} Wish */
/**
 * @typedef {object} Host
 * @property {import('../../../model/editor.js').EditorModel} model
 * @property {() => number} page the current one @property {boolean} mayWrite @property {boolean} isOwner
 * @property {() => number} layer the one that is written on
 * @property {(layer: number) => void} takeLayer @property {() => void} changed
 */

/**
 * What a layer is called.
 * @param {Layer} layer @param {number} index
 */
export function layerName({ name, audience }, index) {
    return name || (index === 0 && audience !== 'gameMaster' ? text('layer.first') : text('layer.number', { number: index + 1 }));
}

export class LayersPanel extends Panel {
    /** @param {Host} host */
    constructor(host) {
        super(text('layers'), 'layers');
        this.host = host;
    }

    /** Shows the layers, if anybody looks. A name that is being typed stays. */
    show() {
        const isTyped = document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'text';
        if (this.isOpen && !(isTyped && this.body.contains(document.activeElement))) this.opened();
    }

    /** @type {(() => void) | undefined} */
    #stop;

    /** Shows the layers of the current page from now on. */
    follow() {
        this.#stop?.();
        this.#stop = this.host.model.ink(this.host.page()).listen(() => this.show());
        this.show();
    }

    opened() {
        const { host, body } = this;
        const state = host.model.ink(host.page()).state;
        const layers = layersOf(state);
        const mayChange = host.mayWrite && mayChangeLayers(state, host.isOwner);
        const counts = itemCounts(state);
        const { activeElement } = document;
        const focused = body.contains(activeElement) ? activeElement?.getAttribute('data-focus') : undefined;
        const rows = layers.map((layer, index) =>
            (layer.audience === 'gameMaster' && !host.isOwner ? undefined : this.#row(layer, index, { mayChange, count: counts[index], last: layers.length - 1 })));
        body.replaceChildren(
            make('ul', { className: 'layers', 'aria-label': text('layers') }, ...rows.reverse()),
            make('button', {
                type: 'button', className: 'button', disabled: !mayChange || layers.length >= mostLayers, data: { testid: 'layer-add', focus: 'add' },
                on: { click: () => this.#change((page) => addingLayer(page, text('layer.number', { number: layers.length + 1 })), layers.length) },
            }, text('layer.add')));
        if (!mayChange && host.mayWrite) body.append(make('p', { className: 'hint' }, text('layer.owner')));
        if (focused) /** @type {HTMLElement | null} */ (body.querySelector(`[data-focus="${CSS.escape(focused)}"]`))?.focus();
    }

    /**
     * @param {(page: import('../../../model/page-ink.js').PageState) => Wish | undefined} wish @param {number} [active] the layer to write on then
     */
    #change(wish, active) {
        const { host } = this;
        const number = host.page();
        const wanted = wish(host.model.ink(number).state);
        if (!wanted) return;
        void host.model.edit(number, wanted);
        if (active !== undefined) host.takeLayer(active);
        host.changed();
        this.show();
    }

    /**
     * @param {Layer} layer @param {number} index
     * @param {{mayChange: boolean, count: number, last: number}} state
     */
    #row(layer, index, { mayChange, count, last }) {
        const { host } = this;
        const name = layerName(layer, index);
        const active = host.layer();
        /** @param {Layer} values */
        const set = (values) => this.#change((page) => changingLayer(page, index, values));
        /** @param {number} to */
        const move = (to) => this.#change((page) => movingLayer(page, index, to), active === index ? to : active === to ? index : active);
        /** @param {string} icon @param {string} label @param {boolean} isOn @param {Layer} values @param {string} focus */
        const flag = (icon, label, isOn, values, focus) => iconButton(icon, label, () => set(values), {
            disabled: !mayChange, 'aria-pressed': String(isOn), data: { focus: `${focus}-${index}`, testid: `layer-${focus}` } });
        const take = make('input', {
            type: 'radio', name: 'active-layer', checked: active === index, 'aria-label': text('layer.take', { name }), data: { focus: `take-${index}`, testid: 'layer-take' },
            on: { change: () => { host.takeLayer(index); this.show(); } },
        });
        const title = make('input', {
            type: 'text', value: name, disabled: !mayChange, 'aria-label': text('layer.name'), maxLength: 200, data: { focus: `name-${index}`, testid: 'layer-name' },
            on: {
                change: () => {
                    title.blur();
                    set({ name: title.value.trim() || undefined });
                },
                keydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Enter') title.blur(); },
            },
        });
        const isSecret = layer.audience === 'gameMaster';
        return make('li', { className: active === index ? 'layer active' : 'layer', data: { testid: 'layer', layer: index } },
            make('div', { className: 'layer-title' }, take, title, make('span', { className: 'hint' }, counted('items', count))),
            make('div', { className: 'layer-deeds' },
                flag(layer.hidden ? 'hidden' : 'shown', text('layer.hidden', { name }), layer.hidden === true, { hidden: !layer.hidden }, 'hide'),
                flag(layer.locked ? 'locked' : 'unlocked', text('layer.locked', { name }), layer.locked === true, { locked: !layer.locked }, 'lock'),
                host.isOwner && flag('mask', text('layer.secret', { name }), isSecret, { audience: isSecret ? 'everyone' : 'gameMaster' }, 'secret'),
                iconButton('up', text('layer.up', { name }), () => move(index + 1), { disabled: !mayChange || index === last, data: { focus: `up-${index}`, testid: 'layer-up' } }),
                iconButton('down', text('layer.down', { name }), () => move(index - 1), { disabled: !mayChange || index === 0, data: { focus: `down-${index}`, testid: 'layer-down' } }),
                iconButton('trash', text('layer.remove', { name }), () => this.#change((page) => removingLayer(page, index), 0),
                    { disabled: !mayChange || last === 0, data: { testid: 'layer-remove' } })));
    }
}
