// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Files of tldraw 1, and snapshots.
@Suite struct TldrawVersion1Tests {
    private static func file(_ shapes: String) -> [UInt8] {
        Array(
            """
            {"name":"N","fileHandle":{},"document":{"id":"doc","version":15.5,"pages":{"p":{"id":"p","childIndex":1,
            "shapes":{\(shapes)},"bindings":{}}},"pageStates":{},"assets":{}},"assets":{}}
            """.utf8)
    }

    private static let style = #""style":{"color":"cyan","size":"small","dash":"solid","isFilled":false,"scale":1}"#

    private static func shape(_ id: String, _ type: String, index: Double = 1, _ more: String) -> String {
        #""\#(id)":{"id":"\#(id)","type":"\#(type)","parentId":"p","childIndex":\#(index),"point":[50,60],\#(style),\#(more)}"#
    }

    private static func items(_ shapes: String) throws -> [Item] {
        let file = try InkReader.read(file(shapes))
        #expect(file.format == .tldraw)
        #expect(file.dropped.isEmpty, "\(file.dropped)")
        return file.document.pages[0].drawing.items
    }

    private static func strokes(_ items: [Item]) -> [Stroke] {
        items.compactMap { if case .stroke(let stroke) = $0 { stroke } else { nil } }
    }

    @Test func `A freehand line keeps its points and gets the nearest color`() throws {
        let strokes = Self.strokes(
            try Self.items(Self.shape("d", "draw", #""points":[[0,0,0.5],[40,30,0.5]],"rotation":0"#)))
        let points = try #require(strokes.first).points.positions
        #expect(
            (points[1].x - points[0].x - 30).magnitude < 1e-9 && (points[1].y - points[0].y - 22.5).magnitude < 1e-9)
        #expect(strokes[0].brush.color.rgba == 0x4ba1_f1ff)
    }

    @Test func `Shapes are turned around their center`() throws {
        let upright = Self.strokes(try Self.items(Self.shape("r", "rectangle", #""size":[100,40],"rotation":0"#)))
        let turned = Self.strokes(
            try Self.items(Self.shape("r", "rectangle", #""size":[100,40],"rotation":1.5707963267948966"#)))
        let (a, b) = (try #require(upright.first?.bounds), try #require(turned.first?.bounds))
        #expect((a.width - b.height).magnitude < 1e-6 && (a.height - b.width).magnitude < 1e-6)
    }

    @Test func `Shapes are painted in the order of their numbers, groups around them included`() throws {
        let group = #""g":{"id":"g","type":"group","parentId":"p","childIndex":1,"point":[0,0],"children":["a"]}"#
        let inner = Self.shape("a", "draw", index: 9, #""points":[[0,0,0.5],[9,9,0.5]]"#)
            .replacingOccurrences(of: #""parentId":"p""#, with: #""parentId":"g""#)
        let text = Self.shape("t", "text", index: 2, #""text":"later""#)
        let items = try Self.items([text, inner, group].joined(separator: ","))
        #expect(items.map(\.layer) == [0, 0])
        if case .stroke = items[0] {} else { Issue.record("the text is below the stroke") }
    }

    @Test func `An arrow, an ellipse and a note are drawn with their words`() throws {
        let arrow =
            #""handles":{"start":{"point":[0,0]},"end":{"point":[90,0]},"bend":{"point":[45,0]}},"bend":0,"decorations":{"end":"arrow"},"label":"x""#
        let items = try Self.items(
            [
                Self.shape("a", "arrow", index: 1, arrow),
                Self.shape("e", "ellipse", index: 2, #""radius":[30,20],"label":"e""#),
                Self.shape("s", "sticky", index: 3, #""size":[200,200],"text":"n""#),
            ].joined(separator: ","))
        let words = items.compactMap { if case .object(.text(let text)) = $0 { text.string } else { nil } }
        #expect(words == ["x", "e", "n"])
        #expect(Self.strokes(items).count >= 3)
    }

    @Test func `A snapshot has the records of a file by their identifiers`() throws {
        let records = #""page:a":\#(TldrawTests.page),"shape:1":\#(TldrawTests.shape(TldrawTests.points))"#
        let file = try InkReader.read(TldrawTests.file(TldrawTests.shape(TldrawTests.points)))
        for text in [
            #"{"document":{"store":{\#(records)},"schema":{}},"session":{}}"#, #"{"store":{\#(records)},"schema":{}}"#,
        ] {
            let snapshot = try InkReader.read(Array(text.utf8))
            #expect(snapshot.format == .tldraw)
            #expect(snapshot.document.pages == file.document.pages)
        }
    }

    @Test func `Other JSON with a document is not taken for a snapshot`() {
        for text in [#"{"document":{"text":"a"}}"#, #"{"store":{}}"#, #"{"document":{"pages":[]}}"#] {
            #expect(InkReader.format(of: Array(text.utf8)) != .tldraw, "\(text)")
        }
    }

    @Test(
        arguments: ForeignFile.further(.found, "tldr")
            + ForeignFile.further(.found, "json").filter { $0.name.contains("tldraw") })
    func `Files of other programs are read`(file: ForeignFile) throws {
        let read = try InkReader.read(try file.bytes)
        #expect(read.format == .tldraw && read.document.strokeCount > 0)
    }
}
