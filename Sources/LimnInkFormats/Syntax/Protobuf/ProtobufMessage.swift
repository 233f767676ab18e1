// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// A message in the wire format of Protocol Buffers. It is a byte range with a sequence of fields.
///
/// Fields are read one by one, and a nested message is parsed only on request. So the schema, not the input, determines
/// the nesting depth. Groups (wire types 3 and 4) are rejected, because no known ink format uses them.
struct ProtobufMessage {
    /// The whole input.
    let bytes: [UInt8]
    /// The range of the message in the input.
    let range: Range<Int>
    /// The format for error messages.
    let format: InkFormat

    /// Makes a message from a part of the input.
    ///
    /// - Precondition: `range` is inside `bytes`.
    init(_ bytes: [UInt8], _ range: Range<Int>, as format: InkFormat) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "the message must lie inside its input")
        self.bytes = bytes
        self.range = range
        self.format = format
    }

    /// Calls `body` with every field in order, including each occurrence of a repeated field.
    ///
    /// - Throws: errors of `body`, and ``InkFormatError`` with `corrupt` at the first invalid field.
    func forEachField(_ body: (ProtobufField) throws(InkFormatError) -> Void) throws(InkFormatError) {
        var at = range.lowerBound
        while at < range.upperBound { try body(try field(&at)) }
    }

    /// Reads the field at an offset and advances the offset past it.
    private func field(_ at: inout Int) throws(InkFormatError) -> ProtobufField {
        let start = at
        let key = try varint(&at)
        // Field numbers have 29 bits.
        guard key >> 3 > 0, key >> 32 == 0 else { throw corrupt("a field has an invalid number", start) }
        let value: ProtobufField.Value
        switch key & 7 {
        case 0: value = .varint(try varint(&at))
        case 1: value = .fixed64(number(in: try take(8, &at)))
        case 2: value = .bytes(try take(try varint(&at), &at))
        case 5: value = .fixed32(UInt32(truncatingIfNeeded: number(in: try take(4, &at))))
        default: throw corrupt("a field has the wire type \(key & 7)", start)
        }
        return ProtobufField(message: self, number: Int(key >> 3), value: value, start: start)
    }

    private func varint(_ at: inout Int) throws(InkFormatError) -> UInt64 {
        let start = at
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard at < range.upperBound else { throw corrupt("it is cut off in a number", start) }
            let byte = UInt64(bytes[at])
            at += 1
            // A value of 64 bits uses only one bit of the tenth byte.
            if shift == 63, byte > 1 { break }
            value |= (byte & 0x7f) << shift
            if byte < 0x80 { return value }
        }
        throw corrupt("a number has more than 64 bits", start)
    }

    private func take(_ count: UInt64, _ at: inout Int) throws(InkFormatError) -> Range<Int> {
        guard count <= UInt64(range.upperBound - at) else { throw corrupt("it is cut off in a field", at) }
        let taken = at..<(at + Int(count))
        at = taken.upperBound
        return taken
    }

    private func number(in range: Range<Int>) -> UInt64 {
        bytes[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func corrupt(_ what: String, _ at: Int) -> InkFormatError {
        InkFormatError(.corrupt, format: format, at: .init(byte: at), what)
    }
}
