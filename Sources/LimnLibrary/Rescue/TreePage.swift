// SPDX-License-Identifier: GPL-3.0-or-later

/// A page of a b-tree (sqlite.org/fileformat2.html, 1.6).
struct TreePage {
    /// The kinds of pages by their first byte.
    enum Kind: UInt8 {
        case indexInterior = 2
        case tableInterior = 5
        case indexLeaf = 10
        case tableLeaf = 13

        var isInterior: Bool { self == .indexInterior || self == .tableInterior }
        var isTable: Bool { self == .tableInterior || self == .tableLeaf }
    }

    /// A cell with a payload.
    struct Cell {
        /// The key of a row in a table; nil in an index.
        var rowid: Int64?
        /// The size of the payload in bytes.
        var size: Int
        /// The bytes of the payload that are in the page.
        var local: ArraySlice<UInt8>
        /// The page where the payload continues; 0 if it does not.
        var overflow: Int
    }

    let kind: Kind
    private let bytes: [UInt8]
    private let usableSize: Int
    private let start: Int
    private let cellCount: Int

    /// Parses a page; nil if it is not a page of a b-tree.
    ///
    /// - Parameter isFirst: whether it is page 1, which begins with the database header.
    init?(_ bytes: [UInt8], usableSize: Int, isFirst: Bool) {
        start = isFirst ? DatabaseHeader.size : 0
        guard bytes.count >= usableSize, let kind = Kind(rawValue: bytes[start]) else { return nil }
        (self.kind, self.bytes, self.usableSize) = (kind, bytes, usableSize)
        cellCount = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        guard headerSize + 2 * cellCount <= usableSize - start else { return nil }
    }

    private var headerSize: Int { kind.isInterior ? 12 : 8 }

    private func offset(of cell: Int) -> Int? {
        let at = start + headerSize + 2 * cell
        let offset = Int(bytes[at]) << 8 | Int(bytes[at + 1])
        return offset >= start + headerSize + 2 * cellCount && offset < usableSize ? offset : nil
    }

    /// The pages below an interior page.
    var children: [Int] {
        guard kind.isInterior else { return [] }
        let others = (0..<cellCount).compactMap { cell in
            offset(of: cell).flatMap { $0 + 4 <= usableSize ? Int(bytes.bigEndianWord(at: $0)) : nil }
        }
        return others + [Int(bytes.bigEndianWord(at: start + 8))]
    }

    /// The cells with payloads, except damaged ones.
    var cells: [Cell] {
        guard kind != .tableInterior else { return [] }
        return (0..<cellCount).compactMap { cell(at: offset(of: $0)) }
    }

    private func cell(at offset: Int?) -> Cell? {
        guard var place = offset else { return nil }
        if kind == .indexInterior { place += 4 }
        guard let size = bytes.varint(at: &place, end: usableSize), size > 0, size < 1 << 31 else { return nil }
        var rowid: Int64?
        if kind == .tableLeaf {
            guard let key = bytes.varint(at: &place, end: usableSize) else { return nil }
            rowid = key
        }
        let total = Int(size)
        let most = kind.isTable ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23
        let least = (usableSize - 12) * 32 / 255 - 23
        let wanted = least + (total - least) % (usableSize - 4)
        let local = total <= most ? total : wanted <= most ? wanted : least
        let isWhole = local == total
        guard place + local + (isWhole ? 0 : 4) <= usableSize else { return nil }
        return Cell(
            rowid: rowid, size: total, local: bytes[place..<(place + local)],
            overflow: isWhole ? 0 : Int(bytes.bigEndianWord(at: place + local)))
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Reads a variable-length number and moves `place` past it; nil if the number goes beyond `end`.
    func varint(at place: inout Int, end: Int) -> Int64? {
        var value: UInt64 = 0
        for count in 1...9 {
            guard place < end else { return nil }
            let byte = self[place]
            place += 1
            if count == 9 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7f)
            if byte < 0x80 { return Int64(bitPattern: value) }
        }
        return nil
    }
}
