// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Checks that Xournal++ opens files written by Limn and exports them like the originals.
@Suite struct XournalppOpensTests {
    static func export(_ file: String, in folder: TemporaryFolder, _ name: String) throws -> String {
        let out = folder.path(name)
        let done = try run(
            try Requirement.tool("xournalpp"), ["--create-pdf=\(out)", file].map { Array($0.utf8) },
            environment: ["HOME": folder.url.path, "XDG_CONFIG_HOME": folder.url.path])
        try #require(done.status == 0 && FileManager.default.fileExists(atPath: out), "\(done.stderr)")
        return out
    }

    /// Compares the exports of two files by Xournal++, page by page.
    static func compare(_ a: String, _ b: String, pages: Int) throws {
        let comparisons = (1...pages).map { PictureComparison(.mupdf, a, page: $0, with: b, dpi: 100, slack: 1) }
        let results = try PictureComparison.run(comparisons)
        for (index, result) in results.enumerated() {
            #expect(result.differing == 0, "page \(index + 1): \(result)")
        }
        #expect(results.contains { $0.inked > 0 }, "nothing was drawn")
    }

    @Test(arguments: ["layers", "stroke", "strokes"])
    func `Foreign notes look the same after Limn has written them`(name: String) throws {
        let source = try XournalppSampleTests.made(name).url
        let folder = try TemporaryFolder()
        let document = try InkReader.read(bytes(source)).document
        let written = try folder.write(try InkWriter.write(document, as: .xournalpp).bytes, "b.xopp")
        let ours = try Self.export(written, in: folder, "b.pdf")
        try Self.compare(Self.export(source.path, in: folder, "a.pdf"), ours, pages: 1)
    }

    @Test func `Unusual documents open: dots, unusual layers and widths, missing PDFs`() throws {
        var generator = SeededGenerator(seed: 22)
        var strokes = (0..<40).map { _ in randomStroke(using: &generator, points: 1...20) }
        for i in strokes.indices {
            strokes[i].layer = i % 3
            strokes[i].brush.kind = Brush.Kind.allCases[i % 3]
            strokes[i].brush.cap = Brush.Cap.allCases[i % 2]
            strokes[i].brush.dash = [[], [1, 2], [0, 3]][i % 3]
        }
        strokes.append(Stroke(brush: Brush(), points: StrokePoints([Point(x: 5, y: 5)], width: 9)))
        let drawing = Drawing(strokes: strokes, layers: [.init(name: "<&>"), .init(), .init(name: "ü")])
        let document = InkDocument(
            title: "t & <u>",
            pages: [
                .init(drawing: drawing), .init(size: Size(width: 10, height: 1000)),
                .init(size: Size(width: 100, height: 100), background: .pdf(page: 3)),
                .init(size: Size(width: 100, height: 100), background: .image(name: "nothing.png")),
            ], template: .embedded([1]))
        let folder = try TemporaryFolder()
        for lossless in [true, false] {
            let export = try InkWriter.write(document, as: .xournalpp, options: .init(isLossless: lossless))
            let pdf = try Self.export(try folder.write(export.bytes, "a.xopp"), in: folder, "a.pdf")
            let info = try run(try Requirement.tool("pdfinfo"), pdf).text
            #expect(info.contains("Pages:           4"))
        }
    }

    @Test func `A PDF given by path is shown behind the ink`() throws {
        let folder = try TemporaryFolder()
        let sheet = try folder.write(try Project.sample("character-sheet.pdf"), "sheet.pdf")
        let page = InkDocument.Page(size: Size(width: 595, height: 842), background: .pdf(page: 1))
        let document = InkDocument(pages: [page], template: .file(sheet))
        let export = try InkWriter.write(document, as: .xournalpp)
        let pdf = try Self.export(try folder.write(export.bytes, "a.xopp"), in: folder, "a.pdf")
        let result = try #require(PictureComparison.run([PictureComparison(.mupdf, pdf, with: pdf)]).first)
        #expect(result.inked > 0.01)
    }
}
