// SPDX-License-Identifier: Apache-2.0

/// Writes a message in Protocol Buffers' wire format, field by field in the order of the calls.
struct ProtobufWriter {
    /// What has been written.
    private(set) var bytes: [UInt8] = []

    /// A number without sign.
    mutating func varint(_ field: Int, _ value: UInt64) {
        key(field, 0)
        append(value)
    }

    /// A float of 32 bits.
    mutating func float(_ field: Int, _ value: Double) {
        key(field, 5)
        bytes.appendLittleEndian(Float(value).bitPattern)
    }

    /// A float of 64 bits.
    mutating func double(_ field: Int, _ value: Double) {
        key(field, 1)
        bytes.appendLittleEndian(value.bitPattern)
    }

    /// Bytes.
    mutating func data(_ field: Int, _ value: [UInt8]) {
        key(field, 2)
        append(UInt64(value.count))
        bytes += value
    }

    /// Text.
    mutating func string(_ field: Int, _ value: String) { data(field, Array(value.utf8)) }

    /// A message within this one.
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
    /// Appends a number, least byte first.
    mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
