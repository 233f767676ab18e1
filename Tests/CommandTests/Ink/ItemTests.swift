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
        #expect(added == "1> b.pdf  0 strokes on 1 of 2 pages, N bytes\n[0] +b.pdf", "\(added)")
        #expect(try shell.read("b.pdf").starts(with: shell.read("a.pdf")))
        #expect(try text(shell, "b.pdf").contains("Kept secret"))
        #expect(try run(try Requirement.tool("qpdf"), "--check", shell.folder.path("b.pdf")).status == 0)
        #expect(try shell.limn("item list b.pdf") == "1> page 2, 1: text, 20,30  “Kept secret”\n[0]")
        let subtypes = try python("annotation_kinds", shell.folder.path("b.pdf"))
        #expect(subtypes.trimmingCharacters(in: .whitespacesAndNewlines) == "/FreeText")
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

    @Test func `What cannot be is refused with a sentence`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.limn": try Project.sample("character-sheet.limn")])
        #expect(
            try shell.limn("item remove a.pdf -o b.pdf --page 1 --index 1")
                == "2> limn: a.pdf: Items cannot be taken out of a PDF. Take them out of the ink that it was made from.\n[1]"
        )
        #expect(
            try shell.limn("item add a.pdf -o b.pdf --page 7 --text a --at 1,1")
                == "2> limn: There is no page 7: the document has 1 page.\n[1]")
        #expect(
            try shell.limn("item remove a.limn -o b.limn --page 1 --index 4").hasSuffix("the page has 0 items.\n[1]"))
        #expect(try shell.limn("item list missing.limn").hasSuffix("[1]"))
    }
}
