// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct PageRangeTests {
    /// A selection, and the pages in the order in which they come.
    static let selections = [
        ("1-3,7,z", [1, 2, 3, 7, 10]), ("r2", [9]), ("z-9", [10, 9]), ("3-1", [3, 2, 1]), ("5,5,4-6", [5, 4, 6]),
        ("r10", [1]), ("1-z", Array(1...10)),
    ]

    @Test(arguments: selections)
    func `Pages are chosen as in qpdf, each once`(selection: String, pages: [Int]) throws {
        let shell = try Shell(["a.pdf": Documents.pages(10)])
        let objects = try shell.json("render a.pdf --dpi 9 --pages \(selection) --json")
        #expect(objects.map { $0["page"] as? Int } == pages)
        #expect(
            objects.map { $0["output"] as? String } == pages.map { "a-\($0 < 10 ? "0" : "")\($0).png" })
    }

    @Test func `A page that does not exist fails by itself and names the page count`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(2)])
        #expect(
            try shell.limn("render a.pdf --dpi 36 --pages 2-4") == """
                1> a-2.png  100 × 50 px, N bytes
                2> limn: a.pdf, page 3: There is no page 3: the document has 2 pages.
                2> limn: a.pdf, page 4: There is no page 4: the document has 2 pages.
                [1] +a-2.png
                """)
        #expect(
            try shell.limn("render a.pdf --pages r3 --json") == """
                1> {"bytes":null,"height":null,"input":"a.pdf","messages":["There is no page r3: the document has 2 \
                pages."],"notes":[],"output":null,"page":null,"status":"failed","width":null}
                2> limn: a.pdf: There is no page r3: the document has 2 pages.
                [1]
                """)
        #expect(
            try shell.limn("thumbnail a.pdf --page 3") == """
                2> limn: a.pdf, page 3: There is no page 3: the document has 2 pages.
                [1]
                """)
    }

    @Test func `An endless range is one failure`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1)])
        #expect(
            try shell.limn("render a.pdf --pages 1-9000000000000000000") == """
                2> limn: a.pdf: There is no page 9000000000000000000: the document has 1 page.
                [1]
                """)
    }

    @Test func `Several pages do not go into one file`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(2)])
        let sentence = "limn: a.pdf: 2 pages do not fit in one file; choose one with --pages, or give a folder."
        #expect(try shell.limn("render a.pdf -o a.png") == "2> \(sentence)\n[1]")
        #expect(try shell.limn("render a.pdf -o -") == "2> \(sentence)\n[1]")
        #expect(
            try shell.limn("render a.pdf --dpi 36 --pages 2,2 -o a.png") == """
                1> a.png  100 × 50 px, N bytes
                [0] +a.png
                """)
    }
}
