// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn item`.
struct ItemTests {
    private func text(_ shell: Shell, _ name: String) throws -> String {
        try run(try Requirement.tool("pdftotext"), shell.folder.path(name), "-").text
    }

    @Test func `A text becomes an annotation of a PDF, which keeps its bytes, and is listed`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(2)])
        let added = try shell.sh("limn item add a.pdf -o b.pdf --page 2 --text 'Kept secret' --at 20,30 --size 12")
        #expect(added == "1> b.pdf  1 item on 1 of 2 pages, N bytes\n[0] +b.pdf", "\(added)")
        #expect(try shell.read("b.pdf").starts(with: shell.read("a.pdf")))
        #expect(try text(shell, "b.pdf").contains("Kept secret"))
        #expect(try run(try Requirement.tool("qpdf"), "--check", shell.folder.path("b.pdf")).status == 0)
        #expect(try shell.limn("item list b.pdf") == "1> page 2, 1: text, 20,30  “Kept secret”\n[0]")
        let subtypes = try python("annotation_kinds", shell.folder.path("b.pdf"))
        #expect(subtypes.trimmingCharacters(in: .whitespacesAndNewlines) == "/FreeText")
    }

    @Test func `A link covers an area, and what is empty or dangerous is refused`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(2)])
        let place = "--page 1 --at 20,30"
        _ = try shell.sh("limn item add a.pdf -o b.pdf \(place) --link https://example.org/x --width 80 --height 20")
        _ = try shell.sh("limn item add b.pdf -o c.pdf \(place) --link 2 --width 80 --height 20")
        #expect(
            try shell.limn("item list c.pdf")
                == "1> page 1, 1: link, 20,30  “https://example.org/x”\n1> page 1, 2: link, 20,30  “page 2”\n[0]")
        #expect(
            try python("annotation_kinds", shell.folder.path("c.pdf")).split(whereSeparator: \.isWhitespace)
                == ["/Link", "/Link"])
        for wrong in [
            "--link javascript:alert(1) --width 9 --height 9", "--link file:///etc --width 9 --height 9",
            "--link https://a.b", "--text ' '", "--note ''", "--text x --height 3",
        ] {
            let done = try shell.sh("limn item add a.pdf -o no.pdf \(place) \(wrong.replacing("(1)", with: ""))")
            #expect(done.hasSuffix("[64]"), "\(wrong): \(done)")
        }
    }

    @Test(arguments: ["darkgreen", "RebeccaPurple", "#0a0", "#00aa00", "00aa0080", "dark green"])
    func `A color is a name of CSS or a number`(color: String) throws {
        let shell = try Shell(["a.pdf": Documents.pages(1)])
        let done = try shell.sh("limn item add a.pdf -o b.pdf --page 1 --text x --at 9,9 --color '\(color)' -q")
        #expect(done == "[0] +b.pdf", "\(done)")
        let wrong = try shell.sh("limn item add a.pdf -o c.pdf --page 1 --text x --at 9,9 --colour red")
        #expect(wrong.contains("Unknown option '--colour'") && wrong.hasSuffix("[64]"), "\(wrong)")
    }

    @Test func `Several files get the same item, whatever happens to one of them`() throws {
        let shell = try Shell([
            "a.pdf": Documents.pages(1), "b.pdf": Documents.pages(2), "in/a.pdf": Documents.pages(1),
            "bad.pdf": [1, 2],
        ])
        let item = "--page 1 --text Seal --at 20,30"
        let added = try shell.limn("item add a.pdf bad.pdf b.pdf -o out/new \(item)")
        #expect(added.contains("2> limn: bad.pdf: ") && added.contains("[1] +out/"), "\(added)")
        for name in ["a", "b"] { #expect(try text(shell, "out/new/\(name).pdf").contains("Seal")) }
        #expect(try shell.limn("item add a.pdf in/a.pdf -o out \(item)").contains("Two of the files are called a.pdf"))
        #expect(try shell.limn("item add a.pdf b.pdf -o bad.pdf \(item)").contains("Several files go to a folder"))
        #expect(try shell.limn("item add a.pdf -o out \(item)").contains("+out/a.pdf"))
    }

    @Test func `Overlay puts a text into the page`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1)])
        _ = try shell.sh("limn item add a.pdf -o b.pdf --page 1 --text 'Page 1 of 1' --at 80,40 --mode overlay")
        #expect(try text(shell, "b.pdf").contains("Page 1 of 1"))
        #expect(try python("annotation_kinds", shell.folder.path("b.pdf")).isEmpty)
    }

    @Test func `Items of ink are added, listed and removed; the rest stays exactly`() throws {
        let shell = try Shell(["a.limn": try Project.sample("character-sheet.limn")])
        _ = try shell.sh("limn item add a.limn -o b.limn --page 1 --note Trap --body 'The door' --at 20,30")
        #expect(try shell.limn("item list b.limn") == "1> page 1, 1: note, 20,30  “Trap”\n[0]")
        _ = try shell.limn("item remove b.limn -o c.limn --page 1 --index 1")
        let same = try shell.sh(
            "limn ink convert a.limn a.json --quiet && limn ink convert c.limn c.json --quiet && cmp a.json c.json")
        #expect(same.hasSuffix("[0] +a.json +c.json"), "\(same)")
    }

    @Test func `A PDF and ink may come by standard input`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.limn": try Project.sample("character-sheet.limn")])
        let pdf = try shell.sh("limn item add - -o b.pdf --page 1 --text Hello --at 20,30 --quiet <a.pdf")
        #expect(pdf == "[0] +b.pdf", "\(pdf)")
        #expect(try text(shell, "b.pdf").contains("Hello"))
        let ink = try shell.sh("limn item add - -o b.limn --page 1 --note Trap --at 20,30 --quiet <a.limn")
        // The PDF that the ink names cannot be looked for, which is a warning.
        #expect(ink == "[3] +b.limn", "\(ink)")
        #expect(try shell.sh("limn item list - <b.limn") == "1> page 1, 1: note, 20,30  “Trap”\n[0]")
    }

    @Test(arguments: ["annotate", "overlay"])
    func `Items of a PDF are removed, and the document below them stays byte for byte`(_ mode: String) throws {
        let shell = try Shell(["a.pdf": Documents.pages(2)])
        for (number, page) in [1, 2, 1].enumerated() {
            let (from, to) = (["a", "1", "2"][number], ["1", "2", "3"][number])
            let added = try shell.limn(
                "item add \(from).pdf -o \(to).pdf --page \(page) --text Word\(number) --at 20,\(30 + 20 * number) "
                    + "--mode \(mode) --quiet")
            #expect(added == "[0] +\(to).pdf", "\(added)")
        }
        #expect(try shell.limn("item remove 3.pdf -o b.pdf --page 1 --index 1 --quiet") == "[0] +b.pdf")
        #expect(
            try shell.limn("item list b.pdf")
                == [
                    "1> page 1, 1: text, 20,70  “Word2”", "1> page 2, 1: text, 20,50  “Word1”", "[0]",
                ].joined(separator: "\n"))
        let words = try text(shell, "b.pdf")
        #expect(!words.contains("Word0") && words.contains("Word1") && words.contains("Word2"))
        #expect(try run("qpdf", "--check", shell.folder.path("b.pdf")).status == 0)
        #expect(try shell.read("b.pdf").starts(with: try shell.read("a.pdf")))
        // The removed words are in no stream, either.
        let streams = try run("qpdf", "--qdf", "--object-streams=disable", shell.folder.path("b.pdf"), "-")
        #expect(!streams.text.contains("Word0"))
        _ = try shell.limn("item remove b.pdf -o c.pdf --page 1 --index 1 --quiet")
        _ = try shell.limn("item remove c.pdf -o d.pdf --page 2 --index 1 --quiet")
        #expect(try shell.read("d.pdf") == shell.read("a.pdf"))
    }

    @Test func `Items that Limn cannot remove from a PDF stay, and a sentence says why`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1)])
        _ = try shell.limn("item add a.pdf -o b.pdf --page 1 --text Word --at 20,30 --mode overlay --quiet")
        _ = try run("qpdf", shell.folder.path("b.pdf"), shell.folder.path("c.pdf"))
        let anew = try shell.limn("item remove c.pdf -o d.pdf --page 1 --index 1")
        #expect(anew.hasPrefix("2> limn: c.pdf: The items cannot be removed from this PDF") && anew.hasSuffix("[1]"))
        try shell.write(
            "n.pdf",
            Documents.file([
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R]>>",
                "<</Type/Annot/Subtype/Text/Rect[9 9 29 29]/Contents(Trap)>>",
            ]))
        _ = try shell.limn("item add n.pdf -o m.pdf --page 1 --text Word --at 20,30 --quiet")
        let other = try shell.limn("item remove m.pdf -o d.pdf --page 1 --index 2")
        #expect(other == "2> limn: m.pdf: Another program placed one of these items. Limn removes only its own.\n[1]")
        #expect(try shell.limn("item remove m.pdf -o m.pdf --page 1 --index 1").hasSuffix("give it another name.\n[1]"))
    }

    @Test func `What cannot be is refused with a sentence`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.limn": try Project.sample("character-sheet.limn")])
        #expect(
            try shell.limn("item remove a.pdf -o b.pdf --page 1 --index 1") == "2> limn: The PDF carries no ink.\n[1]")
        #expect(
            try shell.limn("item add a.pdf -o b.pdf --page 7 --text a --at 1,1")
                == "2> limn: There is no page 7: the document has 1 page.\n[1]")
        #expect(
            try shell.limn("item remove a.limn -o b.limn --page 1 --index 4").hasSuffix("the page has 0 items.\n[1]"))
        #expect(try shell.limn("item list missing.limn").hasSuffix("[1]"))
    }
}
