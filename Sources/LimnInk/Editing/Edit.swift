// SPDX-License-Identifier: Apache-2.0

/// A change to a drawing: the removed and inserted items with their indices, and the change of layers.
///
/// Indices refer to ``Drawing/items``. In a drawing that has only strokes, they equal the indices of the strokes.
///
/// Methods such as ``Drawing/adding(_:)`` and ``Drawing/removing(_:)`` make edits. An edit applies only to the
/// drawing that it was made for. Its ``inverse`` restores that drawing exactly.
public struct Edit: Hashable, Sendable {
    /// An item and its index in a drawing.
    public struct IndexedItem: Hashable, Sendable {
        /// The index, from 0. For a removed item it is the index before the edit, for an inserted item the index after
        /// it.
        public var index: Int
        /// The item.
        public var item: Item

        /// Makes an indexed item.
        public init(index: Int, item: Item) {
            self.index = index
            self.item = item
        }

        /// Makes an indexed stroke.
        public init(index: Int, stroke: Stroke) { self.init(index: index, item: .stroke(stroke)) }
    }

    /// The layers before and after an edit.
    public struct LayerChange: Hashable, Sendable {
        /// The layers before the edit.
        public var before: [Drawing.Layer]
        /// The layers after the edit.
        public var after: [Drawing.Layer]

        /// Makes a change.
        public init(before: [Drawing.Layer], after: [Drawing.Layer]) {
            self.before = before
            self.after = after
        }
    }

    /// The removed items, by ascending index before the edit.
    public var removed: [IndexedItem]
    /// The inserted items, by ascending index after the edit.
    public var inserted: [IndexedItem]
    /// The change of layers; nil if they do not change.
    public var layers: LayerChange?

    /// Makes an edit. The indices in each list must ascend.
    public init(removed: [IndexedItem] = [], inserted: [IndexedItem] = [], layers: LayerChange? = nil) {
        self.removed = removed
        self.inserted = inserted
        self.layers = layers
    }

    /// Makes an edit that adds items on top of all others, for a drawing that has `count` items.
    public init(appending items: [Item], to count: Int) {
        self.init(inserted: items.enumerated().map { .init(index: count + $0, item: $1) })
    }

    /// Whether the edit changes nothing.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && layers == nil }

    /// The edit that undoes this one.
    public var inverse: Edit {
        Edit(
            removed: inserted, inserted: removed,
            layers: layers.map { LayerChange(before: $0.after, after: $0.before) })
    }
}

extension Edit {
    /// Whether the edit contains only strokes and plain layers, which have no property other than a name.
    var isOfStrokes: Bool {
        !hasObjects && [layers?.before, layers?.after].allSatisfy { $0?.allSatisfy(\.isPlain) ?? true }
    }

    /// Whether the edit removes or inserts an item that is not a stroke.
    var hasObjects: Bool { removed.contains { $0.item.stroke == nil } || inserted.contains { $0.item.stroke == nil } }
}
