// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import LimnRaster

/// Chooses how the picture of a page is stored.
///
/// Pictures are stored exactly, as the rows of a PNG, with few bits a pixel where there are few colours; unless a JPEG is
/// less than half as large. A picture of few colours never is one. So text and drawings stay exact, and photographs and
/// scans become JPEGs.
struct RasterCoding {
    /// How much a JPEG keeps, 1…100.
    var quality: Int

    /// A picture with at most this many colours is never a JPEG.
    static let fewColors = 64
    /// How many times as large as its JPEG a picture of many colours may be and still be stored exactly.
    static let worth = 2

    /// A picture without alpha in the form that is best for its content.
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
