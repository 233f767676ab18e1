// SPDX-License-Identifier: GPL-3.0-or-later

import LimnInk
import LimnText
import Testing

@Suite struct SubsetTests {
    private func subset(_ text: String, family: String) throws -> (FontSubset, SetText) {
        let set = try Fonts.set(text, family: family)
        let uses = FontUse.all(in: set.runs)
        #expect(uses.count == 1)
        return (try FontSubset(uses[0]), set)
    }

    @Test func `A TrueType subset numbers its glyphs anew and stays small`() throws {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 äöüßąęłżó"
        let (subset, set) = try subset(alphabet, family: Fonts.latin)
        #expect(subset.format == .trueType && subset.program.starts(with: [0, 1, 0, 0]))
        #expect(subset.program.count < 12_000)
        #expect(subset.codes.count == Set(set.runs.flatMap(\.glyphs).map(\.id)).count + 1)
        #expect(subset.codes[0] == 0 && Set(subset.codes.values).count == subset.codes.count)
        #expect(try #require(subset.codes.values.max()) < 120)
        for glyph in set.runs[0].glyphs {
            let code = try #require(subset.codes[glyph.id])
            #expect(abs(subset.widths[code]! - 1000 * set.runs[0].face.advance(of: glyph.id)) < 1e-9)
        }
        let code = try #require(subset.codes[set.runs[0].glyphs[0].id])
        #expect(subset.texts[code] == "A" && abs(subset.widths[code]! - 684.08) < 0.01)
    }

    @Test func `A CID-keyed subset keeps the character ids of the font and stays small`() throws {
        let (subset, set) = try subset("日本語のテキストです。", family: "Noto Sans CJK JP")
        #expect(subset.format == .compact && subset.program.starts(with: [1, 0]) && subset.program.count < 40_000)
        // Noto Sans CJK JP numbers its glyphs by character id.
        #expect(subset.codes.allSatisfy { UInt32($1) == $0 } && subset.codes.count == 12)
        #expect(subset.texts[UInt16(set.runs[0].glyphs[0].id)] == "日")
        #expect(subset.widths.values.allSatisfy { $0 == 1000 })
    }

    @Test func `A name-keyed subset numbers its glyphs anew`() throws {
        let (subset, _) = try subset("Helvetica", family: "Nimbus Sans")
        #expect(subset.format == .compact && subset.face.outlines == .compact && subset.program.count < 4_000)
        #expect(subset.codes.values.sorted() == Array(0...UInt16(subset.codes.count - 1)))
    }

    @Test func `The same glyphs give the same bytes and name, and others another name`() throws {
        let (one, _) = try subset("abc", family: Fonts.latin)
        let (same, _) = try subset("cba", family: Fonts.latin)
        let (other, _) = try subset("abd", family: Fonts.latin)
        #expect(one == same && one.program == same.program && one.name == same.name)
        #expect(one.name != other.name)
        let parts = one.name.split(separator: "+")
        #expect(parts.count == 2 && parts[1] == "DejaVuSans" && parts[0].count == 6)
        #expect(parts[0].allSatisfy { ("A"..."Z").contains($0) })
    }

    @Test func `Pictures cannot be embedded as a font`() throws {
        let use = FontUse.all(in: try Fonts.set("😀").runs)[0]
        #expect { try FontSubset(use) } throws: { ($0 as? TextError)?.code == .notEmbeddable }
    }

    @Test func `A face that shows no glyph is not in use`() throws {
        #expect(FontUse.all(in: try Fonts.set("\t\u{10fffd}").runs).isEmpty)
    }

    @Test func `Glyphs that the font does not have are left out`() throws {
        let face = try Fonts.set("a").runs[0].face
        #expect(try FontSubset(face, glyphs: [70_000, .max]).codes == [0: 0])
    }
}
