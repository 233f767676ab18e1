// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompression
import LimnFiles
import LimnGeometry
import LimnInk
import LimnPackage
import LimnPackageReading
import LimnPackageWriting
import SystemPackage
import Testing
import TestSupport

/// Packages written by released versions, kept unchanged. Every later Limn must open them.
@Suite struct OldPackageTests {
    private static let fixture = Project.folder.appendingPathComponent(
        "Tests/LimnPackageTests/Fixtures/version-1.limnpkg")

    /// The content of the fixture: the sample sheet of that time with its handwriting.
    private static func aria() throws -> CharacterPackage {
        let old = try ZipArchive(Array(try Data(contentsOf: fixture)))
        let pdf = try old.contents(of: try #require(old["template.pdf"]))
        let ink = try NativeInk.decode(Project.sample("character-sheet.limn"))
        let page = PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 595.276, y1: 841.89))
        return CharacterPackage(
            name: "Aria of Thornfield", isFavorite: true, tags: ["bard", "level 3", "Märchen"], lastPage: 2,
            created: Date(timeIntervalSince1970: 1_761_998_400),
            modified: Date(timeIntervalSince1970: 1_763_812_345.678),
            template: .init(
                name: "Character sheet", content: InputFile(bytes: pdf, named: "character-sheet.pdf"),
                contentHash: QuickHash(pdf), pages: [page, page], thumbnail: png),
            drawings: Dictionary(uniqueKeysWithValues: ink.pages.enumerated().map { ($0 + 1, $1.drawing) }),
            thumbnail: png)
    }

    /// The fixture. It never changes.
    private static func bytes() throws -> [UInt8] { Array(try Data(contentsOf: fixture)) }

    @Test func `A package of version 1 opens with all its content`() throws {
        let package = try PackageReader().read(InputFile(bytes: try Self.bytes(), named: "aria.limnpkg"))
        #expect(package.name == "Aria of Thornfield")
        #expect(package.isFavorite)
        #expect(package.tags == ["bard", "level 3", "Märchen"])
        #expect(package.lastPage == 2)
        #expect(package.created.timeIntervalSince1970 == 1_761_998_400)
        #expect(package.modified.timeIntervalSince1970 == 1_763_812_345.678)
        #expect(package.thumbnail == png)
        let template = try #require(package.template)
        #expect(template.name == "Character sheet")
        #expect(template.content.size == 104_705)
        #expect(template.contentHash.description == "24480edd59ff1975608c0a9757727fe9")
        #expect(template.pages.map(\.size) == Array(repeating: Size(width: 595.276, height: 841.89), count: 2))
        #expect(!template.needsPassword)
        #expect(template.thumbnail == png)
        #expect(package.drawings.keys.sorted() == [1, 2])
        #expect(package.drawings[1].map { [$0.strokes.count, $0.pointCount, $0.layers.count] } == [607, 10_368, 3])
        #expect(package.drawings[2].map { [$0.strokes.count, $0.pointCount, $0.layers.count] } == [675, 13_237, 3])
    }

    /// Text with a # in place of each long number in hexadecimal digits; other bytes as they are.
    private static func withoutHashes(_ bytes: [UInt8]) -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
        return Array(text.replacing(/[0-9a-f]{32,}/, with: "#").utf8)
    }

    @Test func `Packing the samples gives the fixture again, apart from zlib's output`() throws {
        let then = try ZipArchive(Self.bytes())
        let now = try ZipArchive(PackageWriter().bytes(of: try Self.aria()))
        #expect(now.entries.map(\.name) == then.entries.map(\.name))
        #expect(now.entries.map(\.method) == then.entries.map(\.method))
        for (new, old) in zip(now.entries, then.entries) {
            var content = try now.contents(of: new)
            // Ink of strokes alone has changed in the number of its version only.
            if NativeInk.recognizes(content) { content[7] = 2 }
            let (now, then) = (Self.withoutHashes(content), Self.withoutHashes(try then.contents(of: old)))
            #expect(now == then, "\(new.name)")
        }
    }
}
