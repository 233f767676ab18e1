// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

@Suite struct InkMLWriterTests {
    /// Two pages with layers, with every brush setting and every set of channels.
    static func everything() -> InkDocument {
        var generator = SeededGenerator(seed: 31)
        var strokes: [Stroke] = []
        for i in 0..<64 {
            var stroke = randomStroke(using: &generator, points: 1...12)
            let count = stroke.points.count
            func column(_ range: ClosedRange<Double>) -> [Double] {
                (0..<count).map { _ in .random(in: range, using: &generator) }
            }
            var channels: [StrokePoints.Channel: [Double]] = [:]
            if i & 1 > 0 { channels[.pressure] = column(0...1) }
            if i & 2 > 0 { channels[.altitude] = column(0...1.5) }
            if i & 4 > 0 { channels[.azimuth] = column(-3...3) }
            if i & 8 > 0 { channels[.opacity] = column(0...1) }
            if i & 16 > 0 { channels[.time] = [0] + column(0...9).sorted().dropFirst() }
            let widths = i & 32 > 0 ? Array(repeating: stroke.brush.width, count: count) : stroke.points.widths
            stroke.points = StrokePoints(positions: stroke.points.positions, widths: widths, channels: channels)
            stroke.brush.kind = Brush.Kind.allCases[i % 3]
            stroke.brush.cap = Brush.Cap.allCases[i / 3 % 3]
            stroke.brush.tool = i % 5 == 0 ? nil : Brush.Tool.allCases[i % Brush.Tool.allCases.count]
            stroke.brush.color = Color(rgba: UInt32.random(in: 0...UInt32.max, using: &generator))
            stroke.brush.dash = [[], [1, 2.5], [1.0 / 3, 0, 7]][i % 3]
            stroke.brush.fill = [nil, 0, 1, 1.0 / 3][i % 4]
            stroke.layer = i % 3
            strokes.append(stroke)
        }
        let layers: [Drawing.Layer] = [.init(name: "a <b>"), .init(), .init(name: ""), .init(name: "empty"), .init()]
        return InkDocument(
            title: "T & \"t\"",
            pages: [
                .init(size: Size(width: 612, height: 792.5), drawing: Drawing(strokes: strokes, layers: layers)),
                .init(),
                .init(
                    drawing: Drawing(strokes: Array(strokes[..<9]).map { Stroke(brush: $0.brush, points: $0.points) })),
            ])
    }

    @Test func `A lossless round trip is exact`() throws {
        let document = Self.everything()
        let export = try InkWriter.write(document, as: .inkml, options: .init(isLossless: true))
        #expect(export.dropped.isEmpty)
        let read = try InkReader.read(export.bytes)
        #expect(read.format == .inkml)
        #expect(read.dropped.isEmpty)
        #expect(read.document == document)
        #expect(try InkWriter.write(document, as: .inkml, options: .init(isLossless: true)) == export)
    }

