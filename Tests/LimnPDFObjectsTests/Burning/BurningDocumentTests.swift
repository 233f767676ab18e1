// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct BurningDocumentTests {
    @Test func `The form goes, its fields are counted, and those without an appearance are named in full`() throws {
        let fields: [TestAnnotation] = [
            .field("shown"), .field("bare", "/F 4 /Parent 13 0 R"), .field("hidden", "/F 2 /AP << /N FORM >>"),
            TestAnnotation(entries: "/Subtype /Highlight /F 4 /Rect [60 10 80 30]"),
        ]
        var pdf = TestPDF.annotated(
            fields,
            catalog: "/AcroForm << /Fields [5 0 R 13 0 R 9 0 R] /XFA (x) >> /NeedsRendering true"
                + " /Perms << /DocMDP 14 0 R >>")
        pdf.add("<< /T (person) /Kids [7 0 R] >>")
        pdf.add("<< /Type /Sig /ByteRange [0 1 2 3] >>")
        let burnt = try Burnt(pdf)
        let report = burnt.report
        #expect(report.removedFields == 3)
        #expect(report.paintedFields == 1)
        #expect(report.removedAnnotations == 1)
        #expect(report.removedXFA)
        #expect(report.doubtful == [])
        #expect(report.leftOut.map(\.field) == ["person.bare", "hidden", nil])
        #expect(report.leftOut.map(\.subtype) == ["Widget", "Widget", "Highlight"])
        #expect(report.leftOut.map(\.reason) == [.noAppearance, .hidden, .noAppearance])
        #expect(try burnt.harm() == [])
    }

    @Test func `Where appearances may be stale, they are painted and text fields are named`() throws {
        let tick = TestAnnotation(
            entries: "/Subtype /Widget /FT /Btn /T (tick) /Rect [60 10 80 30] /F 4 /AS /On /AP << /N << /On FORM >> >>")
        let burnt = try Burnt(
            .annotated(
                [.field("text"), tick], catalog: "/AcroForm << /Fields [5 0 R 7 0 R] /NeedAppearances true >>"))
        #expect(burnt.report.paintedFields == 2)
        #expect(burnt.report.doubtful.map(\.field) == ["text"])
        #expect(burnt.report.doubtful.map(\.reason) == [.mayBeStale])
        #expect(burnt.report.leftOut == [])
    }

    @Test func `A field that is its own parent has a name`() throws {
        let burnt = try Burnt(.annotated([.field("loop", "/F 4 /Parent 5 0 R")]))
        #expect(burnt.report.leftOut.first?.field?.hasPrefix("loop.loop") == true)
    }

    @Test func `Signatures are counted once each, wherever they hang`() throws {
        func signature(_ entries: String) -> TestAnnotation {
            TestAnnotation(entries: "/Subtype /Widget /Rect [0 0 0 0] /F 132 \(entries)")
        }
        var pdf = TestPDF.annotated(
            [
                signature("/FT /Sig /T (one) /V 13 0 R"), signature("/FT /Sig /T (empty)"),
                signature("/Parent 14 0 R"), signature("/Parent 14 0 R"),
            ], catalog: "/AcroForm << /Fields [5 0 R 7 0 R 14 0 R 16 0 R] /SigFlags 3 >> /Perms << /DocMDP 13 0 R >>")
        pdf.add("<< /Type /Sig /ByteRange [0 1 2 3] >>")
        pdf.add("<< /FT /Sig /T (two) /V 15 0 R /Kids [9 0 R 11 0 R] >>")
        pdf.add("<< /Type /Sig /ByteRange [0 1 2 3] >>")
        pdf.add("<< /T (on no page) /FT /Sig /V << /Type /Sig >> >>")
        let burnt = try Burnt(pdf)
        #expect(burnt.report.removedSignatures == 3)
        #expect(try burnt.harm() == [])
    }

    @Test func `Links, outline and destinations stay, popups go, and pages that share a list each get their share`()
        throws
    {
        var pdf = TestPDF(
            pages: Array(repeating: "/MediaBox [0 0 200 100] /Annots 6 0 R", count: 2)
                + ["/MediaBox [0 0 200 100] /Annots [null 7 0 R << /Subtype /Stamp /F 4 >> (x)]"],
            catalog: "/Outlines 11 0 R /Names << /Dests << /Names [(there) [4 0 R /Fit]] >> >>")
        pdf.add("[7 0 R 8 0 R 10 0 R << /Subtype /Link /Rect [5 5 9 9] /Dest (there) >>]")
        pdf.add("<< /Subtype /Link /Rect [100 50 150 70] /Border [0 0 2] /A << /S /URI /URI (https://a.b) >> >>")
        pdf.add(
            "<< /Subtype /FileAttachment /F 4 /Rect [10 10 50 30] /AP << /N 9 0 R >> /FS << /F (x) >> /Popup 10 0 R >>")
        pdf.add(stream: "1 0 0 rg 0 0 20 10 re f", "/Subtype /Form /BBox [0 0 20 10]")
        pdf.add("<< /Subtype /Popup /Rect [0 0 200 100] /Open true /AP << /N 9 0 R >> /Parent 8 0 R >>")
        pdf.add("<< /Type /Outlines /First 12 0 R /Last 12 0 R /Count 1 >>")
        pdf.add("<< /Title (A part) /Parent 11 0 R /Dest (there) >>")
        let burnt = try Burnt(pdf)
        #expect(burnt.report.pages == [1, 2])
        #expect(burnt.report.keptLinks == 5)
        #expect(burnt.report.removedAnnotations == 3)
        #expect(burnt.report.removedFiles == 2)
        #expect(burnt.report.leftOut.map(\.page) == [3])
        #expect(try burnt.harm() == [])
        for page in 1...2 {
            let red = try #require(try Engine.pdfium.draw(burnt.output, page: page, dpi: 72).redBox)
            #expect(red.isWithin(1, of: Rect(x0: 10, y0: 70, x1: 50, y1: 90)))
        }
    }

    @Test func `A page that is listed twice is burnt once, and shows so in both places`() throws {
        var pdf = TestPDF(pages: ["/MediaBox [0 0 200 100] /Annots [4 0 R]"], kids: "3 0 R 3 0 R", count: 2)
        pdf.add("<< /Subtype /Stamp /F 4 /Rect [10 10 50 30] /AP << /N 5 0 R >> >>")
        pdf.add(
            stream: "/T gs 1 0 0 rg 0 0 20 10 re f",
            "/Subtype /Form /BBox [0 0 20 10] /Resources << /ExtGState << /T << /ca 0.5 >> >> >>")
        let burnt = try Burnt(pdf)
        #expect(burnt.report.paintedAnnotations == 1)
        for page in 1...2 {
            // Painted twice it would be darker.
            let (red, green, _) = try Engine.pdfium.draw(burnt.output, page: page, dpi: 72)[30, 80]
            #expect(red == 255 && (126...129).contains(green))
        }
    }

    @Test func `Resources that pages share or inherit stay as they are`() throws {
        let font =
            "/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
            + " /XObject << /LimnAn0 9 0 R >> >>"
        var pdf = TestPDF(
            pages: ["/Contents 5 0 R /Annots [6 0 R]", "/Contents 5 0 R"], tree: "/MediaBox [0 0 200 100] \(font)")
        pdf.add(stream: "BT /F 12 Tf 60 50 Td (words) Tj ET /LimnAn0 Do")
        pdf.add("<< /Subtype /Stamp /F 4 /Rect [10 10 50 30] /AP << /N 7 0 R >> >>")
        pdf.add(stream: "1 0 0 rg 0 0 20 10 re f", "/Subtype /Form /BBox [0 0 20 10]")
        pdf.add("null")
        pdf.add(stream: "0 0 1 rg 150 50 20 20 re f", "/Subtype /Form /BBox [0 0 200 100]")
        let burnt = try Burnt(pdf)
        #expect(try burnt.harm() == [])
        for engine in Engine.allCases {
            let pictures = try (1...2).map { try engine.draw(burnt.output, page: $0, dpi: 72) }
            let changed = try #require(pictures[0].difference(from: pictures[1]))
            #expect(changed.isWithin(1, of: Rect(x0: 10, y0: 70, x1: 50, y1: 90)), "\(engine)")
            #expect(pictures[1][160, 40] == (0, 0, 255), "\(engine)")
            #expect(pictures[1].difference(from: try engine.draw(burnt.original, page: 2, dpi: 72)) == nil)
        }
    }

    @Test func `The same document gives the same bytes, an encrypted one stays encrypted`() throws {
        let pdf = TestPDF.annotated([.field("a"), .stamp("60 10 90 30", "0 1 0 rg 0 0 20 10 re f")])
        let outputs = try (0..<2).map { _ in try Burnt(pdf).bytes() }
        #expect(outputs[0] == outputs[1])
        let folder = try TemporaryFolder()
        let locked = folder.path("locked.pdf")
        let plain = try folder.write(pdf.bytes, "plain.pdf")
        _ = try run(try Requirement.tool("qpdf"), "--encrypt", "", "owner", "256", "--", plain, locked)
        let burnt = try Burnt(Array(try Data(contentsOf: URL(fileURLWithPath: locked))))
        #expect(burnt.report.paintedFields == 1)
        #expect(try burnt.harm() == [])
        let output = try ObjectDocument(bytes: try burnt.bytes())
        #expect(output.isEncrypted)
        #expect(try Engine.mupdf.draw(burnt.output).redBox != nil)
    }

    @Test func `A document without pages is refused, one without annotations stays as it looks`() throws {
        let empty = try ObjectDocument(bytes: TestPDF().bytes)
        #expect(throws: PDFObjectsError.self) { _ = try empty.burnAnnotations() }
        let burnt = try Burnt(TestPDF.page("1 0 0 rg 10 10 30 30 re f"))
        #expect(burnt.report == BurnReport())
        #expect(try burnt.harm() == [])
    }
}
