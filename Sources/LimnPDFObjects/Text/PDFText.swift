// SPDX-License-Identifier: GPL-3.0-or-later

/// PDF syntax as bytes, the form in which an incremental update holds its objects.
typealias PDFText = [UInt8]

extension PDFText {
    /// Adds a key, which has its slash and needs no escapes, and its value.
    mutating func addEntry(_ key: String, _ value: PDFText) {
        self += Array(key.utf8)
        // A delimiter already separates the key from the value.
        if let first = value.first, byteClass[Int(first)] == .regular { append(32) }
        self += value
    }
}

extension PDFText {
    /// A text string (ISO 32000-2, 7.9.2.2): ASCII as it is, everything else as UTF-16.
    static func string(_ text: String) -> PDFText {
        guard text.utf8.allSatisfy({ (32...126).contains($0) }) else {
            return utf16(text)
        }
        return string(bytes: Array(text.utf8))
    }

    /// A text string as UTF-16.
    static func utf16(_ text: String) -> PDFText {
        hexadecimal([0xfe, 0xff] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }

    /// A byte string.
    static func string(bytes: [UInt8]) -> PDFText {
        guard bytes.allSatisfy({ (32...126).contains($0) }) else { return hexadecimal(bytes) }
        let special = PDFText("()\\".utf8)
        return [UInt8(ascii: "(")] + bytes.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
            + [UInt8(ascii: ")")]
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> PDFText {
        [UInt8(ascii: "<")] + bytes.flatMap { [hexDigits[Int($0 >> 4)], hexDigits[Int($0 & 15)]] }
            + [UInt8(ascii: ">")]
    }
}

extension ObjectID {
    /// The reference to it.
    var reference: PDFText { PDFText("\(number) \(generation) R".utf8) }
}

/// The hexadecimal digits in order.
let hexDigits = Array("0123456789abcdef".utf8)
