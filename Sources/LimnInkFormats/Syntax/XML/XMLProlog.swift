// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The prolog of an XML file and the name of its root element, which identifies the format.
///
/// Document type declarations are rejected. Ink formats have none, and they could define entities, which allow “billion
/// laughs” attacks and access to other files.
enum XMLProlog: Hashable {
    /// The name of the root element.
    case root(String)
    /// A document type declaration or an unsupported encoding, described by a phrase.
    case unsupported(String)
    /// The bytes are not XML or do not contain the start of a root element.
    case none

    /// The supported encodings. ASCII is a subset of UTF-8.
    private static let encodings: Set<String> = ["utf-8", "utf8", "us-ascii", "ascii"]

    init(_ bytes: [UInt8]) {
        var rest = bytes.prefix(64 << 10)
        if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop(while: Self.isSpace)
            if rest.starts(with: "<?".utf8) {
                guard let end = Self.find("?>", in: rest) else { break }
                if rest.starts(with: "<?xml".utf8), let other = Self.unsupportedEncoding(rest[..<end]) {
                    self = .unsupported("the encoding \(DroppedItems.oneLine(other))")
                    return
                }
                rest = rest[end...]
            } else if rest.starts(with: "<!--".utf8) {
                guard let end = Self.find("-->", in: rest.dropFirst(4)) else { break }
                rest = rest[end...]
            } else if rest.starts(with: "<!".utf8) {
                self = .unsupported("a document type declaration")
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

    /// Returns the index after the first occurrence of `text`; nil if it does not occur.
    private static func find(_ text: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let wanted = Array(text.utf8)
        var at = bytes.startIndex
        while let next = bytes[at...].firstIndex(of: wanted[0]) {
            if bytes[next...].starts(with: wanted) { return next + wanted.count }
            at = next + 1
        }
        return nil
    }

    /// Returns the encoding in an XML declaration if it is unsupported; otherwise nil.
    private static func unsupportedEncoding(_ declaration: ArraySlice<UInt8>) -> String? {
        guard let after = find("encoding", in: declaration) else { return nil }
        func isDelimiter(_ byte: UInt8) -> Bool { isSpace(byte) || [0x22, 0x27, 0x3d, 0x3f].contains(byte) }
        let name = String(
            decoding: declaration[after...].drop(while: isDelimiter).prefix { !isDelimiter($0) }, as: UTF8.self)
        return encodings.contains(name.lowercased()) ? nil : name
    }
}
