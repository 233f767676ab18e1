// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct ObjectDocumentTests {
    private func code(_ bytes: [UInt8], _ password: String? = nil) -> PDFObjectsError.Code? {
        #expect(throws: PDFObjectsError.self) { try ObjectDocument(bytes: bytes, password: password) }?.code
    }

    @Test func `What is no PDF and what is a broken one are told apart`() {
        #expect(code([]) == .notPDF)
        #expect(code(Array("Hello".utf8)) == .notPDF)
        #expect(code(Array("%PDF-1.4\nnothing else".utf8)) == .damaged)
    }

    @Test func `A wrong cross-reference table is repaired with a warning and without a word on stderr`() throws {
        let text = String(decoding: TestPDF.page("q Q").bytes, as: UTF8.self)
        let broken = text.replacingOccurrences(of: "startxref\n", with: "startxref\n1")
        let document = try ObjectDocument(bytes: Array(broken.utf8))
        #expect(try document.pageCount == 1)
        #expect(!document.takeWarnings().isEmpty)
        #expect(document.takeWarnings().isEmpty)
    }

    @Test(arguments: [("256", ["--"]), ("128", ["--use-aes=y", "--"]), ("40", ["--"])])
    func `Encryption is kept and each password is told from a wrong one`(bits: String, options: [String]) throws {
        let folder = try TemporaryFolder()
        let plain = try folder.write(TestPDF.page("0 0 1 rg 0 0 9 9 re f Q").bytes, "plain.pdf")
        let locked = folder.path("locked.pdf")
        let arguments =
            ["--allow-weak-crypto", "--encrypt", "us\u{e9}r", "owner", bits] + options + [plain, locked]
        let made = try run(try Requirement.tool("qpdf"), arguments.map { Array($0.utf8) })
        #expect(made.status == 0 || made.status == 3, "\(made.stderr)")
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: locked)))
        #expect(code(bytes) == .passwordRequired)
        #expect(code(bytes, "wrong") == .passwordWrong)
        for password in ["us\u{e9}r", "owner"] {
            let document = try ObjectDocument(bytes: bytes, password: password)
            #expect(document.isEncrypted)
            let box = Rect(x0: 1, y0: 1, x1: 9, y1: 9)
            try document.addOverlay(.mark(box, on: document.pageGeometry(at: 0)), toPage: 0)
            let output = try folder.write(try document.rewritten(), "output.pdf")
            #expect(try ExportJudge.harm(original: locked, output: output, pages: [0], password: "owner") == [])
        }
    }

    @Test func `The same changes give the same bytes, and original streams stay as they are`() throws {
        let folder = try TemporaryFolder()
        var pdf = TestPDF.page("q 0 0 1 rg 0 0 9 9 re f Q", catalog: "/StructTreeRoot << /Type /StructTreeRoot >>")
        pdf.add("<< /Title (A title) /CreationDate (D:20200101) >>")
        pdf.trailer += " /Info 5 0 R /ID [<01> <02>]"
        let outputs = try (0..<2).map { _ in
            let document = try ObjectDocument(bytes: pdf.bytes)
            let geometry = try document.pageGeometry(at: 0)
            for x in [10.0, 50] {
                try document.addOverlay(.mark(Rect(x0: x, y0: 10, x1: x + 9, y1: 20), on: geometry), toPage: 0)
            }
            let first = try document.rewritten()
            #expect(try document.rewritten() == first)
            return first
        }
        #expect(outputs[0] == outputs[1])
        let text = String(decoding: outputs[0], as: UTF8.self)
        #expect(text.contains("stream\nq 0 0 1 rg 0 0 9 9 re f Q\nendstream"))
        #expect(text.contains("/Artifact BMC q /LimnInk0 Do Q EMC"))
        #expect(text.contains("/Artifact BMC q /LimnInk1 Do Q EMC"))
        #expect(text.contains("(A title)"))
        let file = try folder.write(outputs[0], "output.pdf")
        let red = try #require(try Engine.pdfium.draw(file, dpi: 72).redBox)
        #expect(red.isWithin(1, of: Rect(x0: 10, y0: 10, x1: 59, y1: 20)))
    }

    @Test func `Cleaned cairo output has lost its date and nothing else`() throws {
        var pdf = TestPDF.page("q Q")
        pdf.add("<< /Producer (cairo 1.16) /CreationDate (D:20200101) >>")
        pdf.trailer += " /Info 5 0 R"
        let cleaned = try ObjectDocument.cleaned(cairoOutput: pdf.bytes)
        #expect(try ObjectDocument(bytes: cleaned).summary().info == ["Producer": "cairo 1.16"])
        #expect(try ObjectDocument.cleaned(cairoOutput: pdf.bytes) == cleaned)
    }

    @Test func `A summary counts what is there, once`() throws {
        var pdf = TestPDF(
            pages: ["/Annots [<< /Subtype /Link >> << /Subtype /Link >> null << /Subtype /Widget >> << >>]", ""],
            catalog: """
                /Outlines << /First 5 0 R >> /AcroForm << /Fields [7 0 R] /XFA (x) >> /StructTreeRoot << >>
                /Names << /EmbeddedFiles << /Kids [10 0 R 10 0 R] >> >>
                """)
        pdf.add("<< /Next 6 0 R /First 5 0 R >>")
        pdf.add("<< /Next 5 0 R >>")
        pdf.add("<< /T (a) /Kids [8 0 R 9 0 R 7 0 R] >>")
        pdf.add("<< /T (b) /FT /Tx /Kids [<< /Subtype /Widget >> << /Subtype /Widget >>] >>")
        pdf.add("<< /T (c) /FT /Sig /V << /ByteRange [0 1 2 3] >> >>")
        pdf.add("<< /Names [(a) << >> (b) << >>] /Kids [10 0 R] >>")
        pdf.add("<< /Title <FEFF00C4> /Author (Me) >>")
        pdf.trailer += " /Info 11 0 R"
        let summary = try ObjectDocument(bytes: pdf.bytes).summary()
        #expect(summary.pageCount == 2)
        #expect(summary.version == "1.3")
        #expect(summary.annotationCounts == ["Link": 2, "Widget": 1, "": 1])
        #expect(summary.linkCount == 2)
        #expect(summary.outlineItemCount == 2)
        #expect(summary.formFieldCount == 2)
        #expect(summary.hasSignatures && summary.hasXFA && summary.isTagged)
        #expect(!summary.isEncrypted && !summary.isLinearized && !summary.hasObjectStreams && !summary.isTruncated)
        #expect(summary.embeddedFileCount == 2)
        #expect(summary.info == ["Title": "\u{c4}", "Author": "Me"])
    }
}
