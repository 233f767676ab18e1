// SPDX-License-Identifier: Apache-2.0

/// What data give a field.
public enum FieldEntry: Equatable, Sendable, Codable {
    /// A text, or the name of a state or a row. An empty one clears the field.
    case text(String)
    /// A number as the data write it, such as `1.50`.
    case number(String)
    /// On or off.
    case flag(Bool)
    /// Several rows of a list.
    case list([String])
    /// The path of a picture, as the data write it.
    case picture(path: String)
}

/// One filled form's data: entries by the full names of fields, in the order of the data. What is not named stays.
public struct FormRow: Equatable, Sendable, Codable {
    /// An entry and the field's full name as the data write it.
    public struct Entry: Equatable, Sendable, Codable {
        /// The full name, or what the data write for it.
        public var name: String
        /// What is given.
        public var entry: FieldEntry

        /// Makes an entry.
        public init(_ name: String, _ entry: FieldEntry) {
            self.name = name
            self.entry = entry
        }
    }

    /// The row's number in the data, counted from 1; a header does not count.
    public var number: Int
    /// The entries.
    public var entries: [Entry]

    /// Makes a row.
    public init(number: Int = 1, entries: [Entry] = []) {
        self.number = number
        self.entries = entries
    }
}

extension FormRow.Entry {
    /// Reads an entry as people write it in one text, `name=value`; nil without an equals sign. The name ends at the first one.
    public init?(assignment text: String) {
        guard let sign = text.firstIndex(of: "=") else { return nil }
        self.init(String(text[..<sign]), .text(String(text[text.index(after: sign)...])))
    }
}

extension FormRow {
    /// The row with other entries, which take the place of those with the same names.
    public func setting(_ others: [Entry]) -> FormRow {
        var row = self
        var positions = Dictionary(
            row.entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { _, last in last })
        for entry in others {
            if let position = positions[entry.name] {
                row.entries[position] = entry
            } else {
                positions[entry.name] = row.entries.count
                row.entries.append(entry)
            }
        }
        return row
    }
}
