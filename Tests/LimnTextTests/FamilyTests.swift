// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnText
import Testing

@Suite struct FamilyTests {
    @Test(arguments: [
        "No Such Family", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "../x", "a\u{1}\n\u{0}b",
        "DejaVu Sans:bold", "DejaVu Sans, Noto Sans", String(repeating: "x", count: 100_000),
    ])
    func `A family that is missing is named, and so is the one that stands in`(family: String) throws {
        let set = try Fonts.set("ab", family: family)
        #expect(set.substitutions.map(\.asked) == [family])
        #expect(set.substitutions[0].used == set.runs[0].face.family)
    }

    @Test(arguments: [
        "DejaVu Sans", "dejavu sans", "DejaVuSans", "Liberation Serif", "sans-serif", "serif", "monospace", "",
    ])
    func `A family that is there, or a kind of font, is no substitution`(family: String) throws {
        #expect(try Fonts.set("ab", family: family).substitutions.isEmpty)
    }

    @Test func `Weight and slant choose faces, and where there is none they are synthetic`() throws {
        func run(_ text: String, _ family: String, _ weight: Int, _ isItalic: Bool) throws -> GlyphRun {
            let set = try Fonts.set(text, family: family) {
                $0.runs[0].style.weight = weight
                $0.runs[0].style.isItalic = isItalic
            }
            return try #require(set.runs.first)
        }
        let boldItalic = try run("a", "Liberation Serif", 700, true)
        #expect(boldItalic.face.postScriptName == "LiberationSerif-BoldItalic")
        #expect(!boldItalic.isSyntheticBold && !boldItalic.isSyntheticOblique)
        let oblique = try run("日", "Noto Sans CJK JP", 400, true)
        #expect(oblique.isSyntheticOblique && !oblique.isSyntheticBold)
        #expect(oblique.transform(of: oblique.glyphs[0]).c > 0)
    }

    @Test func `A face tells what a font descriptor needs`() throws {
        let sans = try Fonts.set("H").runs[0].face
        #expect(sans.identity.index == 0 && sans.identity.variations.isEmpty)
        #expect(sans.unitsPerEm == 2048 && sans.outlines == .trueType && sans.family == "DejaVu Sans")
        #expect(abs(sans.ascent - 1901.0 / 2048) < 1e-9 && abs(sans.descent + 483.0 / 2048) < 1e-9)
        #expect(abs(sans.capHeight - 0.729) < 0.001 && sans.italicAngle == 0)
        #expect(!sans.isFixedPitch && !sans.isItalic && !sans.isSerif)
        #expect(sans.embedding == .allowed && sans.isEmbeddable)
        #expect(sans.boundingBox.minX < -0.5 && sans.boundingBox.maxY > 1)
        let serif = try Fonts.set("H", family: "Liberation Serif") { $0.runs[0].style.isItalic = true }.runs[0].face
        #expect(serif.isSerif && serif.isItalic && abs(serif.italicAngle + 16.33) < 0.1)
        #expect(try Fonts.set("H", family: "DejaVu Sans Mono").runs[0].face.isFixedPitch)
        let japanese = try Fonts.set("日", family: "Noto Sans CJK JP").runs[0].face
        #expect(japanese.unitsPerEm == 1000 && japanese.postScriptName == "NotoSansCJKjp-Regular")
    }

    @Test func `Outlines lie on the baseline and are as high as capitals`() throws {
        let set = try Fonts.set("H", size: 100)
        let run = set.runs[0]
        let em = try #require(run.face.outline(of: run.glyphs[0].id)?.controlBounds)
        #expect(em.minY == 0 && abs(em.maxY - 1493.0 / 2048) < 1e-9)
        let box = try #require(run.outline?.controlBounds)
        #expect(abs(box.maxY - set.lines[0].baseline) < 1e-9 && abs(box.height - 149_300.0 / 2048) < 1e-4)
        #expect(run.face.outline(of: try Fonts.set(" ").runs[0].glyphs[0].id)?.isEmpty == true)
    }
}
