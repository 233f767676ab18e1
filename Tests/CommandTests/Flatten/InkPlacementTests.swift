// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct InkPlacementTests {
    static func shell() throws -> Shell {
        try Shell([
            "a.pdf": Documents.pages(3), "one.xopp": Notes.xopp(), "two.xopp": Notes.xopp([Notes.line, Notes.line]),
            "five.xopp": Notes.xopp(Array(repeating: Notes.line, count: 5)),
            "large.xopp": Notes.xopp(size: (400, 200)),
        ])
    }

    private func inkedPages(_ typed: String) throws -> [Int]? {
        try Self.shell().json("flatten a.pdf \(typed) -o out.pdf --json").first?["inkedPages"] as? [Int]
    }

    @Test func `Ink of one page goes to page 1 or where it is sent, that of more to the same pages`() throws {
        #expect(try inkedPages("one.xopp") == [1])
        #expect(try inkedPages("one.xopp --page 3") == [3])
        #expect(try inkedPages("two.xopp") == [1, 2])
    }

    @Test func `Ink for a page that does not exist is a failure that names the page count`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("flatten a.pdf five.xopp -o out.pdf"),
            "2> limn: a.pdf: The ink is for page 4, and the document has 3 pages.\n[1]")
        expect(
            try shell.limn("flatten a.pdf one.xopp -o out.pdf --page 9"),
            "2> limn: a.pdf: The ink is for page 9, and the document has 3 pages.\n[1]")
        expect(
            try shell.limn("render a.pdf --ink five.xopp"),
            "2> limn: a.pdf: The ink is for page 4, and the document has 3 pages.\n[1]")
    }

    @Test func `A page for ink of several pages is refused`() throws {
        expect(
            try Self.shell().limn("flatten a.pdf two.xopp -o out.pdf --page 2"),
            "2> limn: two.xopp: The ink has 2 pages; a page can be chosen only for ink of one page (--page).\n[1]")
    }

    @Test func `Ink of another size is placed with a warning, or scaled when asked`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("flatten a.pdf large.xopp -o out.pdf --page 2"),
            """
            1> out.pdf  1 stroke on 1 of 3 pages, N bytes
            2> limn: a.pdf, page 2: warning: The page of the ink is 400 × 200 pt and this page is 200 × 100 pt; the ink is placed \
            unscaled (--fit scales it).
            [3] +out.pdf
            """)
        expect(
            try shell.limn("flatten a.pdf large.xopp -o fit.pdf --fit"),
            """
            1> fit.pdf  1 stroke on 1 of 3 pages, N bytes
            [0] +fit.pdf
            """)
    }

    @Test(arguments: ["1 1", "3 3", "5 5", "3 400", "40 20"], ["overlay", "annotate", "burn", "redraw"])
    func `Ink is scaled to a page of a few points, on which it is thinner than any pixel`(
        size: String, mode: String
    ) throws {
        let shell = try Shell([
            "a.pdf": Documents.file([
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(size)]>>",
            ]), "a.xopp": Notes.xopp(["100 100 500 700"], size: (595, 842)),
        ])
        expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --fit --mode \(mode)"),
            """
            1> out.pdf  1 stroke on 1 of 1 page, N bytes
            [0] +out.pdf
            """)
    }
}
