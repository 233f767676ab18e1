// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Forms and data as other programs write them.
@Suite struct FormStrangersTests {
    private static func form(_ fields: [String], others: [String] = [], listed: String? = nil) -> [UInt8] {
        let numbers = fields.indices.map { "\($0 + 5) 0 R" }.joined(separator: " ")
        return Documents.pdf(
            [(300, 200)], catalog: "/AcroForm<</Fields[\(listed ?? numbers)]/DA(/Helv 10 Tf 0 g)>>",
            page: "/Annots[\(numbers)]", objects: fields + others)
    }

    private static func widget(_ entries: String, _ rect: String = "20 150 40 170") -> String {
        "<</Type/Annot/Subtype/Widget/F 4/Rect[\(rect)]\(entries)>>"
    }

    private static let square =
        "<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 14>>stream\n2 2 16 16 re f\nendstream"

    @Test func `A check box without an appearance gets one, and is ticked`() throws {
        let box = "/FT/Btn/V/Off/MK<</BC[0]/CA(4)>>/DA(/ZaDb 10 Tf 0 g)"
        let shell = try Shell(["a.pdf": Self.form([Self.widget("/T(wound)" + box)])])
        #expect(try shell.limn("form show a.pdf").contains(#""wound"  check  page 1  [Yes]"#))
        let done = try shell.limn("form fill a.pdf --set wound=yes -o b.pdf")
        #expect(done.hasSuffix("[0] +b.pdf"), "\(done)")
        for engine in [Engine.mupdf, .splash] {
            let (before, after) = (
                try engine.draw(shell.folder.path("a.pdf"), page: 1, dpi: 72),
                try engine.draw(shell.folder.path("b.pdf"), page: 1, dpi: 72)
            )
            #expect(before != after, "\(engine)")
        }
        // Radio buttons without appearances exclude each other.
        let side = "<</FT/Btn/Ff 49152/T(side)/Kids[5 0 R 6 0 R]>>"
        try shell.write(
            "r.pdf",
            Self.form(
                [Self.widget("/Parent 7 0 R"), Self.widget("/Parent 7 0 R", "60 150 80 170")], others: [side],
                listed: "7 0 R"))
        #expect(try shell.limn("form fill r.pdf --set side=2 -o s.pdf").hasSuffix("[0] +s.pdf"))
        #expect(try shell.limn("form show s.pdf").contains(#""side"  radio  page 1  = 2  [1, 2]"#))
    }

    @Test func `Flags that only the widget has count, and become read-only with the field`() throws {
        let parent = "<</FT/Btn/T(PORTRAIT)/Kids[5 0 R]>>"
        let shell = try Shell([
            "a.pdf": Self.form(
                [Self.widget("/Parent 6 0 R/Ff 65536/MK<</TP 1>>", "20 20 120 120")], others: [parent], listed: "6 0 R"),
            "pic.png": Array(try Data(contentsOf: Project.samples.appendingPathComponent("portrait.png"))),
        ])
        #expect(try shell.limn("form show a.pdf").contains(#""PORTRAIT"  push"#))
        let done = try shell.limn("form fill a.pdf --set PORTRAIT=@pic.png --lock -o b.pdf")
        #expect(done.hasSuffix("[0] +b.pdf"), "\(done)")
        #expect(try shell.limn("form show b.pdf").contains(#""PORTRAIT"  push  page 1  read-only"#))
    }

    @Test func `Flattening keeps the frames of boxes that have no drawing for off`() throws {
        let look = "/AP<</N<</Yes 8 0 R>>>>/MK<</BC[0]/BG[1 1 0]>>/DA(/ZaDb 0 Tf 0 g)/FT/Btn"
        let shell = try Shell([
            "a.pdf": Self.form(
                [
                    Self.widget("/T(c1)/AS/Off" + look), Self.widget("/T(c2)/AS/Off" + look, "60 150 80 170"),
                    Self.widget("/T(c3)/FT/Btn/MK<</BC[0]/BG[1 1 0]>>", "100 150 120 170"),
                ], others: [Self.square])
        ])
        let done = try shell.limn("form fill a.pdf --set c2=Yes --flatten -o b.pdf")
        #expect(done.hasSuffix("[0] +b.pdf"), "\(done)")
        let picture = try Engine.mupdf.draw(shell.folder.path("b.pdf"), page: 1, dpi: 72)
        for x in [25, 105] {
            let pixel = picture[x, 45]
            #expect(pixel.red > 200 && pixel.green > 200 && pixel.blue < 60, "\(x): \(pixel)")
        }
    }

