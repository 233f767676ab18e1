// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnInk

/// A picture in a `data:` URL.
enum DataURL {
    /// Why a URL contains no picture.
    enum Problem: Error {
        case notHere, unreadable

        var text: String {
            switch self {
            case .notHere: "kept in a file of its own"
            case .unreadable: "it is no PNG or JPEG"
            }
        }
    }

    /// The picture of a URL.
    static func picture(_ url: String) throws(Problem) -> PictureData {
        guard url.hasPrefix("data:") else { throw .notHere }
        guard let comma = url.firstIndex(of: ","), url[..<comma].hasSuffix(";base64"),
            let bytes = Data(base64Encoded: String(url[url.index(after: comma)...]), options: .ignoreUnknownCharacters),
            let data = PictureData(Array(bytes)), data.format != .pdf
        else { throw .unreadable }
        return data
    }
}
