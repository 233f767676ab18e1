// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Pages that rmscene or a tablet wrote, against what rmscene reads in them and rmc draws of them.
@Suite struct RemarkableSampleTests {
    /// A page that `Scripts/foreign` had rmscene write.
    static func made(_ name: String) -> ForeignFile { .made(.ink, "rmscene-\(name).rm") }

    /// Each with its strokes and points, as they were written.
    static let counts = [
        ("colors", 4, 120), ("deleted", 3, 36), ("floats", 10, 300), ("handwriting", 150, 9000), ("highlights", 3, 6),
        ("layers", 10, 300), ("pens", 48, 1440), ("tall", 1, 81), ("text", 4, 66),
    ]
    static let files = counts.map { made($0.0) } + ForeignFile.further(.ink, "rm")
    static let scale = 72.0 / 226

    struct Judged: Decodable {
        struct Stroke: Decodable {
            var pen: Int
            var color: Int
            var points: [[Double]]
        }

        struct Line: Decodable {
            var words: String
            var x: Double
            var y: Double
        }

        var text: [Line]
        var scene: [Stroke]
        var svg: [[[Double]]]
    }

    static func read(_ file: ForeignFile) throws -> InkImport {
        let read = try InkReader.read(file.bytes)
        #expect(read.format == .remarkable)
        return read
    }

    static func judged(_ file: ForeignFile) throws -> Judged {
        try JSONDecoder().decode(Judged.self, from: Data(try python("rm_strokes", file.url.path).utf8))
    }

    @Test(arguments: counts)
    func `A page holds as many strokes and points as were written`(name: String, strokes: Int, points: Int) throws {
        let document = try Self.read(Self.made(name)).document
        #expect(document.strokeCount == strokes)
        #expect(document.pointCount == points)
    }

    @Test(arguments: files)
    func `Strokes, their order and every value of every point are those that rmscene reads`(file: ForeignFile) throws {
        let page = try Self.read(file).document.pages[0]
        let scene = try Self.judged(file).scene
        let drawn = Self.drawn(page)
        try #require(scene.map(\.points.count) == drawn.map(\.points.count))
        let middle = try #require(page.size).width / 2
        let top = Self.top(page, scene.first?.points.first?[1])
        var (off, widthOff) = (0.0, 0.0)
        for (expected, stroke) in zip(scene, drawn) {
            let pressures = try #require(stroke.points[.pressure])
            let azimuths = try #require(stroke.points[.azimuth])
            for (i, point) in expected.points.enumerated() {
                let place = stroke.points.positions[i]
                off = max(off, abs(place.x - middle - point[0] * Self.scale))
                off = max(off, abs(place.y - top - point[1] * Self.scale))
                widthOff = max(widthOff, abs(stroke.points.widths[i] - point[2] / 4 * Self.scale))
                off = max(off, abs(azimuths[i] - point[3] / 255 * 2 * .pi), abs(pressures[i] - point[4] / 255))
            }
        }
        #expect(off < 1e-9)
        // rmscene rounds the widths of the first form of points to quarters of a pixel.
        #expect(widthOff <= Self.scale / 8)
    }

    /// How far down the page's own top lies, in points, where ink goes beyond it.
    ///
    /// - Parameter y: where the first stroke begins, in pixels from the page's own top.
    static func top(_ page: InkDocument.Page, _ y: Double?) -> Double {
        guard let y, let first = drawn(page).first else { return 0 }
        let top = first.points.positions[0].y - y * scale
        #expect(top > -0.001)
        return top
    }

    /// The strokes drawn with a pen. Highlights of printed text have no pressure.
    static func drawn(_ page: InkDocument.Page) -> [Stroke] {
        page.drawing.strokes.filter { $0.points[.pressure] != nil }
    }

    @Test(arguments: files)
    func `Center lines lie where rmc draws them`(file: ForeignFile) throws {
        let page = try Self.read(file).document.pages[0]
        let lines = try Self.judged(file).svg
        let drawn = Self.drawn(page)
        try #require(lines.map(\.count) == drawn.map(\.points.count))
        let middle = try #require(page.size).width / 2
        let top = Self.top(page, (lines.first?.first?[1]).map { $0 / Self.scale })
        var farthest = 0.0
        for (line, stroke) in zip(lines, drawn) {
            for (vertex, place) in zip(line, stroke.points.positions) {
                farthest = max(farthest, hypot(vertex[0] - place.x + middle, vertex[1] + top - place.y))
            }
        }
        // rmc rounds to a thousandth of a point.
        #expect(farthest < 0.0015)
    }

    @Test func `Layers, pens, colors and sizes of every kind come over`() throws {
        let layers = try Self.read(Self.made("layers")).document.pages[0].drawing
        #expect(layers.layers.map(\.name) == ["Layer 1", "Layer 2", "Layer 3", "Layer 4"])
        #expect(Set(layers.strokes.map(\.layer)) == [0, 2])

        let pens = try Self.read(Self.made("pens")).document.pages[0]
        #expect(
            Set(pens.drawing.strokes.map(\.brush.tool)) == [
                .paintbrush, .pencil, .ballpoint, .marker, .fineliner, .highlighter, .calligraphy, .shader,
            ])
        let fineliners = pens.drawing.strokes.filter { $0.brush.tool == .fineliner }
        #expect(Set(fineliners.compactMap(\.constantWidth)) == Set([8.0, 16, 24].map { $0 / 4 * Self.scale }))
        #expect(pens.drawing.strokes.contains { $0.brush.color == Color(rgba: 0x9090_90ff) })

