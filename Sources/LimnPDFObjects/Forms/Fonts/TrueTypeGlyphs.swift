// SPDX-License-Identifier: GPL-3.0-or-later

/// The characters for which a TrueType program has glyphs (OpenType, tables `cmap` and `loca`).
struct TrueTypeGlyphs {
    private let data: [UInt8]
    private let tables: [String: Range<Int>]
    /// The offsets of the subtables of `cmap` by platform and encoding.
    private var maps: [(platform: Int, encoding: Int, offset: Int)] = []
    private let hasLongOffsets: Bool

    /// Reads a program; nil if it has no usable `cmap`, so that nothing is known about its characters.
    init?(_ data: [UInt8]) {
        self.data = data
        func value(_ offset: Int, _ size: Int) -> Int? { Self.value(data, offset, size) }
        var tables: [String: Range<Int>] = [:]
        for index in 0..<min(value(4, 2) ?? 0, 64) {
            let entry = 12 + 16 * index
            guard let start = value(entry + 8, 4), let length = value(entry + 12, 4), start + length <= data.count,
                entry + 4 <= data.count
            else { continue }
            tables[String(decoding: data[entry..<entry + 4], as: UTF8.self)] = start..<start + length
        }
        self.tables = tables
        hasLongOffsets = tables["head"].flatMap { value($0.lowerBound + 50, 2) } == 1
        guard let map = tables["cmap"]?.lowerBound else { return nil }
        for index in 0..<min(value(map + 2, 2) ?? 0, 32) {
            let entry = map + 4 + 8 * index
            guard let platform = value(entry, 2), let encoding = value(entry + 2, 2), let offset = value(entry + 4, 4)
            else { continue }
            maps.append((platform, encoding, map + offset))
        }
        if maps.isEmpty { return nil }
    }

    /// Returns whether viewers find a glyph for a code. The glyph must not be empty, except for white space and soft
    /// hyphens.
    func has(code: Int, scalar: Unicode.Scalar) -> Bool {
        for map in maps {
            let keys: [Int]
            switch (map.platform, map.encoding) {
            case (3, 1), (3, 10), (0, _): keys = [Int(scalar.value)]
            case (3, 0): keys = [0xf000 + code, code]
            case (1, 0): keys = [code]
            default: keys = []
            }
            for key in keys {
                guard let glyph = glyph(key, map.offset), glyph > 0 else { continue }
                if !isEmpty(glyph) || scalar.properties.isWhitespace || scalar == "\u{ad}" { return true }
            }
        }
        return false
    }

    private func isEmpty(_ glyph: Int) -> Bool {
        guard let table = tables["loca"] else { return false }
        let size = hasLongOffsets ? 4 : 2
        let place = table.lowerBound + glyph * size
        guard place + 2 * size <= table.upperBound, let start = value(place, size), let end = value(place + size, size)
        else { return true }
        return start >= end
    }

    private func glyph(_ key: Int, _ table: Int) -> Int? {
        switch value(table, 2) {
        case 0: return key < 256 ? value(table + 6 + key, 1) : nil
        case 4: return segmentGlyph(key, table)
        case 6:
            guard let first = value(table + 6, 2), let count = value(table + 8, 2), key >= first, key < first + count
            else { return nil }
            return value(table + 10 + 2 * (key - first), 2)
        case 12:
            for group in 0..<min(value(table + 12, 4) ?? 0, 20_000) {
                let entry = table + 16 + 12 * group
                guard let first = value(entry, 4), let last = value(entry + 4, 4) else { return nil }
                if key >= first, key <= last { return value(entry + 8, 4).map { $0 + key - first } }
            }
            return nil
        default: return nil
        }
    }

    private func segmentGlyph(_ key: Int, _ table: Int) -> Int? {
        guard let doubled = value(table + 6, 2), key <= 0xffff else { return nil }
        for segment in stride(from: 0, to: doubled, by: 2) {
            guard let end = value(table + 14 + segment, 2) else { return nil }
            guard key <= end else { continue }
            let starts = table + 16 + doubled
            guard let start = value(starts + segment, 2), key >= start,
                let delta = value(starts + doubled + segment, 2),
                let offset = value(starts + 2 * doubled + segment, 2)
            else { return nil }
            if offset == 0 { return (key + delta) & 0xffff }
            let place = starts + 2 * doubled + segment + offset + 2 * (key - start)
            return value(place, 2).map { $0 == 0 ? 0 : ($0 + delta) & 0xffff }
        }
        return nil
    }

    private func value(_ offset: Int, _ size: Int) -> Int? { Self.value(data, offset, size) }

    private static func value(_ data: [UInt8], _ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, offset + size <= data.count else { return nil }
        return data[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }
}
