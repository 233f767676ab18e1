// SPDX-License-Identifier: GPL-3.0-or-later

/// PDF syntax as bytes. An incremental update holds its objects in this form.
typealias PDFText = [UInt8]

extension PDFText {
    /// Appends a dictionary entry. The key includes the slash and needs no escapes.
    mutating func addEntry(_ key: String, _ value: PDFText) {
        self += Array(key.utf8)
        // A delimiter already separates the key from the value.
        if let first = value.first, ByteClass(first) == .regular { append(32) }
        self += value
    }
}

extension PDFText {
    /// Returns a text string object (ISO 32000-2, 7.9.2.2): plain bytes for printable ASCII, and UTF-16 for all other
    /// text.
    static func string(_ text: String) -> PDFText {
        guard text.utf8.allSatisfy({ (32...126).contains($0) }) else {
            return utf16(text)
        }
        return string(bytes: Array(text.utf8))
    }

    /// Returns a text string object in UTF-16.
    static func utf16(_ text: String) -> PDFText {
        hexadecimal([0xfe, 0xff] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }

    /// Returns a byte string object.
    static func string(bytes: [UInt8]) -> PDFText {
        guard bytes.allSatisfy({ (32...126).contains($0) }) else { return hexadecimal(bytes) }
        let special = PDFText("()\\".utf8)
        var text = PDFText("(".utf8)
        for byte in bytes {
            if special.contains(byte) { text.append(UInt8(ascii: "\\")) }
            text.append(byte)
        }
        text.append(UInt8(ascii: ")"))
        return text
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> PDFText {
        var text = PDFText("<".utf8)
        for byte in bytes { text += [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]] }
        text.append(UInt8(ascii: ">"))
        return text
    }
}

extension ObjectID {
    /// The indirect reference, such as `12 0 R`.
    var reference: PDFText { PDFText("\(number) \(generation) R".utf8) }
}

/// The hexadecimal digits in order.
let hexDigits = Array("0123456789abcdef".utf8)
