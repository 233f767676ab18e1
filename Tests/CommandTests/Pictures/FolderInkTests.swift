// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

/// Folders with ink beside PDFs.
@Suite struct FolderInkTests {
    /// A note on pages of a PDF, with a stroke on each page, or with none.
    private static func note(on pdf: String, pages: [Int], isEmpty: Bool = false) -> [UInt8] {
        let all = pages.enumerated().map { index, page in
            let (y, brush) = (20 + 20 * index, "tool=\"pen\" color=\"#ff0000ff\" width=\"4\"")
            return """
                <page width="200" height="100"><background type="pdf" domain="absolute" filename="/home/me/\(pdf)" \
                pageno="\(page)"/><layer>\(isEmpty ? "" : "<stroke \(brush)>20 \(y) 180 \(y)</stroke>")</layer></page>
                """
        }
        return Array("<xournal fileversion=\"4\">\(all.joined())</xournal>".utf8)
    }

    private static func shell() throws -> Shell {
        try Shell([
            "in/a.pdf": Documents.pages(2), "in/a.xopp": note(on: "a.pdf", pages: [1, 2]),
            "in/again.PDF": Documents.pages(2), "in/again.PDF.xopp": note(on: "again.PDF", pages: [2, 1, 1]),
            "in/empty.pdf": Documents.pages(1), "in/empty.xopp": note(on: "empty.pdf", pages: [1], isEmpty: true),
            "in/plain.pdf": Documents.pages(1), "in/plain.svg": Array("<svg/>".utf8),
            "in/words.pdf": Documents.pages(1), "in/words.note": Array("Buy milk".utf8),
            "in/other.pdf": Documents.pages(1), "in/other.xopp": note(on: "a.pdf", pages: [1]),
            "in/renamed.pdf": Documents.pages(1), "in/renamed.xopp": note(on: "once.pdf", pages: [1]),
            "in/long.pdf": Documents.pages(1), "in/long.xopp": note(on: "long.pdf", pages: [1, 2]),
        ])
    }

    @Test func `A PDF in a folder is drawn with the ink beside it`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("render in --dpi 36 -o out"),
            """
            1> out/a-1.png  100 × 50 px, N bytes
            1> out/a-2.png  100 × 50 px, N bytes
            1> out/again-1.png  100 × 50 px, N bytes
            1> out/again-2.png  100 × 50 px, N bytes
            1> out/again-3.png  100 × 50 px, N bytes
            1> out/empty-1.png  100 × 50 px, N bytes
            1> out/long-1.png  100 × 50 px, N bytes
            1> out/other-1.png  100 × 50 px, N bytes
            1> out/plain-1.png  100 × 50 px, N bytes
            1> out/renamed-1.png  100 × 50 px, N bytes
            1> out/words-1.png  100 × 50 px, N bytes
            2> limn: in/long.xopp: warning: This ink is not drawn on in/long.pdf: The ink is for page 2, and the document \
            has 1 page.
            2> limn: in/other.xopp: warning: This ink is not drawn on in/other.pdf: It belongs to a.pdf.
            [3] +out/ +out/a-1.png +out/a-2.png +out/again-1.png +out/again-2.png +out/again-3.png +out/empty-1.png +out/long-1.png \
            +out/other-1.png +out/plain-1.png +out/renamed-1.png +out/words-1.png
            """)
        let bytes = { try shell.read($0) }
        _ = try shell.limn("render in/a.pdf --ink in/a.xopp --dpi 36 -o same")
        _ = try shell.limn("render in/renamed.pdf --ink in/renamed.xopp --dpi 36 -o same")
        _ = try shell.limn("render in/plain.pdf in/a.pdf --dpi 36 -o bare")
        for page in ["a-1.png", "a-2.png", "renamed-1.png"] {
            #expect(try bytes("out/\(page)") == bytes("same/\(page)"), "\(page)")
        }
        #expect(try bytes("out/a-1.png") != bytes("bare/a-1.png"), "a named PDF is drawn alone")
        #expect(try bytes("out/plain-1.png") == bytes("bare/plain-1.png"))
        // The pages of the note: the second, and the first twice, each with its own stroke.
        #expect(try Set(["out/again-1.png", "out/again-2.png", "out/again-3.png"].map(bytes)).count == 3)
    }

    @Test func `Sheets and batches draw that ink, too`() throws {
        let shell = try Self.shell()
        let cards = try shell.json("contact-sheet in -o sheet.png --json")
        #expect(cards.filter { $0["status"] as? String == "warnings" }.count == 2, "\(cards)")
        _ = try shell.limn("thumbnail in --size 100 -o small")
        _ = try shell.sh(
            """
            limn batch plan --verb thumbnail --size 100 in > tasks; limn batch run tasks -o batch
            limn batch merge batch -o results --link linked
            """)
        for name in ["a", "again", "plain", "renamed", "words"] {
            #expect(try shell.read("linked/in/\(name).png") == shell.read("small/\(name).png"), "\(name)")
        }
    }
}
