// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// A field of a message. The caller requests the type that the schema expects; any other wire type is an error.
struct ProtobufField {
    /// A value, by wire type.
    enum Value {
        case varint(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt32)
        case bytes(Range<Int>)
    }

    /// The enclosing message.
    let message: ProtobufMessage
    /// The field number.
    let number: Int
    /// The value.
    let value: Value
    /// The byte offset of the field in the input.
    let start: Int

    /// Returns the value of an unsigned varint.
    func varint() throws(InkFormatError) -> UInt64 {
        guard case .varint(let number) = value else { throw unexpected() }
        return number
    }

    /// Returns the value of a 32-bit float.
    func float() throws(InkFormatError) -> Double {
        guard case .fixed32(let bits) = value else { throw unexpected() }
        return Double(Float(bitPattern: bits))
    }

    /// Returns the value of a 64-bit float.
    func double() throws(InkFormatError) -> Double {
        guard case .fixed64(let bits) = value else { throw unexpected() }
        return Double(bitPattern: bits)
    }

    /// Returns the byte range of a length-delimited value in the input.
    func data() throws(InkFormatError) -> Range<Int> {
        guard case .bytes(let range) = value else { throw unexpected() }
        return range
    }

    /// Returns the value as a nested message.
    func submessage() throws(InkFormatError) -> ProtobufMessage {
        ProtobufMessage(message.bytes, try data(), as: message.format)
    }

    /// Returns the value as a string. Invalid UTF-8 becomes replacement characters.
    func string() throws(InkFormatError) -> String { String(decoding: message.bytes[try data()], as: UTF8.self) }

    /// Returns the value as a list of 32-bit floats, which may be a single float or a packed list.
    func floats() throws(InkFormatError) -> [Double] {
        if case .fixed32 = value { return [try float()] }
        let range = try data()
        guard range.count.isMultiple(of: 4) else {
            throw InkFormatError(.corrupt, format: message.format, at: .init(byte: start), "packed numbers are cut off")
        }
        return stride(from: range.lowerBound, to: range.upperBound, by: 4).map { message.bytes.float32($0) }
    }

    private func unexpected() -> InkFormatError {
        InkFormatError(
            .corrupt, format: message.format, at: .init(byte: start),
            "the field \(number) does not have the expected type")
    }
}

extension [UInt8] {
    /// Returns the little-endian 16-bit number at an offset.
    func uint16(_ at: Int) -> UInt16 { UInt16(self[at]) | UInt16(self[at + 1]) << 8 }

    /// Returns the little-endian 32-bit float at an offset.
    func float32(_ at: Int) -> Double {
        Double(Float(bitPattern: UInt32(uint16(at)) | UInt32(uint16(at + 2)) << 16))
    }
}
