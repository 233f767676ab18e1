// SPDX-License-Identifier: GPL-3.0-or-later

/// A name as bytes, without its slash and with its escapes (`#20`) decoded. The names of button states need not be
/// UTF-8, and are written back unchanged.
struct PDFName: Hashable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Makes a name from a dictionary key with its slash and a terminating NUL.
    init(key: [CChar]) { bytes = key.dropFirst().dropLast().map { UInt8(bitPattern: $0) } }

    private static let scalars = BaseEncoding.pdfDoc.scalars

    /// The name of a button's "off" state.
    static let off = PDFName("Off")

    /// The name as text, decoded as UTF-8 if it is valid, or else as PDFDocEncoding.
    var shown: String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Self.scalars[Int($0)] ?? Unicode.Scalar($0) }))
    }

    /// The name in PDF syntax, with its slash (ISO 32000-2, 7.3.5).
    var text: PDFText {
        [UInt8(ascii: "/")]
            + bytes.flatMap { byte -> [UInt8] in
                if (33...126).contains(byte), ByteClass(byte) == .regular, byte != UInt8(ascii: "#") {
                    return [byte]
                }
                return [UInt8(ascii: "#"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
    }

    /// The name as a dictionary key: a slash, the bytes and a terminating NUL.
    var key: [CChar] { [CChar(UInt8(ascii: "/"))] + bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension PDFObject {
    /// A name as bytes; nil for other objects.
    var nameBytes: PDFName? { key.map { PDFName(key: $0) } }

    /// The keys of a dictionary as names.
    var keyNames: [PDFName] { keys.map { PDFName(key: $0) } }

    /// The value of a name in a dictionary or in a stream's dictionary; nil if it is missing or null.
    subscript(name: PDFName) -> PDFObject? { name.key.withUnsafeBufferPointer { $0.baseAddress.flatMap { self[$0] } } }
}
