// SPDX-License-Identifier: Apache-2.0

/// The drawing properties that all points of a stroke share.
///
/// The width at each point is stored in the stroke itself.
public struct Brush: Hashable, Sendable {
    /// The way the color blends with the page.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Covers what is below it.
        case pen
        /// Multiplies with what is below it, like a marker on paper.
        case highlighter
        /// Covers what is below it with the color of the paper. Older programs store eraser strokes this way.
        case whiteout
    }

    /// A drawing instrument.
    public enum Tool: String, Hashable, Sendable, Codable, CaseIterable {
        /// A ballpoint pen; the width hardly varies.
        case ballpoint
        /// A felt-tip pen of constant width.
        case fineliner
        /// A fountain pen; pressure widens the line.
        case fountain
        /// A pencil; pressure darkens the line, tilt widens it.
        case pencil
        /// A marker with a chisel tip.
        case marker
        /// A translucent marker.
        case highlighter
        /// A line of constant width.
        case monoline
        /// A calligraphy pen with a flat nib; the width depends on the direction of movement.
        case calligraphy
        /// A soft paintbrush; pressure strongly varies the width.
        case paintbrush
        /// A wax crayon.
        case crayon
        /// A watercolor brush.
        case watercolor
        /// A wide, nearly transparent shading brush.
        case shader
    }

    /// The shape of both ends of a stroke. Joins are always round.
    public enum Cap: String, Hashable, Sendable, Codable, CaseIterable {
        /// A semicircle.
        case round
        /// Cut off at the end point.
        case butt
        /// Cut off half the stroke width beyond the end point.
        case square
    }

    /// The way the color blends with the page.
    public var kind: Kind
    /// The instrument; nil if unknown. Pencils and crayons leave a ``Grain``, and watercolors fade towards their edges
    /// (``Stroke/washes``). Widths are those of the stroke.
    public var tool: Tool?
    /// The color. Its alpha applies to the whole stroke, so a stroke does not darken where it crosses itself.
    public var color: Color
    /// The nominal width in points, finite and not negative, as shown in an editor.
    public var width: Double
    /// The shape of both ends. Strokes of varying width always have round ends.
    public var cap: Cap
    /// The alternating lengths of dashes and gaps in points; empty for a solid line.
    ///
    /// The pattern repeats along the stroke. As in PDF, if the number of lengths is odd, dashes and gaps swap at every
    /// repetition.
    public var dash: [Double]
    /// The opacity, 0…1, of the fill inside the closed center line; nil for no fill.
    public var fill: Double?

    /// Makes a brush.
    public init(
        kind: Kind = .pen, color: Color = .black, width: Double = 1, cap: Cap = .round, dash: [Double] = [],
        fill: Double? = nil, tool: Tool? = nil
    ) {
        self.kind = kind
        self.color = color
        self.width = width
        self.cap = cap
        self.dash = dash
        self.fill = fill
        self.tool = tool
    }
}
