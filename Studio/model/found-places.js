// SPDX-License-Identifier: GPL-3.0-or-later
// Places on the pages of several characters, so that none of them hides the others. No DOM.

/**
 * @typedef {{character: string, name: string, kind: 'text' | 'note' | 'markup' | 'form' | 'printed' | 'handwriting', page?: number | null, position?: number | null, box: number[] | null,
 *   size: number[] | null, text: string, field?: string | null, certainty?: number}} FoundPlace
 */
/** @typedef {{items: FoundPlace[], hasMore: boolean}} FoundPlaces */
/** @typedef {{shown: FoundPlace[], rest: FoundPlace[]}} Group what is shown at first of a character, and what when somebody asks for it */

/** How many places there is room for at first, and how many each of several characters has there at least. */
const [room, fewest] = [24, 3];

/**
 * The places of each character, in the order of its first one.
 * @param {readonly FoundPlace[]} places in the order in which they were found
 * @returns {Group[]}
 */
export function byCharacter(places) {
    /** @type {Map<string, FoundPlace[]>} */
    const known = new Map();
    for (const place of places) {
        const group = known.get(place.character);
        if (group) group.push(place);
        else known.set(place.character, [place]);
    }
    const groups = [...known.values()];
    const few = Math.max(Math.floor(room / groups.length), fewest);
    // A button takes the room of a place.
    return groups.map((group) => group.length <= few + 1 ? { shown: group, rest: [] } : { shown: group.slice(0, few), rest: group.slice(few) });
}
