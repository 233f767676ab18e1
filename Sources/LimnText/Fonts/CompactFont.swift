// SPDX-License-Identifier: GPL-3.0-or-later

/// A reader for the character ids in a `CFF ` table (Adobe Technical Note 5176).
struct CompactFont {
    private let table: FontTable
    private let glyphCount: Int
    /// Whether glyphs are keyed by character id (CID) instead of by name.
    let isCIDKeyed: Bool
    /// The offset of the charset; 0…2 denote the predefined charsets.
    private let charset: Int

    /// Returns nil if the table is damaged.
    init?(_ table: FontTable, glyphCount: Int) {
        guard table.unsigned(at: 0, size: 1) == 1, let header = table.unsigned(at: 2, size: 1),
            let names = Self.end(ofIndexAt: header, table),
            let top = Self.firstItem(ofIndexAt: names, table)
        else { return nil }
        self.table = table
        self.glyphCount = glyphCount
        let operators = Self.operators(of: top, table)
        isCIDKeyed = operators[12 << 8 | 30] != nil  // ROS
        charset = operators[15]?.last ?? 0
    }

    /// Returns the character ids of glyphs in a CID-keyed font. Glyphs outside the charset are omitted.
    func characterIDs(of glyphs: [UInt32]) -> [UInt32: UInt16] {
        // In a CID-keyed font without a charset, character ids equal glyph indices.
        guard charset > 2 else {
            return Dictionary(uniqueKeysWithValues: glyphs.compactMap { g in UInt16(exactly: g).map { (g, $0) } })
        }
        var ids: [UInt32: UInt16] = glyphs.contains(0) ? [0: 0] : [:]
        var rest = glyphs.filter { $0 > 0 && $0 < glyphCount }.sorted()[...]
        forEachRange { glyphs, first in
            while let glyph = rest.first, Int(glyph) < glyphs.upperBound {
                if let id = UInt16(exactly: first + Int(glyph) - glyphs.lowerBound) { ids[glyph] = id }
                rest.removeFirst()
            }
            return !rest.isEmpty
        }
        return ids
    }

    /// Calls `body` with each range of glyphs and the id of its first glyph, until it returns false.
    private func forEachRange(_ body: (Range<Int>, Int) -> Bool) {
        guard let format = table.unsigned(at: charset, size: 1), format <= 2 else { return }
        var (offset, glyph) = (charset + 1, 1)
        while glyph < glyphCount, let first = table.unsigned(at: offset) {
            var left = 0
            if format > 0 {
                guard let more = table.unsigned(at: offset + 2, size: format) else { return }
                left = more
            }
            guard body(glyph..<glyph + left + 1, first) else { return }
            glyph += left + 1
            offset += 2 + format
        }
    }

    // MARK: The structures of the format

    private static func end(ofIndexAt start: Int, _ table: FontTable) -> Int? {
        guard let count = table.unsigned(at: start) else { return nil }
        guard count > 0 else { return start + 2 }
        guard let size = table.unsigned(at: start + 2, size: 1), (1...4).contains(size),
            let last = table.unsigned(at: start + 3 + count * size, size: size)
        else { return nil }
        return start + 2 + (count + 1) * size + last
    }

    private static func firstItem(ofIndexAt start: Int, _ table: FontTable) -> Range<Int>? {
        guard let count = table.unsigned(at: start), count > 0,
            let size = table.unsigned(at: start + 2, size: 1), (1...4).contains(size),
            let first = table.unsigned(at: start + 3, size: size),
            let second = table.unsigned(at: start + 3 + size, size: size), first >= 1, first <= second
        else { return nil }
        let base = start + 2 + (count + 1) * size
        return base + first..<base + second
    }

    /// Returns the integer operands by operator. A two-byte operator has the key 12 × 256 + the second byte. Real
    /// numbers become 0.
    private static func operators(of range: Range<Int>, _ table: FontTable) -> [Int: [Int]] {
        var found: [Int: [Int]] = [:]
        var operands: [Int] = []
        var at = range.lowerBound
        func byte(_ offset: Int) -> Int { table.unsigned(at: offset, size: 1) ?? 0 }
        while at < range.upperBound {
            let b = byte(at)
            at += 1
            switch b {
            case 0...21:
                let key = b == 12 ? 12 << 8 | byte(at) : b
                if b == 12 { at += 1 }
                found[key] = operands
                operands = []
            case 28:
                operands.append(table.signed(at: at) ?? 0)
                at += 2
            case 29:
                operands.append(Int(Int32(truncatingIfNeeded: table.unsigned(at: at, size: 4) ?? 0)))
                at += 4
            case 30:
                while at < range.upperBound, byte(at) & 0x0f != 0x0f, byte(at) >> 4 != 0x0f { at += 1 }
                at += 1
                operands.append(0)
            case 32...246: operands.append(b - 139)
            case 247...250:
                operands.append((b - 247) * 256 + byte(at) + 108)
                at += 1
            case 251...254:
                operands.append(-(b - 251) * 256 - byte(at) - 108)
                at += 1
            default: break
            }
        }
        return found
    }
}
