// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import LimnText

/// Writes glyphs as text operators and keeps track of the text position.
struct GlyphWriter {
    /// The origin of the text's own space, in which y points down.
    var origin = Point(x: 0, y: 0)
    /// Whether y points up in the space of the content.
    var isUpward = false
    var isBold = false
    private var font = ""
    private var size = 0.0
    /// The position of the next glyph, as viewers compute it from the widths of the previous glyphs; nil if unknown.
    private var pen: Point?
    private var isOblique = false
    /// The strings and gaps that are not written yet.
    private var pending = ""
    private var isInString = false

    mutating func write(_ run: GlyphRun, _ font: WritableFont) -> [UInt8] {
        var text = ""
        for cluster in run.clusters {
            let glyphs = run.glyphs[cluster.glyphs].filter { font.codes[$0.id] != nil }
            guard !glyphs.isEmpty else { continue }
            let isNamed = font.use.needsActualText(cluster, in: run)
            if isNamed {
                let units = cluster.text.utf16.map { PDFNumber.hexadecimal($0) }.joined()
                text += flushed() + "/Span<</ActualText<feff\(units)>>>BDC\n"
            }
            for glyph in glyphs { if let code = font.codes[glyph.id] { text += add(glyph, code, run) } }
            if isNamed { text += flushed() + "EMC\n" }
        }
        return Array(text.utf8)
    }

    /// Makes the next glyph start at an absolute position.
    mutating func lift() { pen = nil }

    mutating func flush() -> [UInt8] { Array(flushed().utf8) }

    private mutating func flushed() -> String {
        guard !pending.isEmpty else { return "" }
        defer { (pending, isInString) = ("", false) }
        let strings = pending + (isInString ? ">" : "")
        // A single string needs no array.
        return strings.dropFirst().contains("<") || !strings.hasPrefix("<") ? "[\(strings)]TJ\n" : "\(strings)Tj\n"
    }

    /// Returns the origin of a glyph in the space of the content.
    private func place(of glyph: GlyphRun.Glyph) -> Point {
        Point(x: origin.x + glyph.origin.x, y: isUpward ? origin.y - glyph.origin.y : origin.y + glyph.origin.y)
    }

    /// Adds a glyph to the pending strings.
    ///
    /// - Returns: the operators to write before the pending strings.
    private mutating func add(_ glyph: GlyphRun.Glyph, _ code: WritableFont.Code, _ run: GlyphRun) -> String {
        var text = ""
        if code.font != font || run.size != size {
            text += flushed() + "/\(code.font) \(PDFNumber.text(run.size)) Tf\n"
            (font, size) = (code.font, run.size)
        }
        let start = place(of: glyph)
        let gap = pen.map { (start.x - $0.x) * 1000 / size } ?? .infinity
        if let pen, pen.y == start.y, isOblique == run.isSyntheticOblique, abs(gap) < 5000 {
            if abs(gap) >= 1 {
                let gap = gap.rounded()
                pending += (isInString ? ">" : "") + PDFNumber.text(-gap)
                isInString = false
                self.pen?.x += gap * size / 1000
            }
        } else {
            let slant = run.isSyntheticOblique ? GlyphRun.syntheticSlant : 0
            // Positions are rounded to a thousandth of a point.
            let place = Point(x: (start.x * 1000).rounded() / 1000, y: (start.y * 1000).rounded() / 1000)
            text += flushed() + InkContent.text(1, 0, slant, isUpward ? 1 : -1, place.x, place.y) + " Tm\n"
            pen = Point(x: place.x, y: start.y)
            isOblique = run.isSyntheticOblique
        }
        pending += (isInString ? "" : "<") + code.digits
        isInString = true
        pen?.x += Double(code.width) * size / 1000
        return text
    }
}
