// SPDX-License-Identifier: GPL-3.0-or-later

/// A JSON value whose structure is known only when it is used. Integers stay integers.
public enum JSONValue: Codable, Hashable, Sendable {
    /// No value: `null`.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// A number without a fraction that an `Int` can hold.
    case integer(Int)
    /// Any other number.
    case number(Double)
    /// A string.
    case text(String)
    /// An array.
    case list([JSONValue])
    /// An object; its keys have no order.
    case object([String: JSONValue])

    /// Decodes any value. JSONDecoder limits the nesting to 512 levels.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }

    /// Returns the value with all strings, at any depth, replaced by the results of `change`. Keys of objects stay.
    public func mappingTexts(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .text(let text): .text(change(text))
        case .list(let list): .list(list.map { $0.mappingTexts(change) })
        case .object(let object): .object(object.mapValues { $0.mappingTexts(change) })
        default: self
        }
    }
}
