// SPDX-License-Identifier: Apache-2.0

/// Writes a message in the wire format of Protocol Buffers.
struct ProtobufWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    /// Writes an unsigned varint.
    mutating func varint(_ field: Int, _ value: UInt64) {
        key(field, 0)
        append(value)
    }

    /// Writes a 32-bit float.
    mutating func float(_ field: Int, _ value: Double) {
        key(field, 5)
        bytes.appendLittleEndian(Float(value).bitPattern)
    }

    /// Writes a 64-bit float.
    mutating func double(_ field: Int, _ value: Double) {
        key(field, 1)
        bytes.appendLittleEndian(value.bitPattern)
    }

    /// Writes bytes.
    mutating func data(_ field: Int, _ value: [UInt8]) {
        key(field, 2)
        append(UInt64(value.count))
        bytes += value
    }

    /// Writes a string.
    mutating func string(_ field: Int, _ value: String) { data(field, Array(value.utf8)) }

    /// Writes a nested message.
    mutating func message(_ field: Int, _ body: (inout ProtobufWriter) -> Void) {
        var inner = ProtobufWriter()
        body(&inner)
        data(field, inner.bytes)
    }

    private mutating func key(_ field: Int, _ wireType: UInt64) { append(UInt64(field) << 3 | wireType) }

    private mutating func append(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

extension [UInt8] {
    /// Appends a number in little-endian order.
    mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
