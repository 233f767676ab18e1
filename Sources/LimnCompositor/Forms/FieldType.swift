// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import LimnText

/// A way to set the text of a field: in the field's own font, or by Pango.
protocol FieldType {
    /// The height above the baseline in em.
    var ascent: Double { get }
    /// The depth below the baseline in em, negative.
    var descent: Double { get }
    /// The lines of a text that breaks where it is wider than `width` points; only where it says so, for nil.
    func lines(_ text: String, size: Double, width: Double?) throws(FieldFailure) -> [FieldLine]
    /// The width by which Acrobat centres a character in a cell; nil for that of its line.
    func cellWidth(of character: Character, size: Double) -> Double?
}

extension FieldType {
    /// The height of a line in em.
    var lineHeight: Double { ascent - descent }

    /// A text in one line.
    func line(_ text: String, size: Double) throws(FieldFailure) -> FieldLine {
        try lines(text, size: size, width: nil).first ?? FieldLine(width: 0, ink: .none)
    }
}

/// A line of a field's text.
struct FieldLine {
    /// What is painted.
    enum Ink {
        case none
        /// A string in the field's own font.
        case string([UInt8])
        /// Glyphs of other fonts, and the left end of their baseline in their own space, where y grows downwards.
        case glyphs([GlyphRun], from: Point)
    }

    /// The width in points, without blanks at the end.
    var width: Double
    /// What is painted.
    var ink: Ink
}

/// A line and where its baseline begins, in form space.
struct PlacedLine {
    var line: FieldLine
    var place: Point
}
