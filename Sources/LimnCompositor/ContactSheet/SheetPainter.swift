// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
internal import LimnGeometry
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

/// Draws cards into the cells of a sheet.
struct SheetPainter {
    let layout: SheetLayout
    /// The number of picture pixels along the side of a cell's square.
    let pictureSide: Int
    /// The quality of JPEG pictures in a PDF; nil if the sheet is a picture itself.
    let jpegQuality: Int?

    /// Paints the background of a picture sheet light gray. Pages of a PDF stay white.
    func paintBackground(in context: CairoContext) {
        guard !layout.isPaged else { return }
        context.setSource(red: 0.953, green: 0.953, blue: 0.945)
        context.paint()
    }

    /// Draws a card.
    ///
    /// - Throws: `CairoError`, `RasterError`.
    func paint(_ card: SheetCard, at index: Int, in context: CairoContext) throws {
        let cell = layout.cell(index)
        switch card.face {
        case .picture(let buffer): try paint(buffer, in: cell.picture, context)
        case .failure(let word, let reason): paint(word, reason, in: cell.picture, context)
        }
        let width = cell.picture.width
        context.setSource(red: 0.13, green: 0.13, blue: 0.14)
        context.drawText(
            card.name, top: cell.name, width: width, style: TextStyle(size: layout.nameSize, truncation: .middle))
        if card.hasWarnings {
            context.setSource(red: 0.66, green: 0.37, blue: 0)
        } else {
            context.setSource(red: 0.42, green: 0.42, blue: 0.44)
        }
        context.drawText(card.note, top: cell.note, width: width, style: TextStyle(size: layout.noteSize))
        try context.check()
    }

    /// Paints a picture with a hairline around it, centered at the bottom of its square.
    private func paint(_ buffer: PixelBuffer, in square: Rect, _ context: CairoContext) throws {
        let scale = layout.side / Double(pictureSide)
        let size = Size(width: Double(buffer.width) * scale, height: Double(buffer.height) * scale)
        let left = (square.width - size.width) / 2
        let x = square.minX + (layout.isPaged ? left : left.rounded(.down))
        let place = Rect(origin: Point(x: x, y: square.maxY - size.height), size: size)
        let surface = try ImageSurface(drawingInto: buffer)
        if let jpegQuality { try surface.setJPEG(try JPEGEncoder(quality: jpegQuality).encode(buffer)) }
        context.saved {
            context.transform(AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: place.minX, ty: place.minY))
            context.draw(surface)
        }
        frame(place, in: context)
    }

    /// Paints a hairline around a picture and, on picture sheets, a shadow below it. Neither covers any pixel of the
    /// picture.
    private func frame(_ place: Rect, in context: CairoContext) {
        let line = layout.isPaged ? 0.4 : 1
        let out = layout.isPaged ? 0 : line / 2
        if !layout.isPaged {
            context.setSource(red: 0, green: 0, blue: 0, alpha: 0.10)
            context.append(Rect(x0: place.minX, y0: place.maxY + 1, x1: place.maxX, y1: place.maxY + 2))
            context.fill()
        }
        let gray = layout.isPaged ? 0.6 : 0.76
        context.setSource(red: gray, green: gray, blue: gray)
        context.append(Rect(x0: place.minX - out, y0: place.minY - out, x1: place.maxX + out, y1: place.maxY + out))
        context.stroke(StrokeStyle(width: line, cap: .butt, join: .miter))
    }

    /// Paints an empty card with the reason why there is no picture.
    private func paint(_ word: String, _ reason: String, in square: Rect, _ context: CairoContext) {
        let width = (square.width * 0.74).rounded()
        let line = layout.isPaged ? 0.5 : 1
        let left = square.minX + ((square.width - width) / 2).rounded(.down)
        // The rectangle is inset by half the line width, so that the line covers whole pixels.
        let card = Rect(
            x0: left + line / 2, y0: square.minY + line / 2, x1: left + width - line / 2, y1: square.maxY - line / 2)
        context.setSource(red: 0.985, green: 0.985, blue: 0.98)
        context.append(card)
        context.fill()
        context.setSource(red: 0.70, green: 0.70, blue: 0.70)
        context.append(card)
        context.stroke(StrokeStyle(width: line, cap: .butt, join: .miter, dash: [4 * line, 3 * line]))

        let middle = card.minX + card.width / 2
        var y = card.minY + card.height * 0.26
        context.setSource(red: 0.64, green: 0.16, blue: 0.14)
        y += context.drawText(
            word, top: Point(x: middle, y: y), width: card.width * 0.9,
            style: TextStyle(size: layout.nameSize, isBold: true))
        context.setSource(red: 0.42, green: 0.42, blue: 0.44)
        let room = card.maxY - card.height * 0.08 - y
        context.drawText(
            reason, top: Point(x: middle, y: y + 0.4 * layout.noteSize), width: card.width * 0.86,
            style: TextStyle(
                size: layout.noteSize, maximumLines: max(1, Int(clamping: room / (1.25 * layout.noteSize)))))
    }
}
