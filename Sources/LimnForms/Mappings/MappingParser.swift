// SPDX-License-Identifier: Apache-2.0

/// A recursive-descent parser for mapping expressions, with limited depth.
struct MappingParser {
    /// The maximum length of an expression, in UTF-8 bytes.
    private static let maximumLength = 10_000
    /// The maximum nesting depth.
    private static let maximumDepth = 40

    private var lexer: MappingLexer
    private let name: String
    private var token: MappingLexer.Token
    private var column: Int
    private var depth: Int

    /// Parses an expression.
    ///
    /// - Parameter name: The name of the field or definition, for errors.
    static func parse(_ text: String, of name: String) throws(FormMappingError) -> MappingExpression {
        guard text.utf8.count <= maximumLength else {
            throw FormMappingError(name, "its expression is longer than \(maximumLength) characters")
        }
        return try parse(text, of: name, column: 1, depth: 0)
    }

    private static func parse(
        _ text: String, of name: String, column: Int, depth: Int
    ) throws(FormMappingError) -> MappingExpression {
        var parser = try MappingParser(text, of: name, column: column, depth: depth)
        let expression = try parser.expression()
        guard parser.token == .end else { throw parser.unexpected() }
        return expression
    }

    private init(_ text: String, of name: String, column: Int, depth: Int) throws(FormMappingError) {
        lexer = MappingLexer(text, of: name, column: column)
        self.name = name
        self.depth = depth
        (token, self.column) = try lexer.next()
    }

    // Tokens.

    private mutating func advance() throws(FormMappingError) { (token, column) = try lexer.next() }

    private mutating func take(_ symbols: String...) throws(FormMappingError) -> String? {
        guard case .symbol(let symbol) = token, symbols.contains(symbol) else { return nil }
        try advance()
        return symbol
    }

    private mutating func take(word: String) throws(FormMappingError) -> Bool {
        guard token == .name(word) else { return false }
        try advance()
        return true
    }

    private mutating func expect(_ symbol: String) throws(FormMappingError) {
        guard try take(symbol) != nil else { throw unexpected(wanted: symbol) }
    }

    private func unexpected(wanted: String? = nil) -> FormMappingError {
        let found =
            switch token {
            case .end: "the expression ends"
            case .number(let text), .name(let text), .symbol(let text): "\(text.quoted) stands"
            case .text: "a text stands"
            }
        return FormMappingError(
            name, column: column, "\(found) where \(wanted.map(\.quoted) ?? "something else") is expected")
    }

    // Expressions, in order of increasing precedence.

