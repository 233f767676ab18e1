// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Testing
internal import TestSupport

// Manual example
import Limn

/// Underlines the name on the first page of a sheet.
func underline(_ sheet: FilePath, into output: FilePath) async throws {
    let points = StrokePoints([Point(x: 205, y: 90), Point(x: 385, y: 90)], width: 2)
    let drawing = Drawing(strokes: [Stroke(brush: Brush(width: 2), points: points)])
    let filled = try await Engine().flatten(
        [1: drawing], over: .path(sheet), options: FlattenOptions(for: .everyone), to: .path(output))
    print("\(filled.result.strokes) stroke on pages \(filled.result.inkedPages)")
}
// Manual example
/// Imports a sheet, makes a character, draws a line, takes it back, and exports the character.
func keep(_ sheet: FilePath, in folder: FilePath, exportTo output: FilePath) async throws -> Int {
    let (engine, library) = (Engine(), try Library(at: folder))
    let template = try await engine.importTemplate(.path(sheet), into: library)
    let maren = try library.createCharacter(NewCharacter(name: "Maren Ashwick", template: template.id))
    let page = CharacterPage(maren.id, page: 1)
    let points = StrokePoints([Point(x: 205, y: 90), Point(x: 385, y: 90)], width: 2)
    let change = try library.append([Stroke(brush: Brush(width: 2), points: points)], to: page)
    try library.undo(page, expecting: change.revision)
    return try await engine.export(
        maren.id, from: library, options: FlattenOptions(for: .everyone), to: .path(output)
    ).result.strokes
}
// Manual example
/// Whether a document could be drawn; a locked one is told from a damaged one.
func look(at document: FilePath) async throws -> String {
    do {
        let picture = try await Engine().thumbnail(.path(document), size: 128)
        return "\(picture.width) × \(picture.height)"
    } catch {
        return error.code == .locked ? "locked" : "not drawn: \(error)"
    }
}
// End of the manual's examples

/// The listings of the manual compile, and do what the manual says.
struct ManualExampleTests {
    private let sheet = FilePath(Project.samples.appendingPathComponent("character-sheet.pdf").path)

    @Test func `The manual shows the listings as they stand here`() throws {
        let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let marked = try #require(source.components(separatedBy: "// End of the manual's examples\n").first)
        let examples = marked.components(separatedBy: "\n// Manual example\n").dropFirst().map {
            $0.replacing("import Limn\n\n", with: "").trimmingCharacters(in: .newlines)
        }
        let page = Project.folder.appendingPathComponent("Documentation/Manual.docc/Developer.md")
        let shown = try String(contentsOf: page, encoding: .utf8).matches(
            of: /\n```swift\nimport Limn\n\n(\/\/\/(?:.|\n)*?)```/
        )
        .map { String($0.1).trimmingCharacters(in: .newlines) }
        #expect(shown == Array(examples) && shown.count == 3)
    }

    @Test func `The listings draw, keep and tell locked documents`() async throws {
        let folder = try TemporaryFolder()
        try await underline(sheet, into: FilePath(folder.path("line.pdf")))
        let before = try Engine.mupdf.draw(sheet.string, dpi: 72)
        let after = try Engine.mupdf.draw(folder.path("line.pdf"), dpi: 72)
        #expect(after[300, 90].red < 100 && before[300, 90].red > 150)

        // What was taken back is not in the export.
        let strokes = try await keep(
            sheet, in: FilePath(folder.path("library")), exportTo: FilePath(folder.path("maren.pdf")))
        #expect(strokes == 0)
        #expect(try await look(at: sheet) == "91 × 128")
        let locked = Project.samples.appendingPathComponent("character-sheet-encrypted.pdf").path
        #expect(try await look(at: FilePath(locked)) == "locked")
    }
}
