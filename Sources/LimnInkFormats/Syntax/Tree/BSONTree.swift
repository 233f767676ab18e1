// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Parses BSON (bsonspec.org, version 1.1) into a tree. Every length is checked against the enclosing document before
/// it is used.
struct BSONTree {
    private let bytes: [UInt8]
    private let format: InkFormat
    private var at = 0
    private var budget: TreeMemoryBudget

    /// The maximum number of keys that are read to recognize a file.
    private static let maximumKeys = 64

    /// Returns the first keys of a document; none if the bytes do not have the length in their BSON header. The values
    /// are skipped, not checked.
    static func keys(of bytes: [UInt8]) -> Set<String> {
        guard bytes.count >= 5, let length = int32(bytes, 0, bytes.count), length == bytes.count else { return [] }
        var tree = BSONTree(bytes: bytes, format: .saber)
        tree.at = 4
        var keys: Set<String> = []
        while tree.at < length - 1, keys.count < maximumKeys {
            let type = bytes[tree.at]
            tree.at += 1
            guard let key = try? tree.name(length - 1) else { return keys }
            keys.insert(key)
            guard (try? tree.skip(type, length - 1)) != nil else { return keys }
        }
        return keys
    }

    /// Skips a value.
    private mutating func skip(_ type: UInt8, _ end: Int) throws(InkFormatError) {
        switch type {
        case 0x03, 0x04:
            guard let length = Self.int32(bytes, at, end) else { throw malformed("a length is wrong") }
            _ = try take(length, end)
        case 0x05: _ = try take(try length(end) + 1, end)
        default: _ = try value(type, end, 0)
        }
    }

    /// Parses a file.
    ///
    /// - Throws: `corrupt`, with the byte offset, for invalid BSON or excessive nesting, and `tooLarge` if the tree
    ///   would need too much memory for the size of the file.
    static func parse(_ bson: [UInt8], as format: InkFormat) throws(InkFormatError) -> TreeValue {
        var tree = BSONTree(bytes: bson, format: format)
        let value = try tree.document(end: bson.count, isArray: false, depth: 0)
        guard tree.at == bson.count else { throw tree.malformed("there are extra bytes at the end") }
        return value
    }

    private init(bytes: [UInt8], format: InkFormat) {
        self.bytes = bytes
        self.format = format
        budget = TreeMemoryBudget(file: bytes.count, format: format)
    }

    private func malformed(_ what: String) -> InkFormatError {
        InkFormatError(.corrupt, format: format, at: .init(byte: at), "its BSON cannot be read, \(what)")
    }

    private static func int32(_ bytes: [UInt8], _ at: Int, _ end: Int) -> Int? {
        guard at >= 0, end - at >= 4 else { return nil }
        let pattern = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
        return Int(Int32(bitPattern: pattern))
    }

    /// Parses a document or an array, which must end at or before `end`.
    private mutating func document(end limit: Int, isArray: Bool, depth: Int) throws(InkFormatError) -> TreeValue {
        guard depth < TreeValue.maximumDepth else { throw malformed("it is nested too deeply") }
        guard let length = Self.int32(bytes, at, limit), length >= 5, length <= limit - at else {
            throw malformed("the length of a document is wrong")
        }
        // The last byte must be zero.
        let end = at + length - 1
        guard bytes[end] == 0 else { throw malformed("a document is not terminated") }
        at += 4
        try budget.spend(TreeMemoryBudget.container)
        var values: [TreeValue] = []
        var members: [TreeValue.Member] = []
        while at < end {
            let type = bytes[at]
            at += 1
            let key = try name(end)
            try budget.spend(isArray ? TreeMemoryBudget.value : TreeMemoryBudget.pair)
            let value = try value(type, end, depth)
            if isArray { values.append(value) } else { members.append(.init(key: key, value: value)) }
        }
        guard at == end else { throw malformed("a document is not terminated") }
        at += 1
        return isArray ? .array(values) : .object(members)
    }

    /// Parses a zero-terminated string.
    private mutating func name(_ end: Int) throws(InkFormatError) -> String {
        guard let zero = bytes[at..<end].firstIndex(of: 0) else { throw malformed("a name is not terminated") }
        let name = String(decoding: bytes[at..<zero], as: UTF8.self)
        at = zero + 1
        return name
    }

    private mutating func take(_ count: Int, _ end: Int) throws(InkFormatError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= end - at else { throw malformed("a value is longer than its document") }
        at += count
        return bytes[(at - count)..<at]
    }

    private mutating func pattern(_ count: Int, _ end: Int) throws(InkFormatError) -> UInt64 {
        try take(count, end).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Parses the length of a value.
    private mutating func length(_ end: Int) throws(InkFormatError) -> Int {
        guard let length = Self.int32(bytes, at, end), length >= 0 else { throw malformed("a length is wrong") }
        at += 4
        return length
    }

    private mutating func value(_ type: UInt8, _ end: Int, _ depth: Int) throws(InkFormatError) -> TreeValue {
        switch type {
        case 0x01: return .number(Double(bitPattern: try pattern(8, end)))
        case 0x02, 0x0d, 0x0e:
            let text = try take(try length(end), end)
            guard text.last == 0 else { throw malformed("a string is not terminated") }
            return .string(String(decoding: text.dropLast(), as: UTF8.self))
        case 0x03: return try document(end: end, isArray: false, depth: depth + 1)
        case 0x04: return try document(end: end, isArray: true, depth: depth + 1)
        case 0x05:
            let count = try length(end)
            try budget.spend(TreeMemoryBudget.container)
            _ = try take(1, end)
            return .binary(Array(try take(count, end)))
        case 0x06, 0x0a, 0x7f, 0xff: return .null
        case 0x07: _ = try take(12, end)
        case 0x08: return .bool(try take(1, end).first != 0)
        case 0x10: return .number(Double(Int32(truncatingIfNeeded: try pattern(4, end))))
        case 0x09, 0x11, 0x12: return .number(Double(Int64(bitPattern: try pattern(8, end))))
        case 0x0b:
            _ = try name(end)
            _ = try name(end)
        case 0x13: _ = try take(16, end)
        default: throw malformed("a value has the unknown type \(type)")
        }
        return .null
    }
}
