// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Data and forms that are wrong in every way that people and strangers find: a sentence each, with the row and the column,
/// and nothing half written.
@Suite struct FormBadDataTests {
    /// A table whose first row has this cell and whose second row is good.
    private static func table(_ cell: String) -> [UInt8] { Array("name ,sum.b\n\(cell),1\nOle,2\n".utf8) }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// A file, what is said of it, and whether the second row is filled all the same.
    private static let bad: [(name: String, bytes: [UInt8], said: [String], fillsRest: Bool)] = [
        (
            "object.json", text(#"[{"name ": {"x": 1}}, {"sum.b": 2}]"#),
            ["No field of the form is named “name .x”. The column is left out.", "Row 1 is skipped."], true
        ),
        (
            "list.json", text(#"[{"name ": ["a", "b"]}, {"sum.b": 2}]"#), ["Row 1: ", "“name ”", "Row 1 is skipped."],
            true
        ),
        (
            "word.json", text(#"[{"wounded": "maybe"}, {"sum.b": 2}]"#), ["Row 1: ", "“maybe”", "Row 1 is skipped."],
            true
        ),
        ("scalar.json", text(#"[17, {"sum.b": 2}]"#), ["Row 1", "Row 1 is skipped."], true),
        (
            "large.csv", table(String(repeating: "x", count: 10 << 20)),
            ["Row 1: “name ” is 10485760 bytes long, and at most 1048576 are read.", "Row 1 is skipped."], true
        ),
        (
            "nul.csv", table("A\0B"),
            ["Row 1: “name ” holds a NUL character, which no form can store.", "Row 1 is skipped."], true
        ),
        (
            "half.json", text(#"[{"name ": "\ud800"}, {"sum.b": 2}]"#),
            ["Row 1: “name ” holds half of a character (a lone surrogate).", "Row 1 is skipped."], true
        ),
        (
            "open.csv", text("name ,sum.b\nOle,2\n\"Maren,3\n"),
            ["open.csv: ", "never closed (row 2, column “1”, line 3)"], false
        ),
        ("twice.csv", text("sum.b,sum.b\n1,2\n"), ["twice.csv: ", "names “sum.b” twice, in columns 1 and 2"], false),
        (
            "entity.xfdf",
            text(
                "<!DOCTYPE x [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">]><xfdf><fields><field name=\"name \"><value>&c;</value>"
                    + "</field></fields></xfdf>"),
            ["entity.xfdf: ", "a declaration of a document type or of entities (line 1"], false
        ),
        (
            "deep.xfdf",
            text(
                "<xfdf><fields>" + String(repeating: "<field name=\"a\">", count: 10_000)
                    + String(repeating: "</field>", count: 10_000) + "</fields></xfdf>"),
            ["deep.xfdf: ", "its elements are nested deeper than 64 levels (line 1, byte 1006)."], false
        ),
        (
            "deep.json", text(String(repeating: "[", count: 1_000_000)),
            ["deep.json: ", "its values are nested deeper than 64 levels (line 1, byte 64)."], false
        ),
        (
            "wide.json", text("[" + String(repeating: "[],", count: 2_000_000) + "[]]"),
            ["wide.json: ", "it has more than 1000000 values"], false
        ),
    ]

    @Test(arguments: bad.map(\.name))
    func `Bad data give a sentence with the row and the column, and only good rows are written`(name: String) throws {
        let bad = try #require(Self.bad.first { $0.name == name })
        let shell = try Shell(["a.pdf": Forms.all])
        try shell.write(bad.name, bad.bytes)
        let done = try shell.sh("limn form fill a.pdf \(bad.name) -o 'out/{@row}.pdf'")
        for words in bad.said { #expect(done.contains(words), "\(done.prefix(2000))") }
        #expect(done.hasSuffix(bad.fillsRest ? "[1] +out/ +out/2.pdf" : "[1]"), "\(done.suffix(200))")
        if bad.fillsRest {
            #expect(try run(try Requirement.tool("qpdf"), "--check", shell.folder.path("out/2.pdf")).status == 0)
        }
        // One sheet alone is no different: nothing is written where the data cannot be read.
        let one = try shell.sh("limn form fill a.pdf \(bad.name) -o one.pdf --json")
        if !bad.fillsRest { #expect(one.hasSuffix("[1]"), "\(one.suffix(200))") }
    }

    @Test func `A name that two fields could have is refused with both, and nothing is guessed`() throws {
        let form = Documents.pdf(
            [(300, 200)], catalog: "/AcroForm<</Fields[5 0 R 6 0 R]/DA(/Helv 0 Tf 0 g)>>", page: "/Annots[5 0 R 6 0 R]",
            objects: [
                "<</Type/Annot/Subtype/Widget/FT/Tx/T(race )/Rect[10 170 110 190]>>",
                "<</Type/Annot/Subtype/Widget/FT/Tx/T( race)/Rect[10 140 110 160]>>",
            ])
        let shell = try Shell(["a.pdf": form, "b.csv": Self.text("race\nElf\n")])
        let done = try shell.sh("limn form fill a.pdf b.csv -o 'out/{@row}.pdf'")
        #expect(done.contains("Row 1: The column “race” could be any of the fields"), "\(done)")
        #expect(done.contains("“race ”") && done.contains("“ race”"), "\(done)")
        #expect(done.contains("[1]") && !done.contains("1.pdf"), "\(done)")
    }

    @Test(arguments: ["/Kids[5 0 R]/Parent 6 0 R", "/Kids[6 0 R]/Parent 5 0 R", "/Kids[5 0 R 6 0 R]/Parent 6 0 R"])
    func `A tree of fields that leads in a circle is read once, and other fields are filled`(circle: String) throws {
        let form = Documents.pdf(
            [(300, 200)], catalog: "/AcroForm<</Fields[5 0 R 7 0 R]/DA(/Helv 0 Tf 0 g)>>", page: "/Annots[7 0 R]",
            objects: [
                "<</T(a)/FT/Tx/Kids[6 0 R]/Parent 6 0 R>>", "<</T(b)\(circle)>>",
                "<</Type/Annot/Subtype/Widget/FT/Tx/T(c)/Rect[10 140 110 160]>>",
            ])
        let shell = try Shell(["a.pdf": form])
        let shown = try shell.sh("limn form show a.pdf")
        #expect(shown.contains("\"c\""), "\(shown)")
        let done = try shell.sh("limn form fill a.pdf --set c=1 -o b.pdf")
        // It is filled, or refused with a sentence.
        #expect(done.hasSuffix("+b.pdf") || done.contains("2> limn: a.pdf: "), "\(done)")
        if done.hasSuffix("+b.pdf") { #expect(try shell.read("b.pdf").starts(with: form)) }
    }
}
