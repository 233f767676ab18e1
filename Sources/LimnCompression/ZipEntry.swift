// SPDX-License-Identifier: Apache-2.0

/// One file or folder in a ZIP archive, as the central directory describes it.
public struct ZipEntry: Hashable, Sendable {
    /// How the contents are packed.
    public enum Method: Hashable, Sendable {
        /// As they are.
        case stored
        /// With deflate.
        case deflated
        /// With a method that is not supported, by its number.
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

    /// The name, as bytes: UTF-8 in most archives, but nothing enforces it.
    public let name: [UInt8]
    /// How the contents are packed.
    public let method: Method
    /// The number of bytes of the packed contents.
    public let compressedSize: Int
    /// The number of bytes of the contents.
    public let size: Int
    /// The checksum of the contents.
    public let crc32: UInt32
    /// The general purpose bits.
    let flags: Int
    /// What a file system knew of the file, the mode of Unix in the upper half.
    let externalAttributes: UInt32
    /// Where the entry's local header begins.
    let headerOffset: Int

    /// Whether the contents are encrypted.
    public var isEncrypted: Bool { flags & 0x41 != 0 }

    /// Whether something else than a file is to be made of the entry, whatever its name is: a folder, a symbolic link, a
    /// device.
    public var isSpecial: Bool {
        let kind = externalAttributes >> 28
        return !(kind == 0 || kind == 0o10) || externalAttributes & 0x10 != 0
    }

    /// Whether the entry is a folder.
    public var isFolder: Bool { name.last == UInt8(ascii: "/") }

    /// Whether the name must not be used as a path below a folder: it is empty or absolute, leads upwards, or holds a
    /// backslash, a colon or a control character.
    public var hasUnsafeName: Bool {
        let slash = UInt8(ascii: "/")
        if name.isEmpty || name.first == slash { return true }
        if name.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":") }) {
            return true
        }
        return name.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
    }

    /// How errors name the entry: the name with everything replaced that does not belong in a message.
    var subject: String {
        let text = String(decoding: name.prefix(80), as: UTF8.self)
            .unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined()
        return "the entry “\(text)”"
    }
}
