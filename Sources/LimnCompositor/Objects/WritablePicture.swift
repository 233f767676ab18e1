// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnPDFObjects
internal import LimnRaster

/// A picture as a resource of PDF content.
struct WritablePicture: Sendable {
    /// The reason why a picture cannot be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The content of a picture.
    enum Content: Sendable {
        /// The pixels, before the orientation is applied.
        case pixels(EmbeddedPicture)
        /// A page of another PDF.
        case page(EmbeddedPage)
    }

    /// The name in the resource dictionary.
    let name: String
    /// The content.
    let content: Content
    /// The Exif orientation, 1…8: how viewers must rotate or mirror the stored pixels.
    let orientation: Int

    /// Encodes a picture. JPEG data that PDF viewers can decode is kept, without its metadata. Other pixels are stored
    /// losslessly. A PDF provides its first page.
    ///
    /// - Parameter pixelLimit: the maximum number of pixels.
    /// - Throws: an error whose description is a sentence, if the picture cannot be decoded.
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
            // JPEG data is decoded only to check it: a document must not contain a damaged picture or one with too many
            // pixels.
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

    /// Returns the color channels of a JPEG; nil if PDF viewers may be unable to decode it.
    private static func channels(of data: PictureData, _ head: PictureHead) -> PagePicture.Channels? {
        guard data.isCommonJPEG else { return nil }
        switch head.componentCount {
        case 1: return .gray(bits: 8)
        case 3: return .rgb
        // Adobe's programs invert CMYK. Such files contain a segment with Adobe's marker.
        case 4: return .cmyk(isInverted: data.hasAdobeSegment)
        default: return nil
        }
    }

    private static func exact(_ buffer: PixelBuffer) throws -> EmbeddedPicture {
        let (colors, opacity) = try buffer.separated()
        return EmbeddedPicture(
            color: try PagePicture(exact: colors), alpha: try opacity.map { try PagePicture(gray: $0) })
    }
}

extension PagePicture {
    /// Encodes a picture without alpha losslessly. A picture with few colors takes few bits per pixel.
    init(exact buffer: PixelBuffer) throws(RasterError) {
        let rows = try PNGRows(buffer)
        let channels: Channels =
            rows.isRGB
            ? .rgb : rows.palette.isEmpty ? .gray(bits: rows.depth) : .indexed(bits: rows.depth, palette: rows.palette)
        self.init(width: buffer.width, height: buffer.height, channels: channels, coding: .png, data: rows.data)
    }

    /// Encodes a picture as 8-bit gray without a palette, as masks require.
    fileprivate init(gray buffer: PixelBuffer) throws(RasterError) {
        let rows = try PNGRows(grays: buffer)
        self.init(
            width: buffer.width, height: buffer.height, channels: .gray(bits: 8), coding: .png, data: rows.data)
    }
}
