// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFRendering
internal import LimnRaster
internal import LimnText

/// Paints typeset text. Glyphs are filled outlines, so hinting does not move them. The glyphs of color fonts are
/// pictures.
struct TextPainter {
    let context: CairoContext

    /// Paints a text. One unit of the context must be one unit of the text's own space.
    func paint(_ text: SetText) {
        for run in text.runs {
            setSource(run.color)
            if let outline = run.outline {
                fill(outline, of: run)
            } else {
                for glyph in run.glyphs { paint(glyph, of: run) }
            }
        }
        for decoration in text.decorations {
            setSource(decoration.color)
            context.append(decoration.rect)
            context.fill()
        }
    }

    private func setSource(_ color: Color) {
        context.setSource(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }

    private func fill(_ outline: Path, of run: GlyphRun) {
        context.append(outline)
        context.fill()
        guard run.isSyntheticBold else { return }
        context.append(outline)
        context.stroke(StrokeStyle(width: run.size * GlyphRun.syntheticBoldWidth, cap: .round))
    }

    private func paint(_ glyph: GlyphRun.Glyph, of run: GlyphRun) {
        let scale = run.size * context.currentTransform.lengthScale
        guard let picture = run.face.picture(of: glyph.id, pixelsPerEm: scale),
            let buffer = try? PictureDecoder(pixelLimit: 1 << 20).decodePNG(picture.png),
            let image = try? ImageSurface(drawingInto: buffer)
        else {
            if let outline = run.face.outline(of: glyph.id) {
                context.append(outline.transformed(by: run.transform(of: glyph)))
                context.fill()
            }
            return
        }
        context.saved {
            context.transform(run.transform(of: glyph))
            // The top row of the picture is at the top of its box, and rows go down.
            context.transform(
                AffineTransform(
                    a: picture.box.width / Double(image.width), b: 0, c: 0,
                    d: -picture.box.height / Double(image.height), tx: picture.box.minX, ty: picture.box.maxY))
            context.draw(image, alpha: run.color.alpha)
        }
    }
}
