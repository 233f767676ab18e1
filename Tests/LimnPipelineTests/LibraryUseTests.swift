// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnLibrary
@testable internal import LimnPipeline
internal import Synchronization
internal import SystemPackage
internal import Testing
internal import TestSupport

/// The use cases on a library, in this process and on the library in memory, so that nothing but them is looked at.
@Suite struct LibraryUseTests {
    private static let sheet = FilePath(Project.samples.appendingPathComponent("character-sheet.pdf").path)
    private static let map = FilePath(Project.samples.appendingPathComponent("map-landscape.pdf").path)

    private func library(with names: String...) throws -> (MemoryLibrary, [CharacterRecord]) {
        let library = MemoryLibrary()
        let imported = Self.results(TemplateImportRequest(inputs: [Self.sheet, Self.map]), into: library)
        let template = try #require(imported.first?.template?.id)
        return (
            library, try names.map { try library.createCharacter(NewCharacter(name: $0, template: template)) }
        )
    }

    private static func results(
        _ request: TemplateImportRequest, into library: MemoryLibrary
    ) -> [TemplateImportResult] {
        var results: [TemplateImportResult] = []
        TemplateImporter(request).run(into: library, report: { results.append($0) })
        return results
    }

    private static func drawing(_ y: Double) -> [Stroke] {
        [Stroke(Brush(color: .red, width: 4), Point(x: 50, y: y), Point(x: 300, y: y))]
    }

    @Test func `An import reads pages, outline, text and a picture`() throws {
        let (library, _) = try library(with: "Mia")
        let template = try #require(try library.templates().first)
        #expect(template.name == "character-sheet")
        let sizes = try library.pages(of: template.id).map {
            Size(width: $0.size.width.rounded(), height: $0.size.height.rounded())
        }
        #expect(sizes == [Size(width: 595, height: 842), Size(width: 595, height: 842)])
        #expect(try library.searchText(of: template.id).contains("vitality"))
        #expect(try library.thumbnail(of: template.id)?.starts(with: [0x89, 0x50, 0x4e, 0x47]) == true)
        #expect(try library.outline(of: template.id).allSatisfy { (1...2).contains($0.page ?? 0) })
    }

    @Test func `An import tells how far it is, up to the end`() throws {
        var seen: [RenderProgress] = []
        TemplateImporter(TemplateImportRequest(inputs: [Self.sheet, Self.map, "none.pdf"]))
            .run(into: MemoryLibrary(), report: { _ in }, progress: { seen.append($0) })
        #expect(seen.map(\.documentsDone) == [1, 2, 3])
        #expect(seen.map(\.pagesDone) == [2, 3, 3])
        #expect(seen.last?.fraction == 1)
    }

    @Test(arguments: [(true, [ResultStatus.failed, .refused]), (false, [.failed, .ok])])
    func `One bad PDF keeps the others from being imported, unless all that can be is wanted`(
        isAllOrNone: Bool, statuses: [ResultStatus]
    ) throws {
        var request = TemplateImportRequest(inputs: ["none.pdf", Self.sheet])
        request.isAllOrNone = isAllOrNone
        let library = MemoryLibrary()
        #expect(Self.results(request, into: library).map(\.status) == statuses)
        #expect(try library.templates().count == (isAllOrNone ? 0 : 1))
    }

    @Test func `A password is asked for as long as it is wrong, three times at the most`() throws {
        let locked = FilePath(Project.samples.appendingPathComponent("character-sheet-encrypted.pdf").path)
        func statuses(_ answers: [String]) throws -> [ResultStatus] {
            let box = Answers(answers)
            var request = TemplateImportRequest(inputs: [locked])
            request.passwords = PasswordSource { _ in box.next() }
            return Self.results(request, into: MemoryLibrary()).map(\.status)
        }
        #expect(try statuses(["limn"]) == [.ok])
        #expect(try statuses(["a", "b", "limn"]) == [.ok])
        #expect(try statuses(["a", "b", "c", "limn"]) == [.locked])
        #expect(try statuses([]) == [.locked])
    }

