// SPDX-License-Identifier: Apache-2.0

/// A pattern that names a file for each row of data, such as `out/{name}-{@row:03}.pdf`.
///
/// `{name}` is the row's value in that column, and `{@row}` the row's number. The suffix `:03` pads a number with zeros
/// to three digits. `{{` and `}}` are literal braces. Slashes in the pattern separate folders; slashes in values do
/// not.
public struct FileNamePattern: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        /// A column by its name.
        case column(String, width: Int)
        case row(width: Int)
    }

    /// The original text of the pattern.
    public let text: String
    /// The parts of each component of the path.
    let components: [[Part]]

    /// Parses a pattern.
    ///
    /// - Throws: ``FileNamePatternError`` for unbalanced braces, for unknown names with `@`, and for a pattern that
    ///   ends with a slash.
    public init(_ text: String) throws(FileNamePatternError) {
        self.text = text
        var components: [[Part]] = [[]]
        var literal = ""
        func flush() {
            if !literal.isEmpty { components[components.count - 1].append(.literal(literal)) }
            literal = ""
        }
        var rest = text[...]
        while let next = rest.first {
            rest = rest.dropFirst()
            switch next {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                literal.append(next)
                rest = rest.dropFirst()
            case "{":
                guard let end = rest.firstIndex(of: "}") else {
                    throw FileNamePatternError(text, "a { has no } behind it")
                }
                flush()
                components[components.count - 1].append(try Self.placeholder(rest[..<end], in: text))
                rest = rest[rest.index(after: end)...]
            case "}": throw FileNamePatternError(text, "a } has no { before it. A brace itself is written twice")
            case "/":
                flush()
                components.append([])
            default: literal.append(next)
            }
        }
        flush()
        guard components.last != [] else { throw FileNamePatternError(text, "it names a folder, not a file") }
        self.components = components
    }

    private static func placeholder(_ name: Substring, in text: String) throws(FileNamePatternError) -> Part {
        var name = name
        var width = 0
        // A colon starts a width only if a zero and digits follow. Otherwise it belongs to the column's name.
        if let colon = name.lastIndex(of: ":"), let digits = Optional(name[name.index(after: colon)...]),
            digits.first == "0",
            digits.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(digits), number <= 20
        {
            (name, width) = (name[..<colon], number)
        }
        if name == "@row" { return .row(width: width) }
        guard !name.isEmpty else { throw FileNamePatternError(text, "{} names no column") }
        guard !name.hasPrefix("@") || name == RowChecker.fileColumn else {
            throw FileNamePatternError(text, "{\(name.prefix(60))} is unknown. The row's number is {@row}")
        }
        return .column(String(name), width: width)
    }

    /// The columns that the pattern names, each once, in order of first occurrence.
    public var columns: [String] {
        var seen: Set<String> = []
        return components.joined().compactMap { part in
            if case .column(let name, _) = part, seen.insert(name).inserted { name } else { nil }
        }
    }

    /// Whether every row gets the same name, because the pattern names neither a column nor the row's number.
    public var isFixed: Bool {
        components.joined().allSatisfy { if case .literal = $0 { true } else { false } }
    }
}

/// The reason why a text is not a valid pattern for file names.
public struct FileNamePatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The pattern.
    public let pattern: String
    /// The problem, as part of a sentence.
    public let detail: String

    init(_ pattern: String, _ detail: String) {
        self.pattern = pattern
        self.detail = detail
    }

    /// The problem as a sentence.
    public var description: String { "The pattern \(pattern.quoted) cannot be used: \(detail)." }
}
