// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// A text file, converted to UTF-8 from its original encoding.
///
/// UTF-16 with lone surrogates becomes WTF-8, in which a lone surrogate is 0xED, a byte of at least 0xA0 and a third
/// byte. Valid UTF-8 never contains this sequence, so affected values can be recognized.
struct DecodedText {
    private(set) var utf8: [UInt8]
    private(set) var warning: String?

    init(_ bytes: [UInt8], format: FormDataFormat) throws(FormDataError) {
        if bytes.starts(with: [0xff, 0xfe]) {
            utf8 = try Self.fromUTF16(bytes.dropFirst(2), isBigEndian: false, format)
        } else if bytes.starts(with: [0xfe, 0xff]) {
            utf8 = try Self.fromUTF16(bytes.dropFirst(2), isBigEndian: true, format)
        } else if Self.isUTF16(bytes, zeroAt: 1) {
            utf8 = try Self.fromUTF16(bytes[...], isBigEndian: false, format)
        } else if Self.isUTF16(bytes, zeroAt: 0) {
            utf8 = try Self.fromUTF16(bytes[...], isBigEndian: true, format)
        } else {
            utf8 = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
            if !UTF8Bytes.areValid(utf8) {
                let isDeclared = format == .xfdf && Self.declaresLatin(utf8)
                utf8 = Self.fromWindows1252(utf8)
                if !isDeclared { warning = "The file is not UTF-8. It was read as Windows-1252." }
            }
        }
    }

    /// Whether the first characters are ASCII in UTF-16 without a byte order mark.
    private static func isUTF16(_ bytes: [UInt8], zeroAt remainder: Int) -> Bool {
        bytes.count >= 4 && bytes.count.isMultiple(of: 2)
            && bytes.prefix(8).enumerated().allSatisfy { ($1 == 0) == ($0 % 2 == remainder) }
    }

    private static func fromUTF16(
        _ bytes: ArraySlice<UInt8>, isBigEndian: Bool, _ format: FormDataFormat
    ) throws(FormDataError) -> [UInt8] {
        guard bytes.count.isMultiple(of: 2) else {
            throw FormDataError(.damaged, format: format, "it is UTF-16, and its last character is cut off")
        }
        return UTF8Bytes.fromUTF16(bytes, isBigEndian: isBigEndian)
    }

    /// Whether an XML declaration names Latin-1 or Windows-1252.
    private static func declaresLatin(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
        return start.hasPrefix("<?xml") && (start.contains("iso-8859-1") || start.contains("windows-1252"))
    }

    /// The code points of Windows-1252 for 0x80…0x9F. Unassigned bytes map to the same code point.
    private static let windows: [UInt32] = [
        0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d,
        0x017d,
        0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153,
        0x9d,
        0x017e, 0x0178,
    ]

    private static func fromWindows1252(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            UTF8Bytes.append(0x80...0x9f ~= byte ? windows[Int(byte) - 0x80] : UInt32(byte), to: &output)
        }
        return output
    }
}

/// Functions for UTF-8 bytes that may contain lone surrogates.
enum UTF8Bytes {
    /// Appends a code point, possibly a lone surrogate.
    static func append(_ code: UInt32, to output: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: code >> shift & 0x3f) }
        switch code {
        case ..<0x80: output.append(UInt8(truncatingIfNeeded: code))
        case ..<0x800: output += [0xc0 | UInt8(truncatingIfNeeded: code >> 6), tail(0)]
        case ..<0x10000: output += [0xe0 | UInt8(truncatingIfNeeded: code >> 12), tail(6), tail(0)]
        default: output += [0xf0 | UInt8(truncatingIfNeeded: code >> 18 & 7), tail(12), tail(6), tail(0)]
        }
    }

    /// Converts UTF-16 to UTF-8, preserving lone surrogates. An odd last byte is ignored.
    static func fromUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var high: UInt32?
        var at = bytes.startIndex
        while at + 1 < bytes.endIndex {
            let (a, b) = (UInt32(bytes[at]), UInt32(bytes[at + 1]))
            let unit = isBigEndian ? a << 8 | b : b << 8 | a
            at += 2
            if let first = high {
                high = nil
                if 0xdc00...0xdfff ~= unit {
                    append(0x10000 + (first - 0xd800) << 10 + (unit - 0xdc00), to: &output)
                    continue
                }
                append(first, to: &output)
            }
            if 0xd800...0xdbff ~= unit { high = unit } else { append(unit, to: &output) }
        }
        if let high { append(high, to: &output) }
        return output
    }

    /// Whether bytes are valid UTF-8. Lone surrogates are allowed.
    static func areValid(_ bytes: [UInt8]) -> Bool {
        var at = 0
        while at < bytes.count {
            let lead = bytes[at]
            if lead < 0x80 {
                at += 1
                continue
            }
            // The number of bytes, and the range of the second byte (Unicode, table 3-7, except for surrogates).
            let (count, second): (Int, ClosedRange<UInt8>)
            switch lead {
            case 0xc2...0xdf: (count, second) = (2, 0x80...0xbf)
            case 0xe0: (count, second) = (3, 0xa0...0xbf)
            case 0xe1...0xef: (count, second) = (3, 0x80...0xbf)
            case 0xf0: (count, second) = (4, 0x90...0xbf)
            case 0xf1...0xf3: (count, second) = (4, 0x80...0xbf)
            case 0xf4: (count, second) = (4, 0x80...0x8f)
            default: return false
            }
            guard at + count <= bytes.count, second.contains(bytes[at + 1]),
                bytes[(at + 2)..<(at + count)].allSatisfy({ 0x80...0xbf ~= $0 })
            else { return false }
            at += count
        }
        return true
    }

    /// Returns the reason why bytes cannot be a field's value, as the end of a sentence; nil if they can.
    static func problem(_ bytes: some Collection<UInt8>, limit: Int) -> String? {
        if bytes.count > limit { return tooLong(bytes.count, limit) }
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0 { return "holds a NUL character, which no form can store" }
            if previous == 0xed, byte >= 0xa0 { return "holds half of a character (a lone surrogate)" }
            previous = byte
        }
        return nil
    }

    static func tooLong(_ count: Int, _ limit: Int) -> String {
        "is \(count) bytes long, and at most \(limit) are read"
    }
}
