// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Texts, pictures, notes and links in SVG files.
@Suite struct SVGObjectTests {
    static let frame = Rect(x0: 10, y0: 20, x1: 50, y1: 60)

    static func document() throws -> InkDocument {
        let data = try #require(PictureData(XournalppItemTests.png))
        var text = TextItem(
            runs: [.init("a & ", .init(size: 10)), .init("<b>\nc", .init(size: 10, weight: 700, isStruck: true))])
        text.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1 / 3, ty: 9)
        text.lineHeight = 1.5
        let crop = Rect(x0: 0.25, y0: 0, x1: 1, y1: 0.5)
        let objects: [Item] = [
            .object(.text(text)),
            .stroke(Stroke(brush: Brush(), points: StrokePoints([Point(x: 1, y: 1), Point(x: 2, y: 2)], width: 1))),
            .object(.picture(PictureItem(data, frame: frame, crop: crop, opacity: 0.5))),
            .object(.picture(PictureItem(data, frame: frame, alternative: "x^2", layer: 1))),
            .object(.note(NoteItem(at: Point(x: 5, y: 6), title: "T", text: "two\nlines", layer: 1))),
            .object(.link(LinkItem(frame, to: .uri("https://a.example/?b&c"), layer: 1))),
            .object(.link(LinkItem(frame, to: .page(3)))),
        ]
        let layers: [Drawing.Layer] = [
            .init(name: "a", id: 7, isLocked: true), .init(isVisible: false, audience: .gameMaster),
        ]
        return InkDocument(
            pages: [.init(size: Size(width: 99, height: 98), drawing: Drawing(items: objects, layers: layers))])
    }

    @Test func `Objects of all kinds and the settings of layers come back`() throws {
        let document = try Self.document()
        let export = try InkWriter.write(document, as: .svg, options: .init(isLossless: true))
        #expect(export.dropped.isEmpty)
        let read = try InkReader.read(export.bytes)
        #expect(read.dropped.isEmpty)
        #expect(read.document == document)
    }

    @Test func `A picture is written once, and everything is shown`() throws {
        let export = try InkWriter.write(try Self.document(), as: .svg)
        let text = String(decoding: export.bytes, as: UTF8.self)
        #expect(text.components(separatedBy: "data:image/png;base64,").count == 2)
        #expect(text.components(separatedBy: "<use href=\"#limn-picture-0\"/>").count == 3)
        // Lines are 15 pt apart, and the baseline is 0.36 font sizes below the middle of a line.
        for shown in [
            ##"<tspan x="0" y="11.1" font-family="sans-serif" font-size="10" fill="#000000">a &amp; </tspan>"##,
            #"<tspan x="0" y="26.1" font-family="sans-serif" font-size="10" font-weight="700" text-decoration="line-through""#,
            #"viewBox="0.25 0 0.75 0.5""#, #"opacity="0.5""#, "<title>T&#10;two&#10;lines</title>",
            #"<a href="https://a.example/?b&amp;c">"#, ##"<a href="#page=3">"##, #"display="none""#,
        ] { #expect(text.contains(shown), "\(shown)") }
    }

    @Test func `Damaged objects and pictures are listed`() throws {
        let text = String(decoding: try InkWriter.write(try Self.document(), as: .svg).bytes, as: UTF8.self)
        let broken = text.replacingOccurrences(of: "base64,iVBO", with: "base64,AAAA")
            .replacingOccurrences(of: "two\\nlines", with: "two\\xlines")
        let read = try InkReader.read(Array(broken.utf8))
        #expect(
            read.dropped.map(\.description) == [
                "page 1: 1 × image (it is not a PNG, JPEG or PDF)", "page 1: 1 × unreadable attribute (data-object)",
            ])
        // Only the last line feed may be missing.
        #expect(FormatDamage.truncate(Array(text.utf8), .svg) == 1)
        #expect((100..<2000).contains(FormatDamage.flip(Array(text.utf8), .svg, rounds: 2000)))
    }
}
