// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnCairo
package import LimnInk
internal import LimnPDFRendering
package import LimnRaster

/// A cache of decoded pictures for painting one drawing. A picture that appears several times is decoded once.
package final class DecodedPictures {
    package init() {}

    private var surfaces: [PictureData: (wanted: Int, surface: ImageSurface)] = [:]
    private var documents: [PictureData: PDFDocument] = [:]
    private var bytes = 0

    /// The maximum total size of the cached pixels, in bytes.
    private static let byteLimit = 128 << 20
    private static let documentLimit = 16

    /// Returns the pixels of a picture.
    ///
    /// - Parameters:
    ///   - wanted: the minimum width and height in pixels. Cached pixels are reused if they were decoded for at least
    ///     this size.
    ///   - decode: decodes the picture.
    package func surface(
        of data: PictureData, wanted: Int = .max, _ decode: () throws -> PixelBuffer
    ) throws -> ImageSurface {
        if let known = surfaces[data], known.wanted >= wanted { return known.surface }
        let surface = try ImageSurface(drawingInto: try decode())
        let size = 4 * surface.width * surface.height
        if bytes + size <= Self.byteLimit {
            if let old = surfaces[data]?.surface { bytes -= 4 * old.width * old.height }
            surfaces[data] = (wanted, surface)
            bytes += size
        }
        return surface
    }

    /// Returns the document of a picture in PDF format.
    func document(of data: PictureData) throws -> PDFDocument {
        if let known = documents[data] { return known }
        let document = try PDFDocument(bytes: data.bytes)
        if documents.count < Self.documentLimit { documents[data] = document }
        return document
    }
}
