// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// A message in Protocol Buffers' wire format: a stretch of bytes that holds fields one after another.
///
/// It is read field by field and never as a tree: who knows the schema asks a field for the message inside it, so the
/// depth of nesting is the schema's and not the input's. Groups (wire types 3 and 4), which no known ink uses, are refused.
struct ProtobufMessage {
    /// The whole input.
    let bytes: [UInt8]
    /// Where in the input the message lies.
    let range: Range<Int>
    /// The format that errors name.
    let format: InkFormat

    /// A message that is a part of the input.
    ///
    /// - Precondition: `range` lies inside `bytes`.
    init(_ bytes: [UInt8], _ range: Range<Int>, as format: InkFormat) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "a message lies inside its input")
        self.bytes = bytes
        self.range = range
        self.format = format
    }

    /// Calls `body` with every field in turn, each occurrence of a repeated one.
    ///
    /// - Throws: ``InkFormatError`` with `corrupt` at the first field that is none; the ones before it were passed on.
    func forEachField(_ body: (ProtobufField) throws(InkFormatError) -> Void) throws(InkFormatError) {
        var at = range.lowerBound
        while at < range.upperBound { try body(try field(&at)) }
    }

    /// A field whose key begins at `at`, which is moved behind it.
    private func field(_ at: inout Int) throws(InkFormatError) -> ProtobufField {
        let start = at
        let key = try varint(&at)
        // Field numbers have 29 bits.
        guard key >> 3 > 0, key >> 32 == 0 else { throw corrupt("it holds a field without a valid number", start) }
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
            guard at < range.upperBound else { throw corrupt("it ends within a number", start) }
            let byte = UInt64(bytes[at])
            at += 1
            // The tenth byte has room for the 64th bit alone.
            if shift == 63, byte > 1 { break }
            value |= (byte & 0x7f) << shift
            if byte < 0x80 { return value }
        }
        throw corrupt("a number has more than 64 bits", start)
    }

    private func take(_ count: UInt64, _ at: inout Int) throws(InkFormatError) -> Range<Int> {
        guard count <= UInt64(range.upperBound - at) else { throw corrupt("it ends within a field", at) }
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
