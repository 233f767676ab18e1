// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import TestSupport
import Testing

/// Pages written by tablets, compared with the output of rmscene and rmc.
@Suite struct RemarkableSampleTests {
    /// The samples with their numbers of strokes and points, as counted by rmscene.
    static let samples = [
        ("rmc-abcd.strokes", 4, 205), ("rmc-dot.stroke", 1, 11), ("rmc-fullpage", 23, 494),
        ("rmc-layers.stroke", 21, 734), ("rmc-pen_size_test.strokes", 174, 6084),
        ("rmscene-Color_and_tool_v3.14.4", 31, 1382), ("rmscene-Lines_v2", 10, 469),
        ("rmscene-Normal_A_stroke_2_layers", 2, 14), ("rmscene-Normal_A_stroke_2_layers_v3.3.2", 9, 223),
    ]

    struct Judged: Decodable {
        struct Stroke: Decodable {
            var pen: Int
            var color: Int
            var points: [[Double]]
        }

        var scene: [Stroke]
        var svg: [[[Double]]]
    }

    static func read(_ name: String) throws -> InkImport {
        let read = try InkReader.read(bytes(Requirement.shared("ink/\(name).rm")))
        #expect(read.format == .remarkable)
        return read
    }

    static func judged(_ name: String) throws -> Judged {
        let text = try python("rm_strokes", Requirement.shared("ink/\(name).rm").path)
        return try JSONDecoder().decode(Judged.self, from: Data(text.utf8))
    }

    @Test(arguments: samples)
    func `Strokes, their order and all point values match rmscene`(
        name: String, strokes: Int, points: Int
    ) throws {
        let document = try Self.read(name).document
        #expect(document.strokeCount == strokes)
        #expect(document.pointCount == points)
        let page = document.pages[0]
        let scene = try Self.judged(name).scene
        let drawn = Self.drawn(page)
        try #require(scene.map(\.points.count) == drawn.map(\.points.count))
        let middle = try #require(page.size).width / 2
        let scale = 72.0 / 226
        let top = try Self.top(page, scene.first?.points.first?[1] ?? 0, name)
        var (off, widthOff) = (0.0, 0.0)
        for (expected, stroke) in zip(scene, drawn) {
            let pressures = try #require(stroke.points[.pressure])
            let azimuths = try #require(stroke.points[.azimuth])
            for (i, point) in expected.points.enumerated() {
                let place = stroke.points.positions[i]
                off = max(off, abs(place.x - middle - point[0] * scale), abs(place.y - top - point[1] * scale))
                widthOff = max(widthOff, abs(stroke.points.widths[i] - point[2] / 4 * scale))
                off = max(off, abs(azimuths[i] - point[3] / 255 * 2 * .pi), abs(pressures[i] - point[4] / 255))
            }
        }
        #expect(off < 1e-9)
        // rmscene rounds the widths of the float layout to 1/4 pixel.
        #expect(widthOff <= scale / 8)
    }

    /// The offset by which a page grew upwards, which happens in one sample only.
    static func top(_ page: InkDocument.Page, _ y: Double, _ name: String) throws -> Double {
        let top = try #require(drawn(page).first).points.positions[0].y - y * (72.0 / 226)
        #expect(name == "rmc-pen_size_test.strokes" ? top > 30 && top < 33 : abs(top) < 0.001)
        return top
    }

    /// The strokes drawn with a pen. Highlights of printed text have no pressure.
    static func drawn(_ page: InkDocument.Page) -> [Stroke] {
        page.drawing.strokes.filter { $0.points[.pressure] != nil }
    }

