// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import Testing

struct ArchiveClaimTests {
    private func claim(_ metadata: [UInt8]) throws -> PDFAClaim? {
        var pdf = TestPDF.page("", catalog: "/Metadata 5 0 R")
        pdf.add(stream: metadata, "/Type /Metadata /Subtype /XML")
        return try ObjectDocument(bytes: pdf.bytes).archiveClaim()
    }

    private static let space = "xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\""

    @Test(arguments: [
        (
            "<rdf:Description \(space) pdfaid:part=\"1\" pdfaid:conformance=\"B\"/>",
            PDFAClaim(part: 1, conformance: "B")
        ),
        (
            "<d \(space)><pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance></d>",
            .init(part: 2, conformance: "U")
        ),
        (
            "<d xmlns:a = 'http://www.aiim.org/pdfa/ns/id/' a:conformance = 'a' a:part = ' 3 '/>",
            .init(part: 3, conformance: "a")
        ),
        ("<d \(space)><pdfaid:part>\n 4\n</pdfaid:part></d>", .init(part: 4, conformance: "")),
        ("<d><p>pdfaid:part</p><pdfaid:part rdf:datatype='x'>1</pdfaid:part></d>", .init(part: 1, conformance: "")),
        ("<d xmlns:pdfaid='http://www.aiim.org/pdfa/ns/id/'/>", nil), ("<d pdfaid:part='one'/>", nil), ("", nil),
        ("pdfaid:part pdfaid:part= pdfaid:part=\"", nil),
    ])
    func `Claims are read as attributes and elements, whatever the prefix`(text: String, expected: PDFAClaim?) throws {
        #expect(try claim(Array(text.utf8)) == expected)
    }

    @Test func `Metadata in UTF-16 is understood`() throws {
        let text = "<d \(Self.space) pdfaid:part=\"2\" pdfaid:conformance=\"B\"/>"
        let bytes: [UInt8] = [0xfe, 0xff] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        #expect(try claim(bytes) == PDFAClaim(part: 2, conformance: "B"))
    }

    @Test func `Only PDF_A-3 and 4f allow any file, and all but PDF_A-1 allow transparency`() throws {
        let levels = [(1, "A"), (1, "B"), (2, "B"), (3, "A"), (3, "B"), (4, ""), (4, "E"), (4, "F")]
        let claims = levels.map { PDFAClaim(part: $0, conformance: $1) }
        #expect(claims.map(\.allowsEmbeddedFiles) == [false, false, false, true, true, false, false, true])
        #expect(claims.map(\.allowsTransparency) == [false, false, true, true, true, true, true, true])
        #expect(try ObjectDocument(bytes: TestPDF.page("").bytes).archiveClaim() == nil)
    }
}
