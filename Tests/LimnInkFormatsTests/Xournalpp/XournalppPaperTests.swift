// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Pictures as paper.
@Suite struct XournalppPaperTests {
    private static let png = XournalppItemTests.png

    private static func pixmap(_ domain: String, _ name: String) -> String {
        #"<background type="pixmap" domain="\#(domain)" filename="\#(name)"/>"#
    }

    private static func pages(_ backgrounds: String...) -> [UInt8] {
        let pages = backgrounds.map {
            #"<page width="200" height="100">\#($0)<layer>\#(pen("0 0 9 9"))</layer></page>"#
        }
        return Array(#"<?xml version="1.0"?><xournal fileversion="4">\#(pages.joined())</xournal>"#.utf8)
    }

    private static func picture(_ page: InkDocument.Page) -> PictureItem? { page.drawing.objects.first?.object.picture }

    @Test func `A picture inside the archive is on a layer of its own below the ink`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.pages(Self.pixmap("attach", "bg.png"), Self.pixmap("clone", "0")), "content.xml")
        try folder.write(Self.png, "bg.png")
        let zip = try Requirement.tool("zip")
        #expect(try run(zip, "-q", "a.xopp", "content.xml", "bg.png", directory: folder.url).status == 0)
        let file = try InkReader.read(try bytes(folder.url.appendingPathComponent("a.xopp")))
        #expect(file.dropped.isEmpty && file.missing.isEmpty)
        for page in file.document.pages {
            #expect(page.background == .paper(style: "plain", color: .white))
            #expect(page.drawing.layers.map(\.isLocked) == [true, false])
            #expect(Self.picture(page)?.frame == Rect(x0: 0, y0: 0, x1: 200, y1: 100))
            #expect(Self.picture(page)?.data.bytes == Self.png)
            #expect(page.drawing.items.map(\.name) == ["picture", "stroke"])
            #expect(page.drawing.strokes.map(\.layer) == [1])
        }
    }

    @Test func `Pictures beside the file are asked for, and shown once they are given`() throws {
        let file = Self.pages(
            Self.pixmap("attach", "bg_1.png"), Self.pixmap("absolute", "in/a.png"), Self.pixmap("clone", "1"))
        let wanted: [CompanionFile] = [.attachment(suffix: ".bg_1.png"), .file("in/a.png")]
        let without = try InkReader.read(file)
        #expect(without.missing == wanted)
        #expect(without.dropped.map(\.detail) == ["bg_1.png", "in/a.png", "in/a.png"])
        #expect(
            without.document.pages.map(\.background) == [
                .image(name: "bg_1.png"), .image(name: "in/a.png"), .image(name: "in/a.png"),
            ])
        let with = try InkReader.read(
            file, companions: [wanted[0]: Self.png, wanted[1]: Self.png])
        #expect(with.dropped.isEmpty && with.missing.isEmpty)
        #expect(with.document.pages.compactMap { Self.picture($0) }.count == 3)
    }

    @Test func `What is no picture is told`() throws {
        let file = Self.pages(Self.pixmap("absolute", "a.gif"), Self.pixmap("attach", "../b.png"))
        let read = try InkReader.read(file, companions: [.file("a.gif"): Array("GIF89a".utf8)])
        #expect(
            read.dropped.map(\.description) == [
                "page 1: 1 × background image (a.gif: it is not a PNG or JPEG)",
                "page 2: 1 × background image (../b.png)",
            ])
        #expect(read.missing.isEmpty)
    }

    @Test func `A page number ends at its last digit`() throws {
        let file = Self.pages(
            #"<background type="pdf" domain="absolute" filename="a.pdf" pageno="2ll"/>"#,
            #"<background type="pdf" pageno=" 13 "/>"#)
        #expect(try InkReader.read(file).document.pages.map(\.background) == [.pdf(page: 2), .pdf(page: 13)])
    }
}
