// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A /FreeText annotation without a frame (ISO 32000-2, 12.5.6.6). It has typed text for editors and an appearance for
/// viewers.
///
/// The entries for editors are exactly those that ``FoundText`` reads, so reading them restores the same text.
public struct TextAnnotation: Hashable, Sendable {
    /// The settings that an editor needs to lay out the text again.
    public struct Layout: Hashable, Sendable {
        /// The alignment of lines.
        public var alignment = FoundText.Alignment.left
        /// Whether paragraphs run from right to left; nil if their letters determine the direction.
        public var isRightToLeft: Bool?
        /// The line height as a multiple of the font size; nil for the font's own line height.
        public var lineHeight: Double?
        /// Whether lines break only at line feeds, and not at the edge of the box.
        public var isOneLine = false
        /// The size of the box that contains the lines, in units of user space.
        public var size = Size(width: 0, height: 0)
        /// The transform from the text's own space to user space. The text's own space has the unit of user space, its
        /// origin at the top left of the first line, and y down.
        public var matrix = AffineTransform.identity

        /// Makes the layout of a text with left-aligned lines.
        public init() {}
    }

    /// The text in logical order.
    public var runs: [RichTextRun]
    /// The settings that an editor needs to lay out the text again.
    public var layout: Layout
    /// The opacity of the whole text, 0…1 (/CA).
    public var opacity: Double
    /// The appearance. Its matrix must map rectangles to rectangles. Its bounds must be whole numbers and contain the
    /// box of the lines.
    public var appearance: PageOverlay

    /// Makes a text annotation.
    public init(_ runs: [RichTextRun], layout: Layout, opacity: Double = 1, appearance: PageOverlay) {
        self.runs = runs
        self.layout = layout
        self.opacity = opacity
        self.appearance = appearance
    }

    /// The entries of the annotation's dictionary except /NM, /P, /AP and /AF. No value is a reference.
    var entries: [PDFEntry] {
        let style = runs.first?.style ?? RichTextRun.Style(family: "sans-serif", size: 12)
        // Paragraphs of a text string are separated by carriage returns (ISO 32000-2, 12.5.6.2).
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

    /// Returns the entries that place the text's own box: its distances from the annotation's edges (/RD), and its
    /// rotation.
    private func placement(in rect: Rect) -> [PDFEntry] {
        let m = layout.matrix
        let box = m.apply(Rect(origin: .zero, size: layout.size))
        let differences = [box.minX - rect.minX, box.minY - rect.minY, rect.maxX - box.maxX, rect.maxY - box.maxY]
        var entries: [PDFEntry] = [("/RD", .numbers(differences.map { max(0, $0) }))]
        // The directions of the text's x axis after 0 to 3 quarter turns anticlockwise. The text's y axis points down.
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
