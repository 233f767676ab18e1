// SPDX-License-Identifier: Apache-2.0

/// A writer for the primitive values of native ink.
///
/// Integers are LEB128 varints; signed integers are zigzag-coded first. Floats and fixed-width words are little-endian.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    /// Removes all but the first `count` bytes.
    mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func unsigned(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes a non-negative number as a varint of exactly nine bytes.
    mutating func padded(_ value: Int) {
        for shift in stride(from: 0, to: 56, by: 7) { byte(UInt8(truncatingIfNeeded: value >> shift) & 0x7f | 0x80) }
        byte(UInt8(truncatingIfNeeded: value >> 56) & 0x7f)
    }

    mutating func count(_ value: Int) { unsigned(UInt64(value)) }

    mutating func signed(_ value: Int64) {
        unsigned(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    mutating func double(_ value: Double) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func float(_ value: Float) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func word(_ value: UInt32) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func doubles(_ values: [Double]) {
        let patterns = values.map { $0.bitPattern.littleEndian }
        patterns.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    mutating func string(_ value: String) { blob(Array(value.utf8)) }

    mutating func optionalString(_ value: String?) {
        byte(value == nil ? 0 : 1)
        if let value { string(value) }
    }

    mutating func blob(_ value: [UInt8]) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    /// Appends `count` zero bytes, which `body` fills. `body` may also write to the `padding` bytes after them, which
    /// are then removed.
    mutating func extend(by count: Int, padding: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count + padding))
        bytes.withUnsafeMutableBytes { body(UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
        bytes.removeLast(padding)
    }

    mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }
}
