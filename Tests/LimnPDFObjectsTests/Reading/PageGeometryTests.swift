// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct PageGeometryReadingTests {
    static let cases: [(entries: String, tree: String, width: Double, height: Double, degrees: Int)] = [
        ("/MediaBox [0 0 200 100]", "", 200, 100, 0),
        ("/MediaBox [200 100 0 0]", "", 200, 100, 0),
        ("/MediaBox [-10.5 -20 .5 5e]", "", 612, 792, 0),
        ("/MediaBox [0 0 200]", "/MediaBox [0 0 50 60]", 50, 60, 0),
        ("/MediaBox [0 0 /A 100]", "", 612, 792, 0),
        ("/MediaBox 5", "", 612, 792, 0),
        ("", "/MediaBox [0 0 50 60] /Rotate 90", 60, 50, 90),
        ("/Rotate 0", "/MediaBox [0 0 50 60] /Rotate 90", 50, 60, 0),
        ("/Rotate -90", "/MediaBox [0 0 50 60]", 60, 50, 270),
        ("/Rotate 450", "/MediaBox [0 0 50 60]", 60, 50, 90),
        ("/Rotate /No", "/MediaBox [0 0 50 60] /Rotate 180", 50, 60, 180),
        ("/MediaBox [0 0 100 100] /CropBox [40 20 120 110]", "", 60, 80, 0),
        ("/MediaBox [0 0 100 100]", "/CropBox [10 20 30 60]", 20, 40, 0),
        ("/MediaBox 4 0 R", "", 70, 80, 0),
        ("/MediaBox [0 0 5 0 R 80]", "", 70, 80, 0),
    ]

    @Test(arguments: cases.indices)
    func `Boxes and rotation are read as poppler reads them`(index: Int) throws {
        let known = Self.cases[index]
        var pdf = TestPDF(pages: [known.entries], tree: known.tree)
        pdf.add("[0 0 70 80]")
        pdf.add("70")
        let geometry = try ObjectDocument(bytes: pdf.bytes).pageGeometry(at: 0)
        #expect(geometry.size == Size(width: known.width, height: known.height))
        #expect(geometry.rotation.rawValue == known.degrees)

        let folder = try TemporaryFolder()
        let file = try folder.write(pdf.bytes, "page.pdf")
        let picture = try Engine.splash.draw(file, dpi: 72)
        #expect((Double(picture.width) - known.width).magnitude <= 1)
        #expect((Double(picture.height) - known.height).magnitude <= 1)
    }

    @Test(arguments: [("2", 2.0), ("0", 1), ("-3", 1), ("(2)", 1), ("2.5", 2.5)])
    func `The unit is the page's own and must be positive`(text: String, unit: Double) throws {
        let pdf = TestPDF(pages: ["/MediaBox [0 0 10 20] /UserUnit \(text)"], tree: "/UserUnit 7")
        #expect(try ObjectDocument(bytes: pdf.bytes).pageGeometry(at: 0).userUnit == unit)
        let inherited = TestPDF(pages: ["/MediaBox [0 0 10 20]"], tree: "/UserUnit 7")
        #expect(try ObjectDocument(bytes: inherited.bytes).pageGeometry(at: 0).userUnit == 1)
    }

    @Test func `A page that does not exist is named together with the page count`() throws {
        let document = try ObjectDocument(bytes: TestPDF(pages: ["", ""]).bytes)
        let error = #expect(throws: PDFObjectsError.self) { try document.pageGeometry(at: 2) }
        #expect(error?.code == .noSuchPage)
        #expect(error?.description == "There is no page 3: the document has 2 pages.")
        #expect(throws: PDFObjectsError.self) { try document.pageGeometry(at: -1) }
        let none = try ObjectDocument(bytes: TestPDF().bytes)
        #expect(#expect(throws: PDFObjectsError.self) { try none.pageGeometry(at: 0) }?.code == .noPages)
    }
}
