// SPDX-License-Identifier: GPL-3.0-or-later

/// The format and the settings of a picture file.
public struct PictureEncoder: Hashable, Sendable, Codable {
    /// The format.
    public var format: PictureFormat
    /// The quality in lossy formats, 1…100.
    public var quality: Int
    /// The resolution to store in the file, in pixels per inch; nil stores none. WebP and PPM cannot store it.
    public var dpi: Double?

    /// An ASCII comment near the start of the file; nil for none.
    public var stamp: String?

    /// The default quality. It leaves no visible halos around letters.
    public static let standardQuality = 85

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - quality: The quality in lossy formats, 1…100.
    ///   - dpi: The resolution to store in the file, in pixels per inch; nil stores none.
    public init(_ format: PictureFormat = .png, quality: Int = standardQuality, dpi: Double? = nil) {
        self.format = format
        self.quality = quality
        self.dpi = dpi
    }
}
