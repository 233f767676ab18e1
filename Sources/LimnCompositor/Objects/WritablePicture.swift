// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnPDFObjects
internal import LimnRaster

/// A picture as content names it.
struct WritablePicture: Sendable {
    /// Why a picture cannot be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The kinds of what is shown.
    enum Content: Sendable {
        /// The pixels as they are stored.
        case pixels(EmbeddedPicture)
        /// A page of another PDF.
        case page(EmbeddedPage)
    }

    /// The name in the resources.
    let name: String
    /// What is shown.
    let content: Content
    /// How the stored pixels are turned before they are shown, as in Exif, 1…8.
    let orientation: Int

    /// Codes a picture. JPEG data stays as it is, without what it tells about itself; PNG is decoded; of a PDF
    /// the first page is taken.
    ///
    /// - Parameter pixelLimit: the most pixels.
    init(_ data: PictureData, name: String, pixelLimit: Int) throws {
        self.name = name
        let head = PictureHead(data)
        orientation = head?.orientation ?? 1
        let decoder = PictureDecoder(pixelLimit: pixelLimit)
        switch data.format {
        case .pdf: content = .page(try EmbeddedPage(pdf: data.bytes))
        case .png: content = .pixels(try Self.exact(try decoder.decodePNG(data.bytes)))
        case .jpeg:
            guard let head else { throw Failure(description: "It is damaged.") }
            // A file that its decoder does not know, or that is larger than allowed, must not get into a document.
            let pixels = try decoder.decodeJPEG(data.bytes)
            if let channels = Self.channels(of: data, head) {
                let color = PagePicture(
                    width: head.width, height: head.height, channels: channels, coding: .jpeg,
                    data: data.withoutMetadata.bytes)
                content = .pixels(EmbeddedPicture(color: color))
            } else {
                content = .pixels(try Self.exact(pixels))
            }
        }
    }

    /// The colours of a JPEG that readers of PDF can decode; nil if they cannot, since it is coded arithmetically or has
    /// another number of components.
    private static func channels(of data: PictureData, _ head: PictureHead) -> PagePicture.Channels? {
        guard data.isCommonJPEG else { return nil }
        switch head.componentCount {
        case 1: return .grey(bits: 8)
        case 3: return .rgb
        // Programs of Adobe, which say so in a segment of their own, invert them.
        case 4: return .cmyk(isInverted: data.hasAdobeSegment)
        default: return nil
        }
    }

    private static func exact(_ buffer: PixelBuffer) throws -> EmbeddedPicture {
        let (colors, opacity) = try buffer.separated()
        return EmbeddedPicture(
            color: try PagePicture(exact: colors), alpha: try opacity.map { try PagePicture(grey: $0) })
    }
}

extension PagePicture {
    /// A picture without alpha, stored exactly, with few bits a pixel where there are few colours.
    init(exact buffer: PixelBuffer) throws(RasterError) {
        let rows = try PNGRows(buffer)
        let channels: Channels =
            rows.isRGB
            ? .rgb : rows.palette.isEmpty ? .grey(bits: rows.depth) : .indexed(bits: rows.depth, palette: rows.palette)
        self.init(width: buffer.width, height: buffer.height, channels: channels, coding: .png, data: rows.data)
    }

    /// A grey picture without a palette, as masks must be.
    fileprivate init(grey buffer: PixelBuffer) throws(RasterError) {
        let rows = try PNGRows(greys: buffer)
        self.init(
            width: buffer.width, height: buffer.height, channels: .grey(bits: 8), coding: .png, data: rows.data)
    }
}
