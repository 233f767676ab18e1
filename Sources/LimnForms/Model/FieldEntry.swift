// SPDX-License-Identifier: Apache-2.0

/// The value that the data give for a field.
public enum FieldEntry: Equatable, Sendable, Codable {
    /// A text, or the name of a button state or list row. An empty text clears the field.
    case text(String)
    /// A number as written in the data, such as `1.50`.
    case number(String)
    /// On or off.
    case flag(Bool)
    /// Several rows of a list.
    case list([String])
    /// The path of a picture, as written in the data.
    case picture(path: String)
}

/// The data for one filled form: entries by full field name, in the order of the data. Fields without an entry keep
/// their values.
public struct FormRow: Equatable, Sendable, Codable {
    /// An entry and the name of its field.
    public struct Entry: Equatable, Sendable, Codable {
        /// The field's name as written in the data, ideally its full name.
        public var name: String
        /// The field's new value.
        public var entry: FieldEntry

        /// Makes an entry.
        public init(_ name: String, _ entry: FieldEntry) {
            self.name = name
            self.entry = entry
        }
    }

    /// The row's number in the data, from 1, not counting a header.
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
    /// Parses an entry of the form `name=value`; nil without an equals sign. The name ends at the first equals sign.
    public init?(assignment text: String) {
        guard let sign = text.firstIndex(of: "=") else { return nil }
        self.init(String(text[..<sign]), .text(String(text[text.index(after: sign)...])))
    }
}

extension FormRow {
    /// Returns the row with additional entries. They replace entries with the same names.
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
