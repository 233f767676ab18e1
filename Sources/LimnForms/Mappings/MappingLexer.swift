// SPDX-License-Identifier: Apache-2.0

/// Splits an expression into tokens.
struct MappingLexer {
    enum Token: Equatable {
        case number(String)
        /// A text in quotation marks, without the marks. Escapes in literal parts are resolved; ``MappingParser``
        /// parses the expressions in braces.
        case text([TextPart])
        case name(String)
        case symbol(String)
        case end
    }

    /// A piece of a text.
    enum TextPart: Equatable {
        case literal(String)
        /// An expression in braces, and its first column.
        case expression(String, column: Int)
    }

    private let scalars: [Unicode.Scalar]
    private let name: String
    /// The column of the first character, from 1.
    private let origin: Int
    private var at = 0

    init(_ text: String, of name: String, column: Int) {
        scalars = Array(text.unicodeScalars)
        self.name = name
        origin = column
    }

    /// The symbols, longest first, because the first match counts.
    private static let symbols = [
        "==", "!=", "<=", ">=", "^=", "$=", "*=", "&&", "||", "?:", "=", "<", ">", "+", "-", "*", "/", "?", ":", "(",
        ")", "[", "]",
        ".", ",", "!", "|", "$", "\u{2212}", "\u{d7}", "\u{f7}",
    ].map { Array($0.unicodeScalars) }

    /// Returns the next token and its column.
    mutating func next() throws(FormMappingError) -> (Token, Int) {
        while at < scalars.count, scalars[at].properties.isWhitespace { at += 1 }
        let column = origin + at
        guard at < scalars.count else { return (.end, column) }
        let first = scalars[at]
        if Self.isDigit(first) { return (.number(number()), column) }
        if first == "'" || first == "\"" { return (.text(try text(quote: first)), column) }
        if first.properties.isAlphabetic || first == "_" {
            let start = at
            while at < scalars.count,
                scalars[at].properties.isAlphabetic || scalars[at] == "_" || Self.isDigit(scalars[at])
            {
                at += 1
            }
            return (.name(string(start..<at)), column)
        }
        for symbol in Self.symbols where scalars[at...].starts(with: symbol) {
            at += symbol.count
            return (.symbol(string((at - symbol.count)..<at)), column)
        }
        throw FormMappingError(name, column: column, "\(String(Character(first)).quoted) has no meaning here")
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        return String(view)
    }

    private mutating func number() -> String {
        let start = at
        while at < scalars.count, Self.isDigit(scalars[at]) { at += 1 }
        if at + 1 < scalars.count, scalars[at] == ".", Self.isDigit(scalars[at + 1]) {
            at += 1
            while at < scalars.count, Self.isDigit(scalars[at]) { at += 1 }
        }
        return string(start..<at)
    }

    /// Reads a text. A backslash escapes quotation marks, braces and itself; `\n` is a line break.
    private mutating func text(quote: Unicode.Scalar) throws(FormMappingError) -> [TextPart] {
        let opening = at
        at += 1
        var parts: [TextPart] = []
        var literal = String.UnicodeScalarView()
        while at < scalars.count {
            let next = scalars[at]
            at += 1
            switch next {
            case quote:
                if !literal.isEmpty || parts.isEmpty { parts.append(.literal(String(literal))) }
                return parts
            case "\\" where at < scalars.count:
                literal.append(scalars[at] == "n" ? "\n" : scalars[at])
                at += 1
            case "{":
                if !literal.isEmpty { parts.append(.literal(String(literal))) }
                literal = .init()
                let start = at
                try skipExpression(from: opening)
                parts.append(.expression(string(start..<at), column: origin + start))
                at += 1
            default: literal.append(next)
            }
        }
        throw FormMappingError(name, column: origin + opening, "the quotation mark of a text is never closed")
    }

    /// Advances to the brace that ends an expression in a text. It skips braces inside nested texts.
    private mutating func skipExpression(from opening: Int) throws(FormMappingError) {
        var depth = 0
        var quote: Unicode.Scalar?
        while at < scalars.count {
            let next = scalars[at]
            if let open = quote {
                if next == "\\" { at += 1 } else if next == open { quote = nil }
            } else if next == "'" || next == "\"" {
                quote = next
            } else if next == "{" {
                depth += 1
            } else if next == "}" {
                if depth == 0 { return }
                depth -= 1
            }
            at += 1
        }
        throw FormMappingError(name, column: origin + opening, "a { in a text has no } behind it")
    }
}
