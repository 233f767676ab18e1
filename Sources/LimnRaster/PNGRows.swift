// SPDX-License-Identifier: GPL-3.0-or-later

/// The rows of a picture without alpha as a PNG has them, without a file around them.
package struct PNGRows {
    /// The bits of each part of a pixel: 1, 2, 4 or 8.
    package let depth: Int
    /// Whether pixels have three parts, for red, green and blue.
    package let isRGB: Bool
    /// Red, green and blue of each colour where pixels are numbers of colours; else empty.
    package let palette: [UInt8]
    /// The filtered rows in the zlib format.
    package let data: [UInt8]

    /// Compresses a picture.
    ///
    /// - Throws: `outOfMemory`.
    package init(_ buffer: PixelBuffer) throws(RasterError) {
        precondition(!buffer.hasAlpha, "These rows have no alpha.")
        let form = PNGForm(fitting: buffer)
        depth = form.depth
        isRGB = form.colorType == PixelLayout.rgb.rawValue
        palette = form.palette.flatMap { bigEndian($0).dropFirst() }
        data = try form.compress(buffer) { Array($1) }
    }
}
