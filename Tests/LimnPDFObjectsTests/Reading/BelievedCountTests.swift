// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

/// Page trees whose /Count says that all kids are pages, which is believed without a look at each.
struct BelievedCountTests {
    private let box = Rect(x0: 24, y0: 10, x1: 40, y1: 18)
    private let media = "/MediaBox [0 0 200 100]"

    private func widths(_ document: ObjectDocument) throws -> [Double] {
        try (0..<document.pageCount).map { try document.pageGeometry(at: $0).size.width }
    }

    private func page(_ width: Int) -> String { "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) 10] >>" }

    @Test func `Pages of nested nodes have their own boxes`() throws {
        var pdf = TestPDF(kids: "3 0 R 4 0 R 5 0 R", count: 9)
        for node in 0..<3 {
            let kids = (0..<3).map { "\(6 + 3 * node + $0) 0 R" }.joined(separator: " ")
            pdf.add("<< /Type /Pages /Parent 2 0 R /Count 3 /Kids [\(kids)] /MediaBox [0 0 \(100 + node) 10] >>")
        }
        for index in 0..<9 { pdf.add("<< /Type /Page /Parent \(3 + index / 3) 0 R >>") }
        #expect(try widths(try ObjectDocument(bytes: pdf.bytes)) == [100, 100, 100, 101, 101, 101, 102, 102, 102])
    }

    @Test func `A count that hides pages below a kid is seen through`() throws {
        // The kid in the middle has two pages, and the /Count of the root is that of its kids.
        var pdf = TestPDF(kids: "3 0 R 4 0 R 5 0 R", count: 3)
        pdf.add(page(10))
        pdf.add("<< /Type /Pages /Parent 2 0 R /Count 2 /Kids [6 0 R 7 0 R] >>")
        pdf.add(page(40))
        pdf.add(page(20))
        pdf.add(page(30))
        let document = try ObjectDocument(bytes: pdf.bytes)
        // Asked for, the kid turns out to be no page.
        #expect(try document.pageGeometry(at: 1).size.width == 20)
        #expect(try widths(document) == [10, 20, 30, 40])
    }

    @Test func `Where the counts of nodes do not add up, every kid is looked at`() throws {
        // The node claims three pages and has two, as one of its kids does not exist; the root knows better.
        var pdf = TestPDF(kids: "3 0 R 4 0 R", count: 3)
        pdf.add("<< /Type /Pages /Parent 2 0 R /Count 3 /Kids [5 0 R 99 0 R 6 0 R] >>")
        pdf.add(page(30))
        pdf.add(page(10))
        pdf.add(page(20))
        #expect(try widths(try ObjectDocument(bytes: pdf.bytes)) == [10, 20, 30])
    }

    @Test(arguments: [1, 3, 4, 6], Save.allCases)
    func `A page that two believed nodes list gets ink in one place only`(index: Int, save: Save) throws {
        var pdf = TestPDF(kids: "3 0 R 4 0 R", count: 8)
        pdf.add("<< /Type /Pages /Parent 2 0 R /Count 4 /Kids [5 0 R 6 0 R 7 0 R 8 0 R] >>")
        pdf.add("<< /Type /Pages /Parent 2 0 R /Count 4 /Kids [8 0 R 9 0 R 6 0 R 10 0 R] >>")
        for _ in 0..<6 { pdf.add("<< /Type /Page /Parent 3 0 R \(media) >>") }
        let document = try ObjectDocument(bytes: pdf.bytes)
        let folder = try TemporaryFolder()
        let file = try folder.write(
            try save(document, [(index, .mark(box, on: document.pageGeometry(at: index)))]), "m.pdf")
        let marked = try (0..<8).filter { try Engine.splash.draw(file, page: $0 + 1, dpi: 72).redBox != nil }
        #expect(marked == [index])
    }
}
