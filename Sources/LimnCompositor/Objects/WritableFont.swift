// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import LimnText

/// A font face in a PDF: one embedded subset, or fonts of drawn glyphs if the face cannot be embedded.
struct WritableFont: Sendable {
    /// A reference to a glyph in PDF content.
    struct Code: Sendable {
        /// The name of the font.
        let font: String
        /// The code in hexadecimal digits.
        let digits: String
        /// The width in 1/1000 em.
        let width: Int
    }

    /// The glyphs in use and their texts.
    let use: FontUse
    private(set) var codes: [UInt32: Code] = [:]
    /// The embedded subset by its name; empty if the glyphs are drawn.
    private(set) var embedded: [String: EmbeddedFont] = [:]
    /// The fonts of drawn glyphs by their names.
    private(set) var drawn: [String: DrawnFont] = [:]
    /// The colored pictures of glyphs, each with its name in the resource dictionary.
    private(set) var pictures: [UInt32: (name: String, picture: EmbeddedPicture)] = [:]
    /// The boxes of the glyphs in em, with y up. Blank glyphs have no box.
    private(set) var boxes: [UInt32: Rect] = [:]

    /// Whether every glyph can be written.
    var isComplete: Bool { use.glyphs.allSatisfy { codes[$0] != nil } }

    /// Makes the font.
    ///
    /// - Parameters:
    ///   - number: the number of fonts so far, which makes names unique. Incremented for each new font.
    ///   - prefixes: the prefixes of the names of fonts and of pictures.
    init(_ use: FontUse, number: inout Int, prefixes: (font: String, picture: String) = ("F", "E")) {
        self.use = use
        for glyph in use.glyphs { boxes[glyph] = use.face.outline(of: glyph)?.controlBounds }
        // If the subset cannot be made, the font may be damaged, but its outlines may still be readable.
        if use.face.isEmbeddable, let subset = try? FontSubset(use) {
            let name = "\(prefixes.font)\(number)"
            number += 1
            let font = EmbeddedFont(subset)
            embedded[name] = font
            codes = subset.codes.mapValues { code in
                Code(font: name, digits: PDFNumber.hexadecimal(code), width: font.widths[code] ?? 0)
            }
        } else {
            draw(&number, prefixes)
        }
    }

    private mutating func draw(_ number: inout Int, _ prefixes: (font: String, picture: String)) {
        var glyphs: [(id: UInt32, glyph: DrawnFont.Glyph)] = []
        func finish() {
            guard !glyphs.isEmpty else { return }
            let name = "\(prefixes.font)\(number)"
            number += 1
            drawn[name] = DrawnFont(glyphs.map(\.glyph))
            for (code, entry) in glyphs.enumerated() {
                let digits = String(PDFNumber.hexadecimal(UInt16(clamping: code)).suffix(2))
                codes[entry.id] = Code(font: name, digits: digits, width: entry.glyph.width)
            }
            glyphs = []
        }
        for id in use.glyphs.sorted() {
            guard let drawing = GlyphDrawing(id, of: use.face, text: use.texts[id]) else { continue }
            if let box = drawing.box { boxes[id] = box }
            if let picture = drawing.picture {
                pictures[id] = ("\(prefixes.picture)\(number)g\(glyphs.count)", picture)
            }
            glyphs.append((id, drawing.glyph))
            if glyphs.count == DrawnFont.limit { finish() }
        }
        finish()
    }
}

extension EmbeddedFont {
    /// Makes the embedded font for a subset.
    init(_ subset: FontSubset) {
        let face = subset.face
        let box = face.boundingBox
        self.init(
            name: subset.name, program: subset.program, format: subset.format == .trueType ? .trueType : .compact,
            widths: subset.widths, texts: subset.texts,
            metrics: Metrics(
                ascent: face.ascent * 1000, descent: face.descent * 1000, capHeight: face.capHeight * 1000,
                italicAngle: face.italicAngle,
                boundingBox: Rect(
                    x0: box.minX * 1000, y0: box.minY * 1000, x1: box.maxX * 1000, y1: box.maxY * 1000),
                isFixedPitch: face.isFixedPitch, isSerif: face.isSerif, isItalic: face.isItalic))
    }
}
