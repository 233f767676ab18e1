// SPDX-License-Identifier: GPL-3.0-or-later

/// A user or owner password. Its description does not reveal it.
public struct PDFPassword: Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The password in UTF-8, or in the encoding of the program that encrypted the document.
    let bytes: [UInt8]

    /// Makes a password from text.
    public init(_ text: String) { bytes = Array(text.utf8) }
    /// Makes a password from bytes.
    public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    /// Makes a password from text.
    public init(stringLiteral value: String) { self.init(value) }

    /// A placeholder for the password in messages.
    public var description: String { "(password)" }

    /// The encodings to try, in order: the bytes as given, since AES-256 uses UTF-8; then the password in Latin-1,
    /// which older encryption uses, if that differs.
    var candidates: [[UInt8]] {
        // Poppler takes C strings, which cannot contain a zero byte.
        guard !bytes.contains(0) else { return [] }
        let scalars = String(validating: bytes, as: UTF8.self)?.unicodeScalars
        guard let scalars, scalars.count != bytes.count, scalars.allSatisfy({ $0.value < 256 }) else { return [bytes] }
        return [bytes, scalars.map { UInt8($0.value) }]
    }

    /// Returns the string that makes poppler-glib pass `candidate` to poppler. Poppler-glib converts its argument from
    /// UTF-8 to Latin-1.
    static func poppler(_ candidate: [UInt8]) -> String {
        String(String.UnicodeScalarView(candidate.map { Unicode.Scalar($0) }))
    }
}
