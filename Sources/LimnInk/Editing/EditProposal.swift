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

    /// The items that ``removed`` and ``replaced`` name, by ascending index, as the client knows them; nil for an edit that
    /// is meant for one state of the drawing. With them, the edit can be merged with what others have changed since.
    public var known: [Item]?
    /// The layers before the change, as the client knows them; nil if they do not change.
    public var knownLayers: [Drawing.Layer]?

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
        let total = drawing.strokes.count + drawing.objects.count
        let all = drawing.objects.isEmpty ? [] : drawing.items
        func old(_ index: Int) -> Item { drawing.objects.isEmpty ? .stroke(drawing.strokes[index]) : all[index] }
        let gone = (removed + replaced.map(\.index)).sorted()
        guard gone.allSatisfy((0..<total).contains) else {
            throw InkError(.conflict, "The edit names an item that is not there; the page has \(total).")
        }
        guard zip(gone, gone.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw InkError(.conflict, "The edit changes an item twice.")
        }
        var edit = Edit(removed: gone.map { .init(index: $0, item: old($0)) })
        let count = total - removed.count + inserted.count
        let places = inserted.sorted { $0.index < $1.index }
        guard places.allSatisfy({ (0..<count).contains($0.index) }),
            zip(places, places.dropFirst()).allSatisfy({ $0.index < $1.index })
        else {
            throw InkError(.conflict, "The edit inserts an item at a place that does not exist, or two at one place.")
        }
        // Replacements move by the items that are removed and inserted before them.
        var (absent, coming) = (removed.sorted()[...], places[...])
        var (before, inserts) = (0, 0)
        for placed in replaced.sorted(by: { $0.index < $1.index }) {
            while let first = absent.first, first < placed.index {
                absent.removeFirst()
                before += 1
            }
            let rank = placed.index - before
            while let first = coming.first, first.index <= rank + inserts {
                edit.inserted.append(.init(index: first.index, item: first.item))
                coming.removeFirst()
                inserts += 1
            }
            edit.inserted.append(.init(index: rank + inserts, item: placed.item))
        }
        for placed in coming { edit.inserted.append(.init(index: placed.index, item: placed.item)) }
        for (number, item) in added.enumerated() { edit.inserted.append(.init(index: count + number, item: item)) }
        if let layers, layers != drawing.layers {
            guard !layers.isEmpty else { throw InkError(.conflict, "A page must have at least one layer.") }
            edit.layers = .init(before: drawing.layers, after: layers)
        }
        return edit
    }
}
