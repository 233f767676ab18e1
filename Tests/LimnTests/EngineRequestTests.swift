// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import Synchronization
import TestSupport
import Testing

/// Requests that name files, as the command and batches make them.
struct EngineRequestTests {
    private static func sample(_ name: String) -> FilePath {
        FilePath(Project.samples.appendingPathComponent(name).path)
    }
    private static let sheet = sample("character-sheet.pdf")

    private static let line = Drawing(strokes: [
        Stroke(
            brush: Brush(kind: .pen, color: Color(rgba: 0xff00_00ff), width: 4),
            points: StrokePoints([Point(x: 100, y: 100), Point(x: 300, y: 100)], width: 4))
    ])

    /// Writes ink that names no PDF.
    private static func ink(
        _ engine: Limn.Engine, on background: InkDocument.Background = .none, in folder: TemporaryFolder
    ) async throws -> FilePath {
        let path = FilePath(folder.path("ink.limn"))
        _ = try await engine.convert(
            InkDocument(pages: [.init(background: background, drawing: line)]), to: .native, to: .path(path))
        return path
    }

    @Test func `A request that fails tells the code of its error, and its sentence names no option`()
        async throws
    {
        let (engine, folder) = (Limn.Engine(), try TemporaryFolder())
        let (ink, output) = (
            try await Self.ink(engine, on: .pdf(page: 1), in: folder), FilePath(folder.path("out.pdf"))
        )
        let alone = try await engine.result(of: FlattenRequest(template: nil, ink: ink, output: output, for: .everyone))
        #expect(alone.error?.code == .noBackground)
        #expect(alone.diagnostics.map(\.code) == [.error(.noBackground)])
        #expect(alone.error?.sentence == "The ink names no PDF to write on.")
        let locked = try await engine.result(
            of: FlattenRequest(
                template: Self.sample("character-sheet-encrypted.pdf"), ink: ink, output: output, for: .everyone))
        #expect(locked.error?.code == .locked && locked.status == .locked)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["ink.limn"])
    }

    @Test func `Ink goes from file to file, and out of a PDF again`() async throws {
        let (engine, folder) = (Limn.Engine(), try TemporaryFolder())
        let (ink, output) = (try await Self.ink(engine, in: folder), FilePath(folder.path("out.pdf")))
        let made = try await engine.result(
            of: FlattenRequest(template: Self.sheet, ink: ink, output: output, for: .everyone))
        #expect(made.status == .ok && made.strokes == 1 && made.error == nil)
        var converter = InkConverter(input: output, output: FilePath(folder.path("ink.svg")), for: nil)
        // An SVG holds one page.
        converter.page = 1
        let svg = try await engine.result(of: converter)
        #expect(svg.to == "svg" && svg.strokes == 1)
        let bare = try await engine.result(
            of: SourceInkRemover(input: output, output: FilePath(folder.path("bare.pdf"))))
        #expect(bare.removed == 1 && bare.status == .ok)
    }

    @Test func `A contact sheet reports its documents in order, and how far it is`() async throws {
        let (engine, folder) = (Limn.Engine(), try TemporaryFolder())
        let inputs = [Self.sheet, Self.sample("character-sheet-encrypted.pdf")]
        let request = ContactSheetRequest(
            inputs: inputs, output: FilePath(folder.path("sheet.png")), format: .picture(PictureEncoder())
        )
        let told = Mutex<(inputs: [FilePath], codes: [Diagnostic.Code], fractions: [Double])>(
            ([], [], []))
        try await engine.contactSheet(request) { result in
            told.withLock {
                $0.inputs.append(result.input)
                $0.codes += result.diagnostics.map(\.code)
            }
        } progress: { progress in
            told.withLock { $0.fractions.append(progress.fraction) }
        }
        #expect(told.withLock { $0.inputs } == inputs)
        #expect(told.withLock { $0.codes } == [.error(.locked)])
        #expect(told.withLock { $0.fractions } == [0.5, 1])
    }

    @Test func `Characters are drawn on, shown, exported, packed and unpacked`() async throws {
        let (engine, folder) = (Limn.Engine(), try TemporaryFolder())
        let library = try Library(at: FilePath(folder.path("library")), creating: true)
        let imported = Mutex<[TemplateRecord]>([])
        try await engine.importTemplates(TemplateImportRequest(inputs: [Self.sheet]), into: library) { result in
            imported.withLock { $0 += [result.template].compactMap { $0 } }
        }
        let template = try #require(imported.withLock { $0.first })
        let heroes = try ["Maren", "Ole"].map { name in
            try library.createCharacter(NewCharacter(name: name, template: template.id))
        }
        let ink = try await Self.ink(engine, in: folder)
        let drawn = try await engine.draw(ink, on: heroes[1].id, in: library)
        #expect(drawn.map(\.strokes) == [1])
        let told = Mutex<[String]>([])
        try await engine.refreshThumbnails(CharacterThumbnailsRequest(heroes, for: .everyone), in: library) { result in
            told.withLock { $0.append("\(result.character.name) \(result.isNew)") }
        }
        let destination = CharacterExportRequest.Destination.folder(FilePath(folder.path("out")))
        try await engine.export(
            CharacterExportRequest(heroes, to: destination, options: FlattenOptions(for: .everyone)), from: library
        ) {
            result in
            told.withLock { $0.append("\(result.character.name) \(result.flattening.strokes)") }
        }
        #expect(told.withLock { $0 } == ["Maren true", "Ole true", "Maren 0", "Ole 1"])
        let package = FilePath(folder.path("ole.limnpkg"))
        #expect(try await engine.pack(heroes[1].id, of: library, to: package, for: nil).bytes > 1000)
        let other = try Library(at: FilePath(folder.path("other")), creating: true)
        let (unpacked, diagnostics) = try await engine.unpack(package, into: other)
        #expect(unpacked.name == "Ole" && diagnostics.isEmpty)
        #expect(try other.drawnPages(of: unpacked.id).map(\.strokeCount) == [1])
    }
}
