// SPDX-License-Identifier: Apache-2.0

/// The identifier of an object on a version 6 page. Author and number are combined into one value, which sorts like the
/// pair.
struct RemarkableID: Hashable, Comparable {
    let value: UInt64

    /// The identifier that means the start or the end of a sequence.
    static let none = RemarkableID(value: 0)
    /// The root group: author 0, number 1.
    static let root = RemarkableID(value: 1)

    static func < (a: RemarkableID, b: RemarkableID) -> Bool { a.value < b.value }

    /// Returns an identifier of the same author, with a number that is larger by `count`.
    func advanced(by count: Int) -> RemarkableID { RemarkableID(value: value &+ UInt64(truncatingIfNeeded: count)) }
}

/// A tagged value in a version 6 block.
enum RemarkableField {
    case id(RemarkableID)
    case block(Range<Int>)
    case double(Double)
    case word(UInt32)
    case byte(UInt8)
}

extension RemarkableBytes {
    /// Reads an identifier: a byte for the author and a varint for the number.
    mutating func id() throws(RemarkableMalformed) -> RemarkableID {
        let author = UInt64(try byte())
        let number = try varint()
        // The largest known numbers are the special anchors, just below 2⁴⁸.
        guard number >> 56 == 0 else { throw RemarkableMalformed() }
        return RemarkableID(value: author << 56 | number)
    }

    /// Reads the next tagged value with its index; nil at the end.
    mutating func field() throws(RemarkableMalformed) -> (index: UInt64, value: RemarkableField)? {
        guard remaining > 0 else { return nil }
        let tag = try varint()
        let value: RemarkableField =
            switch tag & 0xf {
            case 0xf: .id(try id())
            case 0xc: .block(try skip(Int(try word())))
            case 0x8: .double(try double())
            case 0x4: .word(try word())
            case 0x1: .byte(try byte())
            default: throw RemarkableMalformed()
            }
        return (tag >> 4, value)
    }

    /// Reads the value of a last-writer-wins block. Field 1 is the timestamp, field 2 the value.
    func latest(_ range: Range<Int>) throws(RemarkableMalformed) -> RemarkableField {
        var fields = part(range)
        while let (index, value) = try fields.field() {
            if index == 2 { return value }
        }
        throw RemarkableMalformed()
    }

    /// Reads a string block: a length, an ASCII flag and the bytes. `rest` receives the range after the string.
    func string(_ range: Range<Int>, rest: inout Range<Int>) throws(RemarkableMalformed) -> String {
        var reader = part(range)
        let length = try reader.varint()
        _ = try reader.byte()
        guard length <= UInt64(reader.remaining) else { throw RemarkableMalformed() }
        let text = text(try reader.skip(Int(length)))
        rest = reader.position..<reader.end
        return text
    }
}

extension RemarkableField {
    /// A word, interpreted as the bits of a float; nil for other values.
    var float: Double? { if case .word(let bits) = self { Double(Float(bitPattern: bits)) } else { nil } }
    var id: RemarkableID? { if case .id(let id) = self { id } else { nil } }
    var isTrue: Bool? { if case .byte(let byte) = self { byte != 0 } else { nil } }
}
