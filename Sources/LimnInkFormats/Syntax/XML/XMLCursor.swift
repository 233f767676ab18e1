// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A position in the bytes of an XML file, with methods that read tokens. If a method fails, the position is unchanged
/// or inside the invalid token.
struct XMLCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var at = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { at >= bytes.count }
    /// The current byte. The cursor must not be at the end.
    var byte: UInt8 { bytes[at] }
    /// The current line number, from 1. Each access counts the lines from the start.
    var line: Int { bytes[..<min(at, bytes.count)].reduce(1) { $1 == 10 ? $0 + 1 : $0 } }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Skips a text if it comes next.
    ///
    /// - Returns: whether the text was there.
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard count <= bytes.count - at, memcmp(bytes.baseAddress! + at, text.utf8Start, count) == 0 else {
            return false
        }
        at += count
        return true
    }

    /// Skips white space.
    ///
    /// - Returns: whether there was any.
    mutating func skipSpace() -> Bool {
        let start = at
        while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
        return at > start
    }

    /// Advances to the next occurrence of a byte, or to the end.
    ///
    /// - Returns: the skipped range.
    mutating func takeUntil(_ byte: UInt8) -> Range<Int> {
        let start = at
        at = index(of: byte, from: at) ?? bytes.count
        return start..<at
    }

    /// Advances past the next occurrence of a text.
    ///
    /// - Returns: the range before the text; nil if the text does not occur.
    mutating func skip(past text: StaticString) -> Range<Int>? {
        let start = at
        while let next = index(of: text.utf8Start.pointee, from: at) {
            at = next
            if take(text) { return start..<next }
            at = next + 1
        }
        return nil
    }

    /// Reads a name, which may contain ASCII letters, digits, `_:-.` and all non-ASCII characters; nil if there is
    /// none.
    mutating func takeName() -> Range<Int>? {
        let start = at
        while at < bytes.count {
            switch bytes[at] {
            case 0x41...0x5a, 0x61...0x7a, 0x5f, 0x3a, 0x80...: break
            case 0x30...0x39, 0x2d, 0x2e:
                // A `where` clause in the `case` would apply only to the last pattern.
                guard at > start else { return nil }
            default: return at > start ? start..<at : nil
            }
            at += 1
        }
        return at > start ? start..<at : nil
    }

    /// Reads a quoted value and resolves its references; nil if it is invalid. White space is converted to spaces, as
    /// XML requires.
    mutating func takeQuoted() -> String? {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'"),
            let end = index(of: bytes[at], from: at + 1)
        else { return nil }
        let value = UnsafeBufferPointer(rebasing: bytes[(at + 1)..<end])
        at = end + 1
        var isPlain = true
        for byte in value where byte < 32 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") {
            if byte == UInt8(ascii: "<") || byte < 32 && !Self.isSpace(byte) { return nil }
            isPlain = false
        }
        if isPlain { return String(decoding: value, as: UTF8.self) }
        let blank = value.map { Self.isSpace($0) ? 32 : $0 }
        return blank.withUnsafeBufferPointer { XMLReferences.resolve($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    private func index(of byte: UInt8, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(byte), bytes.count - start)
        else { return nil }
        return found - UnsafeMutableRawPointer(mutating: base)
    }
}
