// SPDX-License-Identifier: GPL-3.0-or-later

/// Decodes XMP metadata in any of the encodings that XMP allows (ISO 16684-1, 7.1): UTF-8, and UTF-16 and UTF-32 in
/// either byte order, with or without a byte-order mark.
enum MetadataText {
    /// A Unicode encoding with its byte order.
    enum Encoding: Hashable, CaseIterable { case utf8, utf16Big, utf16Little, utf32Big, utf32Little }

    /// Returns the decoded text. Malformed parts are replaced by U+FFFD.
    static func decode(_ bytes: [UInt8], as encoding: Encoding) -> String {
        switch encoding {
        case .utf8: String(decoding: bytes, as: UTF8.self)
        case .utf16Big: String(decoding: units(of: bytes, width: 2, isBig: true).map { UInt16($0) }, as: UTF16.self)
        case .utf16Little: String(decoding: units(of: bytes, width: 2, isBig: false).map { UInt16($0) }, as: UTF16.self)
        case .utf32Big: scalars(units(of: bytes, width: 4, isBig: true))
        case .utf32Little: scalars(units(of: bytes, width: 4, isBig: false))
        }
    }

    /// Returns the encoding that the first bytes suggest. A byte-order mark decides; otherwise the positions of zero
    /// bytes do, because XML begins with ASCII characters.
    static func encoding(of bytes: [UInt8]) -> Encoding {
        // UTF-32 is tested before UTF-16, because its little-endian byte-order mark begins with that of UTF-16.
        let marks: [([UInt8], Encoding)] = [
            ([0xef, 0xbb, 0xbf], .utf8), ([0, 0, 0xfe, 0xff], .utf32Big), ([0xff, 0xfe, 0, 0], .utf32Little),
            ([0xfe, 0xff], .utf16Big), ([0xff, 0xfe], .utf16Little),
        ]
        for (mark, encoding) in marks where bytes.starts(with: mark) { return encoding }
        return switch bytes.prefix(4).map({ $0 == 0 }) {
        case [true, true, true, false]: .utf32Big
        case [false, true, true, true]: .utf32Little
        case [true, false, true, false]: .utf16Big
        case [false, true, false, true]: .utf16Little
        default: .utf8
        }
    }

    private static func units(of bytes: [UInt8], width: Int, isBig: Bool) -> [UInt32] {
        stride(from: 0, to: bytes.count - width + 1, by: width).map { start in
            (0..<width).reduce(0) { $0 << 8 | UInt32(bytes[start + (isBig ? $1 : width - 1 - $1)]) }
        }
    }

    private static func scalars(_ units: [UInt32]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: units.map { Unicode.Scalar($0) ?? "\u{fffd}" })
        return String(text)
    }
}
