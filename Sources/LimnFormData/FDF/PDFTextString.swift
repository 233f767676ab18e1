// SPDX-License-Identifier: GPL-3.0-or-later

/// A decoder for text strings of PDF and FDF (ISO 32000-2, 7.9.2.2): UTF-16BE or UTF-8 with a byte order mark, else
/// PDFDocEncoding.
enum PDFTextString {
    /// Returns the text as UTF-8, preserving lone surrogates; nil if the encoding is not supported or the text is
    /// invalid.
    ///
    /// - Parameter encoding: The encoding of strings without a byte order mark, from the file's /Encoding.
    static func utf8(_ bytes: [UInt8], encoding: String?) -> [UInt8]? {
        if bytes.starts(with: [0xfe, 0xff]) { return UTF8Bytes.fromUTF16(bytes.dropFirst(2), isBigEndian: true) }
        // UTF-16LE is not allowed, but occurs.
        if bytes.starts(with: [0xff, 0xfe]) { return UTF8Bytes.fromUTF16(bytes.dropFirst(2), isBigEndian: false) }
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return valid(Array(bytes.dropFirst(3))) }
        switch encoding?.lowercased() {
        case nil, "pdfdocencoding": break
        case "utf_8", "utf-8": return valid(bytes)
        case "utf_16": return UTF8Bytes.fromUTF16(bytes[...], isBigEndian: true)
        default:
            guard bytes.allSatisfy({ 0x20...0x7e ~= $0 || $0 == 9 || $0 == 10 || $0 == 13 }) else { return nil }
        }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes { UTF8Bytes.append(character(byte), to: &output) }
        return output
    }

    /// Returns a name as UTF-8. Bytes that are not UTF-8 are read as PDFDocEncoding.
    static func name(_ bytes: [UInt8]) -> [UInt8] {
        if UTF8Bytes.areValid(bytes) { return bytes }
        var output: [UInt8] = []
        for byte in bytes { UTF8Bytes.append(character(byte), to: &output) }
        return output
    }

    private static func valid(_ bytes: [UInt8]) -> [UInt8]? { UTF8Bytes.areValid(bytes) ? bytes : nil }

    /// The code points for 0x18…0x1F and 0x80…0xA0 (ISO 32000-2, annex D.3); U+FFFD for unassigned bytes.
    private static let low: [UInt32] = [0x02d8, 0x02c7, 0x02c6, 0x02d9, 0x02dd, 0x02db, 0x02da, 0x02dc]
    private static let high: [UInt32] = [
        0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x0192, 0x2044, 0x2039, 0x203a, 0x2212, 0x2030, 0x201e, 0x201c,
        0x201d, 0x2018, 0x2019, 0x201a, 0x2122, 0xfb01, 0xfb02, 0x0141, 0x0152, 0x0160, 0x0178, 0x017d, 0x0131, 0x0142,
        0x0153, 0x0161, 0x017e, 0xfffd, 0x20ac,
    ]

    private static func character(_ byte: UInt8) -> UInt32 {
        switch byte {
        case 0x18...0x1f: low[Int(byte) - 0x18]
        case 0x7f, 0xad: 0xfffd
        case 0x80...0xa0: high[Int(byte) - 0x80]
        default: UInt32(byte)
        }
    }
}
