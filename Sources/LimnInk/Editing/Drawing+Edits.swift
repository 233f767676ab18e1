// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// What an editor does, as edits. None of these changes the drawing; ``Drawing/apply(_:)`` does. Indices that name no stroke
/// are passed over.
extension Drawing {
    /// Puts strokes above all others.
    public func adding(_ added: [Stroke]) -> Edit {
        Edit(inserted: added.enumerated().map { .init(index: strokes.count + $0, stroke: $1) })
    }

    /// Takes strokes away.
    public func removing(_ indices: some Sequence<Int>) -> Edit {
        Edit(removed: present(indices).map { .init(index: $0, stroke: strokes[$0]) })
    }

    /// Puts other strokes, any number of them, in the place of some.
    ///
    /// - Parameter replacements: what stands for the stroke of an index; an empty list takes it away. Strokes that stay as they
    ///   are may be given too.
    public func replacing(_ replacements: [Int: [Stroke]]) -> Edit {
        var edit = Edit()
        var shift = 0
        for index in present(replacements.keys) {
            guard let others = replacements[index], others != [strokes[index]] else { continue }
            edit.removed.append(.init(index: index, stroke: strokes[index]))
            for (number, stroke) in others.enumerated() {
                edit.inserted.append(.init(index: index + shift + number, stroke: stroke))
            }
            shift += others.count - 1
        }
        return edit
    }

    /// Moves, scales or turns strokes; widths grow with the scale.
    public func transforming(_ indices: some Sequence<Int>, by transform: AffineTransform) -> Edit {
        changing(indices) { $0.transformed(by: transform) }
    }

    /// Gives strokes another colour, alpha included.
    public func recoloring(_ indices: some Sequence<Int>, to color: Color) -> Edit {
        changing(indices) { stroke in
            var copy = stroke
            copy.brush.color = color
            return copy
        }
    }

    /// Puts copies of strokes, moved by a vector, above all others.
    public func duplicating(_ indices: some Sequence<Int>, by offset: Vector) -> Edit {
        adding(present(indices).map { strokes[$0].transformed(by: .translation(offset)) })
    }

    /// Covers what lies along a path with the colour of paper.
    ///
    /// - Parameters:
    ///   - points: the middle of the covering line with its widths.
    ///   - paper: the colour of the page.
    public func addingWhiteout(_ points: StrokePoints, paper: Color = .white, layer: Int = 0) -> Edit {
        let width = points.widths.max() ?? 0
        return adding([
            Stroke(brush: Brush(kind: .whiteout, color: paper, width: width), points: points, layer: layer)
        ])
    }

    /// Moves strokes to another page, above all that is there, into its first layer.
    ///
    /// - Parameter offset: how far the strokes move on the page.
    /// - Returns: an edit for this drawing and one for the other; each page undoes its own.
    public func moving(
        _ indices: some Sequence<Int>, to other: Drawing, by offset: Vector = Vector(dx: 0, dy: 0)
    ) -> (here: Edit, there: Edit) {
        let moved = present(indices).map { index in
            var stroke = strokes[index].transformed(by: .translation(offset))
            stroke.layer = 0
            return stroke
        }
        return (removing(indices), other.adding(moved))
    }

    /// Replaces the layers; strokes keep theirs.
    public func replacingLayers(_ layers: [Layer]) -> Edit {
        layers == self.layers || layers.isEmpty
            ? Edit() : Edit(layers: .init(before: self.layers, after: layers))
    }

    private func changing(_ indices: some Sequence<Int>, _ change: (Stroke) -> Stroke) -> Edit {
        replacing(Dictionary(uniqueKeysWithValues: present(indices).map { ($0, [change(strokes[$0])]) }))
    }

    /// Indices that name strokes, ascending, each once.
    private func present(_ indices: some Sequence<Int>) -> [Int] {
        Set(indices).filter(strokes.indices.contains).sorted()
    }
}
