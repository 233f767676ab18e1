// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A text markup annotation: marked text of the page (ISO 32000-2, 12.5.6.10).
public struct FoundMarkup: Hashable, Sendable {
    /// The kinds of marks. The raw values are their names in results.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// A color over the text.
        case highlight
        /// A line below the text.
        case underline
        /// A line through the text.
        case strikeOut
        /// A wavy underline.
        case squiggly

        /// The annotation's type without the slash.
        var subtype: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    /// The kind of mark.
    public var style: Style
    /// The pieces of lines in user space, in order; there is at least one.
    public var quads: [Quad]
    /// Whether /Contents holds the marked words and not a comment on them (see ``MarkupAnnotation``).
    public var isContentsWords: Bool
}

extension FoundMarkup {
    /// Reads a markup annotation; nil if it marks no text.
    init?(_ annotation: PDFObject, _ subtype: String, _ rect: Rect, _ budget: inout AnnotationBudget) {
        guard let style = Style.allCases.first(where: { $0.subtype == subtype }) else { return nil }
        self.style = style
        let points = budget.points(annotation["/QuadPoints"])
        isContentsWords = annotation["/Subj"]?.text == MarkupAnnotation.wordsSubject
        quads = stride(from: 0, to: points.count / 4 * 4, by: 4).map { Quad(markup: Array(points[$0..<($0 + 4)])) }
        if quads.isEmpty, !rect.isEmpty {
            let corners = rect.corners
            quads = [
                Quad(upperStart: corners[3], upperEnd: corners[2], lowerStart: corners[0], lowerEnd: corners[1])
            ]
        }
        if quads.isEmpty { return nil }
    }
}

extension Quad {
    /// Makes a quadrilateral from the four points of a markup annotation. According to the standard, they go anticlockwise from the lower left. In
    /// practice, programs write both ends of the upper edge first, then both ends of the lower edge.
    fileprivate init(markup corners: [Point]) {
        let along = corners[1] - corners[0]
        let isRow = along.dot(corners[3] - corners[2]) >= 0
        let first = [corners[0], corners[1]]
        let second = isRow ? [corners[2], corners[3]] : [corners[3], corners[2]]
        // Up is to the left of the text's direction.
        let up = Vector(dx: -along.dy, dy: along.dx)
        let isFirstUpper = up.dot(corners[0] - second[0]) >= 0
        let (upper, lower) = isFirstUpper ? (first, second) : (second, first)
        self.init(upperStart: upper[0], upperEnd: upper[1], lowerStart: lower[0], lowerEnd: lower[1])
    }
}
