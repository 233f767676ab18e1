// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnInk

/// Reads and writes pictures in `data:` URLs.
enum DataURL {
    /// The reason why a URL contains no picture.
    enum Problem: Error {
        case notHere, unreadable

        var text: String {
            switch self {
            case .notHere: "kept in a file of its own"
            case .unreadable: "it is not a PNG or JPEG"
            }
        }
    }

    /// Returns the PNG or JPEG picture in a URL.
    ///
    /// - Throws: `notHere` for a URL of another kind, and `unreadable` for other data.
    static func picture(_ url: String) throws(Problem) -> PictureData {
        guard url.hasPrefix("data:") else { throw .notHere }
        guard let data = content(url), data.format != .pdf else { throw .unreadable }
        return data
    }

    /// Returns the picture or the PDF in a URL; nil if it contains neither.
    ///
    /// The bytes determine the format, because media types in real files are often wrong.
    static func content(_ url: String) -> PictureData? {
        guard url.hasPrefix("data:"), let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")),
            url[..<comma].hasSuffix(";base64")
        else { return nil }
        let text = String(url[url.utf8.index(after: comma)...])
        return Data(base64Encoded: text, options: .ignoreUnknownCharacters).flatMap { PictureData(Array($0)) }
    }

    /// Writes a picture as a `data:` URL.
    static func write(_ data: PictureData, to xml: inout XMLWriter) {
        xml.raw("data:\(data.format == .pdf ? "application/pdf" : "image/\(data.format.rawValue)");base64,")
        xml.raw(Data(data.bytes).base64EncodedData())
    }
}
