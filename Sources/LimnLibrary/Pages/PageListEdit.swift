// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
internal import LimnInk

/// A change of the list of a character's pages, in the journal that the list shares with the form.
public struct PageListEdit: Hashable, Sendable {
    /// The list before; nil for the template's pages.
    public let before: PageList?
    /// The list afterwards; nil for the template's pages.
    public let after: PageList?
    /// The number of pages whose ink changed in the same group.
    let drawings: Int
    /// The number of the template's pages when the change was made, for which a missing list stands. The character may have
    /// another template since.
    let templatePages: Int
    /// The highest number that a page of the character had until then, even if it was removed.
    let highestNumber: Int

    /// The list before.
    var old: PageList { before ?? PageList(templatePages: templatePages) }
    /// The list afterwards.
    var new: PageList { after ?? PageList(templatePages: templatePages) }

    /// The pages that this edit turns, and how. They are in both lists.
    var turns: [Int: PageGeometry.Rotation] {
        let earlier = old.byNumber
        var turns: [Int: PageGeometry.Rotation] = [:]
        for page in new.pages {
            guard let turn = earlier[page.number]?.turn, turn != page.turn else { continue }
            turns[page.number] = page.turn.adding(turn.inverse)
        }
        return turns
    }

    var inverse: PageListEdit {
        PageListEdit(
            before: after, after: before, drawings: drawings, templatePages: templatePages, highestNumber: highestNumber
        )
    }

    init(before: PageList?, after: PageList?, drawings: Int, templatePages: Int, highestNumber: Int) {
        (self.before, self.after, self.drawings) = (before, after, drawings)
        (self.templatePages, self.highestNumber) = (templatePages, highestNumber)
    }
}

extension PageListEdit {
    /// A list of pages without one change, and the pages that were turned back.
    struct TakenBack {
        var list: PageList
        var turns: [Int: PageGeometry.Rotation] = [:]
    }

    /// Returns the list without this change, in a list that others may have changed since: pages that the change made
    /// are gone, pages that it removed are back behind the same page, and a page that it moved or turned is so no longer.
    ///
    /// - Returns: the list; nil if nothing of the change is left, or if no page would be left.
    func takenBack(in now: PageList) -> TakenBack? {
        let (old, new) = (old, new)
        let (oldNumbers, newNumbers) = (Set(old.numbers), Set(new.numbers))
        var made = TakenBack(list: now)
        made.list.pages.removeAll { newNumbers.contains($0.number) && !oldNumbers.contains($0.number) }
        let left = Set(made.list.numbers)
        for page in old.pages where !newNumbers.contains(page.number) && !left.contains(page.number) {
            made.list.insert(page, behindNeighborIn: old)
        }
        for (number, turn) in turns {
            guard let index = made.list.pages.firstIndex(where: { $0.number == number }) else { continue }
            made.list.pages[index].turn = made.list.pages[index].turn.adding(turn.inverse)
            made.turns[number] = turn.inverse
        }
        if let number = Self.moved(
            old.numbers.filter { newNumbers.contains($0) }, new.numbers.filter { oldNumbers.contains($0) }),
            let page = made.list[number: number]
        {
            made.list.pages.removeAll { $0.number == number }
            made.list.insert(page, behindNeighborIn: old)
        }
        return made.list.pages.isEmpty || made.list == now ? nil : made
    }

    /// Returns the one element that has another place in another order of the same elements; nil if the orders are the
    /// same.
    private static func moved(_ old: [Int], _ new: [Int]) -> Int? {
        guard let place = old.indices.first(where: { old[$0] != new[$0] }) else { return nil }
        return [old[place], new[place]].first { number in
            old.filter { $0 != number } == new.filter { $0 != number }
        }
    }
}

extension PageList {
    /// Inserts a page behind the nearest page that precedes it in another list.
    fileprivate mutating func insert(_ page: Page, behindNeighborIn other: PageList) {
        let here = Set(numbers)
        let neighbor = other.numbers.prefix { $0 != page.number }.last { here.contains($0) }
        guard let neighbor else {
            pages.insert(page, at: 0)
            return
        }
        insert(page, at: .after(neighbor))
    }
}

extension Edit {
    /// Makes the edit that turns a drawing with its page.
    ///
    /// - Parameters:
    ///   - size: the size of the page before, in points.
    ///   - undone: an edit that turned items before and is taken back; nil if there is none. Those that are still there
    ///     become exactly what they were, without the rounding of two turns.
    init(turning ink: Drawing, _ turn: PageGeometry.Rotation, _ size: Size, undoing undone: Edit? = nil) {
        var known: [Item: [Item]] = [:]
        if let undone, undone.removed.count == undone.inserted.count {
            for (old, new) in zip(undone.removed, undone.inserted).reversed() {
                known[new.item, default: []].append(old.item)
            }
        }
        let turned = ink.transformed(by: turn.transform(turning: size)).items
        let items = zip(ink.items, turned).map { item, turned in known[item]?.popLast() ?? turned }
        self.init(
            removed: ink.items.enumerated().map { IndexedItem(index: $0, item: $1) },
            inserted: items.enumerated().map { IndexedItem(index: $0, item: $1) }, layers: nil)
    }
}

extension Edit {
    /// Returns the edit as it would be if its page had been turned before. Items that are on the page are those that another
    /// edit has turned.
    ///
    /// - Parameter turned: the edit that turned the page's ink.
    func turned(by turned: Edit, _ turn: PageGeometry.Rotation, _ size: Size) -> Edit {
        var known: [Item: Item] = [:]
        if turned.removed.count == turned.inserted.count {
            for (old, new) in zip(turned.removed, turned.inserted) { known[old.item] = new.item }
        }
        let transform = turn.transform(turning: size)
        func placed(_ items: [IndexedItem]) -> [IndexedItem] {
            items.map { one in
                let moved = Drawing(items: [one.item]).transformed(by: transform).items
                return IndexedItem(index: one.index, item: known[one.item] ?? moved.first ?? one.item)
            }
        }
        return Edit(removed: placed(removed), inserted: placed(inserted), layers: layers)
    }
}
