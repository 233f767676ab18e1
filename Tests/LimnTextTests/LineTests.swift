// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnText
import Testing

@Suite struct LineTests {
    /// The letters of DejaVu Sans, in 2048ths of an em (its table `hmtx`).
    private static let advances: [Character: Double] = ["H": 1540, "l": 569, "o": 1253, " ": 651]

    @Test(arguments: [6.0, 12, 20.48, 144])
    func `A line is as wide as the advances of its letters`(size: Double) throws {
        let text = "Hllo Holl"
        let set = try Fonts.set(text, size: size)
        let expected = text.reduce(0) { $0 + Self.advances[$1]! } / 2048 * size
        // Pango's unit is 1/1024 pt, and each of nine advances may be half a unit off.
        #expect(abs(set.size.width - expected) < 0.005)
        #expect(set.lines.count == 1 && set.runs.count == 1 && set.missing.isEmpty && set.substitutions.isEmpty)
        #expect(set.runs[0].face.postScriptName == "DejaVuSans")
    }

    @Test func `Kerning moves letters together and leaves the face's advance as it is`() throws {
        let run = try #require(try Fonts.set("AV").runs.first)
        #expect(abs(run.face.advance(of: run.glyphs[0].id) - 1401.0 / 2048) < 1e-9)
        #expect(run.glyphs[0].advance < 12 * 1401.0 / 2048 - 0.3)
        #expect(run.glyphs[1].origin.x == run.glyphs[0].advance)
    }

    @Test func `Lines break between words at the width, and within a word that is too long`() throws {
        let set = try Fonts.set("one two three, incomprehensibly", width: 60)
        #expect(set.lines.map(set.text) == ["one two ", "three, ", "incompre", "hensibly"])
        #expect(set.size.width == 60 && set.lines.allSatisfy { $0.box.width <= 60 })
    }

    @Test func `A hyphen shows where a word breaks at a soft hyphen, and nowhere else`() throws {
        let plain = try Fonts.set("incomprehensibly", width: 60)
        #expect(plain.runs.flatMap(\.glyphs).count == 16 && plain.lines.count == 2)
        let soft = try Fonts.set("incom\u{ad}prehensi\u{ad}bly", width: 60)
        #expect(soft.lines.map(soft.text) == ["incom\u{ad}", "prehensi\u{ad}", "bly"])
        #expect(soft.runs.flatMap(\.glyphs).count == 18)
    }

    @Test func `A text set at its own width stays on one line`() throws {
        for text in ["The quick brown fox", "日本語のテキストです。", "a b c d e f g"] {
            let width = try Fonts.set(text).size.width
            #expect(try Fonts.set(text, width: width).lines.count == 1)
            #expect(try Fonts.set(text, width: width - 0.01).lines.count > 1)
        }
    }

    @Test func `The line height is the distance of baselines, whatever fonts stand in`() throws {
        let set = try Fonts.set("one\n日本語 😀\n\nहिन्दी", size: 10) { $0.lineHeight = 1.5 }
        #expect(set.lines.count == 4 && set.size.height == 60)
        for (above, below) in zip(set.lines, set.lines.dropFirst()) {
            #expect(abs(below.baseline - above.baseline - 15) < 1e-9)
            #expect(above.box.maxY == below.box.minY)
        }
        // DejaVu Sans rises 1901 and descends 483 units; half of what is left of 1.5 em is above.
        #expect(abs(set.lines[0].baseline - (15 - 23.84 / 2.048) / 2 - 19.01 / 2.048) < 1e-3)
    }

    @Test func `Without a line height, lines are as high as their fonts`() throws {
        let set = try Fonts.set("one\ntwo\n", size: 20)
        #expect(set.lines.count == 3)
        #expect(set.lines.allSatisfy { abs($0.box.height - 20 * 2384.0 / 2048) < 0.01 })
        #expect(abs(set.lines[0].baseline - 20 * 1901.0 / 2048) < 0.01)
    }

    @Test func `An empty text has one line and no glyph`() throws {
        let set = try Fonts.set("", size: 20)
        #expect(set.lines.count == 1 && set.runs.isEmpty && set.size.width == 0)
        #expect(abs(set.size.height - 20 * 2384.0 / 2048) < 0.01)
    }

    @Test func `Lines lie at the left, in the middle, at the right, or fill the width`() throws {
        func lines(_ alignment: TextItem.Alignment, _ text: String = "Holl Holl Holl\nlo") throws -> [Rect] {
            try Fonts.set(text, width: 60) { $0.alignment = alignment }.lines.map(\.box)
        }
        #expect(try lines(.left).allSatisfy { $0.minX == 0 } && lines(.start).allSatisfy { $0.minX == 0 })
        #expect(try lines(.right).allSatisfy { abs($0.maxX - 60) < 1e-9 })
        #expect(try lines(.center).allSatisfy { abs($0.center.x - 30) < 1e-9 })
        let justified = try lines(.justified)
        #expect(justified.count == 3)
        #expect(abs(justified[0].width - 60) < 0.01 && justified[1].width < 40 && justified[2].width < 20)
        // Arabic starts at the right; but left is left.
        #expect(try lines(.start, "مرحبا").allSatisfy { abs($0.maxX - 60) < 1e-9 })
        #expect(try lines(.left, "مرحبا").allSatisfy { $0.minX == 0 })
    }

    @Test func `Lines under and through text are straight across fonts and follow colors`() throws {
        let red = Color(rgba: 0xff00_00ff)
        var style = TextItem.Style(family: Fonts.latin, size: 20, isUnderlined: true)
        var item = TextItem(runs: [TextItem.Run("ab日本", style)])
        style.isStruck = true
        style.color = red
        item.runs.append(TextItem.Run("cd", style))
        try Fonts.require()
        let set = try TextSetter().set(item)
        #expect(set.decorations.map(\.kind) == [.underline, .underline, .strike])
        #expect(set.decorations.map(\.color) == [.black, red, red])
        #expect(set.decorations[0].rect.minX == 0 && set.decorations[1].rect.maxX == set.size.width)
        #expect(set.decorations[0].rect.maxX == set.decorations[1].rect.minX)
        #expect(set.decorations[0].rect.minY == set.decorations[1].rect.minY)
        let baseline = set.lines[0].baseline
        #expect(set.decorations[0].rect.minY > baseline && set.decorations[2].rect.maxY < baseline)
        #expect(set.runs.last?.color == red)
    }

    @Test func `The same text is set the same by any setter in any order`() throws {
        let style = TextItem.Style(family: "sans-serif")
        let items = ["plain", "日本語の漢字", "한국어 漢字", "مرحبا"].map { TextItem($0, style, at: .zero, width: 40) }
        try Fonts.require()
        let (one, other) = (try TextSetter(), try TextSetter())
        let sets = try items.map { try one.set($0) }
        #expect(try items.reversed().map { try other.set($0) }.reversed() == sets)
        #expect(try one.set(items[0]) == sets[0])
    }
}
