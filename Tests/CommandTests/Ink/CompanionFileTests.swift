// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
import Testing
import TestSupport

/// Ink files that refer to pictures and PDFs beside them.
@Suite struct CompanionFileTests {
    /// A PNG of one green pixel.
    private static func png() throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let script = "import sys; from PIL import Image; Image.new('RGB', (8, 4), (0, 160, 0)).save(sys.argv[1])"
        let done = try run(try Requirement.python(), "-c", script, folder.path("a.png"))
        #expect(done.status == 0, "\(done.stderr)")
        return Array(try Data(contentsOf: folder.url.appendingPathComponent("a.png")))
    }

    private static func note(_ domain: String, _ name: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?>
            <xournal creator="test" fileversion="4"><page width="200" height="100">
            <background type="pixmap" domain="\(domain)" filename="\(name)"/><layer/></page></xournal>

            """.utf8)
    }

    private static func color(_ file: String, in shell: Shell) throws -> String {
        let script =
            "import sys; from PIL import Image; print(Image.open(sys.argv[1]).convert('RGB').getpixel((100, 50)))"
        let done = try run(try Requirement.python(), "-c", script, shell.folder.path(file))
        #expect(done.status == 0, "\(done.stderr)")
        return done.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: ["attach bg_1.png a.xopp.bg_1.png", "absolute photo.png photo.png", "absolute in/p.png in/p.png"])
    func `A picture beside the ink file is its paper`(_ line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let shell = try Shell(["a.xopp": Self.note(words[0], words[1])])
        try shell.write(words[2], try Self.png())
        #expect(try shell.limn("render a.xopp --dpi 72 -o a.png").hasSuffix("[0] +a.png"))
        #expect(try Self.color("a.png", in: shell) == "(0, 160, 0)")
        #expect(try shell.limn("flatten a.xopp -o a.pdf").hasSuffix("+a.pdf"))
    }

    @Test func `A picture that is missing, forbidden or no picture leaves the paper white and is told`() throws {
        let shell = try Shell(["in/a.xopp": Self.note("absolute", "../b.png"), "b.png": try Self.png()])
        #expect(try shell.limn("render in/a.xopp --dpi 72 -o a.png").contains("../b.png"))
        #expect(try Self.color("a.png", in: shell) == "(255, 255, 255)")
        try shell.write("in/a.xopp", Self.note("absolute", "c.png"))
        #expect(try shell.limn("render in/a.xopp --dpi 72 -o a.png").contains("c.png"))
        try shell.write("in/c.png", Array("GIF89a".utf8))
        #expect(try shell.limn("render in/a.xopp --dpi 72 -o a.png").contains("it is not a PNG or JPEG"))
    }

    @Test func `A note of Saber is drawn on the PDF beside it, scaled to its page`() throws {
        let json = """
            {"z":[{"w":1000,"h":500,"s":[{"p":[{"x":100,"y":250},{"x":900,"y":250}],"ty":"fountainPen","c":-65536,
            "s":20,"pe":false,"t":0}],"b":{"e":".pdf","a":0,"pdfi":1,"f":1}},{"w":1000,"h":500,"s":[],
            "b":{"e":".pdf","a":0,"pdfi":0,"f":1}}],"ni":1,"v":19}
            """
        let shell = try Shell(["a.sbn": Array(json.utf8), "a.sbn.0": Documents.pages(2)])
        let made = try #require(try shell.json("flatten a.sbn -o a.pdf --json").first)
        #expect(made["pageCount"] as? Int == 2, "\(made)")
        #expect(made["inkedPages"] as? [Int] == [1])
        #expect(made["status"] as? String == "ok")
        #expect(try shell.limn("render a.sbn --pages 1 --dpi 72 -o a.png").contains("+a.png"))
        #expect(try Self.color("a.png", in: shell) == "(255, 0, 0)")
    }
}
