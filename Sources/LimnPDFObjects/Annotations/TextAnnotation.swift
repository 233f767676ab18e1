// SPDX-License-Identifier: GPL-3.0-or-later

/// A /FreeText annotation without a frame (ISO 32000-2, 12.5.6.6): typed text for editors and its appearance for viewers.
public struct TextAnnotation: Hashable, Sendable {
    /// Where lines begin (/Q).
    public enum Alignment: Int, Hashable, Sendable {
        case left = 0
        case center = 1
        case right = 2
    }

    /// The looks of the text when an editor sets it anew. The appearance may have several.
    public struct Style: Hashable, Sendable {
        /// The font family.
        public var family: String
        /// The font size in units of user space.
        public var size: Double
        /// Whether it is bold.
        public var isBold: Bool
        /// Whether it is italic.
        public var isItalic: Bool
        /// The colour.
        public var color: RGBColor
        /// Where lines begin.
        public var alignment: Alignment

        /// Makes a style.
        public init(
            family: String, size: Double, isBold: Bool = false, isItalic: Bool = false, color: RGBColor,
            alignment: Alignment = .left
        ) {
            self.family = family
            self.size = size
            self.isBold = isBold
            self.isItalic = isItalic
            self.color = color
            self.alignment = alignment
        }
    }

    /// The text in logical order (/Contents).
    public var contents: String
    /// How editors set it anew.
    public var style: Style
    /// The text as it is painted. Its matrix must map rectangles to rectangles, and its bounds must be whole numbers.
    public var appearance: PageOverlay

    /// Makes a text.
    public init(_ contents: String, style: Style, appearance: PageOverlay) {
        self.contents = contents
        self.style = style
        self.appearance = appearance
    }

    /// The entries of its dictionary besides /NM, /P, /AP and /AF; none is a reference.
    var entries: [PDFEntry] {
        // Text strings have a carriage return between paragraphs (ISO 32000-2, 12.5.6.2).
        let lines = contents.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r")
        let size = decimal((style.size * 100).rounded() / 100)
        let face = (style.isBold ? "bold " : "") + (style.isItalic ? "italic " : "")
        // A quote would end the family's name.
        let family = style.family.filter { !"'\"\\;<>".contains($0) }
        let alignment = ["left", "center", "right"][style.alignment.rawValue]
        let look = "font: \(face)\(size)pt '\(family)'; text-align: \(alignment); color: \(style.color.hexadecimal)"
        return PageAnnotation.entries("/FreeText", appearance.userBox, contents: lines) + [
            ("/DA", .text(.string("\(style.color.text) rg /Helv \(size) Tf"))),
            ("/Q", .text("\(style.alignment.rawValue)")), ("/DS", .text(.string(look))),
            ("/IT", .text("/FreeTextTypeWriter")), ("/BS", .text("<</W 0>>")),
        ]
    }
}
