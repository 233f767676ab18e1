// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct DamagedInkTests {
    static func shell() throws -> Shell {
        let good = Notes.xopp(on: "good.pdf")
        return try Shell([
            "good.pdf": Documents.pages(1), "empty.xopp": [], "text.xopp": Array("Dear reader\n".utf8),
            "cut.xopp": Array(good.prefix(good.count / 2)), "folder.xopp/inside": [],
            "gzip.xopp": Array(try Project.sample("character-sheet.xopp").prefix(20_000)),
        ])
    }

    /// The name, and what the sentence begins with.
    static let sentences = [
        ("empty", "This is not an ink file that Limn can read: it is empty."),
        ("text", "This is not an ink file that Limn can read: it looks like none of: "),
        ("cut", "The Xournal++ file is damaged: "),
        ("gzip", "The Xournal++ file is damaged: "),
        ("missing", "It cannot be read: there is no such file."),
        ("folder", "It cannot be read: it is a folder; give a file."),
    ]

    static let verbs = [
        "flatten good.pdf INK -o out.pdf", "flatten good.pdf INK -o out.pdf --mode redraw", "flatten INK -o out.pdf",
        "render good.pdf --ink INK", "thumbnail good.pdf --ink INK", "ink convert INK out.limn",
        "ink simplify INK out.limn",
    ]

    @Test(arguments: sentences, verbs)
    func `Ink that cannot be read gives one sentence that names it, and no file`(
        damage: (name: String, sentence: String), verb: String
    ) throws {
        let typed = verb.replacing("INK", with: "\(damage.name).xopp")
        let lines = try Self.shell().limn(typed).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("2> limn: \(damage.name).xopp: \(damage.sentence)") == true, "\(lines)")
        #expect(lines.last == "[1]")
    }

    @Test func `With JSON every document tells that its ink is missing`() throws {
        let shell = try Self.shell()
        let objects = try shell.json("render good.pdf other.pdf --ink missing.xopp --json")
        #expect(objects.map { $0["input"] as? String } == ["good.pdf", "other.pdf"])
        for object in objects {
            #expect(object["status"] as? String == "failed")
            #expect(object["messages"] as? [String] == ["missing.xopp: It cannot be read: there is no such file."])
        }
    }
}
