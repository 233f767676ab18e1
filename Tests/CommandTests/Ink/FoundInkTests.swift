// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
import Testing
import TestSupport

/// Ink files of strangers that once went wrong.
@Suite struct FoundInkTests {
    private static func files(_ pathExtension: String, _ name: String) -> [ForeignFile] {
        ForeignFile.further(.found, pathExtension).filter { $0.name.contains(name) }
    }

    @Test(arguments: files("xopp", "picture-paper"))
    func `A picture inside a file is its paper`(file: ForeignFile) throws {
        let shell = try Shell(["a.xopp": try file.bytes])
        #expect(try shell.limn("render a.xopp --dpi 36 -o a.png").hasSuffix("[0] +a.png"))
    }

    @Test(arguments: files("xopp", "own-order"))
    func `Pages come in the order of the ink`(file: ForeignFile) throws {
        let shell = try Shell(["a.xopp": try file.bytes, "sheet.pdf": Documents.pages(2)])
        let made = try #require(try shell.json("flatten a.xopp -o a.pdf --json").first)
        #expect(made["pageCount"] as? Int == 4, "\(made)")
        #expect(made["inkedPages"] as? [Int] == [1, 2, 3, 4])
    }

    @Test(arguments: files("sba", "shared"))
    func `A shared note of Saber is drawn on its PDF`(file: ForeignFile) throws {
        let shell = try Shell(["a.sba": try file.bytes])
        let made = try #require(try shell.json("flatten a.sba -o a.pdf --json").first)
        #expect(made["pageCount"] as? Int == 1, "\(made)")
        #expect(made["inkedPages"] as? [Int] == [1])
    }

    @Test(arguments: files("inkml", "") + files("md", "excalidraw") + files("svg", "") + files("tldr", ""))
    func `Ink without a PDF gets a picture`(file: ForeignFile) throws {
        let shell = try Shell([:])
        try shell.write(file.name, try file.bytes)
        #expect(try shell.limn("thumbnail \(file.name) -o a.png --size 128").hasSuffix("+a.png"))
    }
}
