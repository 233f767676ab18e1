// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Detects and parses JSON files for the readers of JSON formats.
enum JSONInkFile {
    /// The maximum number of keys that are read to recognize a file.
    private static let maximumKeys = 64

    /// Returns whether bytes start with an object and contain a text in their first 4 KiB.
    static func names(_ text: String, in bytes: [UInt8]) -> Bool {
        isObject(bytes) && String(decoding: bytes.prefix(4096), as: UTF8.self).contains(text)
    }

    private static func isObject(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(1024).first { $0 > 32 && $0 < 0x80 } == UInt8(ascii: "{")
    }

    /// Returns the first keys of an object, wherever they stand; none if the bytes are no object. The values are
    /// skipped, not checked. A key with an escape is left out.
    static func keys(of bytes: [UInt8]) -> Set<String> {
        guard isObject(bytes) else { return [] }
        return bytes.withUnsafeBufferPointer { bytes in
            var keys: Set<String> = []
            var (at, depth, isKey) = (0, 0, false)
            while at < bytes.count, keys.count < maximumKeys {
                switch bytes[at] {
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    isKey = depth == 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    if depth <= 0 { return keys }
                case UInt8(ascii: ","): isKey = depth == 1
                case UInt8(ascii: "\""):
                    let start = at + 1
                    var isPlain = true
                    at = start
                    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
                        if bytes[at] == UInt8(ascii: "\\") {
                            isPlain = false
                            at += 1
                        }
                        at += 1
                    }
                    if isKey, isPlain, at < bytes.count, at - start < 256 {
                        keys.insert(String(decoding: bytes[start..<at], as: UTF8.self))
                    }
                    isKey = false
                default: break
                }
                at += 1
            }
            return keys
        }
    }

    /// Parses a file within the limits.
    static func tree(_ bytes: [UInt8], limits: InkLimits, as format: InkFormat) throws(InkFormatError) -> TreeValue {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
        }
        return try JSONTree.parse(bytes, as: format)
    }
}
