// SPDX-License-Identifier: GPL-3.0-or-later

/// Parses the subset of TOML 1.0 that settings need: keys with strings, integers, decimal numbers, Booleans and arrays
/// of strings.
///
/// Tables, dates, dotted or quoted keys, and multi-line strings are refused.
struct StrictTOML {
    /// A value in the file.
    enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case decimal(Double)
        case flag(Bool)
        case list([String])
    }

    /// A key with its value.
    struct Entry: Hashable, Sendable {
        let key: String
        let value: Value
        /// The line of the key, from 1.
        let line: Int
    }

    /// A syntax error, with its line.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let line: Int
        let reason: String
        var description: String { "line \(line): \(reason)" }
    }

    /// The largest size of a file, in bytes.
    static let sizeLimit = 1 << 20

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1

    /// Parses all entries in order.
    ///
    /// - Throws: ``Failure`` for a syntax error or a duplicate key.
    static func entries(of text: String) throws(Failure) -> [Entry] {
        var reader = StrictTOML(text)
        var entries: [Entry] = []
        var lines: [String: Int] = [:]
        while try reader.skipToContent() {
            let entry = try reader.entry()
            if let first = lines[entry.key] {
                throw Failure(line: entry.line, reason: "“\(entry.key)” is in line \(first) already.")
            }
            lines[entry.key] = entry.line
            entries.append(entry)
        }
        return entries
    }

    private init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        self.scalars = scalars.first == "\u{FEFF}" ? Array(scalars.dropFirst()) : scalars
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func failure(_ reason: String) -> Failure { Failure(line: line, reason: reason) }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() { while next == " " || next == "\t" { index += 1 } }

    private mutating func skipComment() throws(Failure) {
        guard take("#") else { return }
        while let scalar = next, scalar != "\n" {
            guard scalar == "\t" || scalar == "\r" || scalar.value >= 0x20 && scalar.value != 0x7f else {
                throw failure("A comment contains a control character.")
            }
            index += 1
        }
    }

    private mutating func takeLineEnd() -> Bool {
        let start = index
        _ = take("\r")
        if take("\n") {
            line += 1
            return true
        }
        index = start
        return false
    }

    /// Skips blanks, comments and line ends.
    ///
    /// - Returns: whether more content follows.
    private mutating func skipToContent() throws(Failure) -> Bool {
        while true {
            skipBlanks()
            try skipComment()
            if takeLineEnd() { continue }
            return next != nil
        }
    }

    private mutating func entry() throws(Failure) -> Entry {
        let start = line
        if next == "[" { throw failure("There are no tables here; write key = value.") }
        var key = ""
        while let scalar = next, Self.isBare(scalar) {
            key.unicodeScalars.append(scalar)
            index += 1
        }
        guard !key.isEmpty else { throw failure("A key is missing; write key = value.") }
        skipBlanks()
        guard take("=") else { throw failure("“=” is missing after “\(key.prefix(60))”.") }
        skipBlanks()
        let value = next == "[" ? try list() : try single()
        skipBlanks()
        try skipComment()
        guard next == nil || takeLineEnd() else {
            throw failure("Nothing may follow the value of “\(key.prefix(60))”.")
        }
        return Entry(key: key, value: value, line: start)
    }

    private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "_")
    }

    private mutating func list() throws(Failure) -> Value {
        index += 1
        var items: [String] = []
        while true {
            guard try skipToContent() else { throw failure("A list does not end; “]” is missing.") }
            if take("]") { return .list(items) }
            guard case .text(let text) = try single() else { throw failure("A list can contain only strings.") }
            items.append(text)
            guard try skipToContent() else { throw failure("A list does not end; “]” is missing.") }
            if take("]") { return .list(items) }
            guard take(",") else { throw failure("A comma is missing in a list.") }
        }
    }

    private mutating func single() throws(Failure) -> Value {
        if next == "\"" || next == "'" { return .text(try string()) }
        var word = ""
        while let scalar = next, !" \t\r\n#,]".unicodeScalars.contains(scalar), word.count < 100 {
            word.unicodeScalars.append(scalar)
            index += 1
        }
        switch word {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "": throw failure("A value is missing.")
        default:
            if let number = Self.integer(word) { return .integer(number) }
            if let number = Self.decimal(word) { return .decimal(number) }
            throw failure("“\(word)” is not a value; put strings in quotes.")
        }
    }

    /// Parses an integer: an optional sign and digits, with single underscores between them and no leading zeros.
    private static func integer(_ word: String) -> Int? {
        let digits = word.drop { $0 == "+" || $0 == "-" }
        guard word.count - digits.count <= 1, isPlain(digits), digits.count == 1 || digits.first != "0" else {
            return nil
        }
        return Int((word.first == "-" ? "-" : "") + digits.filter { $0 != "_" })
    }

    private static func decimal(_ word: String) -> Double? {
        let digits = word.drop { $0 == "+" || $0 == "-" }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard word.count - digits.count <= 1, parts.count == 2, parts.allSatisfy({ isPlain($0) }),
            parts[0].count == 1 || parts[0].first != "0"
        else { return nil }
        return Double(word.filter { $0 != "_" })
    }

    private static func isPlain(_ digits: Substring) -> Bool {
        !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber || $0 == "_" } && digits.first != "_"
            && digits.last != "_" && !digits.contains("__")
    }

    private mutating func string() throws(Failure) -> String {
        let isLiteral = next == "'"
        let quote: Unicode.Scalar = isLiteral ? "'" : "\""
        index += 1
        var text = String.UnicodeScalarView()
        while let scalar = next {
            guard scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7f else { break }
            index += 1
            if scalar == quote {
                if text.isEmpty, next == quote { throw failure("Multi-line strings are not supported.") }
                return String(text)
            }
            text.append(scalar == "\\" && !isLiteral ? try escape() : scalar)
        }
        throw failure("A string does not end in its line.")
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{c}", "r": "\r", "\"": "\"", "\\": "\\",
    ]

    private mutating func escape() throws(Failure) -> Unicode.Scalar {
        guard let letter = next else { throw failure("A string does not end in its line.") }
        index += 1
        if let scalar = Self.escapes[letter] { return scalar }
        let count = letter == "u" ? 4 : letter == "U" ? 8 : 0
        let digits = String(String.UnicodeScalarView(scalars[index..<min(index + count, scalars.count)]))
        guard count > 0, digits.unicodeScalars.count == count, digits.allSatisfy({ $0.isHexDigit }),
            let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
        else { throw failure("“\\\(letter)” is not an escape.") }
        index += count
        return scalar
    }
}
