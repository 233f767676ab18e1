// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Detects and parses JSON files for the readers of JSON formats.
enum JSONInkFile {
    /// Returns whether bytes start with an object and contain a text in their first 4 KiB.
    static func names(_ text: String, in bytes: [UInt8]) -> Bool {
        guard let first = bytes.prefix(1024).first(where: { $0 > 32 && $0 < 0x80 }), first == UInt8(ascii: "{") else {
            return false
        }
        return String(decoding: bytes.prefix(4096), as: UTF8.self).contains(text)
    }

    /// Parses a file within the limits.
    static func tree(_ bytes: [UInt8], limits: InkLimits, as format: InkFormat) throws(InkFormatError) -> TreeValue {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
        }
        return try JSONTree.parse(bytes, as: format)
    }
}
