// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct DamagedInputTests {
    /// Files that are no PDF one can work on, and what is said of each.
    static func shell() throws -> Shell {
        try Shell([
            "empty.pdf": [], "text.pdf": Array("Dear reader\n".utf8),
            "cut.pdf": Array(try Documents.sheet().prefix(600)), "none.pdf": Documents.pdf([]),
            "good.pdf": Documents.pages(1), "good.xopp": Notes.xopp(), "folder.pdf/inside": [],
        ])
    }

    static let sentences = [
        ("empty", "The file is empty."),
        ("text", "The file is neither a PDF nor ink that Limn reads."),
        ("none", "The document has no pages."),
        ("missing", "It cannot be read: there is no such file."),
        ("folder", "It cannot be read: it is a folder; give a file."),
    ]

    @Test(arguments: sentences, ["render", "thumbnail"])
    func `What is no PDF gives one sentence and no picture`(
        damage: (name: String, sentence: String), verb: String
    ) throws {
        let shell = try Self.shell()
        // A folder stands for the documents in it.
        let sentence = damage.name == "folder" ? "There is no PDF in this folder." : damage.sentence
        #expect(
            try shell.limn("\(verb) \(damage.name).pdf -o out") == """
                2> limn: \(damage.name).pdf: \(sentence)
                [1]
                """)
        #expect(
            try shell.limn("\(verb) \(damage.name).pdf --json --quiet") == """
                1> {"bytes":null,"height":null,"input":"\(damage.name).pdf","messages":["\(sentence)"],\
                "notes":[],"output":null,"page":null,"status":"failed","width":null}
                2> limn: \(damage.name).pdf: \(sentence)
                [1]
                """)
    }

    @Test(arguments: sentences, ["overlay", "redraw"])
    func `What is no PDF is not flattened`(damage: (name: String, sentence: String), mode: String) throws {
        #expect(
            try Self.shell().limn("flatten \(damage.name).pdf good.xopp -o out.pdf --mode \(mode)") == """
                2> limn: \(damage.name).pdf: \(damage.sentence)
                [1]
                """)
    }

    @Test(arguments: sentences)
    func `What is no PDF is not inspected`(damage: (name: String, sentence: String)) throws {
        let isText = damage.name == "text"
        let sentence = isText ? "This is neither a PDF nor ink of a known format." : damage.sentence
        #expect(
            try Self.shell().limn("inspect \(damage.name).pdf --json") == """
                1> {"input":"\(damage.name).pdf","messages":["\(sentence)"],"notes":[],"status":"failed"}
                2> limn: \(damage.name).pdf: \(sentence)
                [1]
                """)
    }

    @Test func `A PDF that ends before its pages is damaged for whoever reads it`() throws {
        let shell = try Self.shell()
        let sentence =
            "limn: cut.pdf: The PDF is damaged and cannot be opened (PDF document is damaged); no page of it "
            + "was found."
        #expect(try shell.limn("render cut.pdf") == "2> \(sentence)\n[1]")
        #expect(try shell.limn("flatten cut.pdf good.xopp -o out.pdf") == "2> \(sentence)\n[1]")
        #expect(try shell.limn("inspect cut.pdf") == "2> \(sentence)\n[1]")
    }

    @Test func `The pages before the end of a truncated PDF are drawn and take ink`() throws {
        let shell = try Self.shell()
        try shell.write("half.pdf", Array(try Documents.sheet().prefix(3000)))
        let told = try shell.limn("render half.pdf --dpi 36 -o out")
        #expect(told.contains("warning: The file is damaged. Its cross-references were rebuilt"), "\(told)")
        #expect(told.hasSuffix("+out/half-1.png +out/half-2.png"), "\(told)")
        let receipt = try #require(
            try shell.json("flatten half.pdf good.xopp --page 1 --fit -o out.pdf --json").first)
        #expect(receipt["save"] as? String == "rewrite")
        #expect((receipt["reason"] as? String)?.contains("damaged") == true, "\(receipt)")
        #expect(receipt["status"] as? String == "warnings", "\(receipt)")
        #expect(
            (receipt["messages"] as? [String])?.contains { $0.hasPrefix("The file is damaged.") } == true, "\(receipt)")
    }

    @Test func `Whether a damaged document has pages is the same for every command`() throws {
        let shell = try Self.shell()
        // A vertical tab is no white space for libqpdf and cuts the key /Type in two.
        let text = String(decoding: Documents.pages(1), as: UTF8.self)
        try shell.write(
            "odd.pdf", Array(text.replacingOccurrences(of: "/Type/Catalog", with: "/T\u{b}e /Catalog").utf8))
        #expect(try shell.limn("render odd.pdf --dpi 72 -o odd.png --quiet").hasSuffix("+odd.png"))
        let found = try #require(try shell.json("inspect odd.pdf --json").first)
        let pages = try #require(found["pages"] as? [[String: Any]])
        #expect(pages.map { $0["width"] as? Double } == [200])
        let messages = try #require(found["messages"] as? [String])
        #expect(messages.contains { $0.contains("The file is damaged.") })
        #expect(try shell.limn("flatten odd.pdf good.xopp -o out.pdf").contains("+out.pdf"))
        // Without /Count poppler finds no page, and libqpdf does.
        let uncounted = text.replacingOccurrences(of: "/Count 1", with: "/C     1")
        try shell.write("uncounted.pdf", Array(uncounted.utf8))
        for verb in ["inspect uncounted.pdf", "render uncounted.pdf", "flatten uncounted.pdf good.xopp -o out.pdf"] {
            let transcript = try shell.limn(verb)
            #expect(transcript.contains("The document has no pages."), "\(transcript)")
            #expect(transcript.hasSuffix("[1]"))
        }
    }

    @Test func `A bad document does not stop the good ones`() throws {
        #expect(
            try Self.shell().limn("render empty.pdf good.pdf missing.pdf --dpi 36 -o out") == """
                1> out/good-1.png  100 × 50 px, N bytes
                2> limn: empty.pdf: The file is empty.
                2> limn: missing.pdf: It cannot be read: there is no such file.
                [1] +out/ +out/good-1.png
                """)
    }

    @Test func `Ink for a PDF and a PDF for ink are told`() throws {
        let shell = try Self.shell()
        #expect(
            try shell.limn("flatten good.xopp good.pdf -o out.pdf") == """
                2> limn: good.xopp: This is not a PDF, but good.pdf is one: name the PDF first, then the ink.
                [1]
                """)
        #expect(try shell.limn("flatten good.pdf -o out.pdf") == "2> limn: good.pdf: The PDF carries no ink.\n[1]")
        #expect(
            try shell.limn("render good.pdf --ink good.pdf") == "2> limn: good.pdf: The PDF carries no ink.\n[1]")
        #expect(
            try shell.limn("ink convert good.pdf out.limn") == "2> limn: good.pdf: The PDF carries no ink.\n[1]")
    }
}
