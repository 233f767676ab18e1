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
