// SPDX-License-Identifier: GPL-3.0-or-later

/// Splits a content stream into tokens (ISO 32000-2, 7.2 and 7.3).
///
/// The buffer must outlive the tokenizer.
struct ContentTokenizer {
    /// The kinds of tokens.
    enum Kind { case word, number, name, string, open, close }

    /// A token and its range of bytes.
    struct Token {
        let kind: Kind
        let start: Int
        let end: Int
    }

    let bytes: UnsafeBufferPointer<UInt8>
    var at = 0
    /// The number of open parentheses if the data ends inside a literal string; otherwise 0.
    private(set) var openParentheses = 0
    /// Whether the data ends inside a hexadecimal string.
    private(set) var isInHexString = false
    /// Whether a number and what follows it were not separated, as in `1q`. Poppler reads `1` and `q` there; pdfium and
    /// MuPDF read one unknown word.
    private(set) var hasGluedNumbers = false
    /// Whether numbers are divided from what follows them, as poppler does.
    private let dividesGluedNumbers: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, dividesGluedNumbers: Bool = true) {
        self.bytes = bytes
        self.dividesGluedNumbers = dividesGluedNumbers
    }

    /// Returns the next token; nil at the end of the data.
    mutating func next() -> Token? {
        while at < bytes.count {
            let start = at
            let byte = bytes[at]
            if ByteClass.isRegular(byte) {
                let kind = isNumeric(byte) ? Kind.number : .word
                if kind == .number {
                    skipNumber()
                    let isGlued = at < bytes.count && ByteClass.isRegular(bytes[at])
                    if isGlued { hasGluedNumbers = true }
                    if !isGlued || dividesGluedNumbers { return Token(kind: kind, start: start, end: at) }
                }
                repeat { at += 1 } while at < bytes.count && ByteClass.isRegular(bytes[at])
                return Token(kind: kind, start: start, end: at)
            }
            at += 1
            switch byte {
            case UInt8(ascii: "%"):
                while at < bytes.count, bytes[at] != 10, bytes[at] != 13 { at += 1 }
            case UInt8(ascii: "/"):
                while at < bytes.count, ByteClass.isRegular(bytes[at]) { at += 1 }
                return Token(kind: .name, start: start, end: at)
            case UInt8(ascii: "("):
                skipString()
                return Token(kind: .string, start: start, end: at)
            case UInt8(ascii: "<"):
                if at < bytes.count, bytes[at] == byte {
                    at += 1
                    return Token(kind: .open, start: start, end: at)
                }
                skipHexString()
                return Token(kind: .string, start: start, end: at)
            case UInt8(ascii: ">"):
                guard at < bytes.count, bytes[at] == byte else { continue }
                at += 1
                return Token(kind: .close, start: start, end: at)
            case UInt8(ascii: "["): return Token(kind: .open, start: start, end: at)
            case UInt8(ascii: "]"): return Token(kind: .close, start: start, end: at)
            default: continue  // white space and stray ) { }
            }
        }
        return nil
    }

    /// Returns a word of at most three bytes; "" if it is longer, because the relevant operators are short.
    func word(_ token: Token) -> StaticWord { StaticWord(bytes[token.start..<token.end]) }

    private func isNumeric(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+")
    }

    /// Moves to the end of a number. Poppler ignores minus signs behind a decimal point.
    private mutating func skipNumber() {
        var isReal = bytes[at] == UInt8(ascii: ".")
        at += 1
        while at < bytes.count {
            switch bytes[at] {
            case 0x30...0x39: break
            case UInt8(ascii: ".") where !isReal: isReal = true
            case UInt8(ascii: "-") where isReal: break
            default: return
            }
            at += 1
        }
    }

    private mutating func skipString() {
        var depth = 1
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\\"): at = min(at + 1, bytes.count)
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return }
            default: break
            }
        }
        openParentheses = depth
    }

    private mutating func skipHexString() {
        while at < bytes.count {
            at += 1
            if bytes[at - 1] == UInt8(ascii: ">") { return }
        }
        isInHexString = true
    }
}

/// A word of up to three bytes. Comparing it with a literal is as fast as comparing integers.
struct StaticWord: Equatable, ExpressibleByStringLiteral {
    private let packed: UInt32

    init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        packed = bytes.count > 3 ? 0 : bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    init(stringLiteral text: StaticString) {
        precondition(text.utf8CodeUnitCount <= 3)
        packed = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    static func ~= (pattern: StaticWord, value: StaticWord) -> Bool { pattern.packed == value.packed }
}

/// The character classes of ISO 32000-2, tables 1 and 2.
enum ByteClass {
    case regular, space, delimiter

    /// The class of a byte.
    @inline(__always) init(_ byte: UInt8) {
        self = Self.isRegular(byte) ? .regular : byte <= 32 ? .space : .delimiter
    }

    /// Whether a byte belongs to a name, a number or a word.
    @inline(__always) static func isRegular(_ byte: UInt8) -> Bool {
        byte >= 128 || ((byte < 64 ? special.low : special.high) &>> UInt64(byte & 63)) & 1 == 0
    }

    /// A bit for each byte below 128 that is white space, or one of ()<>[]{}/%. A table in memory would be looked up
    /// behind a lock for every byte of a page.
    private static var special: (low: UInt64, high: UInt64) { (0x5000832100003601, 0x2800000028000000) }
}
