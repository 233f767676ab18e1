// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Paints a shape as strokes.
struct ShapePaint {
    /// The kinds of fills.
    enum Filling { case solid, lines, crossedLines }

    /// The color of the outline; nil for none.
    var line: Color?
    /// The width of the outline. All lengths are in the units of the outline's points.
    var width = 1.0
    /// The dash lengths of the outline; empty for a solid line.
    var dash: [Double] = []
    /// The color of the fill; nil for none.
    var fill: Color?
    var filling = Filling.solid

    /// Returns the strokes of a shape, from bottom to top. A shape is filled only if its outline is closed.
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

    /// Returns a filled area without an outline.
    private func area(_ outline: [Point], _ color: Color) -> Stroke {
        Stroke(brush: Brush(color: color, width: 0, fill: color.alpha), points: StrokePoints(outline, width: 0))
    }

    /// Returns parallel lines inside an outline. If there would be too many lines, returns a filled area.
    private func hatch(_ outline: [Point], _ color: Color, _ degrees: [Double]) -> [Stroke] {
        // rough.js draws lines at a distance of four line widths of the outline, and half as wide as the outline.
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
