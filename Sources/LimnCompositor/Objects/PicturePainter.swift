// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnGeometry
internal import LimnInk
internal import LimnPDFRendering
internal import LimnRaster

/// Paints pictures.
struct PicturePainter {
    /// The most pixels of one picture.
    static let pixelLimit = 50_000_000

    let context: CairoContext

    /// Paints a picture; the context's units must be points of page space.
    ///
    /// - Throws: `RasterError`, `RenderingError` or `CairoError` if the picture's file cannot be shown.
    func paint(_ item: PictureItem) throws {
        guard !item.frame.isEmpty, !item.crop.isEmpty else { return }
        try context.saved {
            context.transform(item.transform)
            context.append(item.frame)
            context.clip()
            context.transform(Self.frameOfWhole(item))
            switch item.data.format {
            case .pdf: try paintPDF(item)
            case .png: try paint(PictureDecoder(pixelLimit: Self.pixelLimit).decodePNG(item.data.bytes), item)
            case .jpeg: try paint(jpeg(item), item)
            }
        }
    }

    /// The transform from the unit square of the whole picture to the item's own space.
    private static func frameOfWhole(_ item: PictureItem) -> AffineTransform {
        let (sx, sy) = (item.frame.width / item.crop.width, item.frame.height / item.crop.height)
        return AffineTransform(
            a: sx, b: 0, c: 0, d: sy, tx: item.frame.minX - item.crop.minX * sx,
            ty: item.frame.minY - item.crop.minY * sy)
    }

    /// Decodes no more pixels than are shown.
    private func jpeg(_ item: PictureItem) throws -> PixelBuffer {
        let t = context.currentTransform
        let pixels = max(Vector(dx: t.a, dy: t.b).length, Vector(dx: t.c, dy: t.d).length)
        let wanted = Int(clamping: min(max(pixels, 1), 1e6).rounded(.up))
        return try PictureDecoder(pixelLimit: Self.pixelLimit).decodeJPEG(item.data.bytes, atLeast: wanted)
    }

    private func paint(_ buffer: PixelBuffer, _ item: PictureItem) throws {
        let image = try ImageSurface(drawingInto: buffer)
        context.transform(PictureOrientation.transform(PictureHead(item.data)?.orientation ?? 1))
        context.transform(.scaling(x: 1 / Double(image.width), y: 1 / Double(image.height)))
        context.draw(image, alpha: item.opacity)
    }

    private func paintPDF(_ item: PictureItem) throws {
        let page = try PDFDocument(bytes: item.data.bytes).page(1)
        guard page.size.width > 0, page.size.height > 0 else { return }
        context.transform(.scaling(x: 1 / page.size.width, y: 1 / page.size.height))
        guard item.opacity < 1 else { return try page.draw(in: context) }
        try context.group(alpha: item.opacity) { try page.draw(in: context) }
    }
}

/// How stored pixels are turned before they are shown (Exif 2.3, Orientation).
public enum PictureOrientation {
    /// The transform from the unit square of the stored picture to that of the shown one, y down.
    ///
    /// - Parameter orientation: 1…8.
    public static func transform(_ orientation: Int) -> AffineTransform {
        switch orientation {
        case 2: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
        case 3: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case 4: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
        case 5: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        case 6: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case 7: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
        case 8: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        default: .identity
        }
    }
}
