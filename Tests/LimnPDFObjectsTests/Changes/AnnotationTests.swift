// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct AnnotationTests {
    private let box = Rect(x0: 24, y0: 10, x1: 40, y1: 18)
    private let other = Rect(x0: 60, y0: 30, x1: 90, y1: 34)

    private func changes(
        _ marks: [(page: Int, box: Rect)], in document: ObjectDocument, source: [UInt8]? = nil
    ) throws -> DocumentChanges {
        DocumentChanges(
            annotations: try marks.map { ($0.page, .mark($0.box, on: try document.pageGeometry(at: $0.page))) },
            sourceInk: source.map { .sourceInk($0) })
    }

    @Test(arguments: FileKind.allCases, Save.allCases)
    func `Annotations show on their page and change nothing else, whatever the file is like`(
        kind: FileKind, save: Save
    ) throws {
        let original = try kind.bytes()
        let document = try ObjectDocument(bytes: original)
        let folder = try TemporaryFolder()
        let before = try folder.write(original, "before.pdf")
        let changes = try changes([(1, box), (1, other)], in: document, source: Array("LIMNINK".utf8))
        let after = try folder.write(try save(document, changes), "after.pdf")
        let job = ExportJudge.Annotated(
            original: before, output: after, pages: [1: 2], isAppended: save == .append, files: 1)
        #expect(try ExportJudge.annotated([job]) == [[]])
        for page in [1, 3] {
            let picture = try Engine.splash.draw(after, page: page)
            #expect(picture.difference(from: try Engine.splash.draw(before, page: page)) == nil)
        }
        // pdfium shows no compressed page of a hybrid.
        for engine in Engine.allCases where kind != .hybrid || engine != .pdfium {
            let picture = try engine.draw(after, page: 2)
            let scale = Double(picture.width) / 200
            let difference = try #require(picture.difference(from: try engine.draw(before, page: 2)), "\(engine)")
            #expect(difference.isWithin(1, of: box.union(other).scaled(scale)), "\(engine)")
            let (red, green, blue) = picture[Int(32 * scale), Int(14 * scale)]
            #expect(red > 250 && green < 5 && blue < 5, "\(engine)")
        }
    }

    @Test(arguments: Save.allCases)
    func `Old annotations stay as they are, and only pages that get ink have a list of their own`(save: Save) throws {
        let link = "/Type /Annot /Subtype /Link /Border [0 0 0]"
        var pdf = TestPDF(pages: [
            "/MediaBox [0 0 200 100] /Annots 5 0 R", "/MediaBox [0 0 200 100] /Annots 5 0 R",
        ])
        pdf.add("[<< \(link) /Rect [0 0 9 9] /NM (one\\)) >> null 6 0 R (junk)]")
        pdf.add("<< \(link) /Rect [1 1 9 9] /A << /S /URI /URI (http://example.com/\\351) >> >>")
        let document = try ObjectDocument(bytes: pdf.bytes)
        let folder = try TemporaryFolder()
        let before = try folder.write(pdf.bytes, "before.pdf")
        let after = try folder.write(try save(document, try changes([(1, box)], in: document)), "after.pdf")
        let job = ExportJudge.Annotated(original: before, output: after, pages: [1: 1], isAppended: save == .append)
        #expect(try ExportJudge.annotated([job]) == [[]])
        let summary = try ObjectDocument(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: after)))).summary()
        #expect(summary.annotationCounts == ["Link": 4, "Ink": 1])
    }

    @Test(arguments: Save.allCases)
    func `A page that is listed twice is annotated where it was meant to be, and there alone`(save: Save) throws {
        var pdf = TestPDF(pages: ["/MediaBox [0 0 200 100] /Contents 4 0 R"], kids: "3 0 R 3 0 R", count: 2)
        pdf.add(stream: "0 0 1 rg 0 0 5 5 re f")
        let document = try ObjectDocument(bytes: pdf.bytes)
        let folder = try TemporaryFolder()
        let after = try folder.write(try save(document, try changes([(1, box)], in: document)), "after.pdf")
        for engine in Engine.allCases {
            #expect(try engine.draw(after, page: 1).redBox == nil, "\(engine)")
            let picture = try engine.draw(after, page: 2)
            #expect(try #require(picture.redBox).isWithin(1, of: box.scaled(Double(picture.width) / 200)))
        }
    }

    @Test func `What is no list of annotations is replaced, and that is told`() throws {
        let pdf = TestPDF.page("", "/MediaBox [0 0 200 100] /Annots /None")
        let update = try ObjectDocument(bytes: pdf.bytes)
        let notes = try update.update(try changes([(0, box)], in: update)).notes
        #expect(notes == ["Page 1: its /Annots was not a list of annotations and was replaced."])
        try update.apply(try changes([(0, box)], in: update))
        #expect(update.takeWarnings() == notes)
        #expect(try update.inkAnnotations(page: 0).count == 1)
    }

    @Test(arguments: Save.allCases)
    func `Exporting an export works again and again, and no two annotations of a page have one name`(save: Save) throws
    {
        var bytes = TestPDF.page("").bytes
        let folder = try TemporaryFolder()
        for round in 1...3 {
            let before = try folder.write(bytes, "before\(round).pdf")
            let document = try ObjectDocument(bytes: bytes)
            let changes = try changes([(0, box), (0, box)], in: document, source: [UInt8](repeating: 7, count: round))
            bytes = try save(document, changes)
            let after = try folder.write(bytes, "after\(round).pdf")
            let job = ExportJudge.Annotated(
                original: before, output: after, pages: [0: 2], isAppended: save == .append, files: 1)
            #expect(try ExportJudge.annotated([job]) == [[]])
        }
        let read = try ReadAnnotations(try folder.write(bytes, "last.pdf"))
        #expect(Set(read.pages[0].map(\.name)).count == 6)
        #expect(read.files.keys.sorted() == (1...3).map { "limn-source-ink-\($0).limn" })
        #expect(try ObjectDocument(bytes: bytes).sourceInk().map(\.count) == [1, 2, 3])
    }

    @Test(arguments: Save.allCases)
    func `The same document and ink give the same bytes`(save: Save) throws {
        let outputs = try (0..<2).map { _ in
            let document = try ObjectDocument(bytes: TestPDF.page("").bytes)
            return try save(document, try changes([(0, box), (0, other)], in: document, source: [1, 2, 3]))
        }
        #expect(outputs[0] == outputs[1])
    }

    @Test(arguments: Save.allCases)
    func `An annotation's entries are what they were given as, in other readers`(save: Save) throws {
        let document = try ObjectDocument(bytes: TestPDF.page("").bytes)
        var annotation = InkAnnotation.mark(box, on: try document.pageGeometry(at: 0))
        annotation.lines = [[Point(x: 24.126, y: 86), Point(x: -0.0001, y: 86.5)], [Point(x: 30, y: 86)]]
        annotation.color = RGBColor(red: 0.12345, green: 0.5, blue: 1)
        annotation.opacity = 0.25
        annotation.contents = "(Tinte) für \\ «墨» \u{1F58B}"
        let folder = try TemporaryFolder()
        let file = try folder.write(try save(document, DocumentChanges(annotations: [(0, annotation)])), "after.pdf")
        let read = try #require(try ReadAnnotations(file).pages[0].first)
        #expect(read.lines == [[24.13, 86, 0, 86.5], [30, 86, 30, 86]])
        #expect(read.color == [0.123, 0.5, 1] && read.opacity == 0.25 && read.width == 8 && read.flags == 4)
        #expect(read.contents == annotation.contents)
        #expect(read.name.hasPrefix("limn-"))
    }

    @Test(arguments: FileKind.allCases)
    func `New annotations go into an object stream where the file's cross-references are streams`(kind: FileKind) throws
    {
        let original = try kind.bytes()
        let document = try ObjectDocument(bytes: original)
        let marks = (0..<30).map { index in
            let x = 5 * Double(index)
            return (page: 1, box: Rect(x0: x, y0: 10, x1: x + 4, y1: 12))
        }
        let update = try document.update(try changes(marks, in: document))
        let text = String(decoding: update.bytes, as: UTF8.self)
        #expect(text.contains("/Type/ObjStm") == !kind.isTable)
        #expect(text.contains("/Subtype/Ink") == kind.isTable)
        #expect(update.bytes.count < (kind.isTable ? 30 * 550 : 30 * 250), "\(update.bytes.count) bytes")
        let folder = try TemporaryFolder()
        let before = try folder.write(original, "before.pdf")
        let after = try folder.write(original + update.bytes, "after.pdf")
        let job = ExportJudge.Annotated(original: before, output: after, pages: [1: 30], isAppended: true)
        #expect(try ExportJudge.annotated([job]) == [[]])
    }

    @Test func `Numbers are short: an annotation of ten points takes less than 700 bytes`() throws {
        let document = try ObjectDocument(bytes: TestPDF.page("").bytes)
        var annotation = InkAnnotation.mark(box, on: try document.pageGeometry(at: 0))
        annotation.lines = [(0..<10).map { Point(x: 100 + Double($0) / 3, y: 50 + Double($0) / 7) }]
        let one = try document.update(DocumentChanges(annotations: [(0, annotation)])).bytes.count
        let two = try document.update(DocumentChanges(annotations: [(0, annotation), (0, annotation)])).bytes.count
        #expect(two - one < 700, "\(two - one) bytes")
    }
}
