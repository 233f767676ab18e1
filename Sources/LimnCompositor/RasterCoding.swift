// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import LimnRaster

/// Chooses the encoding of a page's picture.
///
/// Pictures are stored losslessly, as the rows of a PNG, with few bits per pixel if they have few colors. A picture
/// with many colors becomes a JPEG if that is less than half as large. So text and drawings stay exact, while
/// photographs and scans become JPEGs.
struct RasterCoding {
    /// The quality of JPEGs, 1…100.
    var quality: Int

    /// The maximum number of colors of a picture that is always stored losslessly.
    static let fewColors = 64
    /// The minimum ratio of the lossless size to the JPEG size for which a JPEG is used.
    static let worth = 2

    /// Encodes a picture without alpha, in the encoding that suits its content.
    ///
    /// - Throws: `RasterError`.
    func code(_ buffer: PixelBuffer) throws(RasterError) -> PagePicture {
        let rows = try PNGRows(buffer)
        let channels: PagePicture.Channels =
            rows.isRGB
            ? .rgb : rows.palette.isEmpty ? .gray(bits: rows.depth) : .indexed(bits: rows.depth, palette: rows.palette)
        var picture = PagePicture(
            width: buffer.width, height: buffer.height, channels: channels, coding: .png, data: rows.data)
        guard rows.depth == 8, rows.palette.isEmpty || rows.palette.count > 3 * Self.fewColors else { return picture }
        let jpeg = try JPEGEncoder(quality: quality).encode(buffer)
        if jpeg.count * Self.worth < rows.data.count {
            (picture.channels, picture.coding) = (buffer.isGray ? .gray(bits: 8) : .rgb, .jpeg)
            picture.data = jpeg
        }
        return picture
    }
}
