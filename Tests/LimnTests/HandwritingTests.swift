// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import LimnJobs
import LimnPipeline
import Testing
import TestSupport

/// Handwriting that confined workers read.
struct HandwritingTests {
    private let context = JobContext.workers(1)

    private func reader() throws -> HandwritingTextReader {
        try HandwritingTextReader(context: context, files: ReadingFiles(in: try Requirement.reading().path))
    }

    @Test func `A confined worker reads lines, and hits lie on their words`() throws {
        let reader = try reader()
        defer { reader.close() }
        let drawing = Drawing(
            strokes: WrittenHello.strokes(x: 50, y: 100) + WrittenHello.strokes(x: 50, y: 160, size: 1.5))
        let page = try reader.page(7, with: drawing)
        #expect(page.text == "HELLO\nHELLO\n")
        let hits = page.hits(of: "hel")
        #expect(hits.count == 2)
        for hit in hits {
            #expect(hit.page == 7 && hit.query == "hel" && hit.certainty > 0.9 && hit.line == "HELLO")
            // The first three of five letters, with a letter's tolerance.
            let isFirst = hit.box.minY < 130
            let size = isFirst ? 1.0 : 1.5
            #expect(abs(hit.box.minX - 50) < 15 * size)
            #expect(abs(hit.box.maxX - (50 + 42 * size)) < 15 * size)
            #expect(abs(hit.box.minY - (isFirst ? 100 : 160)) < 3)
        }
        #expect(page.hits(of: "world").isEmpty)
        #expect(page.hits(of: "hello world").isEmpty)
        #expect(page.hits(of: "").isEmpty)
    }

    @Test func `Slanted words are straightened, and their hits lie on the page`() throws {
        let reader = try reader()
        defer { reader.close() }
        let turn = AffineTransform(a: 0.98, b: 0.2, c: -0.2, d: 0.98, tx: 60, ty: 0)
        let strokes = (0..<2).flatMap { WrittenHello.strokes(x: 50 + 100 * Double($0), y: 100) }
        let page = try reader.page(1, with: Drawing(strokes: strokes.map { $0.transformed(by: turn) }))
        #expect(page.lines.count == 1)
        let hit = try #require(page.hits(of: "hello").first)
        let box = try #require(Drawing(strokes: strokes.map { $0.transformed(by: turn) }).bounds)
        #expect(box.expanded(by: 6).contains(hit.box.origin) && box.expanded(by: 6).contains(hit.box.corners[2]))
    }

    @Test func `A page with more pieces than a job takes is read whole`() throws {
        let reader = try reader()
        defer { reader.close() }
        let count = 80
        #expect(count > ReadHandwritingJob.limit)
        let strokes = (0..<count).flatMap { index -> [Stroke] in
            let (column, row) = (Double(index % 4), Double(index / 4))
            return WrittenHello.strokes(x: 30 + 140 * column, y: 30 + 30 * row, size: 0.8)
        }
        let text = try reader.page(1, with: Drawing(strokes: strokes)).text
        #expect(text == String(repeating: "HELLO\n", count: count))
    }

    @Test func `Without the files, an error says what is missing`() {
        let error = #expect(throws: LimnError.self) { try HandwritingTextReader(context: context, files: nil) }
        #expect(error?.sentence == "Handwriting cannot be read, because the files that read it are not installed.")
        #expect(ReadingFiles(in: "/nowhere") == nil)
    }

    @Test func `Files that are no library and no model are told`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write([], "libonnxruntime.so.1")
        let model = try folder.write([], "recognition.onnx")
        let files = ReadingFiles(in: folder.url.path)
        #expect(throws: LimnError.self) { try HandwritingTextReader(context: context, files: files) }
        // A pipe does not keep anybody waiting.
        try #require(unlink(model) == 0 && mkfifo(model, 0o600) == 0)
        let pipe = #expect(throws: LimnError.self) { try HandwritingTextReader(context: context, files: files) }
        #expect(pipe?.sentence.contains("damaged") == true)
        try #require(unlink(model) == 0)
        _ = try folder.write(Array("no model".utf8), "recognition.onnx")
        let reader = try HandwritingTextReader(context: context, files: files)
        defer { reader.close() }
        let error = #expect(throws: LimnError.self) {
            try reader.page(1, with: Drawing(strokes: WrittenHello.strokes(x: 0, y: 0)))
        }
        #expect(error?.sentence == "The library that reads handwriting is not loaded.")
    }

    @Test func `The engine reads the visible ink of a file that the audience may see`() async throws {
        _ = try Requirement.reading()
        var drawing = Drawing(
            strokes: WrittenHello.strokes(x: 50, y: 50),
            layers: [.init(), .init(name: "Hidden", isVisible: false), .init(name: "Plans", audience: .gameMaster)])
        for layer in 1...2 {
            drawing.strokes += WrittenHello.strokes(x: 50, y: 50 + 60 * Double(layer)).map { stroke in
                var stroke = stroke
                stroke.layer = layer
                return stroke
            }
        }
        let pages = [InkDocument.Page(drawing: drawing), .init(background: .pdf(page: 9), drawing: drawing)]
        let ink = try NativeInk.encode(InkDocument(pages: pages))
        let engine = Engine()
        let players = try await engine.handwriting(in: .bytes(ink))
        #expect(players.map(\.page) == [1, 9])
        #expect(players.map(\.text) == ["HELLO\n", "HELLO\n"])
        let master = try await engine.handwriting(in: .bytes(ink), pages: PageSelection("9"), for: .gameMaster)
        #expect(master.map(\.text) == ["HELLO\nHELLO\n"])
        await #expect(throws: LimnError.self) {
            try await engine.handwriting(in: .bytes(ink), pages: PageSelection("10"))
        }
    }
}
