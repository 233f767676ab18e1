// SPDX-License-Identifier: Apache-2.0

/// The path of a row's output file.
public struct RowFileName: Hashable, Sendable, Codable {
    /// The row's number, from 1.
    public var row: Int
    /// The path, with slashes as separators.
    public var path: String
}

/// A reason why rows cannot be written to files.
public struct FileNameProblem: Hashable, Sendable, Codable {
    /// The numbers of the affected rows, from 1; empty if the problem concerns the pattern.
    public var rows: [Int]
    /// A sentence that describes the problem.
    public var sentence: String
}

extension FileNamePattern {
    /// The maximum length of a file name in bytes.
    static let maximumBytes = 255

    /// Returns the file paths of all rows, and the problems with them.
    ///
    /// The caller should write files only if there are no problems: two rows with the same name would overwrite each
    /// other, and an empty value gives no name. Names that differ only in case count as equal, since some systems do not
    /// distinguish them. A pattern column that no row has is also a problem.
    ///
    /// - Parameter rows: The rows of the data.
    /// - Returns: A name for each row that has one, in the order of the rows; and the problems.
    public func names(for rows: [FormRow]) -> (names: [RowFileName], problems: [FileNameProblem]) {
        var names: [RowFileName] = []
        var problems: [FileNameProblem] = []
        let known = Set(rows.flatMap { $0.entries.map(\.name.trimmed) })
        for column in columns where !known.contains(column.trimmed) && !rows.isEmpty {
            let near = known.filter { $0.lowercased().hasSuffix("." + column.trimmed.lowercased()) }.sorted().first
            let advice = near.map { " Did you mean {\($0)}?" } ?? ""
            problems.append(
                FileNameProblem(
                    rows: [],
                    sentence:
                        "The pattern \(text.quoted) names the column \(column.quoted), which the data do not have.\(advice)"
                ))
        }
        guard problems.isEmpty else { return ([], problems) }
        var taken: [String: Int] = [:]
        for row in rows {
            guard let path = path(for: row) else {
                problems.append(
                    FileNameProblem(
                        rows: [row.number],
                        sentence:
                            "Row \(row.number) has no value that could name its file: \(columns.quotedList) is empty."))
                continue
            }
            names.append(RowFileName(row: row.number, path: path))
            if let other = taken.updateValue(row.number, forKey: path.lowercased()) {
                problems.append(
                    FileNameProblem(
                        rows: [other, row.number],
                        sentence: "Rows \(other) and \(row.number) would both be written to \(path.quoted). "
                            + "Put {@row} into the pattern."))
            }
        }
        return (names, problems)
    }

    /// Returns the path of a row's file, whose values are made safe: slashes and control characters are replaced.
    ///
    /// - Returns: nil if all values in one part of the path are empty.
    public func path(for row: FormRow) -> String? {
        var steps: [String] = []
        for component in components {
            var texts: [(text: String, isValue: Bool)] = []
            for part in component {
                switch part {
                case .literal(let text): texts.append((text, false))
                case .row(let width): texts.append((Self.padded("\(row.number)", width), true))
                case .column(let name, let width):
                    texts.append((Self.padded(Self.cleaned(row.text(of: name)), width), true))
                }
            }
            guard texts.contains(where: \.isValue) else {
                // Folders without placeholders, such as `..`, come from the caller and stay unchanged.
                steps.append(texts.map(\.text).joined())
                continue
            }
            guard texts.contains(where: { $0.isValue && !$0.text.isEmpty }) else { return nil }
            steps.append(Self.name(of: texts))
        }
        return steps.joined(separator: "/")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        guard text.count < width, text.allSatisfy({ ("0"..."9").contains($0) }), !text.isEmpty else { return text }
        return String(repeating: "0", count: width - text.count) + text
    }

    /// Returns a value without the characters that some system forbids in file names.
    ///
    /// Slashes, control characters and `<>:"\|?*` become `_`. Line breaks and tabs become spaces. Bidirectional control
    /// characters are removed.
    static func cleaned(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        // A file name cannot hold more characters.
        for scalar in value.trimmed.unicodeScalars.prefix(1000) {
            switch scalar {
            case "\n", "\r", "\t", "\u{2028}", "\u{2029}": text.append(" ")
            case "/", "<", ">", ":", "\"", "\\", "|", "?", "*": text.append("_")
            case "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}": break
            default: text.append(scalar.properties.generalCategory == .control ? "_" : scalar)
            }
        }
        return String(text)
    }

    /// Returns the file name for its parts: not hidden, at most 255 bytes long, and not a name that Windows reserves.
    private static func name(of parts: [(text: String, isValue: Bool)]) -> String {
        var parts = parts
        // Shorten the longest value first, so that the row's number and the file extension stay.
        var excess = parts.reduce(0) { $0 + $1.text.utf8.count } - maximumBytes
        while excess > 0 {
            let values = parts.indices.filter { parts[$0].isValue && !parts[$0].text.isEmpty }
            guard let longest = values.max(by: { parts[$0].text.utf8.count < parts[$1].text.utf8.count }) else { break }
            excess -= parts[longest].text.removeLast().utf8.count
        }
        var name = String(
            parts.map(\.text).joined().drop { (character: Character) in character == "." || character == " " })
        // Windows drops trailing periods and spaces.
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        if name.isEmpty { return "_" }
        let stem = name.prefix { $0 != "." }.trimmed.uppercased()
        return reserved.contains(stem) ? "_" + name : name
    }

    private static let reserved: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
            + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] } + ["¹", "²", "³"].flatMap { ["COM\($0)", "LPT\($0)"] })
}

extension FormRow {
    /// Returns the value of a column as text, empty if there is none. If no name matches exactly, names match without
    /// surrounding spaces.
    func text(of column: String) -> String {
        let entry =
            entries.first { $0.name == column }
            ?? entries.first { $0.name.trimmed == column.trimmed }
        return switch entry?.entry {
        case .text(let text), .number(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .list(let texts): texts.joined(separator: ", ")
        case .picture(let path): path
        case nil: ""
        }
    }
}
