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

    /// The bytes of a text in UTF-16 or UTF-32.
    private func encode(_ text: String, width: Int, isBig: Bool, isMarked: Bool) -> [UInt8] {
        let marked = (isMarked ? "\u{feff}" : "") + text
        let units = width == 2 ? marked.utf16.map { UInt32($0) } : marked.unicodeScalars.map(\.value)
        return units.flatMap { unit in
            (0..<width).map { UInt8(unit >> (8 * UInt32(isBig ? width - 1 - $0 : $0)) & 255) }
        }
    }

    @Test(arguments: [2, 4], [true, false])
    func `Metadata in UTF-16 and UTF-32 is understood in both byte orders, with a mark and without`(
        width: Int, isBig: Bool
    ) throws {
        let packet = "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
        for text in [
            "<rdf:Description pdfaid:part=\"1\" pdfaid:conformance=\"B\" dc:title=\"Zoë 😀\"/>",
            "\n<x>Zoë 😀<pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></x>",
        ] {
            for isMarked in [true, false] {
                for prefix in ["", packet] {
                    let bytes = encode(prefix + text, width: width, isBig: isBig, isMarked: isMarked)
                    #expect(try claim(bytes) == PDFAClaim(part: 1, conformance: "B"), "\(isMarked) \(prefix)")
                }
            }
        }
        #expect(try claim(encode("<x>nothing</x>", width: width, isBig: isBig, isMarked: false)) == nil)
    }

    @Test func `A wrong byte-order mark hides no claim`() throws {
        let text = "<x><pdfaid:part>1</pdfaid:part></x>"
        for width in [2, 4] {
            let swapped: [UInt8] = width == 2 ? [0xff, 0xfe] : [0xff, 0xfe, 0, 0]
            let content = encode(text, width: width, isBig: true, isMarked: false)
            #expect(try claim(swapped + content) == PDFAClaim(part: 1, conformance: ""))
        }
    }

    @Test func `Only PDF_A-3 and 4f allow any file, and all but PDF_A-1 allow transparency`() throws {
        let levels = [(1, "A"), (1, "B"), (2, "B"), (3, "A"), (3, "B"), (4, ""), (4, "E"), (4, "F")]
        let claims = levels.map { PDFAClaim(part: $0, conformance: $1) }
        #expect(claims.map(\.allowsEmbeddedFiles) == [false, false, false, true, true, false, false, true])
        #expect(claims.map(\.allowsTransparency) == [false, false, true, true, true, true, true, true])
        #expect(try ObjectDocument(bytes: TestPDF.page("").bytes).archiveClaim() == nil)
    }
}
