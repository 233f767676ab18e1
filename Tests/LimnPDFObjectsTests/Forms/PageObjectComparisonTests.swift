// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import Testing

/// Pages that are compared without being drawn.
struct PageObjectComparisonTests {
    /// A page with two fields, whose drawings are objects 7 and 8.
    private func pdf(
        _ content: String = "0 0 10 10 re f", first: String = "1 w", resources: String = "<< >>",
        rect: String = "0 0 20 20"
    ) -> TestPDF {
        var pdf = TestPDF(
            pages: ["/MediaBox [0 0 200 100] /Contents 4 0 R /Annots [5 0 R 6 0 R] /Resources \(resources)"],
            catalog: "/AcroForm << /Fields [5 0 R 6 0 R] >>")
        pdf.add(stream: content)
        for (name, number, place) in [("a", 7, rect), ("b", 8, "30 0 50 20")] {
            pdf.add(
                "<< /Type /Annot /Subtype /Widget /FT /Tx /T (\(name)) /Rect [\(place)] /P 3 0 R /AP << /N \(number) 0 R >> >>"
            )
        }
        pdf.add(stream: first, "/Type /XObject /Subtype /Form /BBox [0 0 20 20]")
        pdf.add(stream: "2 w", "/Type /XObject /Subtype /Form /BBox [0 0 20 20]")
        return pdf
    }

    private func isSame(_ copy: TestPDF, besides redrawn: Set<String> = []) throws -> Bool {
        let original = try ObjectDocument(bytes: pdf().bytes, password: nil)
        let copy = try ObjectDocument(bytes: copy.bytes, password: nil)
        var comparison = PageObjectComparison(of: copy, with: original)
        return try comparison.isSame(page: 0, besides: redrawn)
    }

    @Test func `A page is the same as itself, also written anew`() throws {
        #expect(try isSame(pdf()))
        let rewritten = try ObjectDocument(bytes: pdf().bytes, password: nil).rewritten()
        let original = try ObjectDocument(bytes: pdf().bytes, password: nil)
        var comparison = PageObjectComparison(
            of: try ObjectDocument(bytes: rewritten, password: nil), with: original)
        #expect(try comparison.isSame(page: 0, besides: []))
    }

    @Test func `Other content, resources and places are told`() throws {
        #expect(try !isSame(pdf("0 0 11 10 re f")))
        #expect(try !isSame(pdf(resources: "<< /Font << >> /ProcSet [/PDF] >>")))
        #expect(try !isSame(pdf(rect: "0 0 21 20")))
    }

    @Test func `The drawing of a field counts, unless the field was drawn anew`() throws {
        #expect(try !isSame(pdf(first: "9 w")))
        #expect(try isSame(pdf(first: "9 w"), besides: ["a"]))
        #expect(try !isSame(pdf(first: "9 w"), besides: ["b"]))
    }
}
