// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects
internal import LimnText

extension InkContent {
    /// Writes a set text in its own space: lines under it, glyphs, lines through it.
    mutating func write(_ set: SetText, _ resources: DrawingResources) {
        write(set.decorations.filter { $0.kind == .underline })
        emit("BT")
        var writer = GlyphWriter()
        for run in set.runs {
            guard let font = resources.fonts[run.face], !run.glyphs.isEmpty else { continue }
            fonts.merge(font.embedded) { a, _ in a }
            drawnFonts.merge(font.drawn) { a, _ in a }
            // What was written so far has the colour of its own run.
            bytes += writer.flush()
            setFill(run.color)
            embolden(run, &writer)
            bytes += writer.write(run, font)
        }
        bytes += writer.flush()
        emit("ET")
        for run in set.runs { if let font = resources.fonts[run.face] { paintPictures(of: run, font) } }
        write(set.decorations.filter { $0.kind == .strike })
    }

    /// Paints the coloured pictures of glyphs.
    private mutating func paintPictures(of run: GlyphRun, _ font: WritableFont) {
        for glyph in run.glyphs {
            guard let (name, picture) = font.pictures[glyph.id], let box = font.boxes[glyph.id] else { continue }
            pictures[name] = picture
            setAlpha(run.color.alpha)
            emit("q")
            let unit = AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
            concatenate(unit.then(run.transform(of: glyph)))
            emit("/\(name) Do")
            emit("Q")
        }
    }

    private mutating func write(_ decorations: [SetText.Decoration]) {
        for decoration in decorations {
            setFill(decoration.color)
            let rect = decoration.rect
            emit(Self.text(rect.minX, rect.minY, rect.width, rect.height) + " re f")
        }
    }

    /// Strokes the outlines of glyphs as well, where a bold is synthetic.
    private mutating func embolden(_ run: GlyphRun, _ writer: inout GlyphWriter) {
        if run.isSyntheticBold {
            writeLineColor(run.color)
            emit(Self.text(run.size * GlyphRun.syntheticBoldWidth) + " w")
        }
        if run.isSyntheticBold != writer.isBold { emit(run.isSyntheticBold ? "1 j 2 Tr" : "0 Tr") }
        writer.isBold = run.isSyntheticBold
    }
}

/// Writes glyphs as text operators, and knows where the last one has led.
private struct GlyphWriter {
    var isBold = false
    private var font = ""
    private var size = 0.0
    /// The place of the next glyph, as readers find it by the widths of those before.
    private var pen: Point?
    private var isOblique = false
    /// The array of strings and gaps that is not written yet.
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

    mutating func flush() -> [UInt8] { Array(flushed().utf8) }

    private mutating func flushed() -> String {
        guard !pending.isEmpty else { return "" }
        defer { (pending, isInString) = ("", false) }
        let strings = pending + (isInString ? ">" : "")
        // A string alone needs no array.
        return strings.dropFirst().contains("<") || !strings.hasPrefix("<") ? "[\(strings)]TJ\n" : "\(strings)Tj\n"
    }

    /// - Returns: the operators that must stand before the glyph.
    private mutating func add(_ glyph: GlyphRun.Glyph, _ code: WritableFont.Code, _ run: GlyphRun) -> String {
        var text = ""
        if code.font != font || run.size != size {
            text += flushed() + "/\(code.font) \(PDFNumber.text(run.size)) Tf\n"
            (font, size) = (code.font, run.size)
        }
        let gap = pen.map { (glyph.origin.x - $0.x) * 1000 / size } ?? .infinity
        if let pen, pen.y == glyph.origin.y, isOblique == run.isSyntheticOblique, abs(gap) < 5000 {
            if abs(gap) >= 1 {
                let gap = gap.rounded()
                pending += (isInString ? ">" : "") + PDFNumber.text(-gap)
                isInString = false
                self.pen?.x += gap * size / 1000
            }
        } else {
            let slant = run.isSyntheticOblique ? GlyphRun.syntheticSlant : 0
            // Numbers are rounded to a thousandth of a point.
            let place = Point(
                x: (glyph.origin.x * 1000).rounded() / 1000, y: (glyph.origin.y * 1000).rounded() / 1000)
            text += flushed() + InkContent.text(1, 0, slant, -1, place.x, place.y) + " Tm\n"
            pen = Point(x: place.x, y: glyph.origin.y)
            isOblique = run.isSyntheticOblique
        }
        pending += (isInString ? "" : "<") + code.digits
        isInString = true
        pen?.x += Double(code.width) * size / 1000
        return text
    }
}

extension SetText {
    /// The box around all lines and all that is painted, in the text's own space.
    func box(_ resources: DrawingResources) -> Rect {
        var box = Rect(x0: 0, y0: 0, x1: 0, y1: 0)
        if let first = lines.first?.box { box = first }
        for line in lines { box = box.union(line.box) }
        for decoration in decorations { box = box.union(decoration.rect) }
        for run in runs {
            guard let font = resources.fonts[run.face] else { continue }
            let margin = run.isSyntheticBold ? run.size * GlyphRun.syntheticBoldWidth : 0
            for glyph in run.glyphs {
                guard let shape = font.boxes[glyph.id] else { continue }
                box = box.union(run.transform(of: glyph).apply(shape).expanded(by: margin))
            }
        }
        return box
    }
}
