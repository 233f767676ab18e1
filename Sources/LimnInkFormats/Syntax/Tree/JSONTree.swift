// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Parses JSON (RFC 8259) into a tree of limited depth.
struct JSONTree {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let format: InkFormat
    private var at = 0
    private var budget: TreeMemoryBudget

    /// Parses a file.
    ///
    /// - Throws: `corrupt`, with the byte offset, for invalid JSON or excessive nesting, and `tooLarge` if the tree
    ///   would need too much memory for the size of the file.
    static func parse(_ json: [UInt8], as format: InkFormat) throws(InkFormatError) -> TreeValue {
        try json.withUnsafeBufferPointer { bytes throws(InkFormatError) in
            var tree = JSONTree(bytes: bytes, format: format)
            if bytes.starts(with: [0xef, 0xbb, 0xbf]) { tree.at = 3 }
            let value = try tree.value(depth: 0)
            tree.skipSpace()
            guard tree.at == bytes.count else { throw tree.malformed("there are extra bytes at the end") }
            return value
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, format: InkFormat) {
        self.bytes = bytes
        self.format = format
        budget = TreeMemoryBudget(file: bytes.count, format: format)
    }

    private func malformed(_ what: String) -> InkFormatError {
        InkFormatError(.corrupt, format: format, at: .init(byte: at), "its JSON cannot be read, \(what)")
    }

    private mutating func skipSpace() {
        while at < bytes.count, XMLCursor.isSpace(bytes[at]) { at += 1 }
    }

    /// Skips white space and then, if it comes next, the given byte.
    ///
    /// - Returns: whether the byte was there.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws(InkFormatError) -> TreeValue {
        guard depth < TreeValue.maximumDepth else { throw malformed("it is nested too deeply") }
        skipSpace()
        guard at < bytes.count else { throw malformed("it is incomplete") }
        switch bytes[at] {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: TreeValue) throws(InkFormatError) -> TreeValue {
        let count = word.utf8CodeUnitCount
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: count)
        guard count <= bytes.count - at, bytes[at..<(at + count)].elementsEqual(letters) else {
            throw malformed("an unknown word")
        }
        at += count
        return value
    }

    private mutating func number() throws(InkFormatError) -> TreeValue {
        let start = at
        while at < bytes.count, Self.isNumeric(bytes[at]) { at += 1 }
        guard at > start, at - start <= 1024 else { throw malformed("an unknown word") }
        var values: [Double] = []
        NumberList.parse(UnsafeBufferPointer(rebasing: bytes[start..<at]), into: &values)
        guard values.count == 1, !values[0].isNaN else { throw malformed("an invalid number") }
        return .number(values[0])
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x2b, 0x2d, 0x2e, 0x45, 0x65: true
        default: false
        }
    }

    private mutating func array(_ depth: Int) throws(InkFormatError) -> TreeValue {
        at += 1
        try budget.spend(TreeMemoryBudget.container)
        var values: [TreeValue] = []
        if take(UInt8(ascii: "]")) { return .array(values) }
        while true {
            try budget.spend(TreeMemoryBudget.value)
            values.append(try value(depth: depth + 1))
            if take(UInt8(ascii: "]")) { return .array(values) }
            guard take(UInt8(ascii: ",")) else { throw malformed("an array has no comma or end") }
        }
    }

    private mutating func object(_ depth: Int) throws(InkFormatError) -> TreeValue {
        at += 1
        try budget.spend(TreeMemoryBudget.container)
        var members: [TreeValue.Member] = []
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw malformed("a key is missing") }
            let key = try string()
            guard take(UInt8(ascii: ":")) else { throw malformed("a value is missing") }
            try budget.spend(TreeMemoryBudget.pair)
            members.append(.init(key: key, value: try value(depth: depth + 1)))
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw malformed("an object has no comma or end") }
        }
    }

    private mutating func string() throws(InkFormatError) -> String {
        at += 1
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\"), bytes[at] >= 32 {
            at += 1
        }
        guard at < bytes.count else { throw malformed("a string is not terminated") }
        if bytes[at] == UInt8(ascii: "\"") {
            at += 1
            return String(decoding: bytes[start..<(at - 1)], as: UTF8.self)
        }
        var text = Array(bytes[start..<at])
        while true {
            guard at < bytes.count, bytes[at] >= 32 else { throw malformed("a string is not terminated") }
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                at += 1
                try escape(&text)
            default:
                text.append(bytes[at])
                at += 1
            }
        }
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): 34, UInt8(ascii: "\\"): 92, UInt8(ascii: "/"): 47, UInt8(ascii: "b"): 8,
        UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]

    private mutating func escape(_ text: inout [UInt8]) throws(InkFormatError) {
        guard at < bytes.count else { throw malformed("a string is not terminated") }
        let letter = bytes[at]
        at += 1
        if let plain = Self.escapes[letter] { return text.append(plain) }
        guard letter == UInt8(ascii: "u"), var code = unit() else { throw malformed("an unknown escape") }
        if 0xd800...0xdbff ~= code, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
            bytes[at + 1] == UInt8(ascii: "u")
        {
            let mark = at
            at += 2
            if let low = unit(), 0xdc00...0xdfff ~= low {
                code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
            } else {
                at = mark
            }
        }
        // An unpaired surrogate becomes the replacement character.
        let scalar = Unicode.Scalar(code) ?? "\u{fffd}"
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
    }

    /// Parses four hexadecimal digits; nil if they are invalid.
    private mutating func unit() -> UInt32? {
        guard at + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[at..<(at + 4)] {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        at += 4
        return value
    }
}
