// SPDX-License-Identifier: Apache-2.0

/// The name of the file that a row is written to.
public struct RowFileName: Hashable, Sendable, Codable {
    /// The row's number.
    public var row: Int
    /// The path, with slashes.
    public var path: String
}

/// Why rows cannot be written to files.
public struct FileNameProblem: Hashable, Sendable, Codable {
    /// The numbers of the rows.
    public var rows: [Int]
    /// A sentence that names them.
    public var sentence: String
}

extension FileNamePattern {
    /// The most bytes of a file's name.
    static let maximumBytes = 255

    /// The names of all rows' files, and what is wrong with them.
    ///
    /// Files should only be written if there is no problem. Two rows may not have the same name, also where small and capital
    /// letters differ, since other systems do not tell these apart. Pattern columns that no row has are a problem, too.
    public func names(for rows: [FormRow]) -> (names: [RowFileName], problems: [FileNameProblem]) {
        var names: [RowFileName] = []
        var problems: [FileNameProblem] = []
        let known = Set(rows.flatMap { $0.entries.map(\.name.trimmed) })
        for column in columns where !known.contains(column.trimmed) && !rows.isEmpty {
            problems.append(
                FileNameProblem(
                    rows: [],
                    sentence:
                        "The pattern \(text.quoted) names the column \(column.quoted), which the data do not have."))
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

    /// The path of a row's file; nil if all its values that name a part of the path are empty.
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
                // Folders such as `..` are the caller's own.
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

    /// A value without what names of files cannot hold on any system: slashes, control characters, and `<>:"\|?*` become `_`,
    /// line breaks and tabs become spaces. Marks that turn the direction of writing are left out.
    static func cleaned(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        // What is longer cannot be part of a name.
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

    /// A file's name from its parts: not hidden, not longer than 255 bytes, and none that Windows reserves.
    private static func name(of parts: [(text: String, isValue: Bool)]) -> String {
        var parts = parts
        // The longest value gives way, so that the number and the ending stay.
        var excess = parts.reduce(0) { $0 + $1.text.utf8.count } - maximumBytes
        while excess > 0 {
            let values = parts.indices.filter { parts[$0].isValue && !parts[$0].text.isEmpty }
            guard let longest = values.max(by: { parts[$0].text.utf8.count < parts[$1].text.utf8.count }) else { break }
            excess -= parts[longest].text.removeLast().utf8.count
        }
        var name = String(
            parts.map(\.text).joined().drop { (character: Character) in character == "." || character == " " })
        // Windows drops these at the end.
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
    /// The value of a column as text, empty if there is none. Names are compared exactly, else without spaces at the ends.
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
