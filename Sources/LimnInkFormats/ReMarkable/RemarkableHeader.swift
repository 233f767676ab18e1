// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The header of a page: 43 bytes of text.
enum RemarkableHeader {
    static let length = 43

    private static let magic = Array("reMarkable .lines file, version=".utf8)
    /// The magic text of versions 1 and 2.
    private static let oldMagic = Array("reMarkable lines with selections and layers".utf8)

    static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) || bytes.starts(with: oldMagic) }

    /// Returns the version of a page: 3, 5 or 6.
    static func version(of bytes: [UInt8], as format: InkFormat) throws(InkFormatError) -> Int {
        if bytes.starts(with: oldMagic) {
            throw InkFormatError(
                .unsupported, format: format,
                "it has version 1 or 2, from before 2018; open it on a tablet to convert it")
        }
        guard bytes.starts(with: magic) else {
            throw InkFormatError(.corrupt, format: format, "it does not start with the header of a page")
        }
        guard bytes.count >= length else {
            throw InkFormatError(.corrupt, format: format, "it is cut off in its header")
        }
        let text = String(decoding: bytes[magic.count..<length], as: UTF8.self)
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let version = Int(digits), text.dropFirst(digits.count).allSatisfy({ $0 == " " }) else {
            throw InkFormatError(.corrupt, format: format, "its version cannot be read")
        }
        switch version {
        case 3, 5, 6: return version
        case 7...: throw InkFormatError(.unsupportedVersion, format: format, "it has version \(version)")
        default: throw InkFormatError(.unsupported, format: format, "it has version \(version)")
        }
    }
}
