// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A text markup annotation: marked text of the page (ISO 32000-2, 12.5.6.10).
public struct FoundMarkup: Hashable, Sendable {
    /// The kind of mark.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// A colour over the text.
        case highlight = "Highlight"
        /// A line below the text.
        case underline = "Underline"
        /// A line through the text.
        case strikeOut = "StrikeOut"
        /// A wavy underline.
        case squiggly = "Squiggly"
    }

    /// A part of a line of text: a box along the text, which may run in any direction.
    public struct Piece: Hashable, Sendable {
        /// Both ends of the lower edge in user space, in the direction of the text.
        public var lower: [Point]
        /// Both ends of the upper edge in user space, in the direction of the text.
        public var upper: [Point]

        /// The height of the piece, in units of user space.
        public var height: Double {
            let middle = lower[0].interpolated(to: lower[1], at: 0.5)
            return middle.distance(to: upper[0].interpolated(to: upper[1], at: 0.5))
        }

        /// Returns the line through the piece at a relative height: 0 is the lower edge, 1 the upper edge.
        public func line(at height: Double) -> [Point] {
            zip(lower, upper).map { $0.interpolated(to: $1, at: height) }
        }
    }

    /// The kind of mark.
    public var style: Style
    /// The pieces in order; there is at least one.
    public var pieces: [Piece]
}

extension FoundMarkup {
    /// Reads a markup annotation; nil if it marks no text.
    init?(_ annotation: PDFObject, _ subtype: String, _ rect: Rect, _ budget: inout AnnotationBudget) {
        guard let style = Style(rawValue: subtype) else { return nil }
        self.style = style
        let points = budget.points(annotation["/QuadPoints"])
        pieces = stride(from: 0, to: points.count / 4 * 4, by: 4).map { Piece(Array(points[$0..<($0 + 4)])) }
        if pieces.isEmpty, !rect.isEmpty {
            let corners = rect.corners
            pieces = [Piece(lower: [corners[0], corners[1]], upper: [corners[3], corners[2]])]
        }
        if pieces.isEmpty { return nil }
    }
}

extension FoundMarkup.Piece {
    /// Makes a piece from four corners. According to the standard, they go anticlockwise from the lower left. In
    /// practice, programs write both ends of the upper edge first, then both ends of the lower edge.
    fileprivate init(_ corners: [Point]) {
        let along = corners[1] - corners[0]
        let isRow = along.dot(corners[3] - corners[2]) >= 0
        let first = [corners[0], corners[1]]
        let second = isRow ? [corners[2], corners[3]] : [corners[3], corners[2]]
        // Up is to the left of the text's direction.
        let up = Vector(dx: -along.dy, dy: along.dx)
        let isFirstUpper = up.dot(corners[0] - second[0]) >= 0
        (lower, upper) = isFirstUpper ? (second, first) : (first, second)
    }
}
