// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Edits for the commands of an editor. These methods do not change the drawing; ``Drawing/apply(_:)`` does. Indices
/// out of range are ignored.
extension Drawing {
    /// Adds strokes on top of all others.
    public func adding(_ added: [Stroke]) -> Edit {
        Edit(inserted: added.enumerated().map { .init(index: strokes.count + $0, stroke: $1) })
    }

    /// Removes strokes.
    public func removing(_ indices: some Sequence<Int>) -> Edit {
        Edit(removed: validIndices(indices).map { .init(index: $0, stroke: strokes[$0]) })
    }

    /// Replaces each given stroke by any number of strokes.
    ///
    /// - Parameter replacements: for each stroke index, the strokes that replace it. An empty list removes the
    ///   stroke. A stroke may be replaced by itself, which changes nothing.
    public func replacing(_ replacements: [Int: [Stroke]]) -> Edit {
        var edit = Edit()
        var shift = 0
        for index in validIndices(replacements.keys) {
            guard let others = replacements[index], others != [strokes[index]] else { continue }
            edit.removed.append(.init(index: index, stroke: strokes[index]))
            for (number, stroke) in others.enumerated() {
                edit.inserted.append(.init(index: index + shift + number, stroke: stroke))
            }
            shift += others.count - 1
        }
        return edit
    }

    /// Applies a transform to strokes. Widths are scaled too.
    public func transforming(_ indices: some Sequence<Int>, by transform: AffineTransform) -> Edit {
        changing(indices) { $0.transformed(by: transform) }
    }

    /// Changes the colour of strokes, including alpha.
    public func recoloring(_ indices: some Sequence<Int>, to color: Color) -> Edit {
        changing(indices) { stroke in
            var copy = stroke
            copy.brush.color = color
            return copy
        }
    }

    /// Adds copies of strokes, moved by a vector, on top of all others.
    public func duplicating(_ indices: some Sequence<Int>, by offset: Vector) -> Edit {
        adding(validIndices(indices).map { strokes[$0].transformed(by: .translation(offset)) })
    }

    /// Covers an area with the colour of the paper, like correction fluid.
    ///
    /// - Parameters:
    ///   - points: the centre line of the covering stroke and its widths.
    ///   - paper: the colour of the page.
    public func addingWhiteout(_ points: StrokePoints, paper: Color = .white, layer: Int = 0) -> Edit {
        let width = points.widths.max() ?? 0
        return adding([
            Stroke(brush: Brush(kind: .whiteout, color: paper, width: width), points: points, layer: layer)
        ])
    }

    /// Moves strokes to another page. They go on top of its strokes, into its first layer.
    ///
    /// - Parameter offset: the change of position on the page.
    /// - Returns: an edit for this drawing and one for the other. Each page undoes its own edit.
    public func moving(
        _ indices: some Sequence<Int>, to other: Drawing, by offset: Vector = Vector(dx: 0, dy: 0)
    ) -> (here: Edit, there: Edit) {
        let moved = validIndices(indices).map { index in
            var stroke = strokes[index].transformed(by: .translation(offset))
            stroke.layer = 0
            return stroke
        }
        return (removing(indices), other.adding(moved))
    }

    /// Replaces the list of layers. The layer indices of strokes do not change.
    public func replacingLayers(_ layers: [Layer]) -> Edit {
        layers == self.layers || layers.isEmpty
            ? Edit() : Edit(layers: .init(before: self.layers, after: layers))
    }

    private func changing(_ indices: some Sequence<Int>, _ change: (Stroke) -> Stroke) -> Edit {
        replacing(Dictionary(uniqueKeysWithValues: validIndices(indices).map { ($0, [change(strokes[$0])]) }))
    }

    /// The valid indices, ascending and without duplicates.
    private func validIndices(_ indices: some Sequence<Int>) -> [Int] {
        Set(indices).filter(strokes.indices.contains).sorted()
    }
}
