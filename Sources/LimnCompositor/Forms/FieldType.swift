// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import LimnText

/// A way to typeset the text of a field: in the field's own font, or with Pango.
protocol FieldType {
    /// The ascent above the baseline, in em.
    var ascent: Double { get }
    /// The descent below the baseline, in em; negative.
    var descent: Double { get }
    /// Returns the lines of a text. Lines wrap at `width` points; if `width` is nil, they break only at line feeds.
    func lines(_ text: String, size: Double, width: Double?) throws(FieldFailure) -> [FieldLine]
    /// Returns the width by which Acrobat centers a character in a cell, in points; nil to use the width of its line.
    func cellWidth(of character: Character, size: Double) -> Double?
}

extension FieldType {
    /// The height of a line, in em.
    var lineHeight: Double { ascent - descent }

    /// Returns a text as one line.
    func line(_ text: String, size: Double) throws(FieldFailure) -> FieldLine {
        try lines(text, size: size, width: nil).first ?? FieldLine(width: 0, ink: .none)
    }
}

/// A line of a field's text.
struct FieldLine {
    /// The painted content of a line.
    enum Ink {
        case none
        /// A string in the field's own font.
        case string([UInt8])
        /// Glyphs of other fonts, and the left end of their baseline in their own space, in which y points down.
        case glyphs([GlyphRun], from: Point)
    }

    /// The width in points, without trailing spaces.
    var width: Double
    /// The painted content.
    var ink: Ink
}

/// A line and the start of its baseline, in form space.
struct PlacedLine {
    var line: FieldLine
    var place: Point
}
