// SPDX-License-Identifier: GPL-3.0-or-later

/// How a picture is encoded as a file: the format and its settings.
public struct PictureEncoder: Hashable, Sendable, Codable {
    /// The format.
    public var format: PictureFormat
    /// How much is kept where the format is lossy, 1…100.
    public var quality: Int
    /// The resolution that the file states where the format can, in pixels an inch; nil states none.
    public var dpi: Double?

    /// A text that the file carries near its beginning, in ASCII; nil for none.
    public var stamp: String?

    /// What is kept unless said otherwise: letters have no visible halos.
    public static let standardQuality = 85

    /// Makes an encoder.
    public init(_ format: PictureFormat = .png, quality: Int = standardQuality, dpi: Double? = nil) {
        self.format = format
        self.quality = quality
        self.dpi = dpi
    }
}
