// SPDX-License-Identifier: Apache-2.0

/// A value of JSON or BSON.
///
/// Objects are lists of pairs: a dictionary of two entries takes ten times their room, and a file may hold millions.
enum TreeValue {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    /// Bytes; BSON only.
    case binary([UInt8])
    case array([TreeValue])
    case object([(key: String, value: TreeValue)])

    /// How deep files may nest; what they hold nests about ten deep.
    static let deepest = 64

    /// The value of a key; the last of several, nil where this is no object or has no such key.
    subscript(key: String) -> TreeValue? {
        guard case .object(let pairs) = self else { return nil }
        return pairs.last { $0.key == key }?.value
    }

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// A finite number.
    var number: Double? { if case .number(let value) = self, value.isFinite { value } else { nil } }
    var array: [TreeValue]? { if case .array(let value) = self { value } else { nil } }
    var binary: [UInt8]? { if case .binary(let value) = self { value } else { nil } }
    var isObject: Bool { if case .object = self { true } else { false } }

    /// A whole number that fits.
    var integer: Int? { number.flatMap { Int(exactly: $0) } }
}
