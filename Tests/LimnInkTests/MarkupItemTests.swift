// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import LimnInk
import Testing

/// Marks on words.
struct MarkupItemTests {
    static func markup(_ style: MarkupItem.Style = .highlight, layer: Int = 0) -> MarkupItem {
        MarkupItem(
            style,
            over: [
                Quad(Rect(x0: 60, y0: 100, x1: 108, y1: 112)), Quad(Rect(x0: 60, y0: 110, x1: 120, y1: 122.5)),
            ], color: Color(rgba: 0xffe1_4aff), words: "The Lantern burns", text: "Who lit it?", layer: layer)
    }

    private static func mark(_ object: PageObject) -> MarkupItem? {
        if case .markup(let item) = object { item } else { nil }
    }

    private static let document = InkDocument(pages: [
        .init(
            drawing: Drawing(
                items: [Items.stroke(1)] + MarkupItem.Style.allCases.map { .object(.markup(markup($0, layer: 1))) }
                    + [Items.stroke(2)],
                layers: [.init(), .init(name: "Marks")]))
    ])

    @Test func `Marks come back from native ink, JSON and edits, in files that older programs refuse`() throws {
        let bytes = try NativeInk.encode(Self.document)
        #expect(try NativeInk.decode(bytes, memoryLimit: 1 << 20) == Self.document)
        #expect(bytes[7] == NativeInk.version)
        let json = try InkJSON.encode(Self.document)
        #expect(try InkJSON.decode(json) == Self.document)
        #expect(String(decoding: json, as: UTF8.self).contains(#""limnInk":4"#))
        var drawing = Drawing(layers: [.init(), .init()])
        var history = EditHistory()
        let edit = drawing.adding(Self.document.pages[0].drawing.items)
        #expect(try edit.encoded()[7] == 3)
        try history.perform(Edit(decoding: edit.encoded()), on: &drawing)
        #expect(drawing.items == Self.document.pages[0].drawing.items)
        #expect(try EditHistory(decoding: history.encoded()) == history)
    }

    @Test func `Files without marks have the version that older programs read`() throws {
        let document = InkDocument(pages: [.init(drawing: Items.drawing)])
        #expect(try NativeInk.encode(document)[7] == 3)
        #expect(String(decoding: try InkJSON.encode(document), as: UTF8.self).contains(#""limnInk":3"#))
        let bytes = try NativeInk.encode(document)
        var update = try NativeInkPages(size: bytes.count) { Array(bytes[$0]) }.update()
        let mark = Item.object(.markup(Self.markup()))
        #expect { _ = try update.add([mark], toPage: 0) } throws: { ($0 as? InkError)?.code == .unsupportedVersion }
        #expect(try !update.add([Items.stroke(1)], toPage: 0).isEmpty)
    }

    @Test(arguments: [
        #"{"style":"highlight","quads":[],"color":{"red":0,"green":0,"blue":0,"alpha":1}}"#,
        #"{"style":"highlight","quads":[[1,2,3]],"color":{"red":0,"green":0,"blue":0,"alpha":1}}"#,
        #"{"style":"circle","quads":[[1,2,3,2,3,4,1,4]],"color":{"red":0,"green":0,"blue":0,"alpha":1}}"#,
        #"{"style":"underline","quads":[[1,2,3,2,3,4,1,1e300]],"color":{"red":0,"green":0,"blue":0,"alpha":1}}"#,
    ]) func `A mark that marks nothing is refused`(markup: String) {
        #expect { _ = try EditJSON.decode(Array(#"{"add":[{"markup":\#(markup)}]}"#.utf8)) } throws: {
            ($0 as? InkError)?.code == .corrupt
        }
    }

    @Test func `A mark is moved, recolored and selected like other items`() throws {
        let turned = PageObject.markup(Self.markup()).transformed(
            by: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 200, ty: 0))
        let item = try #require(Self.mark(turned))
        #expect(item.quads[0].upperStart == Point(x: 100, y: 60) && item.quads[0].height == 12)
        #expect(turned.bounds == Rect(x0: 77.5, y0: 60, x1: 100, y1: 120))
        let blue = Color(rgba: 0x0000_ffff)
        let recolored = try #require(Self.mark(PageObject.markup(Self.markup()).recolored(to: blue)))
        #expect(recolored.color == blue && recolored.words == "The Lantern burns")
    }

    @Test func `A highlight is one area, and lines lie below or through the words`() throws {
        let marks = Self.markup().marks
        #expect(marks.count == 1 && marks[0].style == .fill && marks[0].blend == .multiply)
        #expect(marks[0].path.controlBounds == Rect(x0: 60, y0: 100, x1: 120, y1: 122.5))
        for (style, low, high) in [
            (MarkupItem.Style.underline, 0.0, 0.25), (.strikeOut, 0.3, 0.6), (.squiggly, 0, 0.25),
        ] {
            let stroke = try #require(Self.markup(style).strokes.first)
            let heights = stroke.points.positions.map { (112 - $0.y) / 12 }
            #expect(heights.allSatisfy { (low...high).contains($0) }, "\(style): \(heights)")
            #expect(stroke.points.positions.map(\.x).min() == 60 && stroke.points.positions.map(\.x).max() == 108)
            #expect(Self.markup(style).marks.allSatisfy { $0.blend == .normal })
        }
        #expect(MarkupItem(.highlight, over: [Quad(Rect(x0: 1, y0: 1, x1: 5, y1: 1))], color: .black).marks.isEmpty)
    }
}
