// SPDX-License-Identifier: GPL-3.0-or-later
// The places besides the editor: what the coordinator shows at their addresses. The editor does without them, so they
// come after it.

import { address } from './model/routes.js';
import { OwnerApi } from './sync/owner-api.js';
import { text } from './texts/texts.js';
import { NumbersView } from './views/library/numbers-view.js';
import { PictureView } from './views/editor/picture-view.js';
import { ReplayView } from './views/editor/replay-view.js';
import { TableView } from './views/library/table-view.js';

export { LibraryView } from './views/library/library-view.js';

/** @typedef {import('./model/routes.js').Route} Route */
/** @typedef {Exclude<Route, {name: 'library'} | {name: 'editor'}>} PlaceRoute */
/**
 * What is shown at a place.
 * @typedef {{element: HTMLElement, load: () => Promise<void>, remove: () => void,
 *   lookAgain?: () => void, listChanged?: () => Promise<void>,
 *   pageChanged?: (event: import('./sync/event-stream.js').PageEvent) => void, pagesChanged?: (character: string) => void, happened?: () => void,
 *   pointedAt?: (pointed: import('./model/company.js').Pointed) => void}} Place
 */

/**
 * @param {PlaceRoute} route @param {import('./sync/api.js').Api} api @param {(route: Route) => void} go
 * @returns {Place}
 */
export function placeAt(route, api, go) {
    const back = () => go({ name: 'library' });
    /** @param {Route} moved */
    const replace = (moved) => history.replaceState(null, '', address(moved));
    if (route.name === 'table') {
        return new TableView(api, route, { back, open: (character, page) => go({ name: 'editor', character, page }), moved: replace });
    }
    if (route.name === 'numbers') {
        document.title = text('numbers');
        return new NumbersView(new OwnerApi(api), { back });
    }
    if (route.name === 'design') return designPlace(api, route.template, back);
    const { character, page } = route;
    if (route.name === 'picture') {
        return new PictureView(api, route, {
            turned: (turned) => replace({ ...route, page: turned }), edit: (at) => go({ name: 'editor', character, page: at }),
        });
    }
    return new ReplayView(api, route, {
        back: () => go({ name: 'editor', character, page }), turned: (turned) => go({ ...route, page: turned }),
    });
}

/**
 * The designer. Few people need it, so its modules come when it is shown.
 * @param {import('./sync/api.js').Api} api @param {string} template @param {() => void} back
 * @returns {Place}
 */
function designPlace(api, template, back) {
    const element = document.createElement('div');
    element.className = 'stage';
    /** @type {import('./views/library/design-view.js').DesignView | undefined} */
    let view;
    let isOver = false;
    return {
        element,
        load: async () => {
            const { DesignView } = await import('./views/library/design-view.js');
            if (isOver) return;
            view = new DesignView(api, template, { back });
            element.replaceChildren(view.element);
            await view.load();
        },
        remove: () => {
            isOver = true;
            view?.remove();
        },
    };
}
