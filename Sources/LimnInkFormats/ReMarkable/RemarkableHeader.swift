// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The 43 bytes of text that a page begins with.
enum RemarkableHeader {
    static let length = 43

    private static let beginning = Array("reMarkable .lines file, version=".utf8)
    /// How versions 1 and 2 begin.
    private static let ancient = Array("reMarkable lines with selections and layers".utf8)

    static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: beginning) || bytes.starts(with: ancient) }

    /// The version, 3, 5 or 6.
    static func version(of bytes: [UInt8], as format: InkFormat) throws(InkFormatError) -> Int {
        if bytes.starts(with: ancient) {
            throw InkFormatError(
                .unsupported, format: format,
                "it has the form of versions 1 and 2, which tablets before 2018 wrote; open it on a tablet to renew it")
        }
        guard bytes.starts(with: beginning) else {
            throw InkFormatError(.corrupt, format: format, "it does not begin as a page does")
        }
        guard bytes.count >= length else {
            throw InkFormatError(.corrupt, format: format, "it ends in its first bytes")
        }
        let text = String(decoding: bytes[beginning.count..<length], as: UTF8.self)
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let version = Int(digits), text.dropFirst(digits.count).allSatisfy({ $0 == " " }) else {
            throw InkFormatError(.corrupt, format: format, "its version cannot be read")
        }
        switch version {
        case 3, 5, 6: return version
        case 7...: throw InkFormatError(.unsupportedVersion, format: format, "it is of version \(version)")
        default: throw InkFormatError(.unsupported, format: format, "it is of version \(version)")
        }
    }
}
