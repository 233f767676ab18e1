// SPDX-License-Identifier: Apache-2.0

/// A JSON or BSON value.
///
/// An object is a list of members, not a dictionary. A file may have millions of small objects, and dictionaries take
/// ten times the memory.
enum TreeValue {
    /// A key of an object with its value. This is not a tuple because the compiler sometimes reports a circular
    /// reference then.
    struct Member {
        var key: String
        var value: TreeValue
    }

    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    /// Bytes; only in BSON.
    case binary([UInt8])
    case array([TreeValue])
    case object([Member])

    /// The maximum nesting depth. Real files have a depth of about ten.
    static let maximumDepth = 64

    /// The value of a key; nil if this is not an object or lacks the key. If a key is repeated, its last value counts.
    subscript(key: String) -> TreeValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number; nil if this is not a finite number.
    var number: Double? { if case .number(let value) = self, value.isFinite { value } else { nil } }
    var array: [TreeValue]? { if case .array(let value) = self { value } else { nil } }
    var binary: [UInt8]? { if case .binary(let value) = self { value } else { nil } }
    var isObject: Bool { if case .object = self { true } else { false } }

    /// The number as an integer; nil if this is not an integer in the range of `Int`.
    var integer: Int? { number.flatMap { Int(exactly: $0) } }
}
