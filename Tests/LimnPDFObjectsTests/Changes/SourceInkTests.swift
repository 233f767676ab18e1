// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct SourceInkTests {
    /// Catalogs with embedded files, and the objects that follow the page and its content (3 and 4).
    static let catalogs: [(name: String, catalog: String, objects: [String])] = [
        ("no names", "", []),
        ("other names", "/Names << /Dests << /Names [(a) [3 0 R /Fit]] >> >>", []),
        ("names apart", "/Names 5 0 R", ["<< /JavaScript << /Names [] >> >>"]),
        ("direct tree", "/Names << /EmbeddedFiles << /Names [(a.txt) 5 0 R (z.txt) 5 0 R] >> >>", [spec]),
        ("tree apart", "/Names << /EmbeddedFiles 6 0 R >>", [spec, "<< /Names 7 0 R >>", "[(limn-a) 5 0 R]"]),
        (
            "two levels", "/Names << /EmbeddedFiles << /Kids [6 0 R 7 0 R 8 0 R] >> >>",
            [
                spec, "<< /Limits [(a) (c)] /Names [(a) 5 0 R (c) 5 0 R] >>",
                "<< /Limits [(e) (k)] /Names [(e) 5 0 R (k) 5 0 R] >>",
                "<< /Limits [(n) (z)] /Names [(n) 5 0 R (z) 5 0 R] >>",
            ]
        ),
        (
            "three levels", "/Names << /EmbeddedFiles << /Kids 8 0 R >> >>",
            [
                spec, "<< /Limits [(x) (z)] /Names [(x) 5 0 R (z) 5 0 R] >>", "<< /Limits [(x) (z)] /Kids [6 0 R] >>",
                "[7 0 R]",
            ]
        ),
        ("bytes", "/Names << /EmbeddedFiles << /Names [<FEFF0061> 5 0 R <FF> 5 0 R] >> >>", [spec]),
        ("unsorted", "/Names << /EmbeddedFiles << /Names [(z) 5 0 R (a) 5 0 R] >> >>", [spec]),
        ("odd", "/Names << /EmbeddedFiles << /Names [(a) 5 0 R (odd)] >> >>", [spec]),
        ("no dictionary", "/Names [1 2]", []),
    ]
    private static let spec = "<< /Type /Filespec /F (file.txt) /EF << /F 4 0 R >> >>"

    private func document(_ index: Int) throws -> TestPDF {
        let (_, catalog, objects) = Self.catalogs[index]
        var pdf = TestPDF.page("0 0 1 rg 0 0 5 5 re f", catalog: catalog)
        for object in objects { pdf.add(object) }
        return pdf
    }

    private let ink = Array(repeating: Array("LIMNINK and some more bytes".utf8), count: 20).flatMap { $0 }

    @Test(arguments: catalogs.indices, Save.allCases)
    func `Source ink joins the embedded files and is found again, whatever their tree is like`(
        index: Int, save: Save
    ) throws {
        let original = try document(index).bytes
        let folder = try TemporaryFolder()
        let before = try folder.write(original, "before.pdf")
        var bytes = original
        for round in 1...2 {
            let document = try ObjectDocument(bytes: bytes)
            bytes = try save(document, DocumentChanges(sourceInk: .sourceInk(ink + [UInt8(round)])))
        }
        let after = try folder.write(bytes, "after.pdf")
        if Self.catalogs[index].name != "no dictionary" {
            let job = ExportJudge.Annotated(
                original: before, output: after, pages: [:], isAppended: save == .append, files: 2)
            #expect(try ExportJudge.annotated([job]) == [[]])
        }
        let files = try ReadAnnotations(after).files
        for round in 1...2 {
            let file = try #require(files["limn-source-ink-\(round).limn"])
            #expect(file.bytes == ink + [UInt8(round)])
            #expect(file.type == "application/vnd.limn" && file.relation == "/Source")
        }
        #expect(try ObjectDocument(bytes: bytes).sourceInk() == [ink + [1], ink + [2]])
        // It gives up on an odd number of names.
        if Self.catalogs[index].name == "odd" { return }
        let pdfdetach = try run(try Requirement.tool("pdfdetach"), "-list", after)
        #expect(pdfdetach.status == 0 && pdfdetach.text.contains("limn-source-ink-2.limn"))
    }

    @Test(arguments: catalogs.indices)
    func `Removed source ink is gone from the rewritten file, and all other files are still there`(index: Int) throws {
        let original = try document(index).bytes
        let folder = try TemporaryFolder()
        let plain = try ReadAnnotations(try folder.write(original, "before.pdf")).files
        let first = try ObjectDocument(bytes: original)
        let second = try ObjectDocument(
            bytes: try Save.append(first, DocumentChanges(sourceInk: .sourceInk(ink))))
        let document = try ObjectDocument(bytes: try Save.append(second, DocumentChanges(sourceInk: .sourceInk(ink))))
        #expect(try document.removeSourceInk() == 2)
        #expect(try document.removeSourceInk() == 0)
        let stripped = try document.rewritten()
        #expect(try ObjectDocument(bytes: stripped).sourceInk() == [])
        #expect(stripped.firstRange(of: Array("vnd.limn".utf8)) == nil)
        let rest = try ReadAnnotations(try folder.write(stripped, "stripped.pdf")).files
        #expect(rest.keys.sorted() == plain.keys.sorted())
        let job = ExportJudge.Annotated(
            original: folder.path("before.pdf"), output: folder.path("stripped.pdf"), pages: [:], isAppended: false)
        if !["no dictionary", "unsorted"].contains(Self.catalogs[index].name) {
            #expect(try ExportJudge.annotated([job]) == [[]])
        }
    }

    @Test func `Damaged source ink is told about, and the rest is read`() throws {
        let first = try ObjectDocument(bytes: TestPDF.page("").bytes)
        let bytes = try Save.append(first, DocumentChanges(sourceInk: .sourceInk(ink)))
        let document = try ObjectDocument(
            bytes: try Save.append(try ObjectDocument(bytes: bytes), DocumentChanges(sourceInk: .sourceInk([1, 2, 3]))))
        var broken = try document.original
        let stream = try #require(broken.firstRange(of: Array("/Filter/FlateDecode".utf8)))
        broken.replaceSubrange(stream, with: Array("/Filter/FlatDecoder".utf8))
        let opened = try ObjectDocument(bytes: broken)
        #expect(try opened.sourceInk() == [[1, 2, 3]])
        #expect(opened.takeWarnings().contains { $0.contains("limn-source-ink-1.limn") })
    }

    @Test(arguments: Save.allCases)
    func `The catalog of a signed document stays as it is: source ink goes with the first annotation`(save: Save) throws
    {
        var pdf = TestPDF(
            pages: ["/MediaBox [0 0 200 100]", "/MediaBox [0 0 200 100]"], catalog: "/AcroForm << /Fields [5 0 R] >>")
        pdf.add("<< /FT /Sig /T (s) /V << /Type /Sig /ByteRange [0 1 2 3] >> >>")
        let folder = try TemporaryFolder()
        let before = try folder.write(pdf.bytes, "before.pdf")
        var bytes = pdf.bytes
        for round in 1...2 {
            let document = try ObjectDocument(bytes: bytes)
            let page = try document.pageGeometry(at: 1)
            let marks = (0..<2).map { index in
                let corner = Double(10 + 20 * index + 50 * round)
                return (1, InkAnnotation.mark(Rect(x0: corner, y0: 10, x1: corner + 8, y1: 14), on: page))
            }
            bytes = try save(document, DocumentChanges(annotations: marks, sourceInk: .sourceInk(ink + [UInt8(round)])))
        }
        let after = try folder.write(bytes, "after.pdf")
        let read = try ReadAnnotations(after)
        #expect(read.files.isEmpty)
        #expect(read.pages[1].map(\.files) == [["limn-source-ink-1.limn"], [], ["limn-source-ink-2.limn"], []])
        let job = ExportJudge.Annotated(original: before, output: after, pages: [1: 4], isAppended: save == .append)
        #expect(try ExportJudge.annotated([job]) == [[]])
        let document = try ObjectDocument(bytes: bytes)
        #expect(try document.sourceInk() == [ink + [1], ink + [2]])
        #expect(try document.removeSourceInk() == 2)
        #expect(try ObjectDocument(bytes: try document.rewritten()).sourceInk() == [])

        let bare = try ObjectDocument(bytes: pdf.bytes)
        let notes = try bare.update(DocumentChanges(sourceInk: .sourceInk(ink))).notes
        #expect(notes.count == 1 && notes[0].contains("signed"))
    }

    @Test(arguments: [("3", "B", true), ("4", "F", true), ("2", "U", false)], Save.allCases)
    func `Where PDF_A allows embedded files they are associated with the document`(
        claim: (part: String, conformance: String, isAllowed: Bool), save: Save
    ) throws {
        var pdf = TestPDF.page("", catalog: "/Metadata 5 0 R /AF [6 0 R]")
        pdf.add(
            stream: "<x xmlns:pdfaid='http://www.aiim.org/pdfa/ns/id/' pdfaid:part='\(claim.part)' "
                + "pdfaid:conformance='\(claim.conformance)'/>", "/Type /Metadata /Subtype /XML")
        pdf.add("<< /Type /Filespec /UF (other.txt) /F (other.txt) /EF << /F 4 0 R >> >>")
        let document = try ObjectDocument(bytes: pdf.bytes)
        #expect(try document.archiveClaim()?.allowsEmbeddedFiles == claim.isAllowed)
        let folder = try TemporaryFolder()
        let file = try folder.write(try save(document, DocumentChanges(sourceInk: .sourceInk(ink))), "after.pdf")
        let expected = ["other.txt"] + (claim.isAllowed ? ["limn-source-ink-1.limn"] : [])
        #expect(try ReadAnnotations(file).associated == expected)
        let again = try ObjectDocument(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: file))))
        #expect(try again.removeSourceInk() == 1)
        let stripped = try folder.write(try again.rewritten(), "stripped.pdf")
        #expect(try ReadAnnotations(stripped).associated == ["other.txt"])
    }
}
