// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What is added to tagged documents is tagged, too, as other programs read it.
struct TaggedExportTests {
    /// Two tagged pages with a paragraph each, and a document without tags.
    private func shell(parents: String = "<</Nums[0[9 0 R]1[10 0 R]]>>", root: String = "") throws -> Shell {
        let content = "/P <</MCID 0>> BDC BT /F 12 Tf 20 70 Td (Printed) Tj ET EMC"
        let pages = [0, 1].map { index in
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents \(index)/Contents 5 0 R"
                + "/Resources<</Font<</F 6 0 R>>>>>>"
        }
        let elements = [3, 4].map { "<</Type/StructElem/S/P/P 8 0 R/Pg \($0) 0 R/K 0>>" }
        let pdf = listedPDF(
            ["<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 7 0 R>>"]
                + ["<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>"] + pages + [
                    listedStream(content), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
                    "<</Type/StructTreeRoot/K 8 0 R/ParentTree \(parents)\(root)>>",
                    "<</Type/StructElem/S/Document/P 7 0 R/K[9 0 R 10 0 R]>>",
                ] + elements + ["<</Nums[0[9 0 R]1[10 0 R]]>>", "<</Kids[<</Limits[0 1]/Nums[0[9 0 R]1[10 0 R]]>>]>>"])
        func text(_ words: String, _ y: Int) -> String {
            #"{"strokesBelow":0,"text":{"transform":[1,0,0,1,20,\#(y)],"runs":[{"text":"\#(words)","style":"#
                + #"{"family":"DejaVu Sans","size":9,"weight":400,"isItalic":false,"isUnderlined":false,"#
                + #""isStruck":false,"color":{"red":0,"green":0,"blue":0,"alpha":1}}}]}}"#
        }
        let stroke =
            #"{"brush":{"kind":"pen","color":{"red":0,"green":0,"blue":1,"alpha":1},"width":2,"cap":"round","dash":[]},"#
            + #""xy":[120,70,180,90],"width":2}"#
        let color = #""color":{"red":1,"green":0.9,"blue":0,"alpha":1}"#
        let objects = [
            text("Second", 60), text("First", 40),
            #"{"strokesBelow":1,"markup":{"style":"highlight","quads":[[20,20,60,20,60,34,20,34]],\#(color)}}"#,
            #"{"strokesBelow":1,"note":{"at":[150,10],"title":"Trap","text":"Careful",\#(color)}}"#,
        ].joined(separator: ",")
        let page = #"{"size":[200,100],"layers":[{"name":"Spells"}],"strokes":[\#(stroke)],"objects":[\#(objects)]}"#
        return try Shell([
            "a.pdf": pdf, "plain.pdf": Documents.pages(2),
            "ink.json": Array(#"{"limnInk":4,"pages":[\#(page)]}"#.utf8),
        ])
    }

    private func structure(of name: String, _ shell: Shell) throws -> [String] {
        try python("structure_lines", shell.folder.path(name)).split(separator: "\n").map(String.init)
    }

    static let parents = ["<</Nums[0[9 0 R]1[10 0 R]]>>", "11 0 R", "12 0 R"]

    @Test(arguments: parents, ["append", "rewrite"])
    func `Typed texts are paragraphs in reading order, ink is a figure, and a note an annotation of the page`(
        parents: String, save: String
    ) throws {
        let shell = try shell(parents: parents)
        let told = try shell.limn("flatten a.pdf ink.json -o out.pdf --save \(save)")
        #expect(told.contains("[0]"), "\(told)")
        let found = try structure(of: "out.pdf", shell)
        #expect(
            found == [
                "Document", "  P 0", "  Annot OBJR Text", "  P MCR 1", "  P MCR 0", "  Figure MCR 2", "  P 0",
                "content 0",
                "parents 0 P", "parents 1 P", "parents 2 P P Figure", "parents 3 Annot",
            ])
        // Poppler reads the words where they belong.
        let text = try shell.sh("pdfinfo -struct-text out.pdf | grep -o '\".*\"'")
        let words = ["Printed", "First", "Second", "Printed"].map { "\"\($0)\"" }
        #expect(words.allSatisfy { text.contains($0) }, "\(text)")
        #expect(text.range(of: "First")!.lowerBound < text.range(of: "Second")!.lowerBound)
    }

    @Test(arguments: ["s#/S /P$#/S /L#", "s#/MCID 2$#/MCID 1#", "/Type ./s#StructTreeRoot#StructTreeFoot#"])
    func `The judge of harm sees what became of the tags`(change: String) throws {
        let shell = try shell()
        _ = try shell.limn("flatten a.pdf ink.json -o out.pdf")
        let original = shell.folder.path("a.pdf")
        #expect(
            try ExportJudge.harm(original: original, output: shell.folder.path("out.pdf"), pages: [0], files: 1)
                .filter { $0.contains("Struct") } == [])
        _ = try shell.sh("qpdf --qdf --object-streams=disable out.pdf - | sed '\(change)' > spoiled.pdf")
        let harm = try ExportJudge.harm(
            original: original, output: shell.folder.path("spoiled.pdf"), pages: [0], files: 1)
        #expect(harm.contains { $0.contains("Struct") }, "\(harm)")
    }

    @Test func `Annotations are tagged with what is read instead of them`() throws {
        let shell = try shell()
        #expect(try shell.limn("flatten a.pdf ink.json -o out.pdf --mode annotate").contains("[0]"))
        let found = try structure(of: "out.pdf", shell)
        let added = ["Text", "Highlight", "FreeText", "FreeText", "Ink"].map { "  Annot OBJR \($0)" }
        #expect(Array(found.prefix(8)) == ["Document", "  P 0"] + added + ["  P 0"])
        let alternatives = try shell.sh("qpdf --json out.pdf | grep -c '\"/Alt\": \"u:'")
        #expect(alternatives.contains("1> 2"), "\(alternatives)")
    }

    @Test func `An export of an export goes on`() throws {
        let shell = try shell()
        #expect(try shell.limn("flatten a.pdf ink.json -o b.pdf --quiet").contains("[0]"))
        #expect(
            try shell.limn("flatten b.pdf ink.json -o c.pdf --page 2 --save append --no-source-ink").contains("[0]"))
        let found = try structure(of: "c.pdf", shell)
        #expect(found.count { $0 == "  Figure MCR 2" } == 2 && found.last == "parents 5 Annot", "\(found)")
        #expect(found.firstIndex(of: "  Figure MCR 2")! < found.lastIndex(of: "  P 0")!)
    }

    @Test func `Documents without tags get none, and a burned one keeps its tree`() throws {
        let shell = try shell()
        #expect(try shell.limn("flatten plain.pdf ink.json -o out.pdf").contains("[0]"))
        #expect(try shell.sh("qpdf --qdf out.pdf - | grep -a -c -e MCID -e StructElem").contains("1> 0"))
        _ = try shell.limn("flatten a.pdf ink.json -o burned.pdf --mode burn --quiet")
        let found = try structure(of: "burned.pdf", shell)
        #expect(found.prefix(6) == ["Document", "  P 0", "  Figure MCR 3", "  P MCR 1", "  P MCR 0", "  Figure MCR 2"])
    }
}
