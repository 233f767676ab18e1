// SPDX-License-Identifier: Apache-2.0

/// What a stroke is drawn with.
///
/// The width of every point of a stroke is stored in the stroke; a brush keeps what all its points share.
public struct Brush: Hashable, Sendable, Codable {
    /// How paint meets the page.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Covers what is below.
        case pen
        /// Multiplies with what is below, as a marker on paper does.
        case highlighter
        /// Covers with the colour of paper: what old programs store for an eraser.
        case whiteout
    }

    /// An instrument.
    public enum Tool: String, Hashable, Sendable, Codable, CaseIterable {
        /// A ball, whose line hardly changes.
        case ballpoint
        /// A felt point of one width.
        case fineliner
        /// A nib that pressure opens.
        case fountain
        /// Graphite: pressure darkens, tilt widens.
        case pencil
        /// A chisel of felt.
        case marker
        /// A translucent marker.
        case highlighter
        /// A line of one width, whatever the pen does.
        case monoline
        /// A flat nib, whose direction decides the width.
        case calligraphy
        /// A soft brush.
        case paintbrush
        /// Wax.
        case crayon
        /// Water colours.
        case watercolor
        /// A wide, nearly transparent layer.
        case shader
    }

    /// The shape at both ends of a stroke. Joins are always round.
    public enum Cap: String, Hashable, Sendable, Codable, CaseIterable {
        /// A half disc.
        case round
        /// Cut off at the end point.
        case butt
        /// Cut off half a width behind the end point.
        case square
    }

    /// How its paint meets the page.
    public var kind: Kind
    /// The instrument that it imitates, as an editor shows it; nil when nothing is known. It paints nothing by itself:
    /// the widths of points tell what it did.
    public var tool: Tool?
    /// The colour; its alpha applies to the stroke as a whole, which never darkens where it crosses itself.
    public var color: Color
    /// The nominal width in points, finite and not negative; what an editor shows for the brush.
    public var width: Double
    /// The shape at both ends. Strokes of varying width always end round.
    public var cap: Cap
    /// Lengths in points of dashes and gaps in turn, repeated along the stroke; empty for a continuous line.
    ///
    /// As in PDF, an odd count continues with the roles of dash and gap exchanged.
    public var dash: [Double]
    /// The opacity, 0…1, with which the inside of the stroke's closed centre line is filled; nil for no fill.
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
