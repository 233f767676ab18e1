// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Pages built in the tests, so that every value is known.
@Suite struct RemarkablePageTests {
    typealias Build = RemarkableBuilder
    static let scale = 72.0 / 226
    static let dash: [Build.Point] = [
        .init(x: 10, y: 20, speed: 3, direction: 0, width: 8, pressure: 0.5),
        .init(x: 110, y: 20, speed: 9, direction: 1.5, width: 6, pressure: 1),
    ]

    static func page(_ bytes: [UInt8]) throws -> InkDocument.Page { try InkReader.read(bytes).document.pages[0] }
    static func close(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

    @Test(arguments: [3, 5]) func `Versions 3 and 5 keep every value of every point except speed`(version: Int) throws {
        let bytes = Build.layers(
            version: version,
            [[Build.stroke(version: version, pen: 15, color: 6, thickness: 2.125, Self.dash)], []])
        let read = try InkReader.read(bytes)
        let page = read.document.pages[0]
        #expect(page.size == Size(width: 1404 * Self.scale, height: 1872 * Self.scale))
        #expect(page.drawing.layers.count == 2)
        let stroke = try #require(page.drawing.strokes.first)
        #expect(
            stroke.brush
                == Brush(color: Color(rgba: 0x4e69_c9ff), width: 2.125 * Self.scale, tool: .ballpoint))
        let points = stroke.points
        #expect(
            points.positions == [
                Point(x: 10 * Self.scale, y: 20 * Self.scale), Point(x: 110 * Self.scale, y: 20 * Self.scale),
            ])
        #expect(points.widths == [8 * Self.scale, 6 * Self.scale])
        #expect(points[.pressure] == [0.5, 1])
        #expect(points[.azimuth] == [0, 1.5])
        #expect(Set(points.channels.keys) == [.pressure, .azimuth])
        #expect(read.dropped.isEmpty)
    }

    @Test func `Both point layouts of version 6 are read, centerd on the canvas`() throws {
        let bytes = Build.scene(
            layers: [(11, "Ink", true)],
            [
                Build.line(parent: 11, id: 20, version: 1, Self.dash),
                Build.line(parent: 11, id: 21, left: 20, thickness: 3, Self.dash),
            ])
        let page = try Self.page(bytes)
        #expect(page.drawing.layers.map(\.name) == ["Ink"])
        try #require(page.drawing.strokes.count == 2)
        for stroke in page.drawing.strokes {
            #expect(stroke.points.positions[0] == Point(x: 712 * Self.scale, y: 20 * Self.scale))
            #expect(stroke.points.widths == [8 * Self.scale, 6 * Self.scale])
            let azimuths = try #require(stroke.points[.azimuth])
            #expect(azimuths[0] == 0 && abs(azimuths[1] - 1.5) < 0.013)
        }
        #expect(page.drawing.strokes[0].points[.pressure] == [0.5, 1])
        #expect(page.drawing.strokes[1].points[.pressure] == [128.0 / 255, 1])
        #expect(page.drawing.strokes[1].brush.width == 3 * Self.scale)
    }

    @Test(
        arguments: [
            (0, .paintbrush), (12, .paintbrush), (1, .pencil), (14, .pencil), (7, .pencil), (13, .pencil),
            (2, .ballpoint),
            (15, .ballpoint), (3, .marker), (16, .marker), (4, .fineliner), (17, .fineliner), (21, .calligraphy),
            (5, .highlighter), (18, .highlighter), (23, .shader), (99, nil),
        ] as [(UInt32, Brush.Tool?)])
    func `Every pen is known by its number`(pen: UInt32, tool: Brush.Tool?) throws {
        let read = try InkReader.read(Build.layers(version: 3, [[Build.stroke(version: 3, pen: pen, Self.dash)]]))
        let brush = try #require(read.document.pages[0].drawing.strokes.first).brush
        #expect(brush.tool == tool)
        #expect(brush.kind == (tool == .highlighter ? .highlighter : .pen))
        #expect(brush.color.alpha == (tool == .highlighter ? 0.3 : tool == .shader ? 0.1 : 1))
        #expect(read.dropped.map(\.description) == (tool == nil ? ["page 1: 1 × tool (pen 99)"] : []))
    }

    @Test func `Every color is known by its number, and an explicit color takes precedence`() throws {
        let lines = (0...14).map {
            Build.line(parent: 11, id: 20 + UInt64($0), left: $0 == 0 ? 0 : 19 + UInt64($0), color: $0, Self.dash)
        }
        let own = Build.line(parent: 11, id: 40, left: 34, color: 9, own: 0x4012_3456, Self.dash)
        let read = try InkReader.read(Build.scene(layers: [(11, "", true)], lines + [own]))
        let colors = read.document.pages[0].drawing.strokes.map(\.brush.color.rgba)
        #expect(
            colors == [
                0x0000_00ff, 0x9090_90ff, 0xffff_ffff, 0xfbf7_19ff, 0x00ff_00ff, 0xffc0_cbff, 0x4e69_c9ff, 0xb33e_39ff,
                0x7d7d_7dff, 0xfbf7_19ff, 0xa1d8_7dff, 0x8bd0_e5ff, 0xb782_cdff, 0xf7e8_51ff, 0x0000_00ff, 0x1234_5640,
            ])
        #expect(read.dropped.map(\.description) == ["page 1: 1 × unreadable attribute (color 14)"])
        #expect(read.document.pages[0].drawing.layers == [Drawing.Layer()])
    }

    @Test func `An eraser paints whiteout; area erasers and deleted strokes paint nothing`() throws {
        let strokes = [6, 8, 4].map { Build.stroke(version: 5, pen: $0, Self.dash) }
        let read = try InkReader.read(Build.layers(version: 5, [strokes]))
        #expect(read.document.pages[0].drawing.strokes.map(\.brush.kind) == [.whiteout, .pen])
        #expect(read.document.pages[0].drawing.strokes[0].brush.color == .white)
        #expect(read.dropped.map(\.description) == ["page 1: 1 × setting of a stroke (the outline of an erased area)"])

        let scene = Build.scene(
            layers: [(11, "", true)],
            [
                Build.line(parent: 11, id: 20, Self.dash), Build.item(5, parent: 11, id: 21, left: 20, value: nil),
                Build.item(8, parent: 11, id: 22, left: 21, value: nil),
                Build.line(parent: 11, id: 23, left: 22, Self.dash),
            ])
        let page = try InkReader.read(scene)
        #expect(page.document.strokeCount == 2)
        #expect(page.dropped.isEmpty)
    }

    @Test func `Strokes on hidden layers stay there, and a hidden group is a layer of its own`() throws {
        let scene = Build.scene(
            layers: [(11, "Shown", true), (12, "Sketch", false)],
            [
                Build.line(parent: 11, id: 20, Self.dash), Build.line(parent: 12, id: 21, Self.dash),
                Build.group(13), Build.item(4, parent: 12, id: 22, left: 21, value: [2] + Build.id(2, 13)),
                Build.line(parent: 13, id: 23, Self.dash),
            ])
        let read = try InkReader.read(scene)
        let drawing = read.document.pages[0].drawing
        #expect(drawing.strokes.map(\.layer) == [0, 1, 1] && drawing.shown.strokes.count == 1)
        #expect(drawing.layers == [.init(name: "Shown"), .init(name: "Sketch", isVisible: false)])
        #expect(read.dropped.isEmpty)
    }

    @Test func `A hidden group in a visible layer hides its own strokes only`() throws {
        let scene = Build.scene(
            layers: [(11, "Shown", true)],
            [
                Build.line(parent: 11, id: 20, Self.dash), Build.group(13, name: "Aside", visible: false),
                Build.item(4, parent: 11, id: 22, left: 20, value: [2] + Build.id(2, 13)),
                Build.line(parent: 13, id: 23, Self.dash),
            ])
        let drawing = try InkReader.read(scene).document.pages[0].drawing
        #expect(drawing.strokes.map(\.layer) == [0, 1])
        #expect(drawing.layers == [.init(name: "Shown"), .init(name: "Aside", isVisible: false)])
    }

    @Test func `Strokes outside layers do not change the other layers`() throws {
        let scene = Build.scene(
            layers: [(11, "A", true), (12, "B", true)],
            [
                Build.line(parent: 1, id: 20, Self.dash), Build.line(parent: 11, id: 21, Self.dash),
                Build.line(parent: 12, id: 22, Self.dash), Build.line(parent: 1, id: 200, left: 101, Self.dash),
            ])
        let drawing = try Self.page(scene).drawing
        #expect(drawing.layers.map(\.name) == [nil, "A", "B"])
        #expect(drawing.strokes.map(\.layer) == [0, 1, 2, 0])
    }

    @Test func `Strokes are painted in sequence order, not in file order`() throws {
        func line(_ id: UInt64, _ left: UInt64, _ right: UInt64, _ y: Float) -> [UInt8] {
            Build.line(parent: 11, id: id, left: left, right: right, [.init(x: 0, y: y), .init(x: 9, y: y)])
        }
        // 22 goes between 20 and 21. 30 and 31 both follow 21, the smaller first. 40 names a missing neighbor.
        let lines = [
            line(21, 20, 0, 3), line(31, 21, 0, 6), line(20, 0, 0, 1), line(22, 20, 21, 2), line(30, 21, 0, 5),
        ]
        let page = try Self.page(Build.scene(layers: [(11, "", true)], lines + [line(40, 99, 20, 0)]))
        let order = page.drawing.strokes.map { ($0.points.positions[0].y / Self.scale).rounded() }
        #expect(order == [0, 1, 2, 3, 5, 6])
    }

    @Test func `A page grows downwards and to both sides, and its center stays`() throws {
        let far = [Build.Point(x: -800, y: 100, width: 20), .init(x: 0, y: 3000, width: 20)]
        let page = try Self.page(Build.scene(layers: [(11, "", true)], [Build.line(parent: 11, id: 20, far)]))
        let size = try #require(page.size)
        #expect(Self.close(size.width, 2 * 810 * Self.scale) && Self.close(size.height, 3010 * Self.scale))
        let stroke = try #require(page.drawing.strokes.first)
        #expect(Self.close(stroke.points.positions[0].x, 10 * Self.scale))
        #expect(Self.close(stroke.points.positions[1].x, size.width / 2))
    }

    @Test func `A page grows upwards for ink more than a pixel above its top`() throws {
        func page(_ y: Float) throws -> InkDocument.Page {
            let dot = [Build.Point(x: 0, y: y, width: 2)]
            return try Self.page(Build.scene(layers: [(11, "", true)], [Build.line(parent: 11, id: 20, dot)]))
        }
        let high = try page(-99)
        #expect(Self.close(try #require(high.size).height, 1972 * Self.scale))
        #expect(Self.close(high.drawing.strokes[0].points.positions[0].y, Self.scale))
        let near = try page(0.5)
        #expect(near.size?.height == 1872 * Self.scale)
        #expect(Self.close(near.drawing.strokes[0].points.positions[0].y, 0.5 * Self.scale))
    }

    @Test func `Anchored strokes move with their line of typed text`() throws {
        // The text is “Ab”, a line break and a heading “C”. The break is the anchor of the second line.
        let text = Build.text("Ab\nC\nd", id: 50, styles: [(0, 1), (52, 2)])
        func group(_ id: UInt64, anchor: UInt64) -> [UInt8] {
            Build.group(id, anchor: (anchor, -400))
                + Build.item(4, parent: 11, id: id + 100, value: [2] + Build.id(2, id))
                + Build.line(parent: id, id: id + 200, [.init(x: 0, y: 1), .init(x: 1, y: 1)])
        }
        let anchors: [UInt64] = [51, 52, 53, 55, (1 << 48) - 1, 77]
        let groups = anchors.enumerated().map { group(200 + UInt64($0), anchor: $1) }
        let read = try InkReader.read(Build.scene(layers: [(11, "", true)], [text] + groups))
        let places = read.document.pages[0].drawing.strokes.map(\.points.positions[0])
        #expect(places.allSatisfy { Self.close($0.x, 302 * Self.scale) })
        let lines = places.map { ($0.y / Self.scale).rounded() - 1 }
        #expect(lines == [146, 216, 216, 366, 100, 0])
        #expect(
            read.dropped.map(\.description) == [
                "page 1: 1 × unreadable attribute (the place in typed text that strokes move with)"
            ])
    }

    @Test func `Paragraphs of typed text have their style, marker and place`() throws {
        // The line breaks have the numbers 51, 53, 55, 57, 59 and 61.
        let styles: [(UInt64, UInt8)] = [(0, 2), (51, 3), (53, 4), (55, 5), (57, 6), (59, 7), (61, 9)]
        let text = Build.text("a\nb\nc\nd\ne\nf\ng", id: 50, styles: styles)
        let read = try InkReader.read(Build.scene(layers: [(11, "", true)], [text]))
        let texts = read.document.pages[0].drawing.objects.compactMap(\.object.text)
        #expect(texts.map(\.string) == ["a", "b", "•", "c", "–", "d", "☐", "e", "☑", "f", "g"])
        #expect(texts[0].runs[0].style.family == "serif" && texts[1].runs[0].style.weight == 700)
        #expect(texts[1].width == 936 * Self.scale)
        #expect(read.dropped.map(\.description) == ["page 1: 1 × unreadable attribute (paragraph style 9)"])
        // The middles of the lines are 0.36 font sizes above baselines, which are at the bottom of each paragraph.
        let lines = texts.map { text in
            let style = text.runs[0].style
            return (text.transform.ty + (text.lineHeight ?? 0) * style.size / 2 + 0.36 * style.size) / Self.scale
        }
        let baselines = [150.0, 220, 255, 255, 290, 290, 325, 325, 360, 360, 430].map { 234 - 88 + $0 }
        #expect(zip(lines, baselines).allSatisfy { Self.close($0, $1) })
        #expect(Self.close(texts[0].transform.tx, (702 - 468) * Self.scale))
    }

    @Test func `A page grows with text below its lower edge`() throws {
        let text = Build.text("a", id: 50, y: 3000)
        let size = try #require(try Self.page(Build.scene(layers: [(11, "", true)], [text])).size)
        #expect(size.height > 2980 * Self.scale && size.height < 3100 * Self.scale)
    }

    @Test func `Unknown content is skipped and listed`() throws {
        let scene = Build.scene(
            layers: [(11, "", true)],
            [
                Build.block(0x42, [1, 2, 3]), Build.block(0x42, []), Build.line(parent: 11, id: 20, Self.dash),
                Build.block(5, [0xff]), Build.block(9, [1]), Build.line(parent: 77, id: 30, Self.dash),
                Build.block(5, version: 3, Array(Build.line(parent: 11, id: 22, left: 20, Self.dash).dropFirst(8))),
            ])
        let read = try InkReader.read(scene)
        #expect(read.document.strokeCount == 1)
        #expect(
            read.dropped.map(\.description) == [
                "page 1: 2 × unknown element (a block of type 66)",
                "page 1: 1 × malformed stroke (a block of type 5 that cannot be read)",
                "page 1: 1 × malformed stroke (its values cannot be read)",
                "page 1: 1 × malformed stroke (in a group that is not part of the page)",
            ])
    }

    @Test func `Invalid values are listed and never become ink`() throws {
        func stroke(_ points: [Build.Point]) -> [UInt8] { Build.stroke(version: 3, points) }
        let read = try InkReader.read(
            Build.layers(
                version: 3,
                [
                    [
                        stroke([.init(x: .nan, y: 0)]), stroke([.init(x: 0, y: .infinity)]),
                        stroke([.init(x: 1e30, y: 0)]),
                        stroke([]),
                        stroke([
                            .init(x: 0, y: 0, direction: .nan, width: 4), .init(x: 1, y: 0, width: -1, pressure: .nan),
                        ]),
                    ]
                ]))
        let strokes = read.document.pages[0].drawing.strokes
        try #require(strokes.count == 1)
        #expect(strokes[0].points.widths == [4 * Self.scale, 4 * Self.scale])
        #expect(strokes[0].points.channels.isEmpty)
        #expect(
            read.dropped.map(\.description) == [
                "page 1: 3 × malformed stroke (coordinates that are not usable numbers)",
                "page 1: 1 × malformed stroke (no points)", "page 1: 1 × unreadable attribute (width)",
                "page 1: 1 × channel of points (pressure)", "page 1: 1 × channel of points (direction)",
            ])
    }
}
