// SPDX-License-Identifier: Apache-2.0

/// A value of structured data, as JSON has them. Mappings take their entries from such a tree.
public indirect enum DataValue: Equatable, Sendable, Codable {
    /// A key of an object and its value.
    public struct Member: Equatable, Sendable, Codable {
        /// The key.
        public var key: String
        /// The value.
        public var value: DataValue

        /// Makes a member.
        public init(_ key: String, _ value: DataValue) {
            self.key = key
            self.value = value
        }
    }

    /// Nothing.
    case null
    /// True or false.
    case flag(Bool)
    /// A number as it is written, such as `1.50`.
    case number(String)
    /// A text.
    case text(String)
    /// Values in order.
    case list([DataValue])
    /// Values by keys, in the order in which they are written. Lists of pairs take a tenth of a dictionary's memory.
    case object([Member])
    /// A value that cannot be used, and why, as the end of a sentence: “is half of a character”. So one bad value does
    /// not spoil the others.
    case invalid(String)

    /// The value of a key, the last one if it is repeated; nil if this is no object or has no such key.
    public subscript(key: String) -> DataValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The values, if this is a list.
    public var list: [DataValue]? { if case .list(let values) = self { values } else { nil } }
    /// The text, if this is one.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The members, if this is an object.
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension FormRow {
    /// The entries as an object, for mappings of data that come as rows: CSV, FDF or XFDF.
    public var tree: DataValue {
        .object(
            entries.map { entry in
                let value: DataValue =
                    switch entry.entry {
                    case .text(let text): .text(text)
                    case .number(let number): .number(number)
                    case .flag(let flag): .flag(flag)
                    case .list(let texts): .list(texts.map { .text($0) })
                    case .picture(let path): .text("@" + path)
                    }
                return DataValue.Member(entry.name, value)
            })
    }
}
