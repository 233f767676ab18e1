// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct PageTreeTests {
    private let box = Rect(x0: 24, y0: 10, x1: 40, y1: 18)
    private let media = "/MediaBox [0 0 200 100]"

    /// The pages, from 0, that show the mark.
    private func markedPages(
        _ pdf: TestPDF, marking index: Int, _ save: Save, comparing: Bool = true
    ) throws -> [Int] {
        let document = try ObjectDocument(bytes: pdf.bytes)
        let folder = try TemporaryFolder()
        let original = try folder.write(pdf.bytes, "original.pdf")
        let file = try folder.write(try save(pdf.bytes, marking: box, onPage: index), "marked.pdf")
        if comparing { #expect(try ExportJudge.harm(original: original, output: file, pages: [index]) == []) }
        return try (0..<document.pageCount).filter { try Engine.splash.draw(file, page: $0 + 1, dpi: 72).redBox != nil }
    }

    @Test(arguments: 0..<3, Save.allCases)
    func `Ink on a page that is listed several times lands on one of them`(index: Int, save: Save) throws {
        let pdf = TestPDF(pages: [media], kids: "3 0 R 3 0 R 3 0 R", count: 3)
        #expect(try markedPages(pdf, marking: index, save) == [index])
    }

    @Test(arguments: 0..<4, Save.allCases)
    func `Ink on a page under a node that is listed twice lands on one of them`(index: Int, save: Save) throws {
        var pdf = TestPDF(kids: "3 0 R 3 0 R", count: 4)
        pdf.add("<< /Type /Pages /Parent 2 0 R /Count 2 /Kids 6 0 R >>")
        for _ in 0..<2 { pdf.add("<< /Type /Page /Parent 3 0 R \(media) >>") }
        pdf.add("[4 0 R 5 0 R]")
        // pikepdf refuses such a tree, so that the objects cannot be compared.
        #expect(try markedPages(pdf, marking: index, save, comparing: false) == [index])
    }

    @Test(arguments: Save.allCases)
    func `Pages that share content and resources keep theirs when one of them is drawn on`(save: Save) throws {
        var pdf = TestPDF(
            pages: ["/Contents 5 0 R", "/Contents 5 0 R"],
            tree: "\(media) /Resources << /Font << >> /XObject << /LimnInk0 6 0 R >> >>")
        pdf.add(stream: "q 0 0 1 rg 0 0 5 5 re f /LimnInk0 Do")
        pdf.add(stream: "0 1 0 rg 50 50 5 5 re f", "/Type /XObject /Subtype /Form /BBox [0 0 200 100]")
        #expect(try markedPages(pdf, marking: 1, save) == [1])
    }

    @Test(arguments: 0..<2, Save.allCases)
    func `Ink on a page that is no object of its own lands on it alone`(index: Int, save: Save) throws {
        let direct = "<< /Type /Page /Parent 2 0 R \(media) >>"
        let pdf = TestPDF(kids: "\(direct) \(direct)", count: 2)
        let folder = try TemporaryFolder()
        let file = try folder.write(try save(pdf.bytes, marking: box, onPage: index), "marked.pdf")
        // Poppler shows no such page, and pikepdf's view of the original has other objects.
        for page in 0..<2 {
            #expect((try Engine.mupdf.draw(file, page: page + 1, dpi: 72).redBox != nil) == (page == index))
        }
    }

    @Test func `Kids that are null, missing, direct, untyped or their own ancestors do not mislead the walk`() throws {
        var pdf = TestPDF(kids: "null 99 0 R 2 0 R 3 0 R << /MediaBox [0 0 30 30] >> 4 0 R /Name")
        pdf.add("<< /Kids [5 0 R 2 0 R 3 0 R] /MediaBox [0 0 10 10] >>")
        pdf.add("<< /MediaBox [0 0 40 40] >>")
        pdf.add("<< /Parent 3 0 R >>")
        let document = try ObjectDocument(bytes: pdf.bytes)
        #expect(try document.pageCount == 3)
        #expect(try (0..<3).map { try document.pageGeometry(at: $0).size.width } == [10, 30, 40])
    }

    @Test func `Nodes that multiply without end are refused, yet their first page is read`() throws {
        var pdf = TestPDF(kids: "3 0 R 3 0 R")
        for level in 4..<44 { pdf.add("<< /Type /Pages /Kids [\(level) 0 R \(level) 0 R] >>") }
        pdf.add("<< /Type /Page \(media) >>")
        let document = try ObjectDocument(bytes: pdf.bytes)
        #expect(try document.pageGeometry(at: 0).size.width == 200)
        #expect(#expect(throws: PDFObjectsError.self) { try document.pageCount }?.code == .tooComplex)
    }
}
