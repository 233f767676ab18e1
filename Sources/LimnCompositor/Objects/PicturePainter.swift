// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFRendering
internal import LimnRaster

/// Paints pictures.
struct PicturePainter {
    /// The maximum number of pixels of a picture.
    static let pixelLimit = 50_000_000

    let context: CairoContext
    /// The cache of decoded pictures.
    let decoded: DecodedPictures

    /// Paints a picture. One unit of the context must be one point of page space.
    ///
    /// - Throws: `RasterError`, `RenderingError` or `CairoError` if the picture's file cannot be decoded or painted.
    func paint(_ item: PictureItem) throws {
        guard !item.frame.isEmpty, !item.crop.isEmpty else { return }
        try context.saved {
            context.transform(item.transform)
            context.append(item.frame)
            context.clip()
            context.transform(item.placement(orientation: PictureHead(item.data)?.orientation ?? 1))
            switch item.data.format {
            case .pdf: try paintPDF(item)
            case .png:
                try paint(
                    decoded.surface(of: item.data) {
                        try PictureDecoder(pixelLimit: Self.pixelLimit).decodePNG(item.data.bytes)
                    }, item)
            case .jpeg: try paint(jpeg(item), item)
            }
        }
    }

    /// Decodes a JPEG at the lowest resolution that is sufficient for its painted size.
    private func jpeg(_ item: PictureItem) throws -> ImageSurface {
        let t = context.currentTransform
        let pixels = max(Vector(dx: t.a, dy: t.b).length, Vector(dx: t.c, dy: t.d).length)
        let wanted = Int(clamping: min(max(pixels, 1), 1e6).rounded(.up))
        return try decoded.surface(of: item.data, wanted: wanted) {
            try PictureDecoder(pixelLimit: Self.pixelLimit).decodeJPEG(item.data.bytes, atLeast: wanted)
        }
    }

    private func paint(_ image: ImageSurface, _ item: PictureItem) throws {
        context.transform(.scaling(x: 1 / Double(image.width), y: 1 / Double(image.height)))
        context.draw(image, alpha: item.opacity)
    }

    private func paintPDF(_ item: PictureItem) throws {
        let page = try decoded.document(of: item.data).page(1)
        guard page.size.width > 0, page.size.height > 0 else { return }
        context.transform(.scaling(x: 1 / page.size.width, y: 1 / page.size.height))
        guard item.opacity < 1 else { return try page.draw(in: context) }
        try context.group(alpha: item.opacity) { try page.draw(in: context) }
    }
}
