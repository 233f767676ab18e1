// SPDX-License-Identifier: Apache-2.0

/// A JSON or BSON value.
///
/// Objects are lists of members, because a file may have millions of small objects, and a dictionary takes ten times
/// the memory.
enum TreeValue {
    /// A key of an object and its value. A tuple in its place makes the compiler see a circular reference at times.
    struct Member {
        var key: String
        var value: TreeValue
    }

    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    /// Bytes, in BSON only.
    case binary([UInt8])
    case array([TreeValue])
    case object([Member])

    /// The maximum nesting depth. Real files have a depth of about ten.
    static let maximumDepth = 64

    /// The value of a key, the last one if it is repeated; nil if this is not an object or has no such key.
    subscript(key: String) -> TreeValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number, if it is finite.
    var number: Double? { if case .number(let value) = self, value.isFinite { value } else { nil } }
    var array: [TreeValue]? { if case .array(let value) = self { value } else { nil } }
    var binary: [UInt8]? { if case .binary(let value) = self { value } else { nil } }
    var isObject: Bool { if case .object = self { true } else { false } }

    /// The number, if it is an integer that fits.
    var integer: Int? { number.flatMap { Int(exactly: $0) } }
}
