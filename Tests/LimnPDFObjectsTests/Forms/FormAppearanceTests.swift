// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import Testing
import TestSupport

@testable import LimnPDFObjects

/// Appearances of widgets as objects of a document.
struct FormAppearanceTests {
    private static let box = Rect(x0: 0, y0: 0, x1: 100, y1: 20)
    private static let file = listedPDF([
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [3 0 R] /DR << /Font << /F << /Type /Font /Subtype /Type1"
            + " /BaseFont /Courier >> /G 5 0 R >> >> >> >>",
        "<< /Type /Pages /Kids [6 0 R] /Count 1 >>",
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 100 20] /AP << /N 4 0 R >> >>",
        listedStream(
            "/Old gs /Tx BMC EMC",
            "/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /ExtGState << /Old << /ca 1 >> >>"
                + " /Font << /Kept 5 0 R >> >>"),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [3 0 R] >>",
    ])

    private static func appearance(
        _ fonts: [String: DocumentFont], kept: DocumentObject? = nil, matrix: AffineTransform = .identity
    ) -> FormAppearance {
        FormAppearance(
            content: Array("/Tx BMC EMC".utf8), boundingBox: box, matrix: matrix, documentFonts: fonts, kept: kept)
    }

    /// Gives the widget some appearances, one after the other, and opens the document with them.
    private static func written(_ appearances: [FormAppearance], appends: Bool) throws -> [PDFObject] {
        let document = try ObjectDocument(bytes: file)
        let root = try document.file.root()
        let widget = try document.file.object(ObjectID(number: 3, generation: 0))
        func change(_ writer: inout ChangeWriter<some ObjectSink>) throws(PDFObjectsError) {
            var forms: [PDFValue] = []
            for appearance in appearances { forms.append(.reference(try writer.object(of: appearance))) }
            try writer.sink.edit(widget, [("/Made", .array(forms))])
        }
        var bytes = file
        if appends {
            var writer = try ChangeWriter(
                root: root, tree: document.tree, into: UpdateSink(after: try CrossReference(document.source)))
            try change(&writer)
            bytes += try writer.sink.written(behind: document.source, trailer: try document.file.trailer())
        } else {
            try document.rewrite { writer throws(PDFObjectsError) in try change(&writer) }
            bytes = try document.rewritten()
        }
        let reopened = try ObjectDocument(bytes: bytes)
        #expect(reopened.takeWarnings().isEmpty)
        let fields = try reopened.file.root()["/AcroForm"]?["/Fields"]
        return fields?.item(0)?["/Made"]?.items ?? []
    }

    @Test(arguments: [true, false])
    func `The fonts of the document are referred to or copied, and standard ones are written once`(appends: Bool) throws
    {
        let inline = DocumentFont.entry(DocumentObject(number: 1), path: ["/AcroForm", "/DR", "/Font", "/F"])
        let fonts: [String: DocumentFont] = [
            "F": inline, "G": .object(DocumentObject(number: 5)), "Helv": .standard(.helvetica),
        ]
        let turned = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 20, ty: 0)
        let forms = try Self.written(
            [Self.appearance(fonts), Self.appearance(["Helv": .standard(.helvetica)], matrix: turned)], appends: appends
        )
        try #require(forms.count == 2)
        #expect(forms[0]["/Subtype"]?.isName("/Form") == true && forms[0]["/Matrix"] == nil)
        #expect(forms[0]["/BBox"]?.items.compactMap(\.number) == [0, 0, 100, 20])
        #expect(forms[1]["/Matrix"]?.items.compactMap(\.number) == [0, 1, -1, 0, 20, 0])
        #expect(try forms[0].decodedData() == Array("/Tx BMC EMC".utf8))
        let first = forms[0]["/Resources"]?["/Font"]
        #expect(first?["/F"]?["/BaseFont"]?.isName("/Courier") == true)
        #expect(first?["/G"]?["/BaseFont"]?.isName("/Times-Roman") == true)
        #expect(first?["/G"]?.isIndirect == true)
        #expect(first?["/Helv"]?["/Encoding"]?.isName("/WinAnsiEncoding") == true)
        #expect(first?["/Helv"]?.identity == forms[1]["/Resources"]?["/Font"]?["/Helv"]?.identity)
    }

    @Test(arguments: [true, false])
    func `An appearance that keeps parts of the old one has its resources as well`(appends: Bool) throws {
        let old = DocumentObject(number: 4)
        let forms = try Self.written(
            [Self.appearance(["Helv": .standard(.helvetica)], kept: old), Self.appearance([:], kept: old)],
            appends: appends)
        try #require(forms.count == 2)
        #expect(forms[0]["/Resources"]?["/ExtGState"]?["/Old"]?["/ca"]?.number == 1)
        #expect(forms[0]["/Resources"]?["/Font"]?["/Kept"]?["/BaseFont"]?.isName("/Times-Roman") == true)
        #expect(forms[0]["/Resources"]?["/Font"]?["/Helv"]?["/BaseFont"]?.isName("/Helvetica") == true)
        #expect(forms[1]["/Resources"]?["/Font"]?["/Kept"]?["/BaseFont"]?.isName("/Times-Roman") == true)
    }

    @Test func `A font that is not where it was refuses the appearance`() {
        let font = DocumentFont.entry(DocumentObject(number: 1), path: ["/AcroForm", "/Gone"])
        #expect(throws: PDFObjectsError.self) { try Self.written([Self.appearance(["F": font])], appends: true) }
    }
}
