// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompression
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

@Suite struct RnoteTests {
    private static let style =
        #""style":{"smooth":{"stroke_width":4.0,"stroke_color":{"r":1.0,"g":0.0,"b":0.0,"a":1.0},"fill_color":null,"pressure_curve":"linear","line_style":"solid","line_cap":"rounded"}}"#
    private static let document = """
        "document":{"config":{"format":{"width":96.0,"height":192.0,"dpi":96.0},"background":{"color":{"r":1.0,"g":1.0,"b":1.0,
        "a":1.0},"pattern":"grid","pattern_size":[32.0,32.0],"pattern_color":{"r":0.0,"g":0.0,"b":1.0,"a":1.0}}},"x":0,"y":0}
        """

    private static func path(_ points: [(Double, Double, Double)]) -> String {
        func element(_ p: (Double, Double, Double)) -> String { #"{"pos":[\#(p.0),\#(p.1)],"pressure":\#(p.2)}"# }
        let rest = points.dropFirst().map { #"{"lineto":{"end":\#(element($0))}}"# }.joined(separator: ",")
        return #""path":{"start":\#(element(points[0])),"segments":[\#(rest)]}"#
    }

    private static func brush(_ points: (Double, Double, Double)...) -> String {
        #"{"brushstroke":{\#(path(points)),\#(style)}}"#
    }

    /// A file with elements, each on a layer with a time.
    private static func file(_ elements: [(String, layer: String, time: Int)]) -> [UInt8] {
        let strokes = elements.map { #"{"value":\#($0.0),"version":1}"# }.joined(separator: ",")
        let orders = elements.map { #"{"value":{"t":\#($0.time),"layer":\#($0.layer)},"version":1}"# }.joined(
            separator: ",")
        let text =
            #"{"version":"0.15.0","data":{"engine_snapshot":{\#(document),"stroke_components":[{"value":null,"version":0},\#(strokes)],"chrono_components":[{"value":null,"version":0},\#(orders)]}}}"#
        return Gzip.compress(Array(text.utf8))
    }

    private static func one(_ element: String) throws -> [Item] {
        let read = try InkReader.read(file([(element, #"{"user_layer":0}"#, 1)]))
        #expect(read.dropped.isEmpty, "\(read.dropped)")
        return read.document.pages.flatMap(\.drawing.items)
    }

    private static func objects(_ element: String) throws -> [PageObject] {
        try one(element).compactMap { if case .object(let object) = $0 { object } else { nil } }
    }

    @Test func `A brush stroke has its points, pressure and widths in points`() throws {
        let file = Self.file([(Self.brush((8, 16, 0.5), (16, 16, 1)), #"{"user_layer":0}"#, 1)])
        let read = try InkReader.read(file)
        #expect(read.format == .rnote && read.dropped.isEmpty)
        let page = read.document.pages[0]
        #expect(page.size == Size(width: 72, height: 144))
        #expect(page.background == .paper(style: "graph", color: .white, settings: "r1=24,f1=0000ff"))
        let stroke = try #require(page.drawing.strokes.first)
        #expect(stroke.points.positions == [Point(x: 6, y: 12), Point(x: 12, y: 12)])
        #expect(stroke.points.widths == [1.5, 3])
        #expect(stroke.points[.pressure] == [0.5, 1])
        #expect(stroke.brush == Brush(color: Color(rgba: 0xff00_00ff), width: 3))
    }

    @Test func `Elements are painted by layer and time, and a stroke is on every page that it touches`() throws {
        let user = #"{"user_layer":0}"#
        let file = Self.file([
            (Self.brush((1, 1, 1), (2, 2, 1)), #""highlighter""#, 1), (Self.brush((3, 3, 1), (4, 4, 1)), user, 9),
            (Self.brush((5, 5, 1), (6, 6, 1)), user, 2), (Self.brush((90, 10, 1), (120, 10, 1)), user, 20),
        ])
        let pages = try InkReader.read(file).document.pages
        #expect(pages.count == 2)
        let first = pages[0].drawing.strokes
        #expect(first.map { $0.points.positions[0].x } == [3.75, 2.25, 67.5, 0.75])
        #expect(first.map(\.brush.kind) == [.pen, .pen, .pen, .highlighter])
        #expect(pages[1].drawing.strokes.map { $0.points.positions[1].x } == [18])
    }

    @Test func `Curves, shapes and old paths become lines`() throws {
        let curve =
            #"{"brushstroke":{"path":{"start":{"pos":[0,0],"pressure":1},"segments":[{"quadbezto":{"cp":[8,0],"end":{"pos":[8,8],"pressure":1}}}]},\#(Self.style)}}"#
        let points = try Self.one(curve).compactMap { if case .stroke(let s) = $0 { s.points.positions } else { nil } }
        #expect(points.first?.count == 11 && points.first?.last == Point(x: 6, y: 6))
        let old =
            #"{"brushstroke":{"path":[{"line":{"start":{"pos":[0,0],"pressure":1},"end":{"pos":[8,0],"pressure":1}}},{"dot":{"element":{"pos":[9,0],"pressure":1}}}],\#(Self.style)}}"#
        let dots = try Self.one(old).compactMap { if case .stroke(let s) = $0 { s.points.count } else { nil } }
        #expect(dots == [3])
        let place = #""cuboid":{"half_extents":[8,4]},"transform":{"affine":[1,0,0,0,1,0,20,30,1]}"#
        for (shape, box) in [
            (#"{"rect":{\#(place)}}"#, Rect(x0: 9, y0: 19.5, x1: 21, y1: 25.5)),
            (#"{"ellipse":{"radii":[8,4],"affine":[1,0,0,1,20,30]}}"#, Rect(x0: 9, y0: 19.5, x1: 21, y1: 25.5)),
            (#"{"line":{"start":[0,0],"end":[8,8]}}"#, Rect(x0: 0, y0: 0, x1: 6, y1: 6)),
            (#"{"polygon":{"start":[0,0],"path":[[8,0],[8,8]]}}"#, Rect(x0: 0, y0: 0, x1: 6, y1: 6)),
        ] {
            let items = try Self.one(#"{"shapestroke":{"shape":\#(shape),\#(Self.style)}}"#)
            let positions = items.flatMap { item -> [Point] in
                if case .stroke(let stroke) = item { stroke.points.positions } else { [] }
            }
            let found = try #require(Rect(containing: positions))
            #expect((found.minX - box.minX).magnitude < 1e-9 && (found.maxX - box.maxX).magnitude < 1e-9, "\(shape)")
            #expect((found.minY - box.minY).magnitude < 1e-9 && (found.maxY - box.maxY).magnitude < 1e-9, "\(shape)")
        }
    }

    @Test func `A text keeps its styles and its place, and a picture its pixels`() throws {
        let text =
            #"{"textstroke":{"text":"äbc","affine":[1,0,0,1,8,16],"text_style":{"font_family":"serif","font_size":16,"font_weight":400,"font_style":"regular","color":{"r":0,"g":0,"b":0,"a":1},"max_width":80,"alignment":"end","ranged_text_attributes":[{"range":{"start":0,"end":2},"attribute":{"font_style":"italic"}}]}}}"#
        let item = try #require(try Self.objects(text).first?.text)
        #expect(item.runs.map(\.text) == ["ä", "bc"] && item.runs.map(\.style.isItalic) == [true, false])
        #expect(item.runs[0].style.size == 12 && item.width == 60 && item.alignment == .right)
        #expect(item.transform == AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 6, ty: 12))
        let pixels = Data([128, 0, 0, 128, 0, 0, 0, 0]).base64EncodedString()
        let picture =
            #"{"bitmapimage":{"image":{"data":"\#(pixels)","pixel_width":2,"pixel_height":1,"memory_format":"R8g8b8a8Premultiplied"},"rectangle":{"cuboid":{"half_extents":[8,4]},"affine":[1,0,0,1,20,30]}}}"#
        let shown = try #require(try Self.objects(picture).first?.picture)
        #expect(shown.data.format == .png && PictureHead(shown.data)?.width == 2)
        #expect(shown.transform.apply(shown.frame) == Rect(x0: 9, y0: 19.5, x1: 21, y1: 25.5))
    }

    @Test func `What cannot be drawn is told, and damage is refused`() throws {
        let odd = [
            (#"{"vectorimage":{"svg_data":"<svg/>"}}"#, "1 × image (an SVG)"),
            (
                #"{"shapestroke":{"shape":{"spiral":{}},\#(Self.style)}}"#,
                "1 × unknown element (a shape of the kind spiral)"
            ),
            (#"{"sound":{}}"#, "1 × unknown element (an element of an unknown kind)"),
            (#"{"brushstroke":{"path":{"segments":[]},\#(Self.style)}}"#, "1 × malformed stroke (no points)"),
        ]
        for (element, reason) in odd {
            let read = try InkReader.read(Self.file([(element, #"{"user_layer":0}"#, 1)]))
            #expect(read.dropped.map(\.description) == [reason])
            #expect(read.document.pages.count == 1)
        }
        let file = Self.file([(Self.brush((1, 1, 1), (2, 2, 1)), #"{"user_layer":0}"#, 1)])
        for count in stride(from: 20, to: file.count, by: 7) {
            #expect(throws: InkFormatError.self) { try InkReader.read(Array(file.prefix(count)), format: .rnote) }
        }
    }

    @Test(arguments: ForeignFile.further(.ink, "rnote"))
    func `Files of Rnote itself are read`(file: ForeignFile) throws {
        let read = try InkReader.read(try file.bytes)
        #expect(read.format == .rnote && read.document.strokeCount > 400)
        #expect(read.dropped.allSatisfy { $0.detail == "an SVG" }, "\(read.dropped)")
    }
}
