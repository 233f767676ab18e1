// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Whole documents of a reMarkable tablet, put together by hand over the samples' PDFs.
@Suite struct RemarkableTests {
    typealias Build = RemarkableBuilder

    static let id = "0b1c2d3e-0000-4000-8000-000000000001"
    private static let metadata = Array(#"{"visibleName": "My sheet", "type": "DocumentType"}"#.utf8)

    /// A dot of 40 pixels, green in version 5, which has no colors of its own, red in version 6.
    private static func dot(version: Int, x: Float, y: Float) -> [UInt8] {
        let points = [Build.Point(x: x, y: y, width: 40), .init(x: x + 0.5, y: y, width: 40)]
        if version == 5 { return Build.layers(version: 5, [[Build.stroke(version: 5, color: 4, points)]]) }
        return Build.scene(
            layers: [(11, "Ink", true)], [Build.line(parent: 11, id: 20, color: 9, own: 0xffff_0000, points)])
    }

    /// Files of a document: page 1 of version 5, page 2 of version 6, and between them a page that was put in.
    static func files(new: Bool, sample: String = "character-sheet", in folder: String) throws -> [String:
        [UInt8]]
    {
        let content =
            new
            ? """
            {"fileType": "pdf", "cPages": {"pages": [
                {"id": "two", "idx": {"value": "bc"}, "redir": {"timestamp": "1:2", "value": 1}},
                {"id": "one", "idx": {"value": "ba"}, "redir": {"value": 0}},
                {"id": "gone", "idx": {"value": "bd"}, "redir": {"value": 0}, "deleted": {"value": 1}},
                {"id": "put-in", "idx": {"value": "bb"}, "template": {"value": "P Lines small"}}]}}
            """
            : #"{"fileType": "pdf", "pages": ["one", "put-in", "two"], "redirectionPageMap": [0, -1, 1]}"#
        let name = "\(folder)/\(id)"
        return [
            "\(name).content": Array(content.utf8), "\(name).metadata": metadata,
            "\(name).pdf": try Project.sample("\(sample).pdf"), "\(name)/one.rm": dot(version: 5, x: 300, y: 450),
            "\(name)/put-in.rm": dot(version: 6, x: 0, y: 100), "\(name)/two.rm": dot(version: 6, x: -300, y: 1234),
        ]
    }

    private static func shell(_ files: [String: [UInt8]]) throws -> Shell {
        let shell = try Shell([:])
        for (name, bytes) in files { try shell.write(name, bytes) }
        return shell
    }

    /// What is told, and what stands where in `out.pdf`.
    ///
    /// The document's second page is paper that was put between the two of the PDF.
    private static func check(_ shell: Shell, _ transcript: String, code: Int = 0) throws {
        expect(transcript, "1> out.pdf  3 strokes on 3 of 3 pages, N bytes\n[\(code)] +out.pdf")
        let file = shell.folder.path("out.pdf")
        let pages = try findMarks(
            [1, 3].map {
                var job = MarkJob(.mupdf, file, page: $0)
                job.least = 200
                return job
            })
        let (pixel, width, height) = (150.0 / 72, 595.28, 841.89)
        // Version 5: A4 is narrower than the canvas, so it is as high as that, from the top left corner on.
        let fill = height / (1872 * 72 / 226) * 72 / 226
        let green = try #require(pages[0].marks["green"])
        #expect(green.distance(toX: 300.25 * fill * pixel, y: 450 * fill * pixel) < 1)
        // Version 6: 227 pixels an inch of the PDF, from the middle of the upper edge.
        let red = try #require(pages[1].marks["red"])
        #expect(red.distance(toX: (width / 2 - 299.75 * 72 / 227) * pixel, y: 1234 * 72 / 227 * pixel) < 1)
        let area = Double.pi * 20 * 20 * (72.0 / 227 * pixel) * (72.0 / 227 * pixel)
        #expect((0.9...1.15).contains(red.area / area))
    }

    @Test(arguments: [true, false]) func `A document's folder is flattened onto its own PDF`(new: Bool) throws {
        let shell = try Self.shell(try Self.files(new: new, in: "doc"))
        let dropped = new ? "2> limn: doc: warning: 1 × page (deleted) is left out.\n" : ""
        let told = try shell.limn("flatten doc -o out.pdf").replacingOccurrences(of: dropped, with: "")
        try Self.check(shell, told, code: new ? 3 : 0)
    }

    @Test func `The list of pages and the folder of ink mean the document too`() throws {
        let shell = try Self.shell(try Self.files(new: false, in: "doc"))
        for name in ["doc/\(Self.id).content", "doc/\(Self.id)", "doc/\(Self.id)/"] {
            try Self.check(shell, try shell.limn("flatten \(name) -o out.pdf"))
            try shell.delete("out.pdf")
        }
    }

    @Test(arguments: ["x.zip", "x.rmdoc"]) func `Its archive is flattened onto the PDF inside`(name: String) throws {
        let shell = try Self.shell(try Self.files(new: false, in: "doc"))
        _ = try shell.sh("cd doc && \(Requirement.tool("zip")) -qr ../\(name) .")
        try Self.check(shell, try shell.limn("flatten \(name) -o out.pdf"))
    }

    @Test func `Ink that went through Limn's own formats lies where it did`() throws {
        let shell = try Self.shell(try Self.files(new: false, in: "doc"))
        for format in ["limn", "json"] {
            expect(
                try shell.limn("ink convert doc doc/ink.\(format) --quiet"), "[0] +doc/ink.\(format)")
            let inspected = try shell.json("inspect doc/ink.\(format) --json").first
            #expect(inspected?["title"] as? String == "My sheet")
            try Self.check(shell, try shell.limn("flatten doc/ink.\(format) -o out.pdf"))
            try shell.delete("out.pdf")
        }
    }

    @Test func `A landscape page lies turned to the left on canvases before version 6`() throws {
        var files = try Self.files(new: false, sample: "map-landscape", in: "doc")
        files["doc/\(Self.id).content"] = Array(#"{"pages": ["one"], "fileType": "pdf"}"#.utf8)
        let shell = try Self.shell(files)
        expect(try shell.limn("flatten doc -o out.pdf"), "1> out.pdf  1 stroke on 1 of 1 page, N bytes\n[0] +out.pdf")
        var job = MarkJob(.mupdf, shell.folder.path("out.pdf"))
        job.least = 200
        let green = try #require(try findMarks([job])[0].marks["green"])
        let (pixel, width) = (150.0 / 72, 841.89)
        let fill = width / (1872 * 72 / 226) * 72 / 226
        #expect(green.distance(toX: (width - 450 * fill) * pixel, y: 300.25 * fill * pixel) < 1)
    }

    @Test func `A document is inspected with its pages, and what lies below them`() throws {
        let shell = try Self.shell(try Self.files(new: true, in: "doc"))
        let ink = try #require(try shell.json("inspect doc --json").first)
        #expect(ink["format"] as? String == "rmdoc")
        #expect(ink["template"] as? String == "\(Self.id).pdf")
        let pages = try #require(ink["pages"] as? [[String: Any]])
        #expect(pages.map { $0["background"] as? String } == ["pdf:1", "paper:P Lines small", "pdf:2"])
        #expect(pages.map { $0["strokes"] as? Int } == [1, 1, 1])
    }

    @Test func `A notebook has no PDF, and lies on its own paper or on a PDF that is given`() throws {
        var files = try Self.files(new: false, in: "doc")
        files["doc/\(Self.id).pdf"] = nil
        let shell = try Self.shell(files)
        expect(
            try shell.limn("flatten doc -o out.pdf"),
            """
            1> out.pdf  3 strokes on 3 of 3 pages, N bytes
            [0] +out.pdf
            """)
        try shell.write("blank.pdf", Documents.pages(3))
        let made = try shell.json("flatten blank.pdf doc -o filled.pdf --json").first
        #expect(made?["inkedPages"] as? [Int] == [1, 2, 3])
    }

    @Test func `A folder of several documents, or of none, is told`() throws {
        var files = try Self.files(new: false, in: "doc")
        files["doc/other.content"] = []
        files["none/a.txt"] = [65]
        let shell = try Self.shell(files)
        expect(
            try shell.limn("flatten doc -o out.pdf"),
            """
            2> limn: doc: This folder holds 2 reMarkable documents; name one of them, such as doc/\(Self.id).content.
            [1]
            """)
        expect(
            try shell.limn("flatten none -o out.pdf"),
            "2> limn: none: It cannot be read: it is a folder; give a file.\n[1]")
        expect(
            try shell.limn("inspect doc/other.content"),
            """
            2> limn: doc/other.content: The reMarkable document file is damaged: its list of pages, other.content, cannot \
            be read.
            [1]
            """)
    }
}
