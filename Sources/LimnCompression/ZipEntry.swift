// SPDX-License-Identifier: Apache-2.0

/// A file or folder in a ZIP archive, as described by the central directory.
public struct ZipEntry: Hashable, Sendable {
    /// The compression method.
    public enum Method: Hashable, Sendable {
        /// No compression.
        case stored
        /// Deflate.
        case deflated
        /// An unsupported method, with its number.
        case other(Int)

        init(number: Int) {
            self =
                switch number {
                case 0: .stored
                case 8: .deflated
                default: .other(number)
                }
        }
    }

    /// The bytes of the name. They are UTF-8 in most archives, but not necessarily.
    public let name: [UInt8]
    /// The compression method.
    public let method: Method
    /// The compressed size in bytes.
    public let compressedSize: Int
    /// The uncompressed size in bytes according to the directory. It is checked when the contents are read.
    public let size: Int
    /// The CRC-32 checksum of the uncompressed contents.
    public let crc32: UInt32
    /// The general purpose bit flags.
    let flags: Int
    /// The external file attributes, with the Unix mode in the upper 16 bits.
    let externalAttributes: UInt32
    /// The offset of the entry's local header.
    let headerOffset: Int

    /// Whether the contents are encrypted.
    public var isEncrypted: Bool { flags & 0x41 != 0 }

    /// Whether the attributes describe something other than a regular file: a folder, a symbolic link or a device.
    public var isSpecial: Bool {
        let kind = externalAttributes >> 28
        return !(kind == 0 || kind == 0o10) || externalAttributes & 0x10 != 0
    }

    /// Whether the entry is a folder. The name of a folder ends in a slash.
    public var isFolder: Bool { name.last == UInt8(ascii: "/") }

    /// Whether the name is unsafe as a relative path.
    ///
    /// A name is unsafe if it is empty or absolute, has a component `..`, or contains a backslash, a colon or a control
    /// character.
    public var hasUnsafeName: Bool {
        let slash = UInt8(ascii: "/")
        if name.isEmpty || name.first == slash { return true }
        if name.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":") }) {
            return true
        }
        return name.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
    }

    /// The entry and its name for error messages. Control characters are replaced, and long names are cut off.
    var subject: String {
        let text = String(decoding: name.prefix(80), as: UTF8.self)
            .unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined()
        return "the entry “\(text)”"
    }
}
