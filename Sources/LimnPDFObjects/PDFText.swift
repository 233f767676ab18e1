// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import Foundation

/// An object as PDF text, the form in which an incremental update holds it.
typealias PDFText = [UInt8]

extension PDFObject {
    /// The object as text: an indirect one as a reference, a direct one whole.
    ///
    /// - Throws: ``PDFObjectsError`` when libqpdf cannot write it.
    func unparsed() throws(PDFObjectsError) -> PDFText {
        if let identity { return identity.reference }
        return try file.call { handle in
            // libqpdf writes control characters as escapes, so that no NUL is in the text.
            guard let start = qpdf_oh_unparse(handle, oh) else { return [] }
            return PDFText(UnsafeRawBufferPointer(start: start, count: strlen(start)))
        }
    }

    /// The entries of a dictionary as text, those apart that are to be replaced.
    ///
    /// - Parameter edits: values by key, which has its slash; nil removes an entry.
    func unparsed(replacing edits: [(key: String, value: PDFText?)]) throws(PDFObjectsError) -> PDFText {
        var text = PDFText("<<".utf8)
        let replaced = Set(edits.map { Array($0.key.utf8CString) })
        for key in keys where !replaced.contains(key) {
            guard let value = self[key] else { continue }
            text += Self.name(key) + [32] + (try value.unparsed())
        }
        for edit in edits {
            if let value = edit.value { text += Self.name(Array(edit.key.utf8CString)) + [32] + value }
        }
        return text + PDFText(">>".utf8)
    }

    /// A key, with its slash and a closing NUL, as a name in a file (ISO 32000-2, 7.3.5).
    static func name(_ key: [CChar]) -> PDFText {
        var text: PDFText = [UInt8(ascii: "/")]
        for byte in key.dropFirst().dropLast().map({ UInt8(bitPattern: $0) }) {
            if byte > 32, byte < 127, byteClass[Int(byte)] == .regular, byte != UInt8(ascii: "#") {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "#"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return text
    }
}

extension ObjectID {
    /// The reference to it.
    var reference: PDFText { PDFText("\(number) \(generation) R".utf8) }
}

/// The hexadecimal digits in order.
let hexDigits = Array("0123456789abcdef".utf8)
