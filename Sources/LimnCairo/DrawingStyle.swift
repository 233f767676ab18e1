// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo

/// The rule that decides which points lie inside a path.
public enum FillRule: Hashable, Sendable {
    /// A point is inside if its winding number is not zero.
    case nonZero
    /// A point is inside if its winding number is odd.
    case evenOdd

    var cairo: cairo_fill_rule_t { self == .nonZero ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD }
}

/// A blend mode, which determines how a new color combines with the color below it. PDF surfaces write it as /BM.
public enum Blend: Hashable, Sendable {
    /// The new color covers the old one according to its opacity.
    case over
    /// The colors are multiplied: white has no effect, and black stays black.
    case multiply

    var cairo: cairo_operator_t { self == .over ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_MULTIPLY }
}

/// The style of a stroked path. Lengths are in the units of the current transform when the path is stroked.
public struct StrokeStyle: Hashable, Sendable {
    /// The shape of the ends of a line.
    public enum Cap: Hashable, Sendable {
        /// The line is cut off at the end point.
        case butt
        /// A half disc around the end point.
        case round
        /// Half a square beyond the end point.
        case square

        var cairo: cairo_line_cap_t {
            switch self {
            case .butt: CAIRO_LINE_CAP_BUTT
            case .round: CAIRO_LINE_CAP_ROUND
            case .square: CAIRO_LINE_CAP_SQUARE
            }
        }
    }

    /// The shape of corners.
    public enum Join: Hashable, Sendable {
        /// A disc around the corner.
        case round
        /// The edges are extended until they meet.
        case miter
        /// The corner is cut off.
        case bevel

        var cairo: cairo_line_join_t {
            switch self {
            case .round: CAIRO_LINE_JOIN_ROUND
            case .miter: CAIRO_LINE_JOIN_MITER
            case .bevel: CAIRO_LINE_JOIN_BEVEL
            }
        }
    }

    /// The width of the line, not negative.
    public var width: Double
    /// The shape of the ends.
    public var cap: Cap
    /// The shape of the corners.
    public var join: Join
    /// Alternating lengths of dashes and gaps, not negative and not all 0; empty for a solid line.
    public var dash: [Double]
    /// The offset into the dash pattern at which the line starts.
    public var dashPhase: Double

    /// Makes a style, by default with round ends and corners.
    public init(
        width: Double, cap: Cap = .round, join: Join = .round, dash: [Double] = [], dashPhase: Double = 0
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.dash = dash
        self.dashPhase = dashPhase
    }
}
