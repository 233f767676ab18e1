// SPDX-License-Identifier: GPL-3.0-or-later

/// A PDF value to be written. It can combine new values with values of the original.
indirect enum PDFValue {
    /// The PDF text of a direct value that contains no references.
    case text(PDFText)
    /// A reference to an object, old or new.
    case reference(ObjectID)
    /// A value of the original. It is written as a reference if it is indirect, and copied if it is direct.
    case object(PDFObject)
    /// An array.
    case array([PDFValue])
    /// A dictionary. Keys include the slash and need no escapes.
    case dictionary([PDFEntry])
    /// A copy of a dictionary of the original with some entries replaced, or removed if the new value is nil.
    case edited(PDFObject, [PDFEdit])

    /// Makes a direct value from its PDF text, which must not contain references.
    static func text(_ text: String) -> PDFValue { .text(PDFText(text.utf8)) }

    /// Returns the items of an array, including nulls; empty if the object is not an array.
    static func items(of array: PDFObject?) -> [PDFValue] {
        (0..<(array?.count ?? 0)).map { index in array?.item(index).map { .object($0) } ?? .text("null") }
    }
}

/// An entry of a dictionary.
typealias PDFEntry = (key: String, value: PDFValue)
/// A change to an entry of a dictionary; a nil value removes the entry.
typealias PDFEdit = (key: String, value: PDFValue?)

extension PDFValue {
    /// Returns the value as PDF text.
    ///
    /// - Throws: ``PDFObjectsError`` if libqpdf cannot write a value of the original.
    func text() throws(PDFObjectsError) -> PDFText {
        switch self {
        case .text(let text): return text
        case .reference(let id): return id.reference
        case .object(let object): return try object.unparsed()
        case .array(let items):
            var text = PDFText("[".utf8)
            for (index, item) in items.enumerated() {
                if index > 0 { text.append(32) }
                text += try item.text()
            }
            return text + [UInt8(ascii: "]")]
        case .dictionary(let entries):
            var text = PDFText("<<".utf8)
            for entry in entries { text.addEntry(entry.key, try entry.value.text()) }
            return text + PDFText(">>".utf8)
        case .edited(let object, let edits):
            var texts: [(key: String, value: PDFText?)] = []
            for edit in edits { texts.append((edit.key, try edit.value?.text())) }
            return try object.unparsed(replacing: texts)
        }
    }
}
