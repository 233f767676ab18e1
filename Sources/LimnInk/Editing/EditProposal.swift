// SPDX-License-Identifier: Apache-2.0

/// A change to a drawing as a client requests it. It identifies removed items by index, without their contents.
public struct EditProposal: Hashable, Sendable {
    /// An item and its index in the drawing.
    public struct Placed: Hashable, Sendable {
        /// The index, from 0. For a replacement it is the index before the change, for an inserted item the index after
        /// it.
        public var index: Int
        /// The item.
        public var item: Item

        /// Makes a placed item.
        public init(index: Int, item: Item) {
            self.index = index
            self.item = item
        }
    }

    /// The indices, before the change, of the items to remove.
    public var removed: [Int] = []
    /// The replacements for existing items.
    public var replaced: [Placed] = []
    /// The items inserted among the existing ones. Their indices do not count the items in ``added``.
    public var inserted: [Placed] = []
    /// The items added on top of all others.
    public var added: [Item] = []
    /// All layers after the change; nil if they do not change.
    public var layers: [Drawing.Layer]?

    /// Makes a proposal that changes nothing.
    public init() {}

    /// Whether the proposal only adds items on top, which is valid for any drawing.
    public var isAppending: Bool { removed.isEmpty && replaced.isEmpty && inserted.isEmpty && layers == nil }

    /// Returns the change as an edit of a drawing.
    ///
    /// - Throws: ``InkError`` with `conflict` if an index is out of range or occurs twice, or if the list of layers is
    ///   empty.
    public func edit(of drawing: Drawing) throws(InkError) -> Edit {
        if isAppending { return drawing.adding(added) }
        let old = drawing.items
        let gone = removed + replaced.map(\.index)
        guard gone.allSatisfy(old.indices.contains) else {
            throw InkError(.conflict, "The edit names an item that is not there; the page has \(old.count).")
        }
        guard Set(gone).count == gone.count else { throw InkError(.conflict, "The edit changes an item twice.") }
        var edit = Edit(removed: gone.sorted().map { .init(index: $0, item: old[$0]) })
        let successors = Dictionary(uniqueKeysWithValues: replaced.map { ($0.index, $0.item) })
        let absent = Set(removed)
        // The remaining items in order, with replacements in place. Replacements are marked as new.
        let kept = old.indices.filter { !absent.contains($0) }
            .map { index in (item: successors[index] ?? old[index], isNew: successors[index] != nil) }
        let count = kept.count + inserted.count
        let places = inserted.sorted { $0.index < $1.index }
        guard places.allSatisfy({ (0..<count).contains($0.index) }),
            zip(places, places.dropFirst()).allSatisfy({ $0.index < $1.index })
        else { throw InkError(.conflict, "The edit inserts an item at a place that is not there, or two at one.") }
        var (coming, staying) = (places[...], kept[...])
        for index in 0..<count {
            if coming.first?.index == index, let placed = coming.popFirst() {
                edit.inserted.append(.init(index: index, item: placed.item))
            } else if let next = staying.popFirst(), next.isNew {
                edit.inserted.append(.init(index: index, item: next.item))
            }
        }
        for (number, item) in added.enumerated() { edit.inserted.append(.init(index: count + number, item: item)) }
        if let layers, layers != drawing.layers {
            guard !layers.isEmpty else { throw InkError(.conflict, "A page has at least one layer.") }
            edit.layers = .init(before: drawing.layers, after: layers)
        }
        return edit
    }
}