    @Test func `Without lossless mode, values are rounded as documented, and a second round trip changes nothing`()
        throws
    {
        let document = Self.everything()
        let once = try InkReader.read(InkWriter.write(document, as: .inkml).bytes).document
        #expect(once.pages.map(\.drawing.layers) == document.pages.map(\.drawing.layers))
        for (a, b) in zip(document.pages[0].drawing.strokes, once.pages[0].drawing.strokes) {
            #expect(a.layer == b.layer && a.brush.kind == b.brush.kind && a.brush.tool == b.brush.tool)
            #expect(a.brush.color.rgba == b.brush.color.rgba)
            #expect(a.points.count == b.points.count)
            for (p, q) in zip(a.points.positions, b.points.positions) { #expect(p.distance(to: q) < 0.0015) }
            for (v, w) in zip(a.points.widths, b.points.widths) { #expect((v - w).magnitude < 0.0011) }
            for (channel, bound) in [
                (StrokePoints.Channel.pressure, 2e-5), (.opacity, 2e-5), (.altitude, 1e-4), (.azimuth, 1e-4),
                (.time, 6e-4),
            ] {
                #expect((a.points[channel] == nil) == (b.points[channel] == nil))
                for (v, w) in zip(a.points[channel] ?? [], b.points[channel] ?? []) {
                    #expect((v - w).magnitude < bound)
                }
            }
        }
        let twice = try InkReader.read(InkWriter.write(once, as: .inkml).bytes).document
        #expect(
            twice.pages.map { $0.drawing.strokes.map(\.points.positions) }
                == once.pages.map { $0.drawing.strokes.map(\.points.positions) })
    }

    @Test(arguments: [true, false]) func `Times that do not start at zero are kept`(isLossless: Bool) throws {
        let times = [1.5, 1.625, 4]
        let points = StrokePoints(
            positions: [Point(x: 1, y: 2), Point(x: 3, y: 4), Point(x: 5, y: 4)], widths: [1, 1, 1],
            channels: [.time: times])
        let drawing = Drawing(strokes: [Stroke(brush: Brush(), points: points)])
        let bytes = try InkWriter.write(
            InkDocument(pages: [.init(drawing: drawing)]), as: .inkml, options: .init(isLossless: isLossless)
        ).bytes
        let file = try InkReader.read(bytes)
        #expect(file.document.pages[0].drawing.strokes.map { $0.points[.time] } == [times])
        #expect(file.dropped.isEmpty)
    }

    /// Colors with and without exact 8-bit values.
    static let fineColors = [
        Color(red: 1.0 / 3, green: 0.1, blue: 1), Color(red: 0.5, green: 1e-9, blue: 0.25, alpha: 0.7),
        Color(red: 1, green: 0, blue: 0, alpha: 0.123456789), Color(rgba: 0x1234_5678),
    ]

    @Test(arguments: [InkFormat.inkml, .svg]) func `Lossless mode keeps colors that 8 bits cannot store`(
        format: InkFormat
    ) throws {
        let strokes = Self.fineColors.map {
            Stroke(brush: Brush(color: $0), points: StrokePoints([Point(x: 1, y: 2), Point(x: 3, y: 4)], width: 1))
        }
        let document = InkDocument(pages: [.init(drawing: Drawing(strokes: strokes))])
        func colors(isLossless: Bool) throws -> [Color] {
            let bytes = try InkWriter.write(document, as: format, options: .init(isLossless: isLossless)).bytes
            let file = try InkReader.read(bytes)
            #expect(file.dropped.isEmpty)
            return file.document.pages[0].drawing.strokes.map(\.brush.color)
        }
        #expect(try colors(isLossless: true) == Self.fineColors)
        #expect(try colors(isLossless: false).map(\.rgba) == Self.fineColors.map(\.rgba))
    }

    @Test func `Overlong titles and layer names are listed`() throws {
        func read(_ count: Int) throws -> InkImport {
            let name = String(repeating: "n", count: count)
            let drawing = Drawing(layers: [.init(name: name)])
            let document = InkDocument(title: name, pages: [.init(drawing: drawing)])
            let file = try InkReader.read(InkWriter.write(document, as: .inkml).bytes)
            #expect((file.document == document) == file.dropped.isEmpty)
            return file
        }
        #expect(try read(4096).dropped.isEmpty)
        let file = try read(4097)
        #expect(file.document.title == nil && file.document.pages[0].drawing.layers == [.init()])
        #expect(
            file.dropped.map(\.description) == [
                "1 × title (longer than 4096 bytes)", "page 1: 1 × layer (a name longer than 4096 bytes)",
            ])
    }

    @Test func `A small document is written as the recommendation defines`() throws {
        let line = Stroke(
            brush: Brush(color: Color(rgba: 0xff00_00ff), width: 2),
            points: StrokePoints(
                positions: [Point(x: 1, y: 2), Point(x: 3.001, y: 4)], widths: [2, 2], channels: [.pressure: [0, 1]]))
        let export = try InkWriter.write(InkDocument(pages: [.init(drawing: Drawing(strokes: [line]))]), as: .inkml)
        #expect(
            String(decoding: export.bytes, as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <ink xmlns="http://www.w3.org/2003/InkML">
                <definitions>
                <context xml:id="ctx0">
                <inkSource xml:id="src0">
                <traceFormat>
                <channel name="X" type="integer" units="in"/>
                <channel name="Y" type="integer" units="in"/>
                <channel name="F" type="integer" max="32767" units="dev"/>
                </traceFormat>
                <channelProperties>
                <channelProperty channel="X" name="resolution" value="36000" units="1/in"/>
                <channelProperty channel="Y" name="resolution" value="36000" units="1/in"/>
                </channelProperties>
                </inkSource>
                </context>
                <brush xml:id="br0">
                <brushProperty name="width" value="0.070555556" units="cm"/>
                <brushProperty name="height" value="0.070555556" units="cm"/>
                <brushProperty name="color" value="#ff0000"/>
                <brushProperty name="tip" value="ellipse"/>
                <brushProperty name="rasterOp" value="copyPen"/>
                <brushProperty name="ignorePressure" value="1"/>
                </brush>
                </definitions>
                <traceGroup>
                <annotation type="page">1</annotation>
                <trace contextRef="#ctx0" brushRef="#br0">500 1000 0,1501 2000 32767</trace>
                </traceGroup>
                </ink>

                """)
    }

    @Test func `Unsupported content is listed`() throws {
        var document = InkDocument(pages: [.init(background: .pdf(page: 1))], template: .file("a.pdf"))
        document.pages[0].items = [PageItem(kind: .text, format: "xopp", position: 0, content: [])]
        document.pages[0].drawing.strokes = [Stroke(brush: Brush(), points: StrokePoints())]
        let export = try InkWriter.write(document, as: .inkml)
        #expect(
            export.dropped.map(\.description) == [
                "page 1: 1 × background", "page 1: 1 × page item (text of xopp)",
                "page 1: 1 × malformed stroke (no points)", "1 × PDF",
            ])
    }

    @Test func `Values that cannot be stored are rejected`() {
        let stroke = Stroke(brush: Brush(), points: StrokePoints([Point(x: .nan, y: 0)]))
        let error = #expect(throws: InkFormatError.self) {
            try InkWriter.write(InkDocument(pages: [.init(drawing: Drawing(strokes: [stroke]))]), as: .inkml)
        }
        #expect(error?.code == .invalidValue)
    }
}