    private mutating func expression() throws(FormMappingError) -> MappingExpression {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw FormMappingError(name, column: column, "its parts are nested deeper than \(Self.maximumDepth) levels")
        }
        defer { depth -= 1 }
        let condition = try anyOf()
        if try take("?:") != nil { return .fallback(condition, try expression()) }
        guard try take("?") != nil else { return condition }
        let yes = try expression()
        try expect(":")
        return .choice(condition, yes, try expression())
    }

    private mutating func anyOf() throws(FormMappingError) -> MappingExpression {
        var parts = [try every()]
        while true {
            var isNext = try take("||") != nil
            if !isNext { isNext = try take(word: "or") }
            guard isNext else { return parts.count == 1 ? parts[0] : .any(parts) }
            parts.append(try every())
        }
    }

    private mutating func every() throws(FormMappingError) -> MappingExpression {
        var parts = [try comparison()]
        while true {
            var isNext = try take("&&") != nil
            if !isNext { isNext = try take(word: "and") }
            guard isNext else { return parts.count == 1 ? parts[0] : .every(parts) }
            parts.append(try comparison())
        }
    }

    private mutating func comparison() throws(FormMappingError) -> MappingExpression {
        let left = try sum()
        let column = column
        guard let symbol = try takeComparison() else { return left }
        return .compare(left, symbol, try sum(), column: column)
    }

    private mutating func takeComparison() throws(FormMappingError) -> MappingExpression.Comparison? {
        if try take("==") != nil { return .equal }
        guard case .symbol(let symbol) = token, let comparison = MappingExpression.Comparison(rawValue: symbol) else {
            return nil
        }
        try advance()
        return comparison
    }

    private mutating func sum() throws(FormMappingError) -> MappingExpression {
        let column = column
        var terms = [(isNegative: false, term: try product())]
        while let sign = try take("+", "-", "\u{2212}") { terms.append((sign != "+", try product())) }
        return terms.count == 1 ? terms[0].term : .sum(terms, column: column)
    }

    private mutating func product() throws(FormMappingError) -> MappingExpression {
        let column = column
        var factors = [(isDivisor: false, factor: try unary())]
        while let sign = try take("*", "\u{d7}", "/", "\u{f7}") {
            factors.append((sign == "/" || sign == "\u{f7}", try unary()))
        }
        return factors.count == 1 ? factors[0].factor : .product(factors, column: column)
    }

    private mutating func unary() throws(FormMappingError) -> MappingExpression {
        let column = column
        // A loop handles repeated signs, which cancel out, without recursion.
        var isNegative = false
        var nots = 0
        while true {
            if nots == 0, try take("-", "\u{2212}") != nil {
                isNegative.toggle()
            } else if !isNegative, try take("!") != nil {
                nots += 1
            } else {
                break
            }
        }
        let value = try postfix()
        if isNegative { return .sum([(true, value)], column: column) }
        if nots == 0 { return value }
        return nots.isMultiple(of: 2) ? .not(.not(value)) : .not(value)
    }

    private mutating func postfix() throws(FormMappingError) -> MappingExpression {
        let base = try primary()
        let steps = try steps()
        return steps.isEmpty ? base : .path(base, steps)
    }

    private mutating func steps() throws(FormMappingError) -> [MappingExpression.Step] {
        var steps: [MappingExpression.Step] = []
        while true {
            let column = column
            if try take(".") != nil {
                steps.append(try take("*") != nil ? .all : .member(try key()))
            } else if try take("[") != nil {
                steps.append(try bracket(column))
            } else {
                return steps
            }
        }
    }

    /// Parses a key: a name, a text, or a number such as the 5 in `spells.5`.
    private mutating func key() throws(FormMappingError) -> String {
        let key: String
        switch token {
        case .name(let text), .number(let text): key = text
        case .text(let parts):
            guard parts.count == 1, case .literal(let text) = parts[0] else { throw unexpected(wanted: "a key") }
            key = text
        default: throw unexpected(wanted: "a key")
        }
        try advance()
        return key
    }

    /// Parses the content of brackets: an index, a key as a text, or conditions.
    private mutating func bracket(_ column: Int) throws(FormMappingError) -> MappingExpression.Step {
        var isIndex = false
        switch token {
        case .number, .text, .symbol("-"), .symbol("("), .symbol("\u{2212}"): isIndex = true
        default: break
        }
        if isIndex {
            let index = try expression()
            try expect("]")
            return .index(index, column: column)
        }
        var conditions: [MappingExpression.Condition] = []
        repeat { conditions.append(try condition()) } while try take(",") != nil
        try expect("]")
        return .filter(conditions, column: column)
    }

    /// Parses a condition of a filter: `level>=3`, `type=spell|feat`, `equipped` or `!equipped`.
    ///
    /// A value is a word, a number, a text, or an expression in parentheses.
    private mutating func condition() throws(FormMappingError) -> MappingExpression.Condition {
        let column = column
        let isNegated = try take("!") != nil
        var path = [MappingExpression.Step.member(try key())]
        path += try steps()
        if case .member("this") = path[0] { path.removeFirst() }
        guard !isNegated, let comparison = try takeComparison() else {
            return .init(path: path, comparison: isNegated ? .unequal : .equal, values: [], column: column)
        }
        var values = [try conditionValue()]
        while try take("|") != nil { values.append(try conditionValue()) }
        return .init(path: path, comparison: comparison, values: values, column: column)
    }

    private mutating func conditionValue() throws(FormMappingError) -> MappingExpression {
        let isNegative = try take("-", "\u{2212}") != nil
        switch token {
        case .number(let text):
            try advance()
            return .value(.number(isNegative ? "-" + text : text))
        case .name(let text) where !isNegative:
            try advance()
            return .value(text == "null" ? .null : .text(text))
        case .text where !isNegative, .symbol("(") where !isNegative: return try primary()
        default: throw unexpected(wanted: "a value")
        }
    }

    private mutating func primary() throws(FormMappingError) -> MappingExpression {
        let column = column
        switch token {
        case .number(let text):
            try advance()
            return .value(.number(text))
        case .text(let parts):
            try advance()
            return try template(parts)
        case .name(let text):
            try advance()
            switch text {
            case "true": return .value(.flag(true))
            case "false": return .value(.flag(false))
            case "null": return .value(.null)
            default: break
            }
            guard try take("(") != nil else { return .name(text, column: column) }
            return .call(text, try expressions(until: ")"), column: column)
        case .symbol("$"):
            try advance()
            return .root
        case .symbol("("):
            try advance()
            let inner = try expression()
            try expect(")")
            return inner
        case .symbol("["):
            try advance()
            return .list(try expressions(until: "]"))
        default: throw unexpected(wanted: "a value")
        }
    }

    private mutating func expressions(until end: String) throws(FormMappingError) -> [MappingExpression] {
        if try take(end) != nil { return [] }
        var expressions = [try expression()]
        while try take(",") != nil { expressions.append(try expression()) }
        try expect(end)
        return expressions
    }

    private func template(_ parts: [MappingLexer.TextPart]) throws(FormMappingError) -> MappingExpression {
        if parts.count == 1, case .literal(let text) = parts[0] { return .value(.text(text)) }
        var expressions: [MappingExpression] = []
        for part in parts {
            switch part {
            case .literal(let text): expressions.append(.value(.text(text)))
            case .expression(let text, let column):
                expressions.append(try Self.parse(text, of: name, column: column, depth: depth + 1))
            }
        }
        return .template(expressions)
    }
}
