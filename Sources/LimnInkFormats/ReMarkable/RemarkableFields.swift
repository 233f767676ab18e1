// SPDX-License-Identifier: Apache-2.0

/// The identifier of something in a page of version 6: author and number in one, so that they sort as the pair does.
struct RemarkableID: Hashable, Comparable {
    let value: UInt64

    /// The beginning and end of a sequence.
    static let none = RemarkableID(value: 0)
    /// The root of the tree of groups: author 0, number 1.
    static let root = RemarkableID(value: 1)

    static func < (a: RemarkableID, b: RemarkableID) -> Bool { a.value < b.value }

    /// The identifier `count` further on, of the same author.
    func advanced(by count: Int) -> RemarkableID { RemarkableID(value: value &+ UInt64(truncatingIfNeeded: count)) }
}

/// A tagged value of a block of version 6.
enum RemarkableField {
    case id(RemarkableID)
    case block(Range<Int>)
    case double(Double)
    case word(UInt32)
    case byte(UInt8)
}

extension RemarkableBytes {
    /// An author's byte and a number.
    mutating func id() throws(RemarkableMalformed) -> RemarkableID {
        let author = UInt64(try byte())
        let number = try variable()
        // Numbers count what an author did; the largest known are the special anchors below 2⁴⁸.
        guard number >> 56 == 0 else { throw RemarkableMalformed() }
        return RemarkableID(value: author << 56 | number)
    }

    /// The next tagged value with its index; nil at the end.
    mutating func field() throws(RemarkableMalformed) -> (index: UInt64, value: RemarkableField)? {
        guard remaining > 0 else { return nil }
        let tag = try variable()
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

    /// The value of a block that holds its time of writing (1) and a value (2).
    func latest(_ range: Range<Int>) throws(RemarkableMalformed) -> RemarkableField {
        var fields = part(range)
        while let (index, value) = try fields.field() {
            if index == 2 { return value }
        }
        throw RemarkableMalformed()
    }

    /// The text of a block that holds a length, a flag for ASCII and bytes; what follows is left in `rest`.
    func string(_ range: Range<Int>, rest: inout Range<Int>) throws(RemarkableMalformed) -> String {
        var reader = part(range)
        let length = try reader.variable()
        _ = try reader.byte()
        guard length <= UInt64(reader.remaining) else { throw RemarkableMalformed() }
        let text = text(try reader.skip(Int(length)))
        rest = reader.position..<reader.end
        return text
    }
}

extension RemarkableField {
    /// A word's bits as a floating-point number; nil for other values.
    var float: Double? { if case .word(let bits) = self { Double(Float(bitPattern: bits)) } else { nil } }
    var id: RemarkableID? { if case .id(let id) = self { id } else { nil } }
    var isTrue: Bool? { if case .byte(let byte) = self { byte != 0 } else { nil } }
}
