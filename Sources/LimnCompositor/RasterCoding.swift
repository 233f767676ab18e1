// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import LimnRaster

/// Chooses the encoding of a page's picture.
///
/// Pictures are stored without loss, as the rows of a PNG, with few bits a pixel if they have few colours. A picture of
/// many colours becomes a JPEG if that is less than half as large. So text and drawings stay exact, and photographs and
/// scans become JPEGs.
struct RasterCoding {
    /// The quality of JPEGs, 1…100.
    var quality: Int

    /// A picture with at most this many colours is never a JPEG.
    static let fewColors = 64
    /// A picture of many colours is stored without loss if it is at most this many times as large as its JPEG.
    static let worth = 2

    /// Encodes a picture without alpha in the form that suits its content.
    ///
    /// - Throws: `RasterError`.
    func code(_ buffer: PixelBuffer) throws(RasterError) -> PagePicture {
        let rows = try PNGRows(buffer)
        let channels: PagePicture.Channels =
            rows.isRGB
            ? .rgb : rows.palette.isEmpty ? .grey(bits: rows.depth) : .indexed(bits: rows.depth, palette: rows.palette)
        var picture = PagePicture(
            width: buffer.width, height: buffer.height, channels: channels, coding: .png, data: rows.data)
        guard rows.depth == 8, rows.palette.isEmpty || rows.palette.count > 3 * Self.fewColors else { return picture }
        let jpeg = try JPEGEncoder(quality: quality).encode(buffer)
        if jpeg.count * Self.worth < rows.data.count {
            (picture.channels, picture.coding) = (buffer.isGrey ? .grey(bits: 8) : .rgb, .jpeg)
            picture.data = jpeg
        }
        return picture
    }
}
