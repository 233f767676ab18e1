// SPDX-License-Identifier: GPL-3.0-or-later

/// A user's or owner's password. Its description does not show it.
public struct PDFPassword: Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The password as typed or read, in UTF-8 or in whatever encoding the document's maker used.
    let bytes: [UInt8]

    /// Takes a password as text.
    public init(_ text: String) { bytes = Array(text.utf8) }
    /// Takes a password as bytes.
    public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    /// Takes a password as text.
    public init(stringLiteral value: String) { self.init(value) }

    /// Stands for the password in messages.
    public var description: String { "(password)" }

    /// The bytes to try in turn: as they are, which is right for AES-256 (UTF-8), and as Latin-1, which older
    /// encryption uses, where that differs.
    var candidates: [[UInt8]] {
        // A C string ends at a zero, and so would the password.
        guard !bytes.contains(0) else { return [] }
        let scalars = String(validating: bytes, as: UTF8.self)?.unicodeScalars
        guard let scalars, scalars.count != bytes.count, scalars.allSatisfy({ $0.value < 256 }) else { return [bytes] }
        return [bytes, scalars.map { UInt8($0.value) }]
    }

    /// A C string from which poppler-glib, which converts UTF-8 to Latin-1, makes exactly `candidate`.
    static func poppler(_ candidate: [UInt8]) -> String {
        String(String.UnicodeScalarView(candidate.map { Unicode.Scalar($0) }))
    }
}
