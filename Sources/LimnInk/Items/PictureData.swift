// SPDX-License-Identifier: Apache-2.0

/// The bytes of a picture's file. Copies share their bytes, and an ink file stores equal pictures only once.
public struct PictureData: Hashable, Sendable {
    /// The format of the bytes.
    public enum Format: String, Hashable, Sendable, Codable, CaseIterable {
        /// PNG.
        case png
        /// JPEG.
        case jpeg
        /// A PDF, whose first page is shown. Some programs store formulas this way.
        case pdf

        /// Detects the format from the first bytes of a file. Nil if it is none of these formats.
        public init?(of bytes: some Collection<UInt8>) {
            let head = Array(bytes.prefix(8))
            if head.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
                self = .png
            } else if head.starts(with: [0xff, 0xd8, 0xff]) {
                self = .jpeg
            } else if head.starts(with: Array("%PDF-".utf8)) {
                self = .pdf
            } else {
                return nil
            }
        }
    }

    /// The format.
    public let format: Format
    /// The file's bytes.
    public let bytes: [UInt8]

    /// Makes picture data. Nil if the first bytes match none of the formats.
    public init?(_ bytes: [UInt8]) {
        guard let format = Format(of: bytes) else { return nil }
        self.init(bytes, format: format)
    }

    /// Makes picture data of a known format. The bytes are not checked; damage is detected only when the picture is
    /// drawn.
    public init(_ bytes: [UInt8], format: Format) {
        self.format = format
        self.bytes = bytes
    }

    /// Hashes only the format, the length and 64 bytes at each end, because pictures are large and usually differ
    /// there.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(format)
        hasher.combine(bytes.count)
        hasher.combine(bytes.prefix(64))
        hasher.combine(bytes.suffix(64))
    }
}