    @Test(arguments: samples)
    func `Centre lines match those drawn by rmc`(name: String, strokes: Int, points: Int) throws {
        let page = try Self.read(name).document.pages[0]
        let lines = try Self.judged(name).svg
        let drawn = Self.drawn(page)
        try #require(lines.map(\.count) == drawn.map(\.points.count))
        let middle = try #require(page.size).width / 2
        let top = try Self.top(page, try #require(lines.first?.first)[1] * 226 / 72, name)
        var farthest = 0.0
        for (line, stroke) in zip(lines, drawn) {
            for (vertex, place) in zip(line, stroke.points.positions) {
                farthest = max(farthest, hypot(vertex[0] - place.x + middle, vertex[1] + top - place.y))
            }
        }
        // rmc rounds to a thousandth of a point.
        #expect(farthest < 0.0015)
    }

    @Test func `Layers, pens, colours and sizes are read`() throws {
        let layers = try Self.read("rmc-layers.stroke").document.pages[0].drawing
        #expect(layers.layers.map(\.name) == ["Layer 1", "Layer 2", "Layer 3", "Layer 4"])
        #expect(Set(layers.strokes.map(\.layer)) == [0, 2])

        let pens = try Self.read("rmc-pen_size_test.strokes").document.pages[0]
        #expect(Set(pens.drawing.strokes.map(\.brush.tool)) == [.calligraphy, .ballpoint, .fineliner])
        let fineliners = pens.drawing.strokes.filter { $0.brush.tool == .fineliner }
        #expect(Set(fineliners.compactMap(\.constantWidth)) == Set([8.0, 16, 24].map { $0 / 4 * (72.0 / 226) }))
        #expect(pens.drawing.strokes.contains { $0.brush.color == Color(rgba: 0x9090_90ff) })

        let colors = try Self.read("rmscene-Color_and_tool_v3.14.4")
        let page = colors.document.pages[0]
        #expect(page.size == Size(width: 1620 * (72.0 / 226), height: 2160 * (72.0 / 226)))
        let brushes = Set(page.drawing.strokes.map(\.brush)).map {
            "\($0.tool?.rawValue ?? "") \(String($0.color.rgba, radix: 16))"
        }
        #expect(
            Set(brushes) == [
                "shader 211e1c40", "ballpoint a1d87dff", "ballpoint 8bd0e5ff", "highlighter ffed75ff",
                "highlighter ffc38cff", "highlighter f29effff", "highlighter acff85ff", "highlighter beeafeff",
                "highlighter c7c7c6ff",
            ])
        #expect(colors.dropped.isEmpty)
    }

    @Test func `A page grows with its ink`() throws {
        let page = try Self.read("rmc-pen_size_test.strokes").document.pages[0]
        let size = try #require(page.size)
        let bounds = try #require(page.drawing.bounds)
        #expect(size.height >= 1872 * (72.0 / 226))
        #expect(bounds.maxY <= size.height && bounds.minX >= 0 && bounds.minY > -1e-9 && bounds.maxX <= size.width)
    }

    @Test func `Highlights of printed text become highlighter strokes as wide as the text is high`() throws {
        let read = try Self.read("rmscene-Wikipedia_highlighted_p1")
        let page = read.document.pages[0]
        try #require(page.drawing.strokes.count == 5)
        let stroke = page.drawing.strokes[0]
        let scale = 72.0 / 226
        #expect(stroke.brush.kind == .highlighter && stroke.brush.cap == .butt && stroke.brush.tool == .highlighter)
        #expect(stroke.brush.color == Color(red: 251.0 / 255, green: 247.0 / 255, blue: 25.0 / 255, alpha: 0.3))
        #expect(abs(stroke.points.widths[0] - 56.30432956921868 * scale) < 1e-9)
        // The page is wider than the canvas, because ink reaches 810 pixels to the left of the centre.
        let size = try #require(page.size)
        #expect(size.width > 2 * 810.112 * scale)
        #expect(abs(stroke.points.positions[0].x - size.width / 2 + 810.1125828475945 * scale) < 1e-9)
        #expect(
            abs(stroke.points.positions[1].x - size.width / 2 - (669.9534087714892 - 810.1125828475945) * scale) < 1e-9)
        #expect(abs(stroke.points.positions[0].y - (663.8742596766097 + 56.30432956921868 / 2) * scale) < 1e-9)
        #expect(read.dropped.isEmpty)
    }

    @Test func `Typed text is listed`() throws {
        #expect(try Self.read("rmscene-Normal_A_stroke_2_layers").dropped == [DroppedItem(kind: .text, page: 1)])
    }
}
