// SPDX-License-Identifier: Apache-2.0

/// The blocks of a file. A block has its length in four bytes, lowest first, and is found by its offset.
struct SupernoteFile {
    let bytes: [UInt8]

    /// The maximum size of a block that is a table, in bytes.
    private static let tableLimit = 1 << 20

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the number of four bytes at an offset; 0 if it is outside the file.
    func number(_ at: Int) -> Int {
        guard at >= 0, at + 4 <= bytes.count else { return 0 }
        return Int(bytes.uint16(at)) | Int(bytes.uint16(at + 2)) << 16
    }

    /// Returns the range of a block; nil if the offset is 0 or the block is not inside the file.
    func block(at offset: Int) -> Range<Int>? {
        guard offset > 0, offset + 4 <= bytes.count else { return nil }
        let length = number(offset)
        guard length > 0, length <= bytes.count - offset - 4 else { return nil }
        return (offset + 4)..<(offset + 4 + length)
    }

    /// Returns the entries of a block of text, `<KEY:VALUE><KEY:VALUE>…`. Of repeated keys, the first one counts.
    func table(at offset: Int) -> [String: String]? {
        guard let range = block(at: offset), range.count <= Self.tableLimit else { return nil }
        var table: [String: String] = [:]
        for part in bytes[range].split(separator: UInt8(ascii: ">")) {
            guard let start = part.firstIndex(of: UInt8(ascii: "<")),
                let colon = part[start...].firstIndex(of: UInt8(ascii: ":"))
            else { continue }
            let key = String(decoding: part[(start + 1)..<colon], as: UTF8.self)
            if table[key] == nil { table[key] = String(decoding: part[(colon + 1)...], as: UTF8.self) }
        }
        return table.isEmpty ? nil : table
    }
}
