// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A /Highlight, /Underline, /StrikeOut or /Squiggly annotation to add to a page (ISO 32000-2, 12.5.6.10).
public struct MarkupAnnotation: Hashable, Sendable {
    /// The kind of mark.
    public var style: FoundMarkup.Style
    /// The pieces of lines in user space, in reading order (/QuadPoints).
    public var quads: [Quad]
    /// The color (/C).
    public var color: RGBColor
    /// The opacity, 0…1 (/CA).
    public var opacity: Double
    /// The comment on the words, or the words themselves (/Contents); may be empty.
    public var contents: String
    /// Whether the contents are the marked words. Other programs show them as a comment, which is what screen readers
    /// and lists of marks need.
    public var isContentsWords: Bool
    /// The appearance. Its matrix must map rectangles to rectangles, and its bounds must be whole numbers.
    public var appearance: PageOverlay

    /// The subject (/Subj) of an annotation whose contents are the marked words.
    static let wordsSubject = "Marked text"

    /// Makes a mark.
    public init(
        _ style: FoundMarkup.Style, over quads: [Quad], color: RGBColor, opacity: Double = 1, contents: String = "",
        isContentsWords: Bool = false, appearance: PageOverlay
    ) {
        (self.style, self.quads, self.color, self.opacity) = (style, quads, color, opacity)
        (self.contents, self.isContentsWords, self.appearance) = (contents, isContentsWords, appearance)
    }

    /// The entries of the annotation's dictionary except /NM, /P, /AP and /AF. No value is a reference.
    var entries: [PDFEntry] {
        var entries = PageAnnotation.entries(
            "/" + style.subtype, appearance.userBox, contents: contents.isEmpty ? nil : contents)
        // Programs expect both ends of the upper edge first, then both ends of the lower edge, against the standard.
        let numbers = quads.flatMap { quad in
            [quad.upperStart, quad.upperEnd, quad.lowerStart, quad.lowerEnd].flatMap { [$0.x, $0.y] }
        }
        let points = numbers.map { decimal(($0 * 1000).rounded() / 1000) }.joined(separator: " ")
        entries += [("/QuadPoints", .text("[\(points)]")), ("/C", .text("[\(color.text)]"))]
        if isContentsWords { entries.append(("/Subj", .text(.string(Self.wordsSubject)))) }
        if opacity < 1 { entries.append(("/CA", .text(decimal((max(0, opacity) * 1000).rounded() / 1000)))) }
        return entries
    }
}
