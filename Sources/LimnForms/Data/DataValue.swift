// SPDX-License-Identifier: Apache-2.0

/// A JSON-like value. Mappings read their values from such a tree.
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

    /// A null value.
    case null
    /// True or false.
    case flag(Bool)
    /// A number as written, such as `1.50`.
    case number(String)
    /// A text.
    case text(String)
    /// Values in order.
    case list([DataValue])
    /// Key-value pairs in the order of the source. An array of pairs takes a tenth of the memory of a dictionary.
    case object([Member])
    /// An unusable value and the reason, as the end of a sentence: “is half of a character”. This keeps one bad value
    /// from invalidating the others.
    case invalid(String)

    /// The value of a key, the last one if the key is repeated; nil if this is not an object or lacks the key.
    public subscript(key: String) -> DataValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The values if this is a list, else nil.
    public var list: [DataValue]? { if case .list(let values) = self { values } else { nil } }
    /// The text if this is a text, else nil.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The members if this is an object, else nil.
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension FormRow {
    /// The entries as an object. It lets mappings read data that come as rows: CSV, FDF or XFDF.
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
