// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Shapes, texts, images, frames and links of Excalidraw.
@Suite struct ExcalidrawShapeTests {
    static func items(_ elements: String, files: String = "") throws -> [Item] {
        let scene = String(decoding: ExcalidrawTests.scene(elements), as: UTF8.self)
            .replacingOccurrences(of: #""files": {}"#, with: #""files": {\#(files)}"#)
        let read = try InkReader.read(Array(scene.utf8))
        #expect(read.dropped.isEmpty)
        return read.document.pages[0].drawing.items
    }

    static func element(_ type: String, _ more: String, box: String = #""width":100,"height":50"#) -> String {
        ##"{"type":"\##(type)","x":10,"y":20,\##(box),"strokeColor":"#1971c2","strokeWidth":2,\##(more)}"##
    }

    /// The corner of the scene that is at the margin. Lines are two pixels wide.
    static let corner = 0.75 * (10 + 1)

    @Test func `A rectangle is its outline over its fill`() throws {
        let items = try Self.items(Self.element("rectangle", ##""backgroundColor":"#ffc9c9","fillStyle":"solid""##))
        let strokes = items.compactMap(\.stroke)
        try #require(strokes.count == 2)
        #expect(strokes[0].brush == Brush(color: Color(rgba: 0xffc9_c9ff), width: 0, fill: 1))
        #expect(strokes[1].brush == Brush(color: Color(rgba: 0x1971_c2ff), width: 1.5))
        let corners = [(0.0, 0.0), (75, 0), (75, 37.5), (0, 37.5), (0, 0)].map {
            Point(x: Self.corner + $0.0, y: Self.corner + $0.1)
        }
        #expect(zip(strokes[1].points.positions, corners).allSatisfy { $0.distance(to: $1) < 1e-9 })
    }

    @Test func `Ellipses, diamonds and round corners have their area`() throws {
        func area(_ type: String, _ more: String = #""angle":0"#) throws -> Double {
            let line = try #require(try Self.items(Self.element(type, more)).last?.stroke).points.positions
            return zip(line, line.dropFirst()).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 } / 0.5625
        }
        #expect((try area("ellipse") - 50 * 25 * Double.pi).magnitude < 4)
        #expect((try area("diamond") - 2500).magnitude < 1e-6)
        // A quarter of the shorter side is cut off at each corner by a quadratic curve, which leaves 5/6 of r².
        let radius = 12.5
        #expect((try area("rectangle", #""roundness":{"type":2}"#) - (5000 - 4 * radius * radius / 6)).magnitude < 5)
    }

    @Test func `Hatching fills a shape with parallel lines`() throws {
        let items = try Self.items(Self.element("rectangle", #""backgroundColor":"red","fillStyle":"hachure""#))
        let lines = items.dropLast().compactMap(\.stroke)
        // Lines are eight pixels apart across 100 · sin 41° + 50 · cos 41° pixels.
        #expect(lines.count == 13)
        #expect(lines.allSatisfy { $0.brush.color.rgba == 0xff00_00ff && $0.points.count == 2 })
    }

    @Test func `An arrow has a head whose length and angle are Excalidraw's`() throws {
        let items = try Self.items(
            Self.element("arrow", #""points":[[0,0],[100,0]],"endArrowhead":"arrow","startArrowhead":null"#))
        let strokes = items.compactMap(\.stroke)
        try #require(strokes.count == 2 && strokes[1].points.count == 3)
        let head = strokes[1].points.positions
        #expect(head[1] == strokes[0].points.positions[1])
        #expect((head[0].distance(to: head[1]) - 25 * 0.75).magnitude < 1e-9)
        #expect((head[0].distance(to: head[2]) - 2 * 25 * 0.75 * sin(20 * Double.pi / 180)).magnitude < 1e-9)
    }

    @Test func `A text has its font, color, line height and place, turned about its center`() throws {
        let more =
            #""text":"Hello\nyou","fontSize":20,"fontFamily":5,"lineHeight":1.25,"textAlign":"center","opacity":50"#
        let turned = try #require(
            try Self.items(Self.element("text", more + #","angle":1.5707963267948966"#)).first?.object?.text)
        #expect(turned.string == "Hello\nyou" && turned.lineHeight == 1.25 && turned.alignment == .center)
        #expect(
            turned.runs[0].style
                == .init(
                    family: "Excalifont", size: 15,
                    color: Color(red: 0x19 / 255.0, green: 0x71 / 255.0, blue: 0xc2 / 255.0, alpha: 0.5)))
        // The box is 150 × 50 pixels, so that a wider font does not break lines, and its center stays.
        #expect(turned.width == 112.5)
        #expect(abs(turned.transform.a) < 1e-9 && abs(turned.transform.b - 1) < 1e-9)
        let bounds = try #require(PageObject.text(turned).bounds)
        #expect(abs(bounds.height - 112.5) < 1e-9 && abs(bounds.width - 37.5) < 1e-9)

        let label = try Self.items(
            Self.element("rectangle", #""id":"r""#) + ","
                + Self.element("text", #""text":"a","fontSize":20,"fontFamily":2,"containerId":"r""#))
        let text = try #require(label.last?.object?.text)
        #expect(text.runs[0].style.family == "sans-serif" && text.alignment == .left && text.width == nil)
        #expect(text.lineHeight == 1.15)
        #expect(abs(text.transform.tx - Self.corner) < 1e-9 && abs(text.transform.ty - Self.corner) < 1e-9)
    }

    @Test func `An image has its bytes, mirrored and cropped, and images share them`() throws {
        let url = "data:image/png;base64," + Data(XournalppItemTests.png).base64EncodedString()
        let more = """
            "fileId":"f","scale":[-1,1],"crop":{"x":10,"y":0,"width":20,"height":30,"naturalWidth":40,"naturalHeight":30}
            """
        let items = try Self.items(
            Self.element("image", more) + "," + Self.element("image", #""fileId":"f","link":"https://a.example/""#),
            files: #""f":{"mimeType":"image/png","dataURL":"\#(url)"}"#)
        let pictures = items.compactMap(\.object?.picture)
        try #require(pictures.count == 2)
        #expect(pictures.allSatisfy { $0.data.bytes == XournalppItemTests.png })
        #expect(pictures[0].crop == Rect(x0: 0.25, y0: 0, x1: 0.75, y1: 1))
        let left = pictures[0].transform.apply(Point(x: 0, y: 0))
        #expect(abs(left.x - (7.5 + 75)) < 1e-9 && abs(left.y - 7.5) < 1e-9)
        #expect(pictures[1].transform.a == 1)
        guard case .object(.link(let link))? = items.last else { throw TestProblem("no link") }
        #expect(link == LinkItem(Rect(x0: 7.5, y0: 7.5, x1: 82.5, y1: 45), to: .uri("https://a.example/")))
    }

    @Test func `A frame has its name above it`() throws {
        let items = try Self.items(Self.element("frame", #""name":"Plan""#))
        let text = try #require(items.last?.object?.text)
        #expect(text.string == "Plan" && text.runs[0].style.size == 10.5)
        let outline = try #require(items.first?.stroke?.bounds)
        #expect(try #require(PageObject.text(text).bounds).minY < outline.minY)
    }
}

/// What is missing in a test.
struct TestProblem: Error {
    let text: String
    init(_ text: String) { self.text = text }
}

extension Item {
    /// The object; nil if the item is a stroke.
    var object: PageObject? { if case .object(let object) = self { object } else { nil } }
}
