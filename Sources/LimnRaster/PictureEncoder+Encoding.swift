// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPictures

extension PictureEncoder {
    /// Encodes a picture with the encoder of the format: ``PNGEncoder``, ``JPEGEncoder``, ``WebPEncoder`` or
    /// ``PPMEncoder``.
    ///
    /// - Returns: the bytes of a whole file. Equal pictures and settings produce equal bytes.
    /// - Throws: ``RasterError`` with `unsupportedSize` if a side is too long for the format, with `hasAlpha` if the
    ///   picture has alpha but the format does not support it, with `outOfMemory`, or with `unencodable`.
    /// - Precondition: the quality is within 1…100, if the format is lossy.
    public func encode(_ buffer: PixelBuffer) throws(RasterError) -> [UInt8] {
        switch format {
        case .png:
            var encoder = PNGEncoder(dpi: dpi)
            encoder.stamp = stamp
            return try encoder.encode(buffer)
        case .jpeg:
            var encoder = JPEGEncoder(quality: quality, dpi: dpi)
            encoder.stamp = stamp
            return try encoder.encode(buffer)
        case .webp:
            var encoder = WebPEncoder(quality: quality)
            encoder.stamp = stamp
            return try encoder.encode(buffer)
        case .ppm:
            var encoder = PPMEncoder()
            encoder.stamp = stamp
            return try encoder.encode(buffer)
        }
    }
}

extension PictureFormat {
    /// Checks the size of a picture before it is drawn.
    ///
    /// - Parameters:
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    /// - Throws: ``RasterError`` with `unsupportedSize` if a side is not within ``sides``.
    public func check(width: Int, height: Int) throws(RasterError) {
        guard sides.contains(width), sides.contains(height) else {
            throw RasterError(.unsupportedSize, width: width, height: height, format: self)
        }
    }
}
