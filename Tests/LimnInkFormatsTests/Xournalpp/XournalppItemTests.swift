// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Texts, images, formulas and links are kept byte for byte and written back in place.
@Suite struct XournalppItemTests {
    static let text = ##"<text font="Sans" size="12" x="0" y="0" color="black">a &amp; <b>b</b> ü</text>"##
    static let image = #"<image left="0">AAAA</image>"#
    static let formula = #"<teximage text="x">AA</teximage>"#
    static let link = #"<link url="u">l</link>"#

    @Test func `Every item keeps its bytes, its layer and its position`() throws {
        let file = note(
            Self.text + pen("0 0 1 1") + "<!-- a --> " + Self.image + #"</layer><layer name="b">"# + Self.formula
                + pen("2 2 3 3") + pen("4 4 5 5") + Self.link + #"<text x="1"/>"#)
        let page = try InkReader.read(file).document.pages[0]
        #expect(page.items.map(\.kind) == [.text, .image, .formula, .link, .text])
        #expect(page.items.map(\.layer) == [0, 0, 1, 1, 1])
        #expect(page.items.map(\.position) == [0, 1, 1, 3, 3])
        let contents = page.items.map { String(decoding: $0.content, as: UTF8.self) }
        #expect(contents == [Self.text, Self.image, Self.formula, Self.link, #"<text x="1"/>"#])
        #expect(try dropped(file).isEmpty)
    }

    @Test func `Images of the ZIP form are embedded in their element`() throws {
        let folder = try TemporaryFolder()
        let inside = #"<image left="1" top="2"><attachment path="a.png"/></image>"#
        let open = #"<image><attachment path="a.png" ><x/></attachment></image>"#
        let missing = #"<teximage><attachment path="no.png"/></teximage>"#
        try folder.write(note(inside + open + missing), "content.xml")
        try folder.write([1, 2, 3, 255], "a.png")
        let zip = try Requirement.tool("zip")
        #expect(try run(zip, "-q", "a.xopp", "content.xml", "a.png", directory: folder.url).status == 0)
        let file = try InkReader.read(bytes(folder.url.appendingPathComponent("a.xopp")))
        let contents = file.document.pages[0].items.map { String(decoding: $0.content, as: UTF8.self) }
        #expect(contents == [#"<image left="1" top="2">AQID/w==</image>"#, "<image>AQID/w==</image>"])
        #expect(file.dropped.map(\.description) == ["page 1: 1 × formula (missing no.png)"])
        #expect(
            try dropped(note(inside)) == ["page 1: 1 × image (kept in a file of its own)"])
    }

    @Test func `An image referenced by thousands of elements does not fill the memory`() throws {
        let folder = try TemporaryFolder()
        let many = String(repeating: #"<image><attachment path="a.png"/></image>"#, count: 5000)
        try folder.write(note(many), "content.xml")
        try folder.write([UInt8](repeating: 7, count: 1 << 20), "a.png")
        let zip = try Requirement.tool("zip")
        #expect(try run(zip, "-q", "a.xopp", "content.xml", "a.png", directory: folder.url).status == 0)
        let file = try InkReader.read(bytes(folder.url.appendingPathComponent("a.xopp")))
        #expect(file.document.pages[0].items.count == 16)
        #expect(file.dropped.map(\.count) == [5000 - 16])
    }

    @Test func `Items are written at their layer and position`() throws {
        let source = note(
            pen("0 0 1 1") + Self.text + pen("2 2 3 3") + "</layer><layer>" + Self.image + "</layer><layer>"
                + pen("2 2 3 3") + Self.formula + Self.link)
        let document = try InkReader.read(source).document
        let export = try InkWriter.write(document, as: .xournalpp)
        #expect(export.dropped.isEmpty)
        #expect(try InkReader.read(export.bytes).document == document)
    }

    @Test func `Items of other formats and invalid elements are dropped and listed`() throws {
        var document = InkDocument(pages: [.init(size: .init(width: 9, height: 9))])
        func item(_ kind: PageItem.Kind, _ text: String, format: String = "xopp") -> PageItem {
            PageItem(kind: kind, format: format, position: 0, content: Array(text.utf8))
        }
        document.pages[0].items = [
            item(.text, "<text>a</text>", format: "rm"), item(.text, "<text>a</text></layer><layer>"),
            item(.text, "<image/>"), item(.image, #"<image><attachment path="a"/></image>"#), item(.link, "no"),
            item(.text, "<text>b</text>"),
            PageItem(
                kind: .text, format: "xopp", position: 0, content: Array("<text>".utf8) + [0xff] + Array("</text>".utf8)
            ),
        ]
        let export = try InkWriter.write(document, as: .xournalpp)
        #expect(
            export.dropped.map(\.description) == [
                "page 1: 1 × page item (text of rm)", "page 1: 3 × page item (text of xopp)",
                "page 1: 1 × page item (image of xopp)", "page 1: 1 × page item (link of xopp)",
            ])
        #expect(
            try InkReader.read(export.bytes).document.pages[0].items.map(\.content) == [Array("<text>b</text>".utf8)])
    }
}