    private final class Answers: @unchecked Sendable {
        // Unchecked: a source asks one thread at a time.
        private var left: ArraySlice<String>
        init(_ answers: [String]) { left = answers[...] }
        func next() -> String? { left.popFirst() }
    }

    @Test func `Ink with layers keeps them on an empty page, and brings them along above others`() throws {
        let folder = try TemporaryFolder()
        let (library, records) = try library(with: "Mia")
        let layers = [Drawing.Layer(name: "below"), Drawing.Layer(name: "above")]
        var strokes = Self.drawing(100) + Self.drawing(200)
        strokes[1].layer = 1
        let file = try folder.write(InkDocument(pages: [.init(drawing: Drawing(strokes: strokes, layers: layers))]))
        let page = CharacterPage(records[0].id, page: 1)
        let work = CharacterInkEditor(library)
        _ = try work.draw(file, on: page.character, page: 1)
        #expect(try library.drawing(on: page)?.drawing.layers == layers)
        _ = try work.draw(file, on: page.character, page: 1)
        let twice = try #require(try library.drawing(on: page)?.drawing)
        #expect(twice.layers == layers + layers)
        #expect(twice.strokes.map(\.layer) == [0, 1, 2, 3])
        _ = try work.undo(page.character, page: nil)
        #expect(try library.drawing(on: page)?.drawing.layers == layers)
    }

    @Test func `Ink for a page that cannot be drawn on leaves no other page drawn on`() throws {
        let folder = try TemporaryFolder()
        let (library, records) = try library(with: "Mia")
        let three = InkDocument(
            pages: [Self.drawing(100), Self.drawing(1), Self.drawing(2)].map { .init(drawing: Drawing(strokes: $0)) })
        let file = try folder.write(three)
        #expect(throws: LimnError.self) { try CharacterInkEditor(library).draw(file, on: records[0].id, page: nil) }
        #expect(try library.drawnPages(of: records[0].id).allSatisfy { $0.strokeCount == 0 })
    }

    @Test func `Characters of one template are exported from one opening, and each as alone`() throws {
        let folder = try TemporaryFolder()
        let (library, records) = try library(with: "Ada", "Ida", "Eva")
        for (index, record) in records.enumerated() {
            try library.append(Self.drawing(100 + 50 * Double(index)), to: CharacterPage(record.id, page: 1))
        }
        var together: [CharacterExportResult] = []
        var request = CharacterExportRequest(
            records, to: .folder(FilePath(folder.path("all"))), options: FlattenOptions(for: .everyone))
        request.context = .workers(2)
        CharacterExporter(request).run(from: library) { together.append($0) }
        #expect(together.map(\.character.name) == ["Ada", "Ida", "Eva"])
        #expect(together.allSatisfy { $0.flattening.status == .ok })
        for record in records {
            let own = FilePath(folder.path("own.pdf"))
            CharacterExporter(CharacterExportRequest([record], to: .file(own), options: FlattenOptions(for: .everyone)))
                .run(from: library) { _ in }
            let (a, b) = (
                try InputFile(own).bytes(), try InputFile(FilePath(folder.path("all/\(record.name).pdf"))).bytes()
            )
            #expect(a == b)
        }
    }

    @Test func `Each of many exports is compared with its own ink`() throws {
        let folder = try TemporaryFolder()
        let (library, records) = try library(with: "Ada", "Ida")
        for (index, record) in records.enumerated() {
            try library.append(Self.drawing(100), to: CharacterPage(record.id, page: 1 + index))
        }
        let request = CharacterExportRequest(
            records, to: .folder(FilePath(folder.path("all"))), options: FlattenOptions(for: .everyone))
        var compared: [Verification?] = []
        CharacterExporter(request).run(from: library) { compared.append($0.flattening.verification) }
        #expect(compared.map { $0?.inkedPages } == [1, 1])
    }