        let colors = try Self.read(Self.made("colors"))
        let page = colors.document.pages[0]
        #expect(page.size == Size(width: 1620 * Self.scale, height: 2160 * Self.scale))
        let brushes = page.drawing.strokes.map(\.brush).map {
            "\($0.tool?.rawValue ?? "") \(String($0.color.rgba, radix: 16))"
        }
        #expect(
            brushes == ["shader 211e1c40", "highlighter ffc38cff", "ballpoint a1d87dff", "ballpoint 8bd0e5ff"])
        #expect(colors.dropped.isEmpty)
    }

    @Test func `Deleted strokes are gone, and the others are in the order of their links`() throws {
        let strokes = try Self.read(Self.made("deleted")).document.pages[0].drawing.strokes
        #expect(strokes.map(\.points.count) == [10, 12, 14])
    }

    @Test func `A page grows with its ink, upwards and downwards`() throws {
        let page = try Self.read(Self.made("tall")).document.pages[0]
        let size = try #require(page.size)
        let bounds = try #require(page.drawing.bounds)
        // The pen is 4 pixels wide: the ink reaches from 102 pixels above the page to 2542 below its top.
        #expect(abs(Self.top(page, -100) - 102 * Self.scale) < 1e-6)
        #expect(abs(size.height - (102 + 2542) * Self.scale) < 1e-6)
        #expect(bounds.maxY <= size.height && bounds.minX >= 0 && bounds.minY > -1e-9 && bounds.maxX <= size.width)
    }

    @Test func `Highlights of printed text become highlighter strokes as high as the text`() throws {
        let read = try Self.read(Self.made("highlights"))
        let page = read.document.pages[0]
        try #require(page.drawing.strokes.count == 3)
        let stroke = page.drawing.strokes[0]
        #expect(stroke.brush.kind == .highlighter && stroke.brush.cap == .butt && stroke.brush.tool == .highlighter)
        #expect(stroke.brush.color == Color(red: 251.0 / 255, green: 247.0 / 255, blue: 25.0 / 255, alpha: 0.3))
        #expect(abs(stroke.points.widths[0] - 56.5 * Self.scale) < 1e-9)
        // The page is wider than the canvas: ink reaches 810.5 pixels to the left of the middle.
        let size = try #require(page.size)
        #expect(size.width >= 2 * 810.5 * Self.scale)
        #expect(abs(stroke.points.positions[0].x - size.width / 2 + 810.5 * Self.scale) < 1e-9)
        #expect(abs(stroke.points.positions[1].x - size.width / 2 - (670 - 810.5) * Self.scale) < 1e-9)
        #expect(abs(stroke.points.positions[0].y - (660.25 + 56.5 / 2) * Self.scale) < 1e-9)
        #expect(page.drawing.strokes[2].brush.color == Color(rgba: 0xffed_75ff))
        #expect(read.dropped.isEmpty)
    }

    @Test(arguments: files) func `Typed text has the words, order and places that rmc gives it`(
        file: ForeignFile
    ) throws {
        let read = try InkReader.read(file.bytes)
        #expect(!read.dropped.contains { $0.kind == .text })
        let page = read.document.pages[0]
        let markers: Set = ["•", "–", "☐", "☑"]
        let texts = page.drawing.objects.compactMap(\.object.text).filter { !markers.contains($0.string) }
        let judged = try Self.judged(file).text.filter { !$0.words.isEmpty }
        #expect(texts.map { $0.string.trimmingCharacters(in: .whitespaces) } == judged.map(\.words))
        let middle = try #require(page.size).width / 2
        for (text, line) in zip(texts, judged) {
            let style = text.runs[0].style
            // The baseline of DejaVu fonts, whose ascent is 0.928 and whose descent is 0.236 font sizes.
            let lineHeight = try #require(text.lineHeight)
            let baseline = text.transform.ty + (lineHeight - 1.164) / 2 * style.size + 0.928 * style.size
            #expect(abs(baseline - line.y) < 2)
            #expect(abs(text.transform.tx - middle - line.x) < 2)
        }
    }

    @Test func `A title, a list and a plain line have their styles`() throws {
        let read = try Self.read(Self.made("text"))
        #expect(read.dropped.isEmpty)
        let texts = read.document.pages[0].drawing.objects.compactMap(\.object.text)
        #expect(texts.map(\.string) == ["Title", "•", "Plain", "Ends."])
        #expect(texts.map(\.runs[0].style.family) == ["serif", "sans-serif", "sans-serif", "sans-serif"])
        #expect(texts[0].runs[0].style.size > texts[3].runs[0].style.size)
        #expect(texts[1].transform.tx < texts[2].transform.tx)
    }
}
