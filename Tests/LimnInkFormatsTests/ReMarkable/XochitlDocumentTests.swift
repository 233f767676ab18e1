// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Documents, read from files in memory and from archives.
@Suite struct XochitlDocumentTests {
    typealias Build = RemarkableBuilder

    static let old = Build.layers(version: 3, [[Build.stroke(version: 3, RemarkablePageTests.dash)], []])
    static let new = Build.scene(
        layers: [(11, "Top", true)], [Build.line(parent: 11, id: 20, RemarkablePageTests.dash)])

    static func read(
        _ files: [String: [UInt8]], template: InkDocument.Template? = .file("d.pdf"), limits: InkLimits = .standard
    ) throws -> InkImport {
        try XochitlDocument.read("d", template: template, limits: limits) { files[$0] }
    }

    static func content(_ json: String) -> [String: [UInt8]] { ["d.content": Array(json.utf8)] }

    /// The PDF page of each page; 0 for none.
    static func pdfPages(_ read: InkImport) -> [Int] {
        read.document.pages.map { if case .pdf(let page) = $0.background { page } else { 0 } }
    }

    @Test func `Both formats of the page list map pages to PDF pages`() throws {
        func pages(_ json: String) throws -> [Int] { Self.pdfPages(try Self.read(Self.content(json))) }
        #expect(try pages(#"{"pages": ["a", "b", "c"]}"#) == [1, 2, 3])
        #expect(try pages(#"{"pages": ["a", "b"], "redirectionPageMap": []}"#) == [1, 2])
        #expect(try pages(#"{"pages": ["a", "b", "c", "d"], "redirectionPageMap": [2, -1, 0]}"#) == [3, 0, 1, 0])
        #expect(try pages(#"{"cPages": {"pages": [{"id": "a", "redir": {"value": 4}}, {"id": "b"}]}}"#) == [5, 0])
        let far = #"{"cPages": {"pages": [{"id": "a", "redir": {"value": 9007199254740992}}]}}"#
        #expect(try pages(far) == [0])
        let sorted = #"""
            {"cPages": {"pages": [{"id": "a", "idx": {"value": "bb"}, "redir": {"value": 1}},
            {"id": "b", "idx": {"value": "ba"}, "redir": {"value": 0}}]}}
            """#
        #expect(try pages(sorted) == [1, 2])
        #expect(try pages("{}") == [])
    }

    @Test func `A page that is listed several times is read once`() throws {
        let list = (Array(repeating: "\"a\"", count: 50_000) + ["\"b\""]).joined(separator: ",")
        var files = Self.content("{\"pages\": [\(list)]}")
        files["d/a.rm"] = Self.new
        files["d/b.rm"] = Self.old
        var reads = 0
        let read = try XochitlDocument.read("d", template: nil) { name in
            if name.hasSuffix(".rm") { reads += 1 }
            return files[name]
        }
        #expect(reads == 2)
        #expect(read.document.pages.map { $0.drawing.layers.count } == [1, 2])
        #expect(read.dropped.map(\.description) == ["49999 × page (listed once more)"])
    }

    @Test func `The placement on PDF pages depends on the version, and inserted pages have the notebook's size`() throws
    {
        var files = Self.content(#"{"pages": ["a", "b", "c", "e"], "redirectionPageMap": [0, 1, -1, 2]}"#)
        files["d/a.rm"] = Self.old
        files["d/b.rm"] = Self.new
        files["d/c.rm"] = Self.new
        files["d.metadata"] = Array(#"{"visibleName": "Title"}"#.utf8)
        files["d.pagedata"] = Array("Blank\nBlank\nLined\n".utf8)
        files["d/a-metadata.json"] = Array(
            #"{"layers": [{"name": "Below"}, {"name": "Above"}, {"name": "None"}]}"#.utf8)
        let read = try Self.read(files)
        let pages = read.document.pages
        #expect(read.document.title == "Title")
        #expect(read.document.template == .file("d.pdf"))
        #expect(read.dropped.isEmpty)
        #expect(pages.map(\.placement) == [.filled, .topCenter, .topLeft, .topLeft])
        #expect(pages[2].background == .paper(style: "Lined", color: .white))
        #expect(pages[0].drawing.layers.map(\.name) == ["Below", "Above"])
        #expect(pages[1].drawing.layers.map(\.name) == ["Top"])
        #expect(pages[3].size == nil && pages[3].drawing.isEmpty)
        #expect(pages[0].size == Size(width: 1404 * (72.0 / 226), height: 1872 * (72.0 / 226)))
        #expect(pages[1].size == Size(width: 1404 * (72.0 / 227), height: 1872 * (72.0 / 227)))
        #expect(pages[2].size == pages[0].size)
    }

    @Test func `A notebook has pages of the tablet's size and no template`() throws {
        var files = Self.content(#"{"pages": ["a", "b"], "fileType": "notebook"}"#)
        files["d/1.rm"] = Self.old  // Old exports use the page index as the file name.
        let read = try Self.read(files, template: nil)
        #expect(read.document.template == nil)
        #expect(read.document.pages.map(\.background) == [.none, .none])
        #expect(read.document.pages.map(\.drawing.strokes.count) == [0, 1])
        #expect(read.document.pages[0].size == read.document.pages[1].size)
    }

    @Test func `Unsupported content is listed with its page`() throws {
        var files = Self.content(
            #"""
            {"cPages": {"pages": [{"id": "a"}, {"id": "b", "deleted": {"value": 1}}]}, "orientation": "landscape",
            "tags": [{"name": "x"}], "pageTags": [{}, {}], "transform": {"m11": 1, "m12": 0, "m22": 1.5, "m33": 1}}
            """#)
        files["d.highlights/a.json"] = []
        files["d/a.rm"] = Build.layers(version: 3, [[Build.stroke(version: 3, pen: 8, RemarkablePageTests.dash)]])
        #expect(
            try Self.read(files).dropped.map(\.description) == [
                "1 × page (deleted)", "3 × bookmark (tag)",
                "1 × background (landscape orientation; pages stay upright)",
                "1 × background (an adjusted view of the PDF)",
                "page 1: 1 × setting of a stroke (the outline of an erased area)",
                "page 1: 1 × setting of a stroke (highlights of text in a file of their own)",
            ])
    }

    @Test func `Damaged lists and pages give errors with the location`() throws {
        func code(_ files: [String: [UInt8]], limits: InkLimits = .standard) -> InkFormatError? {
            #expect(throws: InkFormatError.self) { try Self.read(files, limits: limits) }
        }
        #expect(code([:])?.code == .corrupt)
        for json in [
            "", "[]", "{", #"{"pages": [1]}"#, #"{"pages": ["../x"]}"#, #"{"pages": [""]}"#, #"{"pages": ["\u0000"]}"#,
        ] {
            #expect(code(Self.content(json))?.code == .corrupt)
        }
        var files = Self.content(#"{"pages": ["a", "b"]}"#)
        files["d/b.rm"] = Array(Self.old.dropLast())
        #expect(code(files)?.location.page == 2)
        files["d/b.rm"] = Array("reMarkable lines with selections and layers".utf8)
        #expect(code(files)?.code == .unsupported)
        files["d/b.rm"] = Self.old
        var limits = InkLimits.standard
        limits.maximumPages = 1
        #expect(code(files, limits: limits)?.code == .tooLarge)
        limits = .standard
        limits.maximumBytes = 60
        #expect(code(files, limits: limits)?.code == .tooLarge)
        let deep = String(repeating: "[", count: 100_000)
        #expect(code(Self.content(#"{"tags": \#(deep)"#))?.code == .corrupt)
    }

    /// An archive made by the `zip` tool.
    static func archive(_ files: [String: [UInt8]]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        for (name, bytes) in files {
            let url = folder.url.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
        #expect(try run(Requirement.tool("zip"), "-qr", "a.zip", ".", directory: folder.url).status == 0)
        return try bytes(folder.url.appendingPathComponent("a.zip"))
    }

    @Test(arguments: ["", "in/side/"]) func `The PDF in an archive is embedded`(prefix: String) throws {
        var files = Self.content(#"{"pages": ["a"]}"#)
        files["d/a.rm"] = Self.new
        files["d.pdf"] = Array("%PDF-1.4".utf8)
        let zip = try Self.archive(Dictionary(uniqueKeysWithValues: files.map { (prefix + $0, $1) }))
        #expect(InkReader.format(of: zip) == .remarkableDocument)
        let read = try InkReader.read(zip)
        #expect(read.document.template == .embedded(Array("%PDF-1.4".utf8)))
        #expect(read.document.strokeCount == 1)
        #expect(Self.pdfPages(read) == [1])
    }

    @Test func `Names in an archive may begin with a slash`() throws {
        var files = Self.content(#"{"pages": ["a"]}"#)
        files["d/a.rm"] = Self.new
        files["d.pdf"] = Array("%PDF-1.4".utf8)
        // The zip tool writes no such names, so a letter in their place is replaced, in both of its directories.
        let names = try Self.archive(Dictionary(uniqueKeysWithValues: files.map { ("~\($0)", $1) }))
        var zip = names
        for at in zip.indices.dropLast() where zip[at] == UInt8(ascii: "~") && zip[at + 1] == UInt8(ascii: "d") {
            zip[at] = UInt8(ascii: "/")
        }
        #expect(zip != names && InkReader.format(of: zip) == .remarkableDocument)
        let read = try InkReader.read(zip)
        #expect(read.document.template == .embedded(Array("%PDF-1.4".utf8)))
        #expect(read.document.strokeCount == 1)
    }

    @Test func `Archives with several documents or with none are rejected`() throws {
        let two = try Self.archive(["a.content": [], "b.content": []])
        let error = #expect(throws: InkFormatError.self) { try InkReader.read(two) }
        #expect(error?.code == .unsupported)
        #expect(InkReader.format(of: try Self.archive(["a.txt": []])) == nil)
        #expect(InkReader.format(of: try Self.archive([".content": []])) == nil)
    }

    @Test func `A damaged archive gives an import or an InkFormatError`() throws {
        var files = Self.content(#"{"pages": ["a"]}"#)
        files["d/a.rm"] = Self.new
        let zip = try Self.archive(files)
        for length in 0..<zip.count {
            #expect(throws: InkFormatError.self) {
                try InkReader.read(Array(zip[..<length]), format: .remarkableDocument)
            }
        }
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<1000 {
            do throws(InkFormatError) {
                let read = try InkReader.read(zip.flipped(using: &generator), format: .remarkableDocument)
                #expect(read.document.pages.allSatisfy { $0.drawing.strokes.allSatisfy { $0.points.isValid } })
            } catch { #expect(!error.description.isEmpty) }
        }
    }
}
