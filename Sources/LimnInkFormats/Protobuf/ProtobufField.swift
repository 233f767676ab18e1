// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// A field of a message. What the schema expects of it is asked for; another wire type is an error.
struct ProtobufField {
    /// What is stored, by wire type.
    enum Value {
        case varint(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt32)
        case bytes(Range<Int>)
    }

    /// The message that it belongs to.
    let message: ProtobufMessage
    /// Its number.
    let number: Int
    /// What is stored.
    let value: Value
    /// Where in the input it begins.
    let start: Int

    /// A number without sign.
    func varint() throws(InkFormatError) -> UInt64 {
        guard case .varint(let number) = value else { throw unexpected() }
        return number
    }

    /// A float of 32 bits.
    func float() throws(InkFormatError) -> Double {
        guard case .fixed32(let bits) = value else { throw unexpected() }
        return Double(Float(bitPattern: bits))
    }

    /// A float of 64 bits.
    func double() throws(InkFormatError) -> Double {
        guard case .fixed64(let bits) = value else { throw unexpected() }
        return Double(bitPattern: bits)
    }

    /// Where bytes lie in the input.
    func data() throws(InkFormatError) -> Range<Int> {
        guard case .bytes(let range) = value else { throw unexpected() }
        return range
    }

    /// A message within this one.
    func submessage() throws(InkFormatError) -> ProtobufMessage {
        ProtobufMessage(message.bytes, try data(), as: message.format)
    }

    /// Text, with broken UTF-8 replaced.
    func string() throws(InkFormatError) -> String { String(decoding: message.bytes[try data()], as: UTF8.self) }

    /// Floats of 32 bits: one, or any number packed into bytes.
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
            .corrupt, format: message.format, at: .init(byte: start), "the field \(number) is not of the expected type")
    }
}

extension [UInt8] {
    /// The 16-bit number at `at`, least byte first.
    func uint16(_ at: Int) -> UInt16 { UInt16(self[at]) | UInt16(self[at + 1]) << 8 }

    /// The 32-bit float at `at`, least byte first.
    func float32(_ at: Int) -> Double {
        Double(Float(bitPattern: UInt32(uint16(at)) | UInt32(uint16(at + 2)) << 16))
    }
}
