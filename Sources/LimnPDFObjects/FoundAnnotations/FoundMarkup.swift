// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// Text of the page that was marked (ISO 32000-2, 12.5.6.10).
public struct FoundMarkup: Hashable, Sendable {
    /// How text is marked.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        case highlight = "Highlight"
        case underline = "Underline"
        case strikeOut = "StrikeOut"
        /// Underlined by a wave.
        case squiggly = "Squiggly"
    }

    /// A piece of a line of text: a box along the text, which may run in any direction.
    public struct Piece: Hashable, Sendable {
        /// Both ends of the lower edge in user space, in the direction of the text.
        public var lower: [Point]
        /// Both ends of the upper edge.
        public var upper: [Point]

        /// How high the piece is.
        public var height: Double {
            let middle = lower[0].interpolated(to: lower[1], at: 0.5)
            return middle.distance(to: upper[0].interpolated(to: upper[1], at: 0.5))
        }

        /// The line through the piece at a height above the lower edge: 0 is that edge, 1 the upper one.
        public func line(at height: Double) -> [Point] {
            zip(lower, upper).map { $0.interpolated(to: $1, at: height) }
        }
    }

    /// How the text is marked.
    public var style: Style
    /// The pieces, in their order; at least one.
    public var pieces: [Piece]
}

extension FoundMarkup {
    /// Nil where there is no text.
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
    /// A piece from four corners. The standard says anticlockwise from the lower left; all programs write both ends of
    /// the upper edge and then both of the lower one.
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
