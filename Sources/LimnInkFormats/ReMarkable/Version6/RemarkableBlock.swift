// SPDX-License-Identifier: Apache-2.0

/// A block of a version 6 page: its type, its version and the range of its payload.
struct RemarkableBlock {
    /// The known block types.
    enum Kind: UInt8 {
        case migration = 0x00
        case tree = 0x01
        case group = 0x02
        case glyphs = 0x03
        case groupItem = 0x04
        case line = 0x05
        case textItem = 0x06
        case text = 0x07
        case tombstone = 0x08
        case authors = 0x09
        case page = 0x0a
        case scene = 0x0d
    }

    var type: UInt8
    var version: UInt8
    var payload: Range<Int>

    var kind: Kind? { Kind(rawValue: type) }

    /// Reads the eight-byte header of a block and skips its payload.
    init(_ reader: inout RemarkableBytes) throws(RemarkableMalformed) {
        let length = Int(try reader.word())
        // These are a zero byte and the minimum version that a reader must support. The latter is 1 for all known ink
        // blocks.
        _ = try reader.byte()
        _ = try reader.byte()
        version = try reader.byte()
        type = try reader.byte()
        payload = try reader.skip(length)
    }
}