    @Test func `Control characters in values, titles and names are escapes of JSON`() throws {
        let title = "<feff0078007f009b0079>"
        let shell = try Shell([
            "a\u{7f}\u{9b}.pdf": Self.form([Self.widget("/FT/Tx/T(a)/V\(title)", "20 20 200 40")])
        ])
        let done = try shell.sh("limn form show a*.pdf --json")
        #expect(done.contains(#"x\u007f\u009by"#), "\(done)")
        #expect(!done.unicodeScalars.contains { (0x7f...0x9f).contains($0.value) })
        let lines = done.split(separator: "\n").filter { $0.hasPrefix("1> ") }
        for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.dropFirst(3).utf8)) }
    }

    @Test func `A column that no field has is told once, and --strict refuses`() throws {
        let table = "name ,mood,sum.a\nMaren,calm,1\nOle,loud,2\n"
        let shell = try Shell(["a.pdf": Forms.all, "party.csv": Array(table.utf8)])
        let done = try shell.sh("limn form fill a.pdf party.csv -o 'out/{@row}.pdf'")
        #expect(done.hasSuffix("[3] +out/ +out/1.pdf +out/2.pdf"), "\(done)")
        #expect(done.ranges(of: "“mood”").count == 1, "\(done)")
        let one = try shell.sh("limn form fill a.pdf party.csv --merge two.pdf")
        #expect(one.ranges(of: "“mood”").count == 1 && one.hasSuffix("[3] +two.pdf"), "\(one)")
        let strict = try shell.sh("limn form fill a.pdf party.csv -o 'strict/{@row}.pdf' --strict")
        #expect(strict.hasSuffix("[1] +strict/") || strict.hasSuffix("[1]"), "\(strict)")
        // A name on the command line is no column.
        let typed = try shell.limn("form fill a.pdf --set mood=calm --set sum.a=1 -o typed.pdf")
        #expect(typed.hasSuffix("[1] +typed.pdf"), "\(typed)")
    }

    @Test func `One value that the form refuses does not refuse its row`() throws {
        let shell = try Shell(["a.pdf": Forms.all, "party.csv": Array("name ,class\nMaren,Thief\n".utf8)])
        let done = try shell.sh("limn form fill a.pdf party.csv -o '{@row}.pdf'")
        #expect(done.contains("has no choice “Thief”. It takes “b”, “m”."), "\(done)")
        #expect(done.hasSuffix("[1] +1.pdf"), "\(done)")
        #expect(try shell.limn("form show 1.pdf").contains("= Maren"))
        let strict = try shell.sh("limn form fill a.pdf party.csv -o 's{@row}.pdf' --strict")
        #expect(strict.contains("Row 1 is skipped.") && strict.hasSuffix("[1]"), "\(strict)")
    }

    @Test func `A choice of the form is stored even if no font can draw it`() throws {
        // A character for private use, which no font has.
        let shell = try Shell([
            "a.pdf": Self.form([Self.widget("/FT/Ch/Ff 131072/T(rune)/Opt[<feff0041f8b0>(B)]", "20 20 120 40")]),
            "rune.json": Array("{\"rune\": \"A\u{f8b0}\"}".utf8),
        ])
        let done = try shell.limn("form fill a.pdf rune.json -o b.pdf")
        #expect(done.contains("U+F8B0") && done.contains("The value is stored"), "\(done)")
        #expect(done.hasSuffix("[3] +b.pdf"), "\(done)")
        let shown = try shell.json("form show b.pdf --json")
        let fields = try #require(shown[0]["fields"] as? [[String: Any]])
        #expect(fields[0]["value"] as? String == "A\u{f8b0}")
    }

    @Test func `Arrays address numbered fields`() throws {
        let fields = ["attack.1.weapon", "attack.2.weapon", "wound.1", "wound.2"].enumerated().map { index, name in
            // The parts of a name are fields of their own, or one name with periods.
            Self.widget("/FT/Tx/T(\(name))", "150 \(20 + 30 * index) 280 \(40 + 30 * index)")
        }
        let shell = try Shell([
            "a.pdf": Self.form(fields),
            "d.json": Array(#"{"attack": [{"weapon": "Axe"}, {"weapon": "Bow"}], "wound": ["deep", "old"]}"#.utf8),
        ])
        let done = try shell.limn("form fill a.pdf d.json -o b.pdf")
        #expect(done.hasSuffix("[0] +b.pdf"), "\(done)")
        let shown = try shell.limn("form show b.pdf")
        for value in ["= Axe", "= Bow", "= deep", "= old"] { #expect(shown.contains(value), "\(shown)") }
    }
}
