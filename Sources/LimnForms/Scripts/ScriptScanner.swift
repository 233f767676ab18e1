// SPDX-License-Identifier: Apache-2.0

/// A scanner for tokens and literals of JavaScript.
struct ScriptScanner {
    /// The maximum nesting depth of lists. Calls of built-in functions have no nested lists; a few are harmless.
    private static let maximumDepth = 8

    private let scalars: [Unicode.Scalar]
    private var at = 0

    init(_ script: String) { scalars = Array(script.unicodeScalars) }

    var isAtEnd: Bool { at >= scalars.count }

    private func peek(_ offset: Int = 0) -> Unicode.Scalar? { at + offset < scalars.count ? scalars[at + offset] : nil }

    /// Skips white space and comments, except an unterminated comment.
    mutating func skipSpace() {
        while let next = peek() {
            if next.properties.isWhitespace || next == "\u{feff}" {
                at += 1
            } else if next == "/", peek(1) == "/" {
                while let next = peek(), next != "\n", next != "\r" { at += 1 }
            } else if next == "/", peek(1) == "*" {
                var end = at + 2
                while end + 1 < scalars.count, scalars[end] != "*" || scalars[end + 1] != "/" { end += 1 }
                guard end + 1 < scalars.count else { return }
                at = end + 2
            } else {
                return
            }
        }
    }

    /// Skips a character if it comes next, and returns whether it did.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        at += 1
        return true
    }

    /// Reads a name of ASCII letters, digits, `_` and `$`; nil if none comes next.
    mutating func takeWord() -> String? {
        let start = at
        while let next = peek(), Self.isName(next), at > start || !("0"..."9").contains(next) { at += 1 }
        guard at > start else { return nil }
        var word = String.UnicodeScalarView()
        word.append(contentsOf: scalars[start..<at])
        return String(word)
    }

    private static func isName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: false
        }
    }

    /// Reads comma-separated literals and the character that ends them; nil if anything else follows.
    mutating func takeLiterals(until end: Unicode.Scalar, depth: Int) -> [ScriptLiteral]? {
        guard depth < Self.maximumDepth else { return nil }
        var literals: [ScriptLiteral] = []
        skipSpace()
        if take(end) { return literals }
        while true {
            skipSpace()
            guard let literal = takeLiteral(depth: depth) else { return nil }
            literals.append(literal)
            skipSpace()
            if take(end) { return literals }
            guard take(",") else { return nil }
        }
    }

    private mutating func takeLiteral(depth: Int) -> ScriptLiteral? {
        switch peek() {
        case "\"", "'": return takeString().map { .text($0) }
        case "[":
            at += 1
            return takeLiterals(until: "]", depth: depth + 1).map { .list($0) }
        case let next? where ("0"..."9").contains(next) || ".-+".unicodeScalars.contains(next):
            return takeNumber().map { .number($0) }
        default: break
        }
        switch takeWord() {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "null", "undefined": return .null
        case "new":
            skipSpace()
            return takeWord() == "Array" ? takeArray(depth: depth) : nil
        case "Array": return takeArray(depth: depth)
        default: return nil
        }
    }

    private mutating func takeArray(depth: Int) -> ScriptLiteral? {
        skipSpace()
        guard take("(") else { return nil }
        return takeLiterals(until: ")", depth: depth + 1).map { .list($0) }
    }

    private mutating func takeNumber() -> Double? {
        let start = at
        if peek() == "-" || peek() == "+" { at += 1 }
        while let next = peek(), ("0"..."9").contains(next) || next == "." { at += 1 }
        if peek() == "e" || peek() == "E" {
            at += 1
            if peek() == "-" || peek() == "+" { at += 1 }
            while let next = peek(), ("0"..."9").contains(next) { at += 1 }
        }
        if let next = peek(), Self.isName(next) { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<at])
        return DecimalNumber.whole(String(text))?.double
    }

    private mutating func takeString() -> String? {
        let quote = scalars[at]
        at += 1
        var units: [UInt16] = []
        while let next = peek() {
            at += 1
            switch next {
            case quote: return String(decoding: units, as: UTF16.self)
            case "\n", "\r": return nil
            case "\\":
                guard takeEscape(into: &units) else { return nil }
            default: units.append(contentsOf: String(next).utf16)
            }
        }
        return nil
    }

    /// Reads an escape sequence after its backslash (ECMAScript 5, 7.8.4).
    private mutating func takeEscape(into units: inout [UInt16]) -> Bool {
        guard let letter = peek() else { return false }
        at += 1
        switch letter {
        case "n": units.append(10)
        case "r": units.append(13)
        case "t": units.append(9)
        case "b": units.append(8)
        case "f": units.append(12)
        case "v": units.append(11)
        case "\r": _ = take("\n")
        case "\n", "\u{2028}", "\u{2029}": break
        case "x", "u":
            guard let unit = takeHexadecimal(digits: letter == "x" ? 2 : 4) else { return false }
            units.append(unit)
        case "0"..."7":
            var code = UInt16(letter.value - 48)
            while let next = peek(), ("0"..."7").contains(next), code < 32 {
                code = code * 8 + UInt16(next.value - 48)
                at += 1
            }
            units.append(code)
        default: units.append(contentsOf: String(letter).utf16)
        }
        return true
    }

    private mutating func takeHexadecimal(digits: Int) -> UInt16? {
        var value: UInt16 = 0
        for _ in 0..<digits {
            guard let digit = peek().flatMap({ Character($0).hexDigitValue }) else { return nil }
            value = value << 4 | UInt16(digit)
            at += 1
        }
        return value
    }
}
