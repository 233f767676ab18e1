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
        let library = folder.path("libonnxruntime.so.1")
        let told = "The library that reads handwriting cannot be loaded: \(library): file too short."
        #expect(error?.sentence == told)
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

    @Test func `Strokes of many points are read in time, and a word beside them is found`() throws {
        let reader = try reader()
        defer { reader.close() }
        var generator = SeededGenerator(seed: 8)
        var strokes = WrittenHello.strokes(x: 50, y: 20)
        for index in 0..<64 {
            let (x, y) = (40 + 60 * Double(index % 8), 80 + 40 * Double(index / 8))
            let points = (0..<20_000).map { _ in
                Point(
                    x: x + Double.random(in: 0...12, using: &generator),
                    y: y + Double.random(in: 0...15, using: &generator))
            }
            strokes.append(Stroke(brush: Brush(width: 1), points: StrokePoints(points, width: 1)))
        }
        let page = try reader.page(1, with: Drawing(strokes: strokes))
        #expect(page.hits(of: "hello").count == 1)
    }

    @Test func `A page whose worker ends hides no others, and is told`() throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(Array("void *OrtGetApiBase(void) { __builtin_trap(); }".utf8), "trap.c")
        let library = folder.path("libonnxruntime.so.1")
        let built = try run(
            try Requirement.tool("cc"), ["-shared", "-fPIC", "-o", library, source].map { Array($0.utf8) })
        try #require(built.status == 0, "\(built.text)")
        _ = try folder.write(Array("no model".utf8), "recognition.onnx")
        let reader = try HandwritingTextReader(context: context, files: ReadingFiles(in: folder.url.path))
        defer { reader.close() }
        let pages = [InkDocument.Page(drawing: Drawing(strokes: WrittenHello.strokes(x: 50, y: 50))), .init()]
        let ink = try OpenDocument(bytes: try NativeInk.encode(InkDocument(pages: pages)), named: "a.limn")
        let found = try reader.pages(of: ink, nil, for: .everyone, access: Access())
        #expect(found.map(\.page) == [1, 2] && found.allSatisfy { $0.lines.isEmpty })
        #expect(found[0].diagnostics.map(\.severity) == [.warning] && found[1].diagnostics == [])
        let told = found[0].diagnostics[0].text
        #expect(told.hasPrefix("The handwriting was not read. The worker was ended"), "\(told)")
    }

    @Test func `A page that is not there is told with the number of pages that are`() async throws {
        _ = try Requirement.reading()
        let engine = Engine()
        let pages = [InkDocument.Page(drawing: Drawing(strokes: WrittenHello.strokes(x: 50, y: 50))), .init(), .init()]
        let paper = try NativeInk.encode(InkDocument(pages: pages))
        #expect(try await engine.handwriting(in: .bytes(paper), pages: PageSelection("3")).map(\.text) == [""])
        let none = await #expect(throws: LimnError.self) {
            try await engine.handwriting(in: .bytes(paper), pages: PageSelection("4"))
        }
        #expect(none?.sentence == "There is no page 4: the document has 3 pages.")
        let over = try NativeInk.encode(
            InkDocument(pages: [.init(background: .pdf(page: 9), drawing: pages[0].drawing)]))
        let unknown = await #expect(throws: LimnError.self) {
            try await engine.handwriting(in: .bytes(over), pages: PageSelection("10"))
        }
        #expect(unknown?.sentence == "Not all of these pages are there: the last one with ink is page 9.")
        let pdf = try await engine.flatten(
            [1: pages[0].drawing], over: .bytes(emptyPagesPDF(count: 4)), options: FlattenOptions(for: .everyone))
        #expect(try await engine.handwriting(in: .bytes(pdf.bytes), pages: PageSelection("4")).map(\.text) == [""])
        let beyond = await #expect(throws: LimnError.self) {
            try await engine.handwriting(in: .bytes(pdf.bytes), pages: PageSelection("5"))
        }
        #expect(beyond?.sentence == "There is no page 5: the document has 4 pages.")
    }

    @Test func `A library keeps what was read, and players get nothing of the game master's layers`() async throws {
        _ = try Requirement.reading()
        let folder = try TemporaryFolder()
        let library = try Library(at: FilePath(folder.path("library")))
        let character = try library.createCharacter(NewCharacter(name: "A", template: nil))
        let page = CharacterPage(character.id, page: 2)
        var drawing = Drawing(
            layers: [.init(), .init(name: "Hidden", isVisible: false), .init(name: "Plans", audience: .gameMaster)])
        for layer in 0...2 {
            drawing.strokes += WrittenHello.strokes(x: 50, y: 50 + 60 * Double(layer)).map { stroke in
                var stroke = stroke
                stroke.layer = layer
                return stroke
            }
        }
        _ = try library.perform(Drawing().replacingLayers(drawing.layers), on: page, expecting: 0)
        _ = try library.append(drawing.items, to: page, expecting: 1)
        let engine = Engine()
        try await engine.keepHandwriting(of: page, in: library)
        #expect(try library.pagesToRead().isEmpty)
        let players = try library.handwriting(of: character.id, for: .everyone)
        #expect(players.map(\.page) == [2] && players.map(\.text) == ["HELLO\n"])
        let hit = try #require(players.first?.hits(of: "hello").first)
        #expect(abs(hit.box.minY - 50) < 3 && hit.certainty > 0.9)
        let master = try library.handwriting(of: character.id, for: .gameMaster)
        #expect(master.map(\.text) == ["HELLO\nHELLO\n"])
        #expect(try library.readings(of: character.id, versions: 1...HandwrittenPage.keptVersion)[0].bytes.count < 3000)
        // What is written over it, or for others, is found anew.
        let plans = try #require(try library.drawing(on: page)).drawing
        var layers = plans.layers
        layers[0].audience = .gameMaster
        _ = try library.perform(plans.replacingLayers(layers), on: page, expecting: 2)
        #expect(try library.handwriting(of: character.id, for: .everyone).isEmpty)
        try await engine.keepHandwriting(of: page, in: library)
        #expect(try library.handwriting(of: character.id, for: .everyone).map(\.text) == [""])
    }

    @Test func `Kept lines that somebody has changed are left out, and never end the program`() throws {
        let page = HandwrittenPage(1, kept: ReadWords.reading([ReadWords("lantern", y: 10)]))
        #expect(page?.hits(of: "lantern").count == 1)
        var generator = SeededGenerator(seed: 3)
        let sound = ReadWords.reading([ReadWords("lantern", y: 10), ReadWords("oil", y: 30, isSecret: true)])
        for _ in 0..<3000 {
            let changed = HandwrittenPage(1, kept: sound.flipped(using: &generator))
            _ = changed?.hits(of: "lantern", atLeast: 0)
        }
        #expect(HandwrittenPage(1, kept: []) == nil)
        let far = "{\"lines\":[{\"text\":\"\",\"box\":[0,0,1e300,1],\"isSecret\":false,\"phrases\":[]}]}"
        #expect(HandwrittenPage(1, kept: Array(far.utf8)) == nil)
    }
}

extension HandwrittenPage {
    /// A page as the game master gets it; nil for what cannot be decoded.
    fileprivate init?(_ number: Int, kept: [UInt8]) {
        guard let page = try? HandwrittenPage(number, kept: kept, for: .gameMaster) else { return nil }
        self = page
    }
}
