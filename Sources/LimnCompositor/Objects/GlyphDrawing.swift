// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects
internal import LimnText

/// A glyph that is drawn instead of being embedded in a font program: as a colored picture or as a filled outline.
struct GlyphDrawing {
    /// The glyph for a font of drawn glyphs. It is blank if there is a colored picture, which the content paints
    /// itself: cairo 1.16, which poppler uses, draws all glyphs of fonts in one color.
    let glyph: DrawnFont.Glyph
    /// The colored picture; nil if the glyph is an outline.
    let picture: EmbeddedPicture?
    /// The box of the picture in em, with y up; nil if the glyph is an outline.
    let box: Rect?

    /// The size at which colored pictures are selected, in pixels per em. It is sharp for 12-point text at 600 pixels
    /// per inch.
    private static let pixelsPerEm = 100.0

    /// Draws a glyph. Returns nil if it has neither a picture nor an outline, or if its picture cannot be decoded.
    ///
    /// - Parameter text: the text of the glyph if it is always the same; otherwise nil.
    init?(_ id: UInt32, of face: FontFace, text: String?) {
        let width = Int(clamping: (face.advance(of: id) * 1000).rounded())
        if let found = face.picture(of: id, pixelsPerEm: Self.pixelsPerEm) {
            let data = PictureData(found.png, format: .png)
            guard let picture = try? WritablePicture(data, name: "", pixelLimit: 1 << 20),
                case .pixels(let pixels) = picture.content
            else { return nil }
            let box = found.box
            // pdfium ignores the text of a glyph without a box.
            let corners = Self.text([box.minX, box.minY, box.maxX, box.maxY].map { ($0 * 1000).rounded() })
            glyph = DrawnFont.Glyph(content: Array("\(width) 0 \(corners) d1\n".utf8), width: width, text: text)
            (self.picture, self.box) = (pixels, box)
        } else if let outline = face.outline(of: id) {
            let path = outline.transformed(by: .scaling(x: 1000, y: 1000))
            let bounds = path.controlBounds ?? Rect(x0: 0, y0: 0, x1: 0, y1: 0)
            let corners = Self.text([
                bounds.minX.rounded(.down), bounds.minY.rounded(.down), bounds.maxX.rounded(.up),
                bounds.maxY.rounded(.up),
            ])
            let content = "\(width) 0 \(corners) d1\n" + path.elements.map(Self.text).joined() + "f\n"
            glyph = DrawnFont.Glyph(content: Array(content.utf8), width: width, text: text)
            (picture, box) = (nil, nil)
        } else {
            return nil
        }
    }

    private static func text(_ element: Path.Element) -> String {
        switch element {
        case .move(let p): "\(text([p.x, p.y])) m\n"
        case .line(let p): "\(text([p.x, p.y])) l\n"
        case .cubic(let a, let b, let p): "\(text([a.x, a.y, b.x, b.y, p.x, p.y])) c\n"
        case .close: "h\n"
        }
    }

    private static func text(_ numbers: [Double]) -> String {
        numbers.map { PDFNumber.text(($0 * 10).rounded() / 10) }.joined(separator: " ")
    }
}
