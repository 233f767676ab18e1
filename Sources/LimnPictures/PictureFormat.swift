// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture file format.
public enum PictureFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// PNG: lossless.
    case png
    /// JPEG: smaller for photographs; no transparency.
    case jpeg
    /// WebP: smaller than JPEG, slower to write.
    case webp
    /// PPM of Netpbm: uncompressed pixels, for programs that read them at once; no transparency.
    case ppm

    /// Finds the format for a file extension, ignoring case; nil for any other extension.
    public init?(fileExtension: String) {
        switch fileExtension.lowercased() {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        case "webp": self = .webp
        case "ppm": self = .ppm
        default: return nil
        }
    }

    /// The file extension without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The name for messages.
    public var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        case .ppm: "PPM"
        }
    }

    /// Whether the format supports transparency.
    public var hasAlpha: Bool { self == .png || self == .webp }

    /// Whether encoding is lossy and has a quality setting.
    public var isLossy: Bool { self == .jpeg || self == .webp }

    /// The allowed side lengths of a picture in memory, in pixels. The upper limit is cairo's.
    public static let memorySides = 1...32_767

    /// The allowed side lengths in a file, in pixels. (JPEG's own limit of 65,535 is above that of pictures in memory.)
    public var sides: ClosedRange<Int> { self == .webp ? 1...16_383 : Self.memorySides }
}
