// SPDX-License-Identifier: GPL-3.0-or-later

/// The compressed image data of a PNG without the rest of the file, for pictures without alpha. Images in PDF files can
/// contain the same data.
package struct PNGRows {
    /// The bit depth: 1, 2, 4 or 8 bits per sample or palette index.
    package let depth: Int
    /// Whether pixels have three samples: red, green and blue.
    package let isRGB: Bool
    /// The red, green and blue bytes of each palette entry; empty if there is no palette.
    package let palette: [UInt8]
    /// The filtered scanlines as a zlib stream.
    package let data: [UInt8]

    /// Compresses a picture.
    ///
    /// - Throws: `outOfMemory`.
    package init(_ buffer: PixelBuffer) throws(RasterError) {
        precondition(!buffer.hasAlpha, "the picture has no alpha")
        let format = PNGPixelFormat(fitting: buffer)
        depth = format.depth
        isRGB = format.colorType == PixelLayout.rgb.rawValue
        palette = format.palette.flatMap { bigEndian($0).dropFirst() }
        data = try format.compress(buffer) { Array($1) }
    }

    /// Compresses a gray picture with 8 bits per pixel and without a palette.
    ///
    /// - Throws: `outOfMemory`.
    package init(grays buffer: PixelBuffer) throws(RasterError) {
        precondition(!buffer.hasAlpha, "the picture has no alpha")
        let data = ScanlineWriter(layout: .gray).compress(buffer) { Array($0) }
        guard let data else { throw RasterError(.outOfMemory, width: buffer.width, height: buffer.height) }
        (depth, isRGB, palette, self.data) = (8, false, [], data)
    }
}
