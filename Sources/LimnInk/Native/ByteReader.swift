// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// A bounds-checked reader for the output of ``ByteWriter``.
///
/// The reader does not own its memory, so it is valid only inside ``with(_:_:_:)``.
struct ByteReader {
    /// The whole buffer, which may continue beyond ``end``.
    private let bytes: UnsafeRawBufferPointer
    private let end: Int
    private(set) var position: Int
    /// Space for a copy of the last bytes, so that reads of whole words never go beyond ``bytes``.
    private let padding: UnsafeMutableRawBufferPointer

    /// The largest number of bytes that ``takePadded(_:)`` accepts.
    private static let longestPadded = 64

    /// Calls `body` with a reader for a range of bytes, or for all bytes if the range is nil.
    static func with<Result>(
        _ bytes: [UInt8], _ range: Range<Int>? = nil, _ body: (inout ByteReader) throws(InkError) -> Result
    ) throws(InkError) -> Result {
        let range = range ?? 0..<bytes.count
        let result = bytes.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(byteCount: longestPadded + 8, alignment: 8) { padding in
                var reader = ByteReader(
                    bytes: bytes, end: range.upperBound, position: range.lowerBound, padding: padding)
                return Swift.Result { () throws(InkError) in try body(&reader) }
            }
        }
        return try result.get()
    }

    private init(
        bytes: UnsafeRawBufferPointer, end: Int, position: Int, padding: UnsafeMutableRawBufferPointer
    ) {
        precondition(position >= 0 && position <= end && end <= bytes.count, "the range must lie within the bytes")
        self.bytes = bytes
        self.end = end
        self.position = position
        self.padding = padding
    }

    var remaining: Int { end - position }

    func damaged(_ what: String) -> InkError {
        InkError(.corrupt, "The ink is damaged at byte \(position): \(what).")
    }

    mutating func byte() throws(InkError) -> UInt8 {
        guard remaining > 0 else { throw damaged("it ends too early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func unsigned() throws(InkError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            guard shift < 63 || next <= 1 else { throw damaged("a number is too large") }
            value |= UInt64(next & 0x7f) << shift
            if next < 0x80 { return value }
            shift += 7
        }
    }

    /// Reads an element count. Each element takes at least `size` bytes.
    ///
    /// - Throws: `corrupt` if the remaining bytes cannot contain that many elements.
    mutating func count(of size: Int) throws(InkError) -> Int {
        let value = try unsigned()
        guard value <= UInt64(remaining / size) else { throw damaged("a count is larger than the file") }
        return Int(value)
    }

    /// Reads a number in `0..<bound`. If it is out of range, the error message says that the object `what` is missing.
    mutating func index(below bound: Int, _ what: String) throws(InkError) -> Int {
        let value = try unsigned()
        guard value < UInt64(bound) else { throw damaged("\(what) is missing") }
        return Int(value)
    }

    /// Throws `corrupt` unless at least `count` elements of `size` bytes remain.
    func require(_ count: Int, of size: Int) throws(InkError) {
        guard count <= remaining / size else { throw damaged("a count is larger than the file") }
    }

    mutating func signed() throws(InkError) -> Int64 {
        let value = try unsigned()
        return Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
    }

    /// Reads an integer of at most 2⁵³ in magnitude, so that later code can add to it.
    ///
    /// - Throws: `corrupt` for a larger number.
    mutating func integer() throws(InkError) -> Int {
        let value = try signed()
        guard value.magnitude <= UInt64(BoundedJSON.largestInteger) else { throw damaged("a number is too large") }
        return Int(value)
    }

    /// Reads bytes without copying them.
    mutating func take(_ count: Int) throws(InkError) -> UnsafeRawBufferPointer {
        try require(count, of: 1)
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)])
    }

    /// Reads at most 64 bytes. The eight bytes after them are readable, but their contents are unspecified.
    @inline(__always)
    mutating func takePadded(_ count: Int) throws(InkError) -> UnsafeRawPointer {
        guard count <= end &- position, let base = bytes.baseAddress, let spare = padding.baseAddress else {
            throw damaged("a count is larger than the file")
        }
        let start = position
        position &+= count
        if start &+ count &+ 8 <= bytes.count { return base + start }
        spare.copyMemory(from: base + start, byteCount: count)
        return UnsafeRawPointer(spare)
    }

    /// Reads little-endian doubles into every `stride`-th element of `target`.
    ///
    /// - Throws: `corrupt` if the bytes end too early or a number is not finite.
    mutating func doubles(count: Int, into target: UnsafeMutablePointer<Double>, stride: Int) throws(InkError) {
        try require(count, of: 8)
        let piece = try take(count * 8)
        for index in 0..<count {
            let pattern = piece.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
            let value = Double(bitPattern: UInt64(littleEndian: pattern))
            guard value.isFinite else { throw damaged("a number is not finite") }
            target[index &* stride] = value
        }
    }

    /// Reads little-endian 32-bit floats into every `stride`-th element of `target`.
    ///
    /// - Throws: `corrupt` if the bytes end too early or a number is not finite.
    mutating func floats(count: Int, into target: UnsafeMutablePointer<Double>, stride: Int) throws(InkError) {
        try require(count, of: 4)
        let piece = try take(count * 4)
        for index in 0..<count {
            let pattern = piece.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
            let value = Float(bitPattern: UInt32(littleEndian: pattern))
            guard value.isFinite else { throw damaged("a number is not finite") }
            target[index &* stride] = Double(value)
        }
    }

    /// Reads little-endian doubles. Throws `corrupt` if one of them is not finite.
    mutating func doubles(count: Int) throws(InkError) -> [Double] {
        try require(count, of: 8)
        var values = [Double](repeating: 0, count: count)
        for index in 0..<count { values[index] = try finite() }
        return values
    }

    /// Reads a double. Throws `corrupt` if it is not finite.
    mutating func finite() throws(InkError) -> Double {
        var value = 0.0
        try doubles(count: 1, into: &value, stride: 1)
        return value
    }

    mutating func blob() throws(InkError) -> [UInt8] {
        let length = try count(of: 1)
        return Array(try take(length))
    }

    mutating func string() throws(InkError) -> String {
        guard let value = String(validating: try blob(), as: UTF8.self) else {
            throw damaged("a string is not valid UTF-8")
        }
        return value
    }

    mutating func optionalString() throws(InkError) -> String? { try byte() == 0 ? nil : try string() }

    /// Reads a byte as an index into `table`.
    mutating func choice<T>(_ table: [T]) throws(InkError) -> T {
        let index = Int(try byte())
        guard index < table.count else { throw damaged("it has an unknown kind") }
        return table[index]
    }
}

extension [UInt8] {
    /// Returns the little-endian number in a range of at most eight bytes.
    func littleEndian(_ range: Range<Int>) -> UInt64 { self[range].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
