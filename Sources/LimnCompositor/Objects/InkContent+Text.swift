// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects
internal import LimnText

extension InkContent {
    /// Writes a typeset text in its own space: first underlines, then glyphs, then strike-through lines.
    mutating func write(_ set: SetText, _ resources: DrawingResources) {
        write(set.decorations.filter { $0.kind == .underline })
        emit("BT")
        var writer = GlyphWriter()
        for run in set.runs {
            guard let font = resources.fonts[run.face], !run.glyphs.isEmpty else { continue }
            fonts.merge(font.embedded) { a, _ in a }
            drawnFonts.merge(font.drawn) { a, _ in a }
            // Writes the glyphs of the previous run first, because the next operators change the color.
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

    /// Paints the colored pictures of glyphs.
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

    /// Turns stroking of glyph outlines on if the bold style is synthetic, and off otherwise.
    private mutating func embolden(_ run: GlyphRun, _ writer: inout GlyphWriter) {
        if run.isSyntheticBold {
            writeLineColor(run.color)
            emit(Self.text(run.size * GlyphRun.syntheticBoldWidth) + " w")
        }
        if run.isSyntheticBold != writer.isBold { emit(run.isSyntheticBold ? "1 j 2 Tr" : "0 Tr") }
        writer.isBold = run.isSyntheticBold
    }
}

extension SetText {
    /// Returns the box around all lines and everything painted, in the text's own space.
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
