// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPictures

extension PictureEncoder {
    /// Encodes a picture.
    ///
    /// - Throws: `unsupportedSize` if a side is too long for the format, `hasAlpha` if the format has no transparency
    ///   but the picture has, `outOfMemory`, `unencodable`.
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
        }
    }
}

extension PictureFormat {
    /// Checks the size of a picture before it is drawn.
    ///
    /// - Throws: `unsupportedSize` when a side is not within ``sides``.
    public func check(width: Int, height: Int) throws(RasterError) {
        guard sides.contains(width), sides.contains(height) else {
            throw RasterError(.unsupportedSize, width: width, height: height, format: self)
        }
    }
}
