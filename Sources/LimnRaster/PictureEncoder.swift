// SPDX-License-Identifier: GPL-3.0-or-later

/// Encodes pictures in any ``PictureFormat``.
public struct PictureEncoder: Hashable, Sendable, Codable {
    /// The file format.
    public var format: PictureFormat
    /// The quality of lossy formats, 1…100.
    public var quality: Int
    /// The resolution recorded in the file, in pixels an inch; nil for none. WebP cannot record one.
    public var dpi: Double?

    /// A comment near the start of the file, in ASCII; nil for none.
    public var stamp: String?

    /// The default quality, at which letters have no visible artefacts.
    public static let standardQuality = 85

    /// Makes an encoder.
    public init(_ format: PictureFormat = .png, quality: Int = standardQuality, dpi: Double? = nil) {
        self.format = format
        self.quality = quality
        self.dpi = dpi
    }

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
