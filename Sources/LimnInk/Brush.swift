// SPDX-License-Identifier: Apache-2.0

/// What a stroke is drawn with.
///
/// The width of every point of a stroke is stored in the stroke; a brush keeps what all its points share.
public struct Brush: Hashable, Sendable, Codable {
    /// The tool, which decides how paint meets the page.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Covers what is below.
        case pen
        /// Multiplies with what is below, as a marker on paper does.
        case highlighter
        /// Covers with the colour of paper: what old programs store for an eraser.
        case whiteout
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

    /// The tool.
    public var kind: Kind
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
        fill: Double? = nil
    ) {
        self.kind = kind
        self.color = color
        self.width = width
        self.cap = cap
        self.dash = dash
        self.fill = fill
    }
}
