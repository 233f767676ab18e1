// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

@Suite struct SVGTests {
    /// A page with every brush setting and every set of channels.
    static func everything() -> InkDocument {
        var document = InkMLWriterTests.everything()
        document.pages.removeLast(2)
        return document
    }

    @Test func `A lossless round trip is exact`() throws {
        var document = Self.everything()
        let export = try InkWriter.write(document, as: .svg, options: .init(isLossless: true))
        #expect(export.dropped.isEmpty)
        let read = try InkReader.read(export.bytes)
        #expect(read.format == .svg && read.dropped.isEmpty)
        #expect(read.document == document)
        document.pages[0].size = nil
        document.pages[0].drawing.layers = [.init()]
        document.pages[0].drawing.strokes = [Stroke(brush: Brush(fill: 1), points: StrokePoints([Point(x: 9, y: 9)]))]
        let small = try InkWriter.write(document, as: .svg, options: .init(isLossless: true))
        #expect(try InkReader.read(small.bytes).document == document)
    }

    @Test func `Grains are patterns, each written once, washes are paths, and both are read as strokes`() throws {
        let places = [Point(x: 1, y: 2), Point(x: 30, y: 4)]
        let strokes = [Brush.Tool.pencil, .crayon, .pencil, .watercolor].enumerated().map { index, tool in
            Stroke(
                brush: Brush(color: Color(rgba: 0x1020_3080), width: 5, fill: index == 3 ? 0.5 : nil, tool: tool),
                points: StrokePoints(places + [Point(x: 9, y: 9)], width: 5))
        }
        let document = InkDocument(
            pages: [.init(size: Size(width: 40, height: 20), drawing: Drawing(strokes: strokes))])
        let bytes = try InkWriter.write(document, as: .svg, options: .init(isLossless: true)).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.split(separator: "<pattern id=\"pencil-1-102030\"").count == 2)
        #expect(text.split(separator: "stroke=\"url(#pencil-1-102030)\"").count == 3)
        #expect(text.split(separator: "stroke=\"url(#crayon-1-102030)\"").count == 2)
        // The area, and a line for each wash.
        #expect(text.split(separator: "<path ").count - 1 == 2 + 3 + 7)
        let read = try InkReader.read(bytes)
        #expect(read.dropped.isEmpty && read.document == document)
    }

    @Test func `Without lossless mode, positions and widths are rounded to 0.001 pt`() throws {
        let document = Self.everything()
        let once = try InkReader.read(InkWriter.write(document, as: .svg).bytes).document
        #expect(once.pages[0].drawing.layers == document.pages[0].drawing.layers)
        for (a, b) in zip(document.pages[0].drawing.strokes, once.pages[0].drawing.strokes) {
            #expect(a.points.count == b.points.count && a.layer == b.layer && a.brush.tool == b.brush.tool)
            for (p, q) in zip(a.points.positions, b.points.positions) { #expect(p.distance(to: q) < 0.00071) }
            for (v, w) in zip(a.points.widths, b.points.widths) { #expect((v - w).magnitude < 0.00051) }
            for (channel, column) in a.points.channels {
                for (v, w) in zip(column, b.points[channel] ?? []) { #expect((v - w).magnitude < 5.1e-6) }
            }
        }
        let bytes = try InkWriter.write(once, as: .svg).bytes
        #expect(try InkReader.read(bytes).document == once)
    }

    @Test func `Constant widths give stroked paths, varying widths filled ones, and highlighters multiply`() throws {
        let line = Stroke(
            brush: Brush(color: Color(rgba: 0xff00_00ff), width: 2, cap: .butt, dash: [3, 1]),
            points: StrokePoints([Point(x: 1, y: 2), Point(x: 3.0004, y: -4)], width: 2))
        let marker = Stroke(
            brush: Brush(kind: .highlighter, color: Color(rgba: 0xffff_0080), width: 8),
            points: StrokePoints([Point(x: 0, y: 0), Point(x: 10, y: 0)], width: 8), layer: 1)
        let drawing = Drawing(strokes: [line, marker], layers: [.init(), .init(name: "a<b")])
        let document = InkDocument(
            title: "T&T", pages: [.init(size: Size(width: 100, height: 50.5), drawing: drawing)])
        let export = try InkWriter.write(document, as: .svg)
        #expect(
            String(decoding: export.bytes, as: UTF8.self) == ##"""
                <?xml version="1.0" encoding="UTF-8"?>
                <svg xmlns="http://www.w3.org/2000/svg" width="100pt" height="50.5pt" viewBox="0 0 100 50.5" data-limn="1" data-size="100 50.5">
                <title>T&amp;T</title>
                <g data-layer="1">
                <path fill="none" stroke-linejoin="round" stroke-linecap="butt" stroke-width="2" stroke-dasharray="3 1" stroke="#ff0000" data-color="#ff0000ff" data-width="2" data-cap="butt" data-dash="3 1" d="M1 2L3 -4"/>
                </g>
                <g data-layer="2" data-name="a&lt;b">
                <path fill="none" stroke-linejoin="round" stroke-linecap="round" stroke-width="8" stroke="#ffff00" stroke-opacity="0.50196" style="mix-blend-mode:multiply" data-color="#ffff0080" data-width="8" data-kind="highlighter" d="M0 0L10 0"/>
                </g>
                </svg>

                """##)
        let wedge = Stroke(
            brush: Brush(width: 2),
            points: StrokePoints(positions: [Point(x: 0, y: 0), Point(x: 9, y: 0)], widths: [2, 4]))
        let text = String(
            decoding: try InkWriter.write(InkDocument(pages: [.init(drawing: Drawing(strokes: [wedge]))]), as: .svg)
                .bytes,
            as: UTF8.self)
        #expect(
            text.contains(
                ##"<path fill="#000000" data-color="#000000ff" data-width="2" data-xy="0 0 9 0" data-widths="2 4" d="M"##
            ))
        #expect(text.contains(#"viewBox="-1 -2 12 4""#))
    }

    /// Renders an SVG with librsvg on white, at 4 pixels per point.
    static func draw(_ document: InkDocument) throws -> DecodedPicture {
        let folder = try TemporaryFolder()
        let svg = try folder.write(try InkWriter.write(document, as: .svg).bytes, "a.svg")
        let png = folder.path("a.png")
        let done = try run(
            try Requirement.tool("rsvg-convert"), "-b", "white", "-d", "288", "-p", "288", "-o", png, svg)
        #expect(done.status == 0, "\(done.stderr)")
        return try DecodedPicture(Array(try Data(contentsOf: URL(fileURLWithPath: png))))
    }

    @Test func `librsvg renders colors, highlighters, caps, dashes, fills and widths correctly`() throws {
        func line(_ y: Double, _ brush: Brush, widths: [Double]? = nil) -> Stroke {
            let positions = [Point(x: 10, y: y), Point(x: 90, y: y)]
            return Stroke(
                brush: brush, points: StrokePoints(positions: positions, widths: widths ?? [brush.width, brush.width]))
        }
        let cyan = Brush(kind: .highlighter, color: Color(rgba: 0x00ff_ffff), width: 6)
        let triangle = [Point(x: 10, y: 60), Point(x: 50, y: 60), Point(x: 30, y: 80)]
        let strokes = [
            line(10, Brush(color: Color(rgba: 0xffff_00ff), width: 8)), line(10, cyan),
            line(30, Brush(color: Color(rgba: 0xff00_0080), width: 4, cap: .butt, dash: [10, 10])),
            line(45, Brush(width: 1), widths: [0, 16]),
            Stroke(brush: Brush(color: Color(rgba: 0x0000_ffff), width: 1, fill: 1), points: StrokePoints(triangle)),
            Stroke(brush: Brush(width: 10), points: StrokePoints([Point(x: 80, y: 75)], width: 10)),
        ]
        let page = InkDocument.Page(size: Size(width: 100, height: 100), drawing: Drawing(strokes: strokes))
        let picture = try Self.draw(InkDocument(pages: [page]))
        #expect(picture.width == 400 && picture.height == 400)
        func pixel(_ x: Double, _ y: Double) -> [Int] { Array(picture[Int(x * 4), Int(y * 4)].prefix(3)) }
        #expect(pixel(50, 10) == [0, 255, 0])
        #expect(pixel(50, 13.5) == [255, 255, 0])
        #expect(zip(pixel(15, 30), [255, 127, 127]).allSatisfy { abs($0 - $1) <= 1 })
        #expect(pixel(25, 30) == [255, 255, 255] && pixel(9.5, 30) == [255, 255, 255])
        #expect(pixel(50, 45 + 3.5) == [0, 0, 0] && pixel(50, 45 + 4.75) == [255, 255, 255])
        #expect(pixel(89, 45 + 7.5) == [0, 0, 0] && pixel(96, 45) == [0, 0, 0])
        #expect(pixel(30, 65) == [0, 0, 255])
        #expect(pixel(84.5, 75) == [0, 0, 0] && pixel(84.5, 79.5) == [255, 255, 255])
    }

    @Test func `Several pages are rejected, and unsupported content is listed`() throws {
        let error = #expect(throws: InkFormatError.self) {
            try InkWriter.write(InkDocument(pages: [.init(), .init()]), as: .svg)
        }
        #expect(error?.code == .severalPages)
        #expect(
            error?.description
                == "This ink cannot be written as SVG: it holds one page, and there are 2; choose one."
        )
        var document = InkDocument(
            pages: [.init(background: .paper(style: "lined", color: .white))], template: .embedded([]))
        document.pages[0].items = [PageItem(kind: .image, format: "xopp", position: 0, content: [])]
        document.pages[0].drawing.strokes = [Stroke(brush: Brush(), points: StrokePoints())]
        let export = try InkWriter.write(document, as: .svg)
        #expect(
            export.dropped.map(\.description) == [
                "page 1: 1 × background", "page 1: 1 × page item (image of xopp)", "1 × PDF",
                "page 1: 1 × malformed stroke (no points)",
            ])
        #expect(try InkReader.read(InkWriter.write(InkDocument(), as: .svg).bytes).document.pages.count == 1)
    }

    @Test func `An SVG of another program is rejected with a sentence`() throws {
        let error = #expect(throws: InkFormatError.self) {
            try InkReader.read(Array(#"<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0L9 9"/></svg>"#.utf8))
        }
        #expect(
            error?.description
                == "The SVG file uses something that is not supported: shapes of another program; only SVG files written by Limn can be read."
        )
        #expect(FormatDamage.code(Array(#"<svg data-limn="2"/>"#.utf8), .svg) == .unsupportedVersion)
        #expect(FormatDamage.code(Array("<ink/>".utf8), .svg) == .corrupt)
        #expect(FormatDamage.code([], .svg) == .corrupt)
        #expect(FormatDamage.code(Array("<!DOCTYPE svg><svg/>".utf8), .svg) == .unsupported)
    }

    @Test func `Invalid values are listed and replaced by defaults`() throws {
        let path =
            ##"<path data-color="x" data-width="-1" data-kind="k" data-cap="c" data-tool="t" data-dash="-1" data-fill="2" data-xy="1 2 3 4" data-widths="1" data-pressure="1 x"/>"##
        let broken = ##"<path data-color="#000000ff" data-xy="1"/><path data-color="#000000ff" d="C1 2"/><circle/>"##
        let file = try InkReader.read(Array(#"<svg data-limn="1"><g data-layer="7">\#(path)\#(broken)</g></svg>"#.utf8))
        #expect(
            file.document.pages[0].drawing.strokes == [
                Stroke(brush: Brush(), points: StrokePoints([Point(x: 1, y: 2), Point(x: 3, y: 4)]))
            ])
        #expect(file.dropped.map(\.count).reduce(0, +) == 13)
    }

    @Test func `Damaged files give an import or an InkFormatError`() throws {
        var document = Self.everything()
        document.pages[0].drawing.strokes.removeSubrange(4..<62)
        let sample = try InkWriter.write(document, as: .svg).bytes
        #expect(FormatDamage.truncate(Array(sample.dropLast()), .svg) == 0)
        #expect((50..<1000).contains(FormatDamage.flip(sample, .svg)))
        FormatDamage.limit(
            Array(#"<svg data-limn="1"><g data-layer="1"><path data-color="red" d="M1 2L3 4"/></g></svg>"#.utf8), .svg,
            points: 2)
        let deep = String(repeating: "<g>", count: 100_000)
        #expect(FormatDamage.code(Array((#"<svg data-limn="1">"# + deep).utf8), .svg) == .corrupt)
    }
}
