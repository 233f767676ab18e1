// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import LimnPDFObjects

/// Which glyphs the programs of fonts have.
struct EmbeddedGlyphsTests {
    private static func bytes(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }

    /// A TrueType program with the tables that tell its characters.
    private static func trueType(map: [UInt8], platform: Int, encoding: Int, offsets: [Int]) -> [UInt8] {
        let tables: [(String, [UInt8])] = [
            ("cmap", bytes(0, 2) + bytes(1, 2) + bytes(platform, 2) + bytes(encoding, 2) + bytes(12, 4) + map),
            ("head", [UInt8](repeating: 0, count: 50) + bytes(1, 2)), ("loca", offsets.flatMap { bytes($0, 4) }),
        ]
        var directory = bytes(0x10000, 4) + bytes(tables.count, 2) + [UInt8](repeating: 0, count: 6)
        var data: [UInt8] = []
        for (tag, table) in tables {
            let place = 12 + 16 * tables.count + data.count
            directory += Array(tag.utf8) + bytes(0, 4) + bytes(place, 4) + bytes(table.count, 4)
            data += table
        }
        return directory + data
    }

    @Test func `Characters of TrueType have a glyph that is not empty`() throws {
        // Format 4: A to C are the glyphs 1 to 3, of which the second is empty.
        let map = [4, 32, 0, 4, 0, 0, 0, 0x43, 0xffff, 0, 0x41, 0xffff, 0xffc0, 1, 0, 0].flatMap { Self.bytes($0, 2) }
        let glyphs = try #require(
            TrueTypeGlyphs(Self.trueType(map: map, platform: 3, encoding: 1, offsets: [0, 10, 20, 20, 30])))
        #expect(
            "ABCDZ".unicodeScalars.map { glyphs.has(code: Int($0.value), scalar: $0) } == [
                true, false, true, false, false,
            ])
    }

    @Test func `Symbolic TrueType is looked up by code`() throws {
        let symbol = [6, 16, 0, 0xf041, 2, 1, 2].flatMap { Self.bytes($0, 2) }
        let glyphs = try #require(
            TrueTypeGlyphs(Self.trueType(map: symbol, platform: 3, encoding: 0, offsets: [0, 10, 20, 30])))
        #expect(glyphs.has(code: 0x42, scalar: "Ж") && !glyphs.has(code: 0x43, scalar: "Ж"))
        let plain = Self.bytes(0, 6) + (0..<256).map { $0 == 65 ? 1 : 0 }
        let roman = try #require(
            TrueTypeGlyphs(Self.trueType(map: plain, platform: 1, encoding: 0, offsets: [0, 10, 20])))
        #expect(roman.has(code: 65, scalar: "A") && !roman.has(code: 66, scalar: "B"))
    }

    @Test func `Programs cut off anywhere tell of no glyphs that there are not`() {
        let map = [4, 32, 0, 4, 0, 0, 0, 0x43, 0xffff, 0, 0x41, 0xffff, 0xffc0, 1, 0, 0].flatMap { Self.bytes($0, 2) }
        let whole = Self.trueType(map: map, platform: 3, encoding: 1, offsets: [0, 10, 20, 20, 30])
        for count in whole.indices {
            let glyphs = TrueTypeGlyphs(Array(whole.prefix(count)))
            #expect(glyphs?.has(code: 90, scalar: "Z") != true && glyphs?.has(code: 68, scalar: "D") != true)
        }
        let compact = Self.compact()
        for count in compact.indices {
            let names = CompactGlyphs.names(in: Array(compact.prefix(count))) ?? []
            #expect(names.isSubset(of: ["A", "Z", "uni0416"]))
        }
    }

    /// A bare `CFF ` table with the glyphs A, Z and one of its own.
    private static func compact() -> [UInt8] {
        func index(_ items: [[UInt8]]) -> [UInt8] {
            var offset = 1
            let offsets =
                [offset]
                + items.map {
                    offset += $0.count; return offset
                }
            return bytes(items.count, 2) + [1] + offsets.map { UInt8($0) } + items.flatMap { $0 }
        }
        let names = index([Array("Any".utf8)])
        let strings = index([Array("uni0416".utf8)])
        // Operands of two bytes each: the charset (15), the glyphs (17).
        let topCount = 8
        let start = 4 + names.count + index([[UInt8](repeating: 0, count: topCount)]).count + strings.count + 2
        let charset = [UInt8(0)] + bytes(34, 2) + bytes(59, 2) + bytes(391, 2)
        let top = [28] + bytes(start, 2) + [15, 28] + bytes(start + charset.count, 2) + [17]
        return [1, 0, 4, 1] + names + index([top]) + strings + bytes(0, 2) + charset + bytes(4, 2) + [1, 1, 1, 1, 1, 1]
    }

    @Test func `Glyphs of a compact font are known by their names`() {
        #expect(CompactGlyphs.names(in: Self.compact()) == ["A", "Z", "uni0416"])
    }
}
