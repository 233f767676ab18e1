// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Pictures of what changed on a character.
@Suite struct LibraryChangesPictureTests {
    /// Mia on two white pages, and lines across them at 100, 200 and 300 points, of which page 1 has the first two.
    private static func shell() throws -> LibraryShell {
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>"
        let shell = try LibraryShell([
            "plain.pdf": Documents.file([
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>", page, page,
            ]),
            "a.xopp": Notes.xopp(["100 100 500 100"], size: LibraryInkTests.size),
            "b.xopp": Notes.xopp(["100 200 500 200"], size: LibraryInkTests.size),
            "c.xopp": Notes.xopp(["100 300 500 300"], size: LibraryInkTests.size),
        ])
        _ = try shell.limn("template import plain.pdf")
        _ = try shell.limn("character create Mia --template plain")
        for name in ["a", "b"] { _ = try shell.limn("character draw Mia --page 1 \(name).xopp") }
        return shell
    }

    /// The color of a line in the middle of page 1, at 150 dpi.
    private func color(_ picture: DecodedPicture, ofLineAt y: Double) -> [Int] {
        Array(picture[Int(300 * 150 / 72.0), Int((y * 150 / 72.0).rounded())].prefix(3))
    }

    private func picture(_ shell: LibraryShell, _ name: String) throws -> DecodedPicture {
        try DecodedPicture([UInt8](try Data(contentsOf: shell.shell.folder.url.appendingPathComponent(name))))
    }

    private static let blue = [0x14, 0x63, 0xd2]
    private static let red = [0xd9, 0x3a, 0x1c]
    /// A quarter of the red of the notes, on white paper.
    private static let pale = [255, 191, 191]
    private static let white = [255, 255, 255]

    @Test func `The last change is drawn: what came is blue, what was there is pale`() throws {
        let shell = try Self.shell()
        expect(try shell.limn("character changes Mia -o out.png"), "1> out.png  page 1 +1\n[0] +out.png")
        let picture = try picture(shell, "out.png")
        #expect(picture.width == 1240 && picture.height == 1755)
        #expect(color(picture, ofLineAt: 100) == Self.pale && color(picture, ofLineAt: 200) == Self.blue)
        _ = try shell.limn("character erase Mia --page 1 --strokes 1")
        expect(try shell.limn("character changes Mia -o out.png"), "1> out.png  page 1 −1\n[0] ~out.png")
        let second = try self.picture(shell, "out.png")
        #expect(color(second, ofLineAt: 100) == Self.red && color(second, ofLineAt: 200) == Self.pale)
    }

    @Test func `Since a time, what came and went meanwhile is not drawn, and what was undone is not either`() throws {
        let shell = try Self.shell()
        _ = try shell.limn("character erase Mia --page 1 --strokes 1")
        _ = try shell.limn("character draw Mia --page 1 c.xopp")
        _ = try shell.limn("character undo Mia")
        expect(
            try shell.limn("character changes Mia --since 2001-01-01 -o out.png"),
            "1> out.png  page 1 +1\n[0] +out.png")
        let picture = try picture(shell, "out.png")
        #expect(color(picture, ofLineAt: 100) == Self.white && color(picture, ofLineAt: 200) == Self.blue)
        #expect(color(picture, ofLineAt: 300) == Self.white)
        expect(
            try shell.limn("character changes Mia --since 2999-01-01 -o none.png"),
            "2> limn: No stroke has changed, so there is no picture; limn character changes lists every change.\n[0]")
    }

    @Test func `Of two pages that changed, each has a file with its number`() throws {
        let shell = try Self.shell()
        _ = try shell.limn("character draw Mia --page 2 c.xopp")
        let done = try shell.json("character changes Mia --since 2001-01-01 -o out.jpg")
        #expect(done.map { $0["output"] as? String } == ["out-1.jpg", "out-2.jpg"])
        #expect(done.map { $0["added"] as? Int } == [2, 1] && done.allSatisfy { $0["removed"] as? Int == 0 })
        #expect(try picture(shell, "out-2.jpg").format == "JPEG")
    }

    @Test func `A file that is to be kept, a folder in the library and a wrong name are refused`() throws {
        let shell = try Self.shell()
        try shell.shell.write("out.png", [1])
        #expect(try shell.limn("character changes Mia -o out.png --no-clobber").hasSuffix("[1]"))
        #expect(try shell.limn("character changes Mia -o lib/out.png").contains("inside the library itself"))
        #expect(try shell.limn("character changes Mia -o out.pdf").hasSuffix("[64]"))
        #expect(try shell.limn("character changes Mia -o -").hasSuffix("[64]"))
        #expect(try shell.limn("character changes Mia --no-clobber").hasSuffix("[64]"))
    }
}
