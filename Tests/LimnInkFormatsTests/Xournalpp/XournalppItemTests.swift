// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Texts, images, formulas and links become objects and are written back.
@Suite struct XournalppItemTests {
    /// Bytes that start like a PNG.
    static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 255]
    static let place = #"left="1" top="2" right="30" bottom="40""#
    static let text = ##"<text font="Sans Bold" size="12" x="3" y="4" color="#ff0000ff">a &amp; <b>b</b> ü</text>"##
    static let image = "<image \(place)>\(Data(png).base64EncodedString())</image>"
    static let formula = "<teximage text=\"x^2\" \(place)>\(Data(png).base64EncodedString())</teximage>"
    static let link =
        #"<link font="Sans" size="10" x="5" y="6" color="black" url="https://a.example/">l</link>"#

    static let box = Rect(x0: 0, y0: 0, x1: 9, y1: 9)

    static func zip(_ layer: String, _ picture: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try folder.write(note(layer), "content.xml")
        try folder.write(picture, "a.png")
        let zip = try Requirement.tool("zip")
        #expect(try run(zip, "-q", "a.xopp", "content.xml", "a.png", directory: folder.url).status == 0)
        return try bytes(folder.url.appendingPathComponent("a.xopp"))
    }

    @Test func `Every object keeps its layer and its place in the painting order`() throws {
        let file = note(
            Self.text + pen("0 0 1 1") + "<!-- a --> " + Self.image + #"</layer><layer name="b">"# + Self.formula
                + pen("2 2 3 3") + pen("4 4 5 5") + Self.link)
        let page = try InkReader.read(file).document.pages[0]
        #expect(page.items.isEmpty)
        #expect(
            page.drawing.items.map(\.name) == [
                "text", "stroke", "picture", "picture", "stroke", "stroke", "text", "link",
            ])
        #expect(page.drawing.items.map(\.layer) == [0, 0, 0, 1, 1, 1, 1, 1])
        #expect(try dropped(file).isEmpty)
    }

    @Test func `A text has its words, font, color, place and box`() throws {
        let wide = ##"<text font="DejaVu Serif Italic 9" size="8" x="1" y="2" wrap="50" align="right">w</text>"##
        let objects = try InkReader.read(note(Self.text + wide)).document.pages[0].drawing.objects.map(\.object)
        let style = TextItem.Style(family: "Sans", size: 12, weight: 700, color: Color(rgba: 0xff00_00ff))
        try #require(objects.count == 2)
        #expect(objects[0] == .text(TextItem("a &  ü", style, at: Point(x: 3, y: 4))))
        var second = TextItem(
            "w", .init(family: "DejaVu Serif", size: 8, isItalic: true), at: Point(x: 1, y: 2), width: 50)
        second.alignment = .right
        #expect(objects[1] == .text(second))
    }

    @Test func `Pictures have their bytes and frame, and formulas their source`() throws {
        let objects = try InkReader.read(note(Self.image + Self.formula)).document.pages[0].drawing.objects
        let frame = Rect(x0: 1, y0: 2, x1: 30, y1: 40)
        let data = try #require(PictureData(Self.png))
        #expect(
            objects.map(\.object) == [
                .picture(PictureItem(data, frame: frame)),
                .picture(PictureItem(data, frame: frame, alternative: "x^2")),
            ])
    }

    @Test func `What cannot be shown is dropped with the reason`() throws {
        let odd = [
            (#"<text x="1"/>"#, "text (it has no place)"),
            (#"<text x="1" y="2">a</text>"#, "text (it has no font size)"),
            (#"<text size="0" x="1" y="2">a</text>"#, "text (it has no font size)"),
            (#"<text size="9" x="1e99" y="2">a</text>"#, "text (it has no place)"),
            (#"<image left="0">AAAA</image>"#, "image (it has no place)"),
            ("<image \(Self.place)>AAAA</image>", "image (it is not a PNG, JPEG or PDF)"),
            ("<teximage \(Self.place)>!</teximage>", "formula (it is not a PNG, JPEG or PDF)"),
            (#"<image \#(Self.place)><attachment path="a.png"/></image>"#, "image (kept in a file of its own)"),
            ("<link>a</link>", "link (it has no place)"),
        ]
        for (element, reason) in odd {
            #expect(try dropped(note(element)) == ["page 1: 1 × \(reason)"], "\(element)")
        }
    }

    @Test func `Images of the ZIP form are read from their entries`() throws {
        let inside = #"<image \#(Self.place)><attachment path="a.png"/></image>"#
        let nested = #"<image \#(Self.place)><attachment path="a.png" ><x/></attachment></image>"#
        let missing = #"<teximage \#(Self.place)><attachment path="no.png"/></teximage>"#
        let file = try InkReader.read(try Self.zip(inside + nested + missing, Self.png))
        #expect(file.document.pages[0].drawing.objects.map(\.object.picture?.data.bytes) == [Self.png, Self.png])
        #expect(file.dropped.map(\.description) == ["page 1: 1 × formula (missing no.png)"])
    }

    @Test func `Thousands of elements share the bytes of one image`() throws {
        let many = String(repeating: #"<image \#(Self.place)><attachment path="a.png"/></image>"#, count: 5000)
        let large = Self.png + [UInt8](repeating: 7, count: 1 << 20)
        let file = try InkReader.read(try Self.zip(many, large))
        let pictures = file.document.pages[0].drawing.objects.compactMap(\.object.picture)
        #expect(pictures.count == 5000)
        let addresses = Set(pictures.map { $0.data.bytes.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } })
        #expect(addresses.count == 1)
        #expect(file.dropped.isEmpty)
    }

    @Test func `Objects are written at their layer and position`() throws {
        let source = note(
            pen("0 0 1 1") + Self.text + pen("2 2 3 3") + "</layer><layer>" + Self.image + "</layer><layer>"
                + pen("2 2 3 3") + Self.formula + Self.link)
        let document = try InkReader.read(source).document
        let export = try InkWriter.write(document, as: .xournalpp)
        #expect(export.dropped.isEmpty)
        #expect(try InkReader.read(export.bytes).document == document)
    }

    @Test func `Notes, links without words and looks that Xournal++ lacks are listed`() throws {
        var text = TextItem("a", at: Point(x: 1, y: 2))
        text.runs.append(.init("b", .init(weight: 700, isUnderlined: true)))
        text.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 9, ty: 9)
        let data = try #require(PictureData(Self.png))
        let objects: [PageObject] = [
            .text(text), .note(NoteItem(at: .zero, title: "Trap")), .link(LinkItem(Self.box, to: .page(2))),
            .link(LinkItem(Self.box, to: .uri("u"))), .picture(PictureItem(data, frame: Self.box, opacity: 0.5)),
            .picture(PictureItem(PictureData(Array("%PDF-1.4".utf8), format: .pdf), frame: Self.box)),
        ]
        let drawing = Drawing(items: objects.map { .object($0) }, layers: [.init(isVisible: false)])
        let page = InkDocument.Page(size: Size(width: 9, height: 9), drawing: drawing)
        let lines = try InkWriter.write(InkDocument(pages: [page]), as: .xournalpp).dropped.map(\.description)
        #expect(
            Set(lines) == [
                "page 1: 1 × layer (hidden)", "page 1: 1 × unreadable attribute (direction of a text)",
                "page 1: 1 × unreadable attribute (styles inside a text)", "page 1: 1 × note (Trap)",
                "page 1: 1 × link (to a page)", "page 1: 1 × link (u)",
                "page 1: 1 × unreadable attribute (crop or opacity of a picture)",
                "page 1: 1 × image (a page of a PDF)",
            ])
    }

    @Test func `Items of older native files are written as they are, if they are valid`() throws {
        var document = InkDocument(pages: [.init(size: .init(width: 9, height: 9))])
        func item(_ kind: PageItem.Kind, _ text: String, format: String = "xopp") -> PageItem {
            PageItem(kind: kind, format: format, position: 0, content: Array(text.utf8))
        }
        document.pages[0].items = [
            item(.text, "<text>a</text>", format: "rm"), item(.text, "<text>a</text></layer><layer>"),
            item(.text, "<image/>"), item(.image, #"<image><attachment path="a"/></image>"#), item(.link, "no"),
            item(.text, Self.text),
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
        #expect(try InkReader.read(export.bytes).document.pages[0].drawing.objects.map(\.object.layer) == [0])
    }
}

extension PageObject {
    /// The picture; nil if the object is none.
    var picture: PictureItem? { if case .picture(let item) = self { item } else { nil } }
    /// The text; nil if the object is none.
    var text: TextItem? { if case .text(let item) = self { item } else { nil } }
}
