// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Paints the outline of a shape as strokes.
struct ShapePaint {
    /// The kinds of fills.
    enum Filling { case solid, lines, crossedLines }

    /// The colour of the outline; nil for none.
    var line: Color?
    /// The width of the outline.
    var width = 1.0
    /// The dashes of the outline.
    var dash: [Double] = []
    /// The colour of the fill; nil for none.
    var fill: Color?
    var filling = Filling.solid

    /// The strokes of a shape, from the lowest to the topmost. A shape is filled if its outline is closed.
    func strokes(_ outline: [Point]) -> [Stroke] {
        guard let first = outline.first else { return [] }
        var strokes: [Stroke] = []
        if let fill, outline.count > 3, first == outline.last {
            switch filling {
            case .solid: strokes.append(area(outline, fill))
            case .lines: strokes += hatch(outline, fill, [-41])
            case .crossedLines: strokes += hatch(outline, fill, [-41, 49])
            }
        }
        if let line, width > 0 {
            let brush = Brush(color: line, width: width, dash: dash)
            strokes.append(Stroke(brush: brush, points: StrokePoints(outline, width: width)))
        }
        return strokes
    }

    /// A filled area without an outline.
    private func area(_ outline: [Point], _ color: Color) -> Stroke {
        Stroke(brush: Brush(color: color, width: 0, fill: color.alpha), points: StrokePoints(outline, width: 0))
    }

    /// Parallel lines inside an outline. If there would be too many lines, the area is filled.
    private func hatch(_ outline: [Point], _ color: Color, _ degrees: [Double]) -> [Stroke] {
        // rough.js draws lines half as wide as the outline, four widths apart.
        let brush = Brush(color: color, width: max(width, 0.5) / 2)
        var strokes: [Stroke] = []
        for angle in degrees {
            guard let pieces = Hatching.lines(outline, angle: angle * .pi / 180, gap: max(width, 0.5) * 4) else {
                return [area(outline, color)]
            }
            strokes += pieces.map { Stroke(brush: brush, points: StrokePoints([$0.0, $0.1], width: brush.width)) }
        }
        return strokes
    }
}
