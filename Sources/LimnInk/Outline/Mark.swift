// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// One act of painting: a path in page space that is filled or stroked once, in one colour.
///
/// Pictures and PDFs are made from the same marks. As a mark is painted in one go, a translucent one does not
/// darken where it crosses itself.
public struct Mark: Hashable, Sendable {
    /// How the path becomes an area.
    public enum Style: Hashable, Sendable {
        /// The inside by the non-zero winding rule.
        case fill
        /// A line of `width` points around the path with round joins; `dash` as in ``Brush/dash``.
        case line(width: Double, cap: Brush.Cap, dash: [Double])
    }

    /// How the paint meets what is below.
    public enum Blend: Hashable, Sendable {
        /// It covers.
        case normal
        /// It multiplies.
        case multiply
    }

    /// The path in page space.
    public var path: Path
    /// Filled or stroked.
    public var style: Style
    /// The colour with its opacity.
    public var color: Color
    /// How it meets what is below.
    public var blend: Blend
}

extension Stroke {
    /// What paints this stroke, in order; empty when nothing is visible or a value is not finite.
    ///
    /// A stroke of one width stays a centre line; of varying width it becomes its ``Outline``. A stroke without
    /// length is a dot: a disc, whatever its cap.
    ///
    /// - Parameter tolerance: for the outline.
    public func marks(tolerance: Tolerance = .outline) -> [Mark] {
        guard points.isValid, !points.isEmpty else { return [] }
        let blend: Mark.Blend = brush.kind == .highlighter ? .multiply : .normal
        let color = paintColor
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
            mark = Mark(path: centerLine, style: style, color: color, blend: blend)
        } else {
            let outline = Outline(tolerance: tolerance)
            var path = Path()
            if let dashes, hasLength {
                for range in dashes.cuts(positions: points.positions) {
                    let piece = points.part(range)
                    path.append(outline.path(positions: piece.positions, widths: piece.widths))
                }
            } else {
                path = outline.path(positions: points.positions, widths: points.widths)
            }
            mark = Mark(path: path, style: .fill, color: color, blend: blend)
        }
        if !mark.path.isEmpty { marks.append(mark) }
        return marks
    }

    /// The colour with the opacity of the stroke as a whole: a stroke is painted once, so opacity that varies along it counts
    /// with its mean, each point weighted by the length of line around it.
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

    /// The open polyline through all points; empty when there are none.
    public var centerLine: Path {
        var path = Path()
        for (i, p) in points.positions.enumerated() { i == 0 ? path.move(to: p) : path.line(to: p) }
        return path
    }
}
