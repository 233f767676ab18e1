// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A /FreeText annotation without a frame (ISO 32000-2, 12.5.6.6): typed text for editors and its appearance for viewers.
///
/// What is said for editors is all that ``FoundText`` reads, so that the text comes back as it was.
public struct TextAnnotation: Hashable, Sendable {
    /// How an editor sets the text anew.
    public struct Layout: Hashable, Sendable {
        /// How lines lie.
        public var alignment = FoundText.Alignment.left
        /// Whether paragraphs run from right to left; nil where their letters say so.
        public var isRightToLeft: Bool?
        /// The distance from line to line in font sizes; nil for that of the font.
        public var lineHeight: Double?
        /// Whether lines break at line feeds alone, and not at the edge of the box.
        public var isOneLine = false
        /// The size of the box that lines are set in, in units of user space.
        public var size = Size(width: 0, height: 0)
        /// The transform from the text's own space, whose unit is that of user space, y down from the top left of the
        /// first line, to user space.
        public var matrix = AffineTransform.identity

        /// Makes the layout of a text at the left.
        public init() {}
    }

    /// The text in logical order.
    public var runs: [RichTextRun]
    /// How an editor sets it anew.
    public var layout: Layout
    /// The opacity of all of the text, 0…1 (/CA).
    public var opacity: Double
    /// The text as it is painted. Its matrix must map rectangles to rectangles, and its bounds must be whole numbers and
    /// hold the box that lines are set in.
    public var appearance: PageOverlay

    /// Makes a text.
    public init(_ runs: [RichTextRun], layout: Layout, opacity: Double = 1, appearance: PageOverlay) {
        self.runs = runs
        self.layout = layout
        self.opacity = opacity
        self.appearance = appearance
    }

    /// The entries of its dictionary besides /NM, /P, /AP and /AF; none is a reference.
    var entries: [PDFEntry] {
        let style = runs.first?.style ?? RichTextRun.Style(family: "sans-serif", size: 12)
        // Text strings have a carriage return between paragraphs (ISO 32000-2, 12.5.6.2).
        let lines = runs.map(\.text).joined().split(separator: "\n", omittingEmptySubsequences: false)
        let rect = appearance.userBox
        let numbers = ["left": 0, "center": 1, "right": 2]
        let paragraph = RichTextWriter.declarations(of: layout)
        let look = ([RichTextWriter.declarations(of: style)] + paragraph).joined(separator: "; ")
        var entries = PageAnnotation.entries("/FreeText", rect, contents: lines.joined(separator: "\r"))
        entries += [
            ("/DA", .text(.string("\(style.color.text) rg /Helv \(RichTextWriter.length(style.size)) Tf"))),
            ("/Q", .text("\(numbers[layout.alignment.rawValue] ?? 0)")), ("/DS", .text(.string(look))),
            ("/BS", .text("<</W 0>>")),
        ]
        if layout.isOneLine { entries.append(("/IT", .text("/FreeTextTypeWriter"))) }
        if let rich = RichTextWriter.text(runs, layout) { entries.append(("/RC", .text(.string(rich)))) }
        if opacity < 1 { entries.append(("/CA", .text(decimal((opacity * 1000).rounded() / 1000)))) }
        return entries + placement(in: rect)
    }

    /// Where the text's own box lies: how far it is from the annotation's edges (/RD), and how it is turned.
    private func placement(in rect: Rect) -> [PDFEntry] {
        let m = layout.matrix
        let box = m.apply(Rect(origin: .zero, size: layout.size))
        let differences = [box.minX - rect.minX, box.minY - rect.minY, rect.maxX - box.maxX, rect.maxY - box.maxY]
        var entries: [PDFEntry] = [("/RD", .numbers(differences.map { max(0, $0) }))]
        // The text's x axis after as many quarter turns anticlockwise; its y axis goes down.
        let turns = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)]
        let turn = turns.firstIndex { x, y in
            max((m.a - x).magnitude, (m.b - y).magnitude, (m.c - y).magnitude, (m.d + x).magnitude) < 1e-9
        }
        switch turn {
        case 0: break
        case let turn?: entries.append(("/Rotate", .text("\(90 * turn)")))
        case nil: entries.append((FoundText.matrixKey, .numbers([m.a, m.b, m.c, m.d, m.tx, m.ty])))
        }
        return entries
    }
}
