// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import LimnText

/// Writes the text of a widget after the fonts of the document are built.
struct FieldTextContent {
    let layout: FieldLayout
    /// The fonts that contain the glyphs of each face.
    let faces: [FontFace: WritableFont]
    private(set) var fonts: [String: EmbeddedFont] = [:]
    private(set) var drawnFonts: [String: DrawnFont] = [:]
    private(set) var pictures: [String: EmbeddedPicture] = [:]
    private var writer = FieldWriter()

    init(_ layout: FieldLayout, _ faces: [FontFace: WritableFont]) {
        self.layout = layout
        self.faces = faces
        writeAll()
    }

    /// The clipped text, between `q` and `Q`; empty if there is no text.
    var content: [UInt8] { writer.bytes }

    private mutating func writeAll() {
        guard let size = layout.size, !layout.lines.isEmpty else { return }
        writer.line("q")
        let clip = layout.clip
        writer.emit(clip.minX, clip.minY, clip.width, clip.height, name: "re")
        writer.line("W\nn")
        for row in layout.highlights {
            // Acrobat's color for selected rows.
            writer.line("0.600006 0.756866 0.854904 rg")
            writer.emit(row.minX, row.minY, row.width, row.height, name: "re")
            writer.line("f")
        }
        writer.line("BT")
        if layout.usesOwnFont { writer.line("/\(layout.look.font.name) \(FieldWriter.text(size)) Tf") }
        writer.fill(layout.look.text.color)
        if layout.usesOwnFont { writeStrings() } else { writeGlyphs() }
        writer.line("ET")
        if !layout.usesOwnFont { paintPictures() }
        writer.line("Q")
    }

    private mutating func writeStrings() {
        var last = Point(x: 0, y: 0)
        for placed in layout.lines {
            guard case .string(let string) = placed.line.ink else { continue }
            // Offsets are relative to the previous line. The positions are rounded first, so that errors do not add up.
            let place = Self.rounded(placed.place)
            writer.emit(place.x - last.x, place.y - last.y, name: "Td")
            last = place
            writer.show(string)
        }
    }

    private static func rounded(_ p: Point) -> Point {
        Point(x: (p.x * 10_000).rounded() / 10_000, y: (p.y * 10_000).rounded() / 10_000)
    }

    private mutating func writeGlyphs() {
        var glyphs = GlyphWriter()
        glyphs.isUpward = true
        for placed in layout.lines {
            guard case .glyphs(let runs, let start) = placed.line.ink else { continue }
            writer.append(glyphs.flush())
            glyphs.lift()
            glyphs.origin = Point(x: placed.place.x - start.x, y: placed.place.y + start.y)
            for run in runs {
                guard let font = faces[run.face] else { continue }
                fonts.merge(font.embedded) { a, _ in a }
                drawnFonts.merge(font.drawn) { a, _ in a }
                if run.isSyntheticBold != glyphs.isBold {
                    writer.append(glyphs.flush())
                    if run.isSyntheticBold {
                        writer.stroke(layout.look.text.color)
                        writer.emit(run.size * GlyphRun.syntheticBoldWidth, name: "w")
                    }
                    writer.line(run.isSyntheticBold ? "1 j 2 Tr" : "0 Tr")
                    glyphs.isBold = run.isSyntheticBold
                }
                writer.append(glyphs.write(run, font))
            }
        }
        writer.append(glyphs.flush())
        if glyphs.isBold { writer.line("0 Tr") }
    }

    /// Paints the colored pictures of glyphs.
    private mutating func paintPictures() {
        for placed in layout.lines {
            guard case .glyphs(let runs, let start) = placed.line.ink else { continue }
            let up = AffineTransform(
                a: 1, b: 0, c: 0, d: -1, tx: placed.place.x - start.x, ty: placed.place.y + start.y)
            for run in runs {
                guard let font = faces[run.face] else { continue }
                for glyph in run.glyphs {
                    guard let (name, picture) = font.pictures[glyph.id], let box = font.boxes[glyph.id] else {
                        continue
                    }
                    pictures[name] = picture
                    let unit = AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
                    let t = unit.then(run.transform(of: glyph)).then(up)
                    writer.line("q")
                    writer.emit(t.a, t.b, t.c, t.d, t.tx, t.ty, name: "cm")
                    writer.line("/\(name) Do\nQ")
                }
            }
        }
    }
}