    @Test func `A picture is kept with the ink it was made of`() throws {
        let (library, records) = try library(with: "Mia")
        func refresh() throws -> Bool {
            var drawn: [Bool] = []
            CharacterThumbnailRenderer(CharacterThumbnailsRequest(records, for: .everyone)).run(in: library) {
                drawn.append($0.isNew)
            }
            return try #require(drawn.first as Bool?)
        }
        #expect(try refresh())
        #expect(try !refresh())
        try library.append(Self.drawing(100), to: CharacterPage(records[0].id, page: 1))
        #expect(try refresh())
        #expect(try !refresh())
        try library.setFavorite(true, of: records[0].id)
        #expect(try !refresh())
    }

    @Test func `Pictures are not kept in results where nobody wants them`() throws {
        let (library, records) = try library(with: "Mia")
        for keeps in [true, false] {
            var request = CharacterThumbnailsRequest(records, for: .everyone)
            request.keepsPictures = keeps
            var results: [CharacterThumbnailResult] = []
            CharacterThumbnailRenderer(request).run(in: library) { results.append($0) }
            #expect(results.map { $0.picture != nil } == [keeps])
            let there = try #require(try library.thumbnail(of: records[0].id)?.picture)
            #expect(results.map(\.byteCount) == [there.count])
        }
    }

    @Test func `What is made of a template is made once, whoever asks first`() throws {
        let (library, records) = try library(with: "Mia", "Ada")
        let count = Mutex(0)
        let made = TemplateDocuments { (id) throws(LimnError) in
            count.withLock {
                $0 += 1
                return $0
            }
        }
        let seen = Mutex<[Int]>([])
        let template = records[0].template
        DispatchQueue.concurrentPerform(iterations: 32) { _ in
            let number = try? made.of(template)
            seen.withLock { $0.append(number ?? 0) }
        }
        #expect(seen.withLock { $0 } == Array(repeating: 1, count: 32))
        #expect(throws: LimnError.self) { try made.of(nil) }
        withExtendedLifetime(library) {}
    }

    @Test func `Files are named after characters as any system can have them`() throws {
        let (library, records) = try library(with: "a/b", "A:B", ".hidden", "-option", "Mia", "mia", "Ünï")
        let names = CharacterFileNames(records)
        let shown = records.map { names.name(of: $0, ending: "pdf").string }
        #expect(shown[2...3] == ["_hidden.pdf", "_option.pdf"])
        #expect(shown[6] == "Ünï.pdf")
        #expect(shown[0] == "a-b \(records[0].id).pdf" && shown[1] == "A-B \(records[1].id).pdf")
        #expect(shown[4] == "Mia \(records[4].id).pdf" && shown[5] == "mia \(records[5].id).pdf")
        let long = try library.createCharacter(NewCharacter(name: String(repeating: "é", count: 200), template: nil))
        #expect(CharacterFileNames([long]).name(of: long, ending: "pdf").string.utf8.count <= 204)
        let accents = "a" + String(repeating: "\u{301}", count: 300)
        let letter = try library.createCharacter(NewCharacter(name: accents, template: nil))
        #expect(CharacterFileNames([letter]).name(of: letter, ending: "pdf") == "Untitled.pdf")
    }

    @Test func `A form on a page that is repeated very often has a bounded number of widgets`() throws {
        let widgets = (0..<150).map { FieldWidget(page: 0, rect: Rect(x0: 0, y0: Double($0), x1: 9, y1: 9)) }
        let form = Form(kind: .acroForm, fields: [FormField(name: "a", kind: .text, widgets: widgets)])
        let geometry = [PageGeometry(mediaBox: PageGeometry.defaultMediaBox, rotate: 0)]
        func count(_ pages: Int) throws -> Int {
            let text = (1...pages).map { "\($0)=1" }.joined(separator: " ")
            return form.placed(on: try #require(PageList(coded: text)), template: geometry).fields[0].widgets.count
        }
        #expect(try count(3) == 450 && count(1000) == 150)
    }
}
