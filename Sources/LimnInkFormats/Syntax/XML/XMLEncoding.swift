// SPDX-License-Identifier: Apache-2.0

/// The encodings of XML that need no declaration (XML 1.0, 4.3.3).
enum XMLEncoding {
    /// Returns XML in UTF-8. What begins with the byte order mark of UTF-16 is decoded, and loses its declaration; other bytes
    /// are returned as they are.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard
            let isBigEndian = bytes.starts(with: [0xfe, 0xff]) ? true : bytes.starts(with: [0xff, 0xfe]) ? false : nil
        else { return bytes }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        var text = Array(String(decoding: units, as: UTF16.self).utf8)
        if text.starts(with: "<?xml".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")) {
            text.removeSubrange(...end)
        }
        return text
    }
}
