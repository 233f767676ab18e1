// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Testing
internal import TestSupport

// README example
import Limn

/// Writes the sheet with its ink to `filled.pdf`, and its first page in small to `filled.png`.
func fill(_ sheet: FilePath, with ink: FilePath, in folder: FilePath) async throws {
    let engine = Engine()
    let filled = folder.appending("filled.pdf")
    let result = try await engine.flatten(FlattenRequest(template: sheet, ink: ink, output: filled, for: .everyone))
    print("\(result.strokes) strokes on pages \(result.inkedPages): \(result.status)", result.messages)
    let picture = try await engine.thumbnail(.path(filled), to: .path(folder.appending("filled.png")))
    print("\(picture.width) × \(picture.height) pixels", picture.warnings)
}
// End of the README example

/// The README's example compiles and does what the README says.
struct ReadmeExampleTests {
    /// The lines of this file between the two comments.
    private static var example: String {
        get throws {
            let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
            return try between("\n// README example\n", "// End of the README example\n", in: source)
        }
    }

    private static func between(_ start: String, _ end: String, in text: String) throws -> String {
        let start = try #require(text.range(of: start)).upperBound
        let end = try #require(text.range(of: end, range: start..<text.endIndex)).lowerBound
        return String(text[start..<end])
    }

    @Test func `The README shows the example as it stands here`() throws {
        let readme = try String(contentsOf: Project.folder.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(try Self.between("\n```swift\n", "```\n", in: readme) == Self.example)
    }

    @Test func `The example fills in the sample sheet and makes a thumbnail of it`() async throws {
        let folder = try TemporaryFolder()
        let sheet = Project.samples.appendingPathComponent("character-sheet.pdf").path
        let ink = Project.samples.appendingPathComponent("character-sheet.xopp").path
        try await fill(FilePath(sheet), with: FilePath(ink), in: FilePath(folder.path("")))
        #expect(folder.names == ["filled.pdf", "filled.png"])

        let png = try Data(contentsOf: folder.url.appendingPathComponent("filled.png"))
        // Width and height follow the signature, the length and the name of the first chunk.
        let sides = [16, 20].map { png[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(sides == [181, 256])
        // The ink has the character's name here, where the sheet is empty.
        let name = [205, 65, 385, 98]
        let before = try Engine.mupdf.draw(sheet, dpi: 72)
        let after = try Engine.mupdf.draw(folder.path("filled.pdf"), dpi: 72)
        #expect(darkShare(before, name) == 0)
        #expect(darkShare(after, name) > 0.02)
    }

    /// The share of dark pixels between left, top, right and bottom.
    private func darkShare(_ picture: Picture, _ box: [Int]) -> Double {
        let rows = (box[1]..<box[3]).map { y in (box[0]..<box[2]).filter { picture[$0, y].red < 100 }.count }
        return Double(rows.reduce(0, +)) / Double((box[3] - box[1]) * (box[2] - box[0]))
    }
}
