// SPDX-License-Identifier: GPL-3.0-or-later

/// A kind of picture file.
public enum PictureFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Portable Network Graphics: exact.
    case png
    /// JPEG: smaller for photographs; no transparency.
    case jpeg
    /// WebP: smaller than JPEG, slower to write.
    case webp

    /// The format that the ending of a file's name stands for, in any case; nil for other endings.
    public init?(fileExtension: String) {
        switch fileExtension.lowercased() {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        case "webp": self = .webp
        default: return nil
        }
    }

    /// The ending of file names, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// What people call it.
    public var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        }
    }

    /// Whether pixels can be transparent.
    public var hasAlpha: Bool { self != .jpeg }

    /// Whether something is lost, so that a quality is to be chosen.
    public var isLossy: Bool { self != .png }

    /// The lengths that a side of a picture in memory may have, in pixels; the upper bound is cairo's.
    public static let memorySides = 1...32_767

    /// The lengths that a side of a picture may have, in pixels, in memory and in the file. JPEG's own bound is 65,535.
    public var sides: ClosedRange<Int> { self == .webp ? 1...16_383 : Self.memorySides }
}
