// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnCompression
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

@Suite struct XournalppDocumentTests {
    static func page(_ background: String) -> String {
        #"<page width="100" height="200">\#(background)<layer/></page>"#
    }

    static func file(_ pages: [String]) -> [UInt8] {
        Array((#"<?xml version="1.0"?><xournal creator="x" fileversion="4">"# + pages.joined() + "</xournal>").utf8)
    }

    static func pdf(_ attributes: String) -> String { page(#"<background type="pdf" \#(attributes)/>"#) }

    @Test func `A PDF path is named once and applies to all pages`() throws {
        let file = try InkReader.read(
            Self.file([
                Self.pdf(#"domain="absolute" filename="../测试.pdf" pageno="1""#), Self.pdf(#"pageno="2""#),
            ]))
        #expect(file.document.template == .file("../测试.pdf"))
        #expect(file.document.pages.map(\.background) == [.pdf(page: 1), .pdf(page: 2)])
        #expect(file.document.pages[0].size == Size(width: 100, height: 200))
        #expect(file.dropped.isEmpty)
    }

    @Test func `An attached PDF has the full name of the ink file plus a suffix`() throws {
        let file = try InkReader.read(
            Gzip.compress(Self.file([Self.pdf(#"domain="attach" filename="bg.pdf" pageno="7""#)])))
        #expect(file.document.template == .attachment(suffix: ".bg.pdf"))
        #expect(file.document.pages[0].background == .pdf(page: 7))
    }

    @Test func `An attached PDF in another folder is ignored`() throws {
        let file = try InkReader.read(
            Self.file([Self.pdf(#"domain="attach" filename="/../../etc/x.pdf" pageno="1""#)]))
        #expect(file.document.template == nil)
        #expect(file.dropped.map(\.kind) == [.background])
    }

    @Test func `The PDF in the ZIP form is embedded`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.file([Self.pdf(#"domain="attach" filename="bg.pdf" pageno="1""#)]), "content.xml")
        try folder.write(Array("%PDF-1.7".utf8), "bg.pdf")
        let zip = try Requirement.tool("zip")
        #expect(try run(zip, "-q", "a.xopp", "content.xml", "bg.pdf", directory: folder.url).status == 0)
        let path = folder.url.appendingPathComponent("a.xopp")
        #expect(try InkReader.read(bytes(path)).document.template == .embedded(Array("%PDF-1.7".utf8)))

        #expect(try run(zip, "-q", "-d", "a.xopp", "bg.pdf", directory: folder.url).status == 0)
        let without = try InkReader.read(bytes(path))
        #expect(without.document.template == nil)
        #expect(without.dropped.map(\.description) == ["1 × background (missing PDF bg.pdf)"])
    }

    @Test func `A package that requires a newer reader is rejected`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.file([]), "content.xml")
        let zip = try Requirement.tool("zip")
        for (minimum, isRefused) in [(4, false), (5, false), (6, true)] {
            #expect(try run("mkdir", "-p", folder.path("META-INF")).status == 0)
            try folder.write(Array("current=9\nmin=\(minimum)\n".utf8), "META-INF/version")
            #expect(try run(zip, "-q", "-r", "a.xopp", "content.xml", "META-INF", directory: folder.url).status == 0)
            let package = try bytes(folder.url.appendingPathComponent("a.xopp"))
            if isRefused {
                let error = #expect(throws: InkFormatError.self) { try InkReader.read(package) }
                #expect(error?.code == .unsupportedVersion)
            } else {
                #expect(throws: Never.self) { try InkReader.read(package) }
            }
        }
    }

    @Test func `Invalid backgrounds are listed and ignored`() throws {
        let odd = [
            #"<background type="pdf" domain="absolute" filename="a.pdf" pageno="0"/>"#,
            #"<background type="pdf" pageno="x"/>"#, #"<background type="glow"/>"#,
            #"<background type="pixmap" domain="clone" filename="9"/>"#,
        ]
        let file = try InkReader.read(Self.file(odd.map(Self.page)))
        #expect(file.document.pages.allSatisfy { $0.background == .none })
        #expect(file.dropped.map(\.page) == [1, 2, 3, 4])
        let second = Self.file([
            Self.pdf(#"domain="absolute" filename="a.pdf" pageno="1""#),
            Self.pdf(#"domain="absolute" filename="b.pdf" pageno="1""#),
        ])
        #expect(try dropped(second) == ["page 2: 1 × background (second PDF b.pdf)"])
        #expect(try dropped(Self.file([Self.pdf(#"pageno="1""#)])) == ["1 × background (PDF without a name)"])
    }

    @Test func `Background images are named, and copies refer to the first`() throws {
        let file = try InkReader.read(
            Self.file(
                [
                    #"<background type="pixmap" domain="absolute" filename="/tmp/a.png"/>"#,
                    ##"<background type="solid" color="yellow" style="plain"/>"##,
                    #"<background type="pixmap" domain="clone" filename="0"/>"#,
                ].map(Self.page)))
        #expect(file.document.pages[0].background == .image(name: "/tmp/a.png"))
        #expect(file.document.pages[1].background == .paper(style: "plain", color: Color(rgba: 0xffff_80ff)))
        #expect(file.document.pages[2].background == .image(name: "/tmp/a.png"))
        #expect(file.dropped.map(\.kind) == [.backgroundImage, .backgroundImage])
    }

    @Test func `Sound, bookmarks and unknown elements are listed with their page and count`() throws {
        let elements = """
            <timestamp ts="1" fn="f"/><sparkle><stroke width="1">0 0 1 1</stroke><text>t</text></sparkle>
            """
        #expect(
            try dropped(note(elements + pen("0 0 1 1"))) == [
                "page 1: 1 × audio (recording)", "page 1: 1 × unknown element (sparkle)",
            ])
        #expect(try InkReader.read(note(elements + pen("0 0 1 1"))).document.strokeCount == 1)
        let marked = Self.file([#"<page width="1" height="1" bookmark="b"><layer/></page>"#])
        #expect(try dropped(marked) == ["page 1: 1 × bookmark"])
    }

    @Test func `Many different unknown elements are counted together`() throws {
        let many = (0..<1000).map { "<e\($0)/>" }.joined()
        let items = try InkReader.read(note(many)).dropped
        #expect(items.count <= 33)
        #expect(items.reduce(0) { $0 + $1.count } == 1000)
    }

    @Test func `Strokes keep their layers and the painting order`() throws {
        let file = note(pen("0 0 1 1") + #"</layer><layer name="ü"/><layer name="top">"# + pen("2 2 3 3"))
        let drawing = try InkReader.read(file).document.pages[0].drawing
        #expect(drawing.layers.map(\.name) == [nil, "ü", "top"])
        #expect(drawing.strokes.map(\.layer) == [0, 2])
    }

    @Test func `A file of the old Xournal is read`() throws {
        let text = ##"""
            <?xml version="1.0" standalone="no"?>
            <xournal version="0.4.8">
            <title>Xournal document - see http://math.mit.edu/~auroux/software/xournal/</title>
            <page width="612.00" height="792.00">
            <background type="solid" color="pink" style="ruled" />
            <layer>
            <stroke tool="highlighter" color="lightgreen" width="8.50">
            100.00 100.00 110.00 120.00
            </stroke>
            <stroke tool="eraser" color="white" width="8.50">1 2 3 4</stroke>
            </layer>
            </page>
            </xournal>
            """##
        let file = try InkReader.read(Gzip.compress(Array(text.utf8)))
        #expect(file.document.strokeCount == 2)
        #expect(file.document.title == nil)
        #expect(file.document.pages[0].background == .paper(style: "ruled", color: Color(rgba: 0xffc0_d4ff)))
        #expect(file.document.pages[0].drawing.strokes[0].brush.color.rgba == 0x00ff_0078)
        #expect(file.dropped.isEmpty)
    }

    @Test func `An invalid page size is dropped, and a newer version is listed`() throws {
        let file = try InkReader.read(
            Array(#"<xournal fileversion="9"><title>My notes</title><page width="-1" height="5"/></xournal>"#.utf8))
        #expect(file.document.pages[0].size == nil)
        #expect(file.document.title == "My notes")
        #expect(
            file.dropped.map(\.description) == [
                "1 × newer version (fileversion 9)", "page 1: 1 × unreadable attribute (page width=-1)",
            ])
    }

    @Test func `A large embedded image does not prevent reading`() throws {
        var generator = SeededGenerator(seed: 14)
        let noise = XournalppItemTests.png + (0..<9_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let picture = "<image \(XournalppItemTests.place)>" + Data(noise).base64EncodedString() + "</image>"
        let file = try InkReader.read(Gzip.compress(note(picture + pen("0 0 1 1")), level: 1))
        #expect(file.document.strokeCount == 1)
        #expect(file.document.pages[0].drawing.objects.map(\.object.picture?.data.bytes) == [noise])
    }
}
