// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import Foundation

extension PDFObject {
    /// Returns the object as PDF text. An indirect object becomes a reference; a direct object is written in full.
    ///
    /// - Throws: ``PDFObjectsError`` if libqpdf cannot write it.
    func unparsed() throws(PDFObjectsError) -> PDFText {
        if let identity { return identity.reference }
        return try file.call { handle in
            // libqpdf escapes control characters, so the text contains no NUL.
            guard let start = qpdf_oh_unparse(handle, oh) else { return [] }
            return PDFText(UnsafeRawBufferPointer(start: start, count: strlen(start)))
        }
    }

    /// Returns the full PDF text of the object, even if it is indirect. References inside the object stay references.
    ///
    /// - Throws: ``PDFObjectsError`` if libqpdf cannot write it.
    func unparsedResolved() throws(PDFObjectsError) -> PDFText {
        try file.call { handle in
            guard let start = qpdf_oh_unparse_resolved(handle, oh) else { return [] }
            return PDFText(UnsafeRawBufferPointer(start: start, count: strlen(start)))
        }
    }

    /// Returns a dictionary as PDF text, with some entries replaced.
    ///
    /// - Parameter edits: the new values by key; nil removes an entry. Keys include the slash and need no escapes.
    func unparsed(replacing edits: [(key: String, value: PDFText?)]) throws(PDFObjectsError) -> PDFText {
        // Even an indirect dictionary must be written in full.
        let text = try unparsedResolved()
        var added: PDFText = []
        for edit in edits { if let value = edit.value { added += Array(edit.key.utf8) + [32] + value } }
        guard let end = text[...].lastRange(of: Array(">>".utf8)), isDictionary else {
            throw PDFObjectsError(.internal, cause: "a dictionary could not be written")
        }
        return text[..<end].removing(Set(edits.map { Array($0.key.utf8) })) + added + text[end...]
    }
}

extension ArraySlice<UInt8> {
    fileprivate func removing(_ keys: Set<PDFText>) -> PDFText {
        withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            var result: PDFText = []
            var kept = 0
            var depth = 0
            var hasValue = true
            var removed: Int?
            func endRemoval(at place: Int) {
                if let start = removed {
                    result += bytes[kept..<start]
                    kept = place
                }
                removed = nil
            }
            while let token = tokens.next() {
                if token.kind == .name, depth == 1, hasValue {
                    endRemoval(at: token.start)
                    if keys.contains(Array(bytes[token.start..<token.end])) { removed = token.start }
                    hasValue = false
                    continue
                }
                hasValue = true
                if token.kind == .open { depth += 1 }
                if token.kind == .close { depth -= 1 }
            }
            endRemoval(at: bytes.count)
            return result + bytes[kept...]
        }
    }

    fileprivate func lastRange(of pattern: [UInt8]) -> Int? {
        guard count >= pattern.count else { return nil }
        return (startIndex...(endIndex - pattern.count)).last { self[$0..<($0 + pattern.count)].elementsEqual(pattern) }
    }
}
