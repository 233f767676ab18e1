// SPDX-License-Identifier: Apache-2.0

/// A pattern that names a file for each row of data, such as `out/{name}-{@row:03}.pdf`.
///
/// `{name}` is the row's value in that column, and `{@row}` the row's number. `:03` behind either fills a number with zeros up
/// to three digits. `{{` and `}}` are braces. Slashes of the pattern separate folders; those of values do not.
public struct FileNamePattern: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        /// A column by its name.
        case column(String, width: Int)
        case row(width: Int)
    }

    /// The pattern as it was written.
    public let text: String
    /// The parts of each step of the path.
    let components: [[Part]]

    /// Reads a pattern.
    ///
    /// - Throws: ``FileNamePatternError`` for braces without a partner, unknown names with `@`, and a pattern that ends with a
    ///   slash.
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
        guard components.last != [] else { throw FileNamePatternError(text, "it names a folder and no file") }
        self.components = components
    }

    private static func placeholder(_ name: Substring, in text: String) throws(FileNamePatternError) -> Part {
        var name = name
        var width = 0
        // A colon may belong to the column's name, too, unless zero and digits follow.
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

    /// The columns that the pattern names, each once, in its order.
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

/// Why a text is no pattern for names of files.
public struct FileNamePatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The pattern.
    public let pattern: String
    /// What is wrong, as a part of a sentence.
    public let detail: String

    init(_ pattern: String, _ detail: String) {
        self.pattern = pattern
        self.detail = detail
    }

    /// A sentence.
    public var description: String { "The pattern \(pattern.quoted) names no files: \(detail)." }
}
