// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Methods that create edits for an editor's commands. They do not change the drawing; ``Drawing/apply(_:)`` does.
///
/// Indices refer to ``items``; ``itemIndices(ofStrokes:)`` converts indices in ``strokes``. In a drawing that has only
/// strokes, both kinds of indices are equal. Indices out of range are ignored.
extension Drawing {
    /// Returns an edit that adds strokes on top of all other items.
    public func adding(_ added: [Stroke]) -> Edit {
        adding(added.map { .stroke($0) })
    }

    /// Returns an edit that adds items on top of all others.
    public func adding(_ added: [Item]) -> Edit {
        Edit(appending: added, to: itemCount)
    }

    /// Returns an edit that removes items.
    public func removing(_ indices: some Sequence<Int>) -> Edit {
        let items = ItemList(self)
        return Edit(removed: validIndices(indices).map { .init(index: $0, item: items[$0]) })
    }

    /// Returns an edit that replaces each given item with any number of items, in the same place in the painting order.
    ///
    /// - Parameter replacements: the new items for each index in ``items``. An empty list removes the item. Replacing
    ///   an item with itself changes nothing.
    public func replacing(_ replacements: [Int: [Item]]) -> Edit {
        let items = ItemList(self)
        var edit = Edit()
        var shift = 0
        for index in validIndices(replacements.keys) {
            guard let others = replacements[index], others != [items[index]] else { continue }
            edit.removed.append(.init(index: index, item: items[index]))
            for (number, item) in others.enumerated() {
                edit.inserted.append(.init(index: index + shift + number, item: item))
            }
            shift += others.count - 1
        }
        return edit
    }

    /// Returns an edit that applies a transform to items.
    ///
    /// It also scales the widths of strokes. A note keeps its size, and a link stays an upright rectangle.
    ///
    /// - Parameters:
    ///   - indices: indices in ``items``, in any order.
    ///   - transform: a map from page space to page space. A transform that flattens the page to a line makes all
    ///     stroke widths 0.
    public func transforming(_ indices: some Sequence<Int>, by transform: AffineTransform) -> Edit {
        changing(indices) { $0.transformed(by: transform) }
    }

    /// Returns an edit that changes the color of items, including alpha. Pictures and links do not change.
    public func recoloring(_ indices: some Sequence<Int>, to color: Color) -> Edit {
        changing(indices) { $0.recolored(to: color) }
    }

    /// Returns an edit that adds copies of items on top of all others, moved by an offset in points.
    public func duplicating(_ indices: some Sequence<Int>, by offset: Vector) -> Edit {
        let items = ItemList(self)
        return adding(validIndices(indices).map { items[$0].transformed(by: .translation(offset)) })
    }

    /// Returns an edit that covers an area with the color of the paper, like correction fluid.
    ///
    /// - Parameters:
    ///   - points: the center line of the covering stroke and its widths.
    ///   - paper: the color of the page.
    ///   - layer: the index of the layer in ``layers``.
    public func addingWhiteout(_ points: StrokePoints, paper: Color = .white, layer: Int = 0) -> Edit {
        let width = points.widths.max() ?? 0
        return adding([
            Stroke(brush: Brush(kind: .whiteout, color: paper, width: width), points: points, layer: layer)
        ])
    }

    /// Returns edits that move items to another page, on top of its items and into its first layer.
    ///
    /// - Parameters:
    ///   - indices: indices in ``items``, in any order.
    ///   - other: the drawing of the other page.
    ///   - offset: the change of position, in points.
    /// - Returns: an edit for this drawing and one for the other. Each page must undo its own edit.
    public func moving(
        _ indices: some Sequence<Int>, to other: Drawing, by offset: Vector = Vector(dx: 0, dy: 0)
    ) -> (here: Edit, there: Edit) {
        let items = ItemList(self)
        let moved = validIndices(indices).map { index in
            var item = items[index].transformed(by: .translation(offset))
            item.layer = 0
            return item
        }
        return (removing(indices), other.adding(moved))
    }

    /// Returns an edit that replaces the list of layers.
    ///
    /// The layer indices of items do not change. If the new list is empty, the edit is empty, because a drawing has at
    /// least one layer.
    public func replacingLayers(_ layers: [Layer]) -> Edit {
        layers == self.layers || layers.isEmpty
            ? Edit() : Edit(layers: .init(before: self.layers, after: layers))
    }

    private func changing(_ indices: some Sequence<Int>, _ change: (Item) -> Item) -> Edit {
        let items = ItemList(self)
        return replacing(Dictionary(uniqueKeysWithValues: validIndices(indices).map { ($0, [change(items[$0])]) }))
    }

    /// Returns the valid indices, ascending and without duplicates.
    private func validIndices(_ indices: some Sequence<Int>) -> [Int] {
        let valid = 0..<itemCount
        return Set(indices).filter(valid.contains).sorted()
    }
}

/// Access to the items of a drawing by index. It does not copy the strokes of a drawing that has only strokes.
private struct ItemList {
    private let strokes: [Stroke]
    private let items: [Item]?

    init(_ drawing: Drawing) {
        strokes = drawing.strokes
        items = drawing.objects.isEmpty ? nil : drawing.items
    }

    subscript(index: Int) -> Item { items?[index] ?? .stroke(strokes[index]) }
}
