// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// What stands before the root element of an XML file, read from its bytes without a parser.
///
/// Formats are told apart by the root element. A document type declaration is refused: ink formats have none, and it
/// is the only place for entities, which make "billion laughs" and foreign files possible.
enum XMLProlog: Hashable {
    /// The name of the root element.
    case root(String)
    /// A document type declaration, or an encoding that is not read.
    case refused(String)
    /// Not XML, or no root element within the bytes.
    case none

    /// The encodings that are read; ASCII is UTF-8 too.
    private static let encodings: Set<String> = ["utf-8", "utf8", "us-ascii", "ascii"]

    init(_ bytes: [UInt8]) {
        var rest = bytes.prefix(64 << 10)
        if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop(while: Self.isSpace)
            if rest.starts(with: "<?".utf8) {
                guard let end = Self.find("?>", in: rest) else { break }
                if rest.starts(with: "<?xml".utf8), let other = Self.foreignEncoding(rest[..<end]) {
                    self = .refused("the encoding \(DroppedItems.oneLine(other))")
                    return
                }
                rest = rest[end...]
            } else if rest.starts(with: "<!--".utf8) {
                guard let end = Self.find("-->", in: rest.dropFirst(4)) else { break }
                rest = rest[end...]
            } else if rest.starts(with: "<!".utf8) {
                self = .refused("a document type declaration")
                return
            } else {
                let name = rest.dropFirst().prefix { !Self.isSpace($0) && $0 != 0x2f && $0 != 0x3e }
                guard rest.first == UInt8(ascii: "<"), !name.isEmpty else { break }
                self = .root(String(decoding: name, as: UTF8.self))
                return
            }
        }
        self = .none
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

    /// The index behind the first occurrence of `text`.
    private static func find(_ text: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let wanted = Array(text.utf8)
        var at = bytes.startIndex
        while let next = bytes[at...].firstIndex(of: wanted[0]) {
            if bytes[next...].starts(with: wanted) { return next + wanted.count }
            at = next + 1
        }
        return nil
    }

    /// The encoding that an XML declaration names, unless it is one of the known ones.
    private static func foreignEncoding(_ declaration: ArraySlice<UInt8>) -> String? {
        guard let after = find("encoding", in: declaration) else { return nil }
        func isFrame(_ byte: UInt8) -> Bool { isSpace(byte) || [0x22, 0x27, 0x3d, 0x3f].contains(byte) }
        let name = String(
            decoding: declaration[after...].drop(while: isFrame).prefix { !isFrame($0) }, as: UTF8.self)
        return encodings.contains(name.lowercased()) ? nil : name
    }
}
