// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Shapes, texts, notes, images and arrows of tldraw.
@Suite struct TldrawShapeTests {
    static func shape(_ type: String, _ props: String, id: String = "shape:1", at: (Double, Double) = (0, 0)) -> String
    {
        """
        {"typeName":"shape","id":"\(id)","type":"\(type)","x":\(at.0),"y":\(at.1),"rotation":0,"opacity":1,
        "parentId":"page:a","index":"a1","props":{\(props)}}
        """
    }

    static func items(_ records: String...) throws -> [Item] {
        let read = try InkReader.read(TldrawTests.file(records.joined(separator: ",")))
        #expect(read.dropped.isEmpty)
        return read.document.pages[0].drawing.items
    }

    @Test(arguments: [
        ("rectangle", 5000), ("diamond", 2500), ("ellipse", 3927), ("triangle", 2500), ("hexagon", 3750),
        ("x-box", 5000), ("star", 2135),
    ])
    func `A shape has its area`(name: String, area: Double) throws {
        let items = try Self.items(
            Self.shape(
                "geo", #""geo":"\#(name)","w":100,"h":50,"color":"blue","size":"m","dash":"solid","fill":"solid""#))
        let strokes = items.compactMap(\.stroke)
        let line = strokes[0].points.positions
        let found = zip(line, line.dropFirst()).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 } / 0.5625
        #expect((found - area).magnitude < area / 50)
        #expect(strokes[0].brush == Brush(color: Color(rgba: 0xdce1_f8ff), width: 0, fill: 1))
        #expect(strokes[1].brush == Brush(color: Color(rgba: 0x4465_e9ff), width: 3.5 * 0.75))
    }

    @Test func `A label stands in the middle of its shape`() throws {
        let items = try Self.items(
            Self.shape("geo", #""geo":"rectangle","w":200,"h":100,"dash":"solid","font":"mono","text":"Hi","size":"s""#)
        )
        let text = try #require(items.last?.object?.text)
        let shape = try #require(items.first?.stroke?.bounds)
        let box = try #require(PageObject.text(text).bounds)
        #expect(text.runs == [.init("Hi", .init(family: "monospace", size: 13.5, color: Color(rgba: 0x1d1d_1dff)))])
        #expect(text.alignment == .center && text.lineHeight == 1.35)
        #expect(abs(box.center.x - shape.center.x) < 1e-9 && abs(box.center.y - shape.center.y) < 1e-9)
    }

    @Test func `A note is a colored square with rich text`() throws {
        let rich = """
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a "},{"type":"text",
            "text":"b","marks":[{"type":"bold"}]}]},{"type":"bulletList","content":[{"type":"listItem","content":
            [{"type":"paragraph","content":[{"type":"text","text":"c"}]}]}]}]}
            """
        let items = try Self.items(
            Self.shape("note", #""color":"yellow","size":"m","font":"draw","richText":\#(rich)"#))
        let paper = try #require(items.first?.stroke)
        #expect(paper.brush.color.rgba == 0xfed4_9aff && paper.brush.fill == 1)
        #expect(paper.points.positions[2] - paper.points.positions[0] == Vector(dx: 150, dy: 150))
        let text = try #require(items.last?.object?.text)
        #expect(text.runs.map(\.text) == ["a ", "b", "\n• c"])
        #expect(text.runs.map(\.style.weight) == [400, 700, 400])
        #expect(text.width == (200 - 32) * 0.75)
    }

    @Test func `An arrow ends at the outline of the shape that it is bound to`() throws {
        let arrow = Self.shape(
            "arrow", #""start":{"x":0,"y":50},"end":{"x":1,"y":1},"dash":"solid","size":"m","arrowheadEnd":"arrow""#)
        let target = Self.shape(
            "geo", #""geo":"rectangle","w":100,"h":100,"dash":"solid""#, id: "shape:2", at: (200, 0))
        let binding = """
            {"typeName":"binding","id":"b","type":"arrow","fromId":"shape:1","toId":"shape:2","props":
            {"terminal":"end","normalizedAnchor":{"x":0.5,"y":0.5},"isPrecise":true,"isExact":false}}
            """
        let strokes = try Self.items(arrow, target, binding).compactMap(\.stroke)
        try #require(strokes.count == 3)
        // The line runs from (0, 50) towards (250, 50) and ends ten pixels before the side at 200.
        let line = strokes[0].points.positions
        #expect(abs(line[1].x - line[0].x - 190 * 0.75) < 1e-9 && abs(line[1].y - line[0].y) < 1e-9)
        #expect(strokes[1].points.positions[1] == line[1])
    }

    @Test func `The middle of a bent arrow lies beside its ends by the bend`() throws {
        let strokes = try Self.items(
            Self.shape(
                "arrow", #""start":{"x":0,"y":0},"end":{"x":100,"y":0},"bend":30,"dash":"solid","arrowheadEnd":"none""#)
        ).compactMap(\.stroke)
        let line = strokes[0].points.positions
        #expect(abs(line[16].x - line[0].x - 37.5) < 1e-9)
        #expect(abs(line[0].y - line[16].y - 22.5) < 1e-9)
        #expect(abs(line[32].x - line[0].x - 75) < 1e-9 && abs(line[32].y - line[0].y) < 1e-9)
    }

    @Test func `Texts, lines, frames, bookmarks and images are read`() throws {
        let text = try #require(
            try Self.items(Self.shape("text", #""text":"a\nb","size":"xl","font":"serif","color":"red","w":80"#)).first?
                .object?.text)
        #expect(text.runs == [.init("a\nb", .init(family: "serif", size: 33, color: Color(rgba: 0xe031_31ff)))])
        #expect(text.width == nil)

        let line = try Self.items(
            Self.shape(
                "line",
                #""dash":"solid","spline":"line","points":{"b":{"index":"a2","x":9,"y":0},"a":{"index":"a1","x":0,"y":0}}"#
            ))
        #expect(line[0].stroke?.points.count == 2)

        let frame = try Self.items(Self.shape("frame", #""w":100,"h":80,"name":"Map""#))
        #expect(frame.last?.object?.text?.string == "Map")

        let url = "data:image/png;base64," + Data(XournalppItemTests.png).base64EncodedString()
        let asset = #"{"typeName":"asset","id":"asset:1","type":"image","props":{"src":"\#(url)"}}"#
        let crop = #""crop":{"topLeft":{"x":0.5,"y":0},"bottomRight":{"x":1,"y":0.5}}"#
        let image = try Self.items(
            asset, Self.shape("image", #""assetId":"asset:1","w":40,"h":20,"flipX":true,\#(crop)"#))
        let picture = try #require(image.first?.object?.picture)
        #expect(picture.data.bytes == XournalppItemTests.png)
        #expect(picture.crop == Rect(x0: 0.5, y0: 0, x1: 1, y1: 0.5) && picture.transform.a == -1)

        let card = try Self.items(Self.shape("bookmark", #""url":"https://a.example/","w":300,"h":100"#))
        guard case .object(.link(let link))? = card.last else { throw TestProblem("no link") }
        #expect(link.target == .uri("https://a.example/"))
    }
}
