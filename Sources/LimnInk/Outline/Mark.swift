// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A painting operation: a path in page space that is filled or stroked with one color.
///
/// A mark is painted in a single operation, so a translucent mark does not darken where it crosses itself.
public struct Mark: Hashable, Sendable {
    /// The way a path is painted.
    public enum Style: Hashable, Sendable {
        /// Fills the inside by the non-zero winding rule.
        case fill
        /// Strokes the path with a line of `width` points and round joins. `dash` has the form of ``Brush/dash``.
        case line(width: Double, cap: Brush.Cap, dash: [Double])
    }

    /// The blend mode.
    public enum Blend: Hashable, Sendable {
        /// The color covers the backdrop.
        case normal
        /// The color is multiplied with the backdrop.
        case multiply
    }

    /// The path in page space.
    public var path: Path
    /// Whether the path is filled or stroked.
    public var style: Style
    /// The color, including the opacity.
    public var color: Color
    /// The blend mode.
    public var blend: Blend
    /// The grain that lets the page show through; nil for solid color.
    public var grain: Grain?

    /// Makes a mark.
    public init(path: Path, style: Style, color: Color, blend: Blend = .normal, grain: Grain? = nil) {
        self.path = path
        self.style = style
        self.color = color
        self.blend = blend
        self.grain = grain
    }
}

extension Stroke {
    /// Returns the marks that paint this stroke, in painting order: the fill, if any, and then the line.
    ///
    /// The result is empty if nothing is visible or a value is not finite.
    ///
    /// A stroke of constant width becomes a stroked center line. A stroke of varying width becomes its filled
    /// ``Outline``. A stroke of length 0 becomes a disc, regardless of its cap. Pencils and crayons have a ``Grain``. A
    /// watercolor becomes the marks of its ``washes``.
    ///
    /// - Parameter tolerance: the tolerance of the ``Outline``, in points.
    public func marks(tolerance: Tolerance = .outline) -> [Mark] {
        washes.flatMap { $0.washMarks(tolerance: tolerance) }
    }

    private func washMarks(tolerance: Tolerance) -> [Mark] {
        guard points.isValid, !points.isEmpty else { return [] }
        let blend: Mark.Blend = brush.kind == .highlighter ? .multiply : .normal
        let (color, grain) = paint
        var marks: [Mark] = []
        if let fill = brush.fill, fill > 0, points.count > 2 {
            var color = brush.color
            color.alpha = min(fill, 1)
            marks.append(Mark(path: Path(polygon: points.positions), style: .fill, color: color, blend: blend))
        }
        guard color.alpha > 0, points.widths.contains(where: { $0 > 0 }) else { return marks }
        let hasLength = points.positions.contains { $0 != points.positions[0] }
        let dashes = Dashes(brush.dash)
        let mark: Mark
        if let width = constantWidth, hasLength {
            let style = Mark.Style.line(width: width, cap: brush.cap, dash: dashes?.lengths ?? [])
            mark = Mark(path: centerLine, style: style, color: color, blend: blend, grain: grain)
        } else {
            let outline = Outline(tolerance: tolerance)
            var path = Path()
            if let dashes, hasLength {
                for range in dashes.ranges(along: points.positions) {
                    let piece = points.part(range)
                    path.append(outline.path(positions: piece.positions, widths: piece.widths))
                }
            } else {
                path = outline.path(positions: points.positions, widths: points.widths)
            }
            mark = Mark(path: path, style: .fill, color: color, blend: blend, grain: grain)
        }
        if !mark.path.isEmpty { marks.append(mark) }
        return marks
    }

    /// The brush's color with the opacity of the whole stroke applied.
    ///
    /// A stroke is painted in one operation, so an opacity that varies along it is replaced by its mean, weighted by
    /// length.
    public var paintColor: Color {
        guard let opacity = points[.opacity], let first = opacity.first else { return brush.color }
        var (sum, length) = (0.0, 0.0)
        for index in points.positions.indices.dropFirst() {
            let piece = points.positions[index].distance(to: points.positions[index - 1])
            sum += piece * (opacity[index] + opacity[index - 1]) / 2
            length += piece
        }
        var color = brush.color
        color.alpha = min(max(color.alpha * (length > 0 ? sum / length : first), 0), 1)
        return color
    }

    /// The color and the grain of the line. Grain takes the place of opacity.
    public var paint: (color: Color, grain: Grain?) {
        var color = paintColor
        guard let (grain, opacity) = Grain.painting(brush, opacity: color.alpha) else { return (color, nil) }
        color.alpha = opacity
        return (color, grain)
    }

    /// The open polyline through all points; empty if there are none.
    public var centerLine: Path {
        var path = Path()
        for (i, p) in points.positions.enumerated() { i == 0 ? path.move(to: p) : path.line(to: p) }
        return path
    }
}
