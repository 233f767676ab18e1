// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnText
import Testing

@Suite struct ScriptTests {
    @Test func `Text from right to left is in visual order, and numbers in it from left to right`() throws {
        let set = try Fonts.set("שלום 12")
        #expect(set.lines[0].isRightToLeft)
        #expect(set.runs.map(\.isRightToLeft) == [false, true])
        #expect(set.clusters.map(\.text) == ["1", "2", " ", "ם", "ו", "ל", "ש"])
        let xs = set.runs.flatMap(\.glyphs).map(\.origin.x)
        #expect(xs == xs.sorted() && Set(xs).count == 7)
        // In the text's order each cluster follows the one before.
        let ranges = set.clusters.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
        #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == set.text.utf8.count)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }

    @Test func `A direction that is given wins over the letters`() throws {
        #expect(try Fonts.set("abc", width: 100) { $0.direction = .rightToLeft }.lines[0].box.maxX == 100)
        let set = try Fonts.set("שלום", width: 100) { $0.direction = .leftToRight }
        #expect(!set.lines[0].isRightToLeft && set.lines[0].box.minX == 0 && set.runs[0].isRightToLeft)
    }

    @Test func `Arabic letters join: the same letter has another glyph in another place`() throws {
        let glyphs = try Fonts.set("ببب").runs[0].glyphs.map(\.id)
        #expect(glyphs.count == 3 && Set(glyphs).count == 3)
    }

    @Test(arguments: ["हि", "कि", "त्रि"])
    func `Devanagari vowels that move before their consonant need the text beside them`(text: String) throws {
        let set = try Fonts.set(text, family: "Noto Sans Devanagari")
        #expect(set.runs.count == 1 && set.runs[0].glyphs.count == 2 && set.clusters.map(\.text) == [text])
        let use = FontUse.all(in: set.runs)[0]
        #expect(use.needsActualText(set.clusters[0], in: set.runs[0]) && use.texts.isEmpty)
    }

    @Test func `A cluster of one glyph needs no text beside it unless the glyph stands for two texts`() throws {
        // The font draws the radical U+2F00 as the character.
        let set = try Fonts.set("日一\u{2f00}", family: "Noto Sans CJK JP")
        let run = set.runs[0]
        #expect(run.glyphs[1].id == run.glyphs[2].id)
        let use = FontUse.all(in: set.runs)[0]
        #expect(run.clusters.map { use.needsActualText($0, in: run) } == [false, false, true])
    }

    @Test func `Text from right to left never needs text beside it`() throws {
        let set = try Fonts.set("שָׁלוֹם لا مَرحبًا")
        for use in FontUse.all(in: set.runs) {
            for run in set.runs where run.face == use.face && run.isRightToLeft {
                #expect(!run.clusters.contains { use.needsActualText($0, in: run) })
            }
        }
    }

    @Test func `Japanese is set in a font that has it, and Han characters beside kana in its forms`() throws {
        let set = try Fonts.set("日本語のテキストです。", family: "sans-serif", size: 10)
        #expect(Set(set.runs.map(\.face.family)) == ["Noto Sans CJK JP"] && set.missing.isEmpty)
        #expect(set.runs.allSatisfy { $0.face.outlines == .compactCID })
        #expect(try Fonts.set("한국어").runs[0].face.family == "Noto Sans CJK KR")
        #expect(try Fonts.set("漢字ㄅ").runs[0].face.family == "Noto Sans CJK TC")
        #expect(try Fonts.set("漢字", family: "Noto Sans CJK SC").runs[0].face.family == "Noto Sans CJK SC")
    }

    @Test func `Emoji are pictures, and families of several characters are one glyph`() throws {
        let set = try Fonts.set("a😀👨‍👩‍👧", size: 10)
        #expect(set.runs.map(\.face.family) == ["DejaVu Sans", "Noto Color Emoji"])
        let run = set.runs[1]
        #expect(run.clusters.map(\.text) == ["😀", "👨‍👩‍👧"] && run.glyphs.count == 2)
        #expect(run.face.outlines == .colorBitmap && !run.face.isEmbeddable && run.outline == nil)
        let picture = try #require(run.face.picture(of: run.glyphs[0].id, pixelsPerEm: 100))
        #expect(picture.png.starts(with: [0x89] + Array("PNG".utf8)))
        // A picture is 136 by 128 pixels at 109 pixels an em, and as wide as its advance.
        #expect(abs(picture.box.width - 136.0 / 109) < 0.01 && abs(picture.box.height - 128.0 / 109) < 0.01)
        #expect(abs(run.face.advance(of: run.glyphs[0].id) - picture.box.width) < 0.01)
        #expect(abs(run.glyphs[0].advance - 10 * picture.box.width) < 0.1)
        #expect(run.face.picture(of: run.glyphs[0].id, pixelsPerEm: .nan) == nil)
    }

    @Test func `Characters that no font has are named once and keep a place`() throws {
        let set = try Fonts.set("a\u{10fffd}b\u{10fffd}")
        #expect(set.missing == ["\u{10fffd}"])
        #expect(set.runs.flatMap(\.glyphs).count == 2 && set.clusters.count == 4)
        #expect(set.size.width > set.runs.flatMap(\.glyphs).map(\.advance).reduce(0, +))
    }

    @Test func `Setters on several threads give characters without a glyph the same width`() async throws {
        let expected = try Fonts.set("a\u{10fffd}").size.width
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        let width = try Fonts.set("a\u{10fffd}").size.width
                        #expect(width == expected)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
