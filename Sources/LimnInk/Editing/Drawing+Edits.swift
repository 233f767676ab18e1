// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Edits for the commands of an editor. These methods do not change the drawing; ``Drawing/apply(_:)`` does.
///
/// Indices are those of ``items``, which in a drawing of strokes alone are those of the strokes.
/// ``itemIndices(ofStrokes:)`` converts. Indices out of range are ignored.
extension Drawing {
    /// Adds strokes on top of all other items.
    public func adding(_ added: [Stroke]) -> Edit {
        adding(added.map { .stroke($0) })
    }

    /// Adds items on top of all others.
    public func adding(_ added: [Item]) -> Edit {
        Edit(appending: added, to: itemCount)
    }

    /// Removes items.
    public func removing(_ indices: some Sequence<Int>) -> Edit {
        let items = ItemList(self)
        return Edit(removed: validIndices(indices).map { .init(index: $0, item: items[$0]) })
    }

    /// Replaces each given item by any number of items, at its place in the painting order.
    ///
    /// - Parameter replacements: for each index, the items that replace the one there. An empty list removes the
    ///   item. An item may be replaced by itself, which changes nothing.
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

    /// Applies a transform to items. The widths of strokes are scaled too. A note keeps its size, and a link stays an
    /// upright rectangle.
    ///
    /// - Parameters:
    ///   - indices: indices in ``items``, in any order.
    ///   - transform: maps page space to page space. One that flattens the page to a line makes widths 0.
    public func transforming(_ indices: some Sequence<Int>, by transform: AffineTransform) -> Edit {
        changing(indices) { $0.transformed(by: transform) }
    }

    /// Changes the colour of items, including alpha. Pictures and links stay as they are.
    public func recoloring(_ indices: some Sequence<Int>, to color: Color) -> Edit {
        changing(indices) { $0.recolored(to: color) }
    }

    /// Adds copies of items, moved by a vector, on top of all others.
    public func duplicating(_ indices: some Sequence<Int>, by offset: Vector) -> Edit {
        let items = ItemList(self)
        return adding(validIndices(indices).map { items[$0].transformed(by: .translation(offset)) })
    }

    /// Covers an area with the colour of the paper, like correction fluid.
    ///
    /// - Parameters:
    ///   - points: the centre line of the covering stroke and its widths.
    ///   - paper: the colour of the page.
    ///   - layer: the index of the layer in ``layers``.
    public func addingWhiteout(_ points: StrokePoints, paper: Color = .white, layer: Int = 0) -> Edit {
        let width = points.widths.max() ?? 0
        return adding([
            Stroke(brush: Brush(kind: .whiteout, color: paper, width: width), points: points, layer: layer)
        ])
    }

    /// Moves items to another page. They go on top of its items, into its first layer.
    ///
    /// - Parameters:
    ///   - indices: indices in ``items``, in any order.
    ///   - other: the drawing of the other page.
    ///   - offset: the change of position, in points.
    /// - Returns: an edit for this drawing and one for the other. Each page undoes its own edit.
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

    /// Replaces the list of layers. The layer indices of items do not change. An empty list gives an empty edit,
    /// because a drawing has at least one layer.
    public func replacingLayers(_ layers: [Layer]) -> Edit {
        layers == self.layers || layers.isEmpty
            ? Edit() : Edit(layers: .init(before: self.layers, after: layers))
    }

    private func changing(_ indices: some Sequence<Int>, _ change: (Item) -> Item) -> Edit {
        let items = ItemList(self)
        return replacing(Dictionary(uniqueKeysWithValues: validIndices(indices).map { ($0, [change(items[$0])]) }))
    }

    /// The valid indices, ascending and without duplicates.
    private func validIndices(_ indices: some Sequence<Int>) -> [Int] {
        let valid = 0..<itemCount
        return Set(indices).filter(valid.contains).sorted()
    }
}

/// The items of a drawing by index, without a copy of the strokes of a drawing that has nothing else.
private struct ItemList {
    private let strokes: [Stroke]
    private let items: [Item]?

    init(_ drawing: Drawing) {
        strokes = drawing.strokes
        items = drawing.objects.isEmpty ? nil : drawing.items
    }

    subscript(index: Int) -> Item { items?[index] ?? .stroke(strokes[index]) }
}
