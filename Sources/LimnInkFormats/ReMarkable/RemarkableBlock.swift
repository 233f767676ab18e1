// SPDX-License-Identifier: Apache-2.0

/// A block of a page of version 6: its kind, the version of its contents, and where these are.
struct RemarkableBlock {
    /// The kinds that are known.
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

    /// Reads a block's eight bytes and passes over its payload.
    init(_ reader: inout RemarkableBytes) throws(RemarkableMalformed) {
        let length = Int(try reader.word())
        // A zero and the least version that a reader must know, which is 1 where ink is known to be.
        _ = try reader.byte()
        _ = try reader.byte()
        version = try reader.byte()
        type = try reader.byte()
        payload = try reader.skip(length)
    }
}
