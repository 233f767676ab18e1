// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Drawings written by Limn.
@Suite struct PencilKitWriterTests {
    static func document(_ strokes: [Stroke], size: Size? = nil) -> InkDocument {
        InkDocument(pages: [.init(size: size, drawing: Drawing(strokes: strokes))])
    }

    static func write(_ strokes: [Stroke]) throws -> [UInt8] {
        try InkWriter.write(document(strokes), as: .pencilKit).bytes
    }

    /// An arc with every channel.
    static let arc: Stroke = {
        let steps = (0..<40).map { Double($0) / 40 }
        return Stroke(
            brush: Brush(color: Color(rgba: 0x2040_80c0), width: 2, tool: .fountain),
            points: StrokePoints(
                positions: steps.map { Point(x: 200 + 60 * $0, y: 300 + 20 * $0 * $0) }, widths: steps.map { 2 + $0 },
                channels: [
                    .pressure: steps.map { 0.3 + $0 / 2 }, .altitude: steps.map { 0.8 + $0 / 4 },
                    .azimuth: steps.map { 6 + $0 }.map { $0 > 2 * .pi ? $0 - 2 * .pi : $0 },
                    .opacity: steps.map { 0.5 + $0 / 2 }, .time: steps.map { $0 * 2 },
                ]))
    }()

    /// A smooth wave, which a spline fits without corners.
    static let smooth = (1...4).map { bend in
        let steps = (0..<20).map { Double($0) / 4 }
        return Stroke(
            brush: Brush(),
            points: StrokePoints(
                positions: steps.map { Point(x: 9 * $0, y: sin($0 * Double(bend) / 2)) },
                widths: steps.map { 2 + cos($0) / 8 }))
    }

    /// For every written point, its index in the stroke that was read.
    static func indices(of stroke: Stroke, in read: Stroke) throws -> [Int] {
        var at = 0
        return try stroke.points.positions.map { point in
            at = try #require((at..<read.points.count).first { read.points.positions[$0].distance(to: point) < 1e-4 })
            return at
        }
    }

    @Test func `Every channel round-trips within the steps of the format`() throws {
        let read = try #require(try pkStrokes(Self.write([Self.arc])).first)
        #expect(read.brush.color == Self.arc.brush.color || read.brush.color.rgba == Self.arc.brush.color.rgba)
        #expect(read.brush.tool == .fountain)
        let indices = try Self.indices(of: Self.arc, in: read)
        let steps: [(StrokePoints.Channel, Double)] = [
            (.pressure, 0.0006), (.altitude, 3e-5), (.azimuth, 6e-5), (.opacity, 2e-5), (.time, 1e-6),
        ]
        for (channel, step) in steps {
            let (before, after) = (try #require(Self.arc.points[channel]), try #require(read.points[channel]))
            for (value, index) in zip(before, indices) { #expect(abs(value - after[index]) <= step) }
        }
        for (width, index) in zip(Self.arc.points.widths, indices) {
            #expect(abs(width - read.points.widths[index]) < 1e-5)
        }
        // A smooth line needs no inner corners, so there is one control point per point, and three at each end.
        #expect(read.points.count <= 40 + 2)
    }

    @Test func `Straight lines between corners round-trip point by point`() throws {
        let corners = [Point(x: 0, y: 0), Point(x: 50, y: 0), Point(x: 50, y: 80), Point(x: 10, y: 20)]
        let stroke = Stroke(brush: Brush(width: 3), points: StrokePoints(corners, width: 3))
        let read = try pkStrokes(Self.write([stroke]))
        #expect(read.map(\.points) == [stroke.points])
        let dot = Stroke(brush: Brush(width: 3), points: StrokePoints([Point(x: 7, y: 8)], width: 3))
        #expect(try pkStrokes(Self.write([dot])).map(\.points) == [dot.points])
    }

    @Test func `The edges of any stroke round-trip within the tolerance`() throws {
        var generator = SeededGenerator(seed: 43)
        // Jagged strokes become corners, smooth ones become curves.
        let strokes = Self.smooth + (0..<16).map { _ in randomStroke(using: &generator, points: 1...20) }
        let read = try pkStrokes(Self.write(strokes))
        try #require(read.count == strokes.count)
        var (there, back, off) = (0.0, 0.0, 0.0)
        for (before, after) in zip(strokes, read) {
            for (point, index) in zip(before.points.positions, try Self.indices(of: before, in: after)) {
                off = max(off, point.distance(to: after.points.positions[index]))
            }
            let a = SweptArea(positions: before.points.positions, widths: before.points.widths)
            let b = SweptArea(positions: after.points.positions, widths: after.points.widths)
            for (p, _) in a.samples(perSegment: 2, directions: 6) { there = max(there, b.distance(to: p)) }
            for (p, _) in b.samples(perSegment: 2, directions: 6) { back = max(back, a.distance(to: p)) }
        }
        // Each curve between two points is read as the line between them, so only the rounding to 32 bits remains.
        #expect(max(there, back) <= 1e-4)
        #expect(off < 1e-4)
    }

    @Test func `An independent decoder in Python finds the same drawing`() throws {
        var generator = SeededGenerator(seed: 44)
        var strokes = [Self.arc] + Self.smooth + (0..<20).map { _ in randomStroke(using: &generator) }
        strokes[2].brush = Brush(kind: .highlighter, color: Color(red: 1, green: 1, blue: 0), width: 8)
        let folder = try TemporaryFolder()
        let bytes = try InkWriter.write(
            Self.document(strokes, size: Size(width: 595, height: 842)), as: .pencilKit
        ).bytes
        let text = strokes.map { $0.points.positions.map { "\($0.x) \($0.y)" }.joined(separator: " ") + "\n" }
        let lines = try python(
            "pencilkit_fields", folder.write(bytes, "a.drawing"), folder.write(text.joined().utf8, "points.txt")
        ).split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(4) == [
                "0 595.0 842.0", "com.apple.ink.fountainpen 0.125 0.251 0.502 0.753",
                "com.apple.ink.pen 0.0 0.0 0.0 1.0", "com.apple.ink.marker 1.0 1.0 0.0 1.0",
            ])
        try #require(lines.count == 4 + strokes.count)
        #expect(lines[4].hasPrefix("0 44 0x1e7 0x218 "))
        #expect(lines[5].hasPrefix("1 "))
        #expect(lines[6].hasPrefix("2 "))
        // The last word is the deviation of the spline from the lines between the points.
        let strays = lines.dropFirst(4).compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        #expect(strays.count == strokes.count)
        #expect(strays.max()! <= 0.01 + 1e-4)
        #expect(strays.max()! > 0.001)
    }

    @Test func `Equal ink gives equal bytes, and different ink different UUIDs`() throws {
        #expect(try Self.write([Self.arc]) == Self.write([Self.arc]))
        var other = Self.arc
        other.brush.color = .white
        #expect(try Self.write([Self.arc]).suffix(16) != Self.write([other]).suffix(16))
    }

    @Test func `A second round trip changes nothing`() throws {
        let once = try pkStrokes(Self.write([Self.arc]))
        let twice = try pkStrokes(Self.write(once))
        #expect(twice.count == 1)
        #expect(twice[0].points.count <= once[0].points.count + 2)
        #expect(twice[0].brush.color == once[0].brush.color)
    }

    @Test(arguments: [
        (Brush.Tool.ballpoint, Brush.Kind.pen), (.pencil, .pen), (.marker, .highlighter), (.monoline, .pen),
        (.fountain, .pen), (.watercolor, .pen), (.crayon, .pen),
    ])
    func `Tools round-trip with their widths and colors`(tool: Brush.Tool, kind: Brush.Kind) throws {
        for (width, alpha) in [(0.25, 1.0), (1.5, 0.5), (20, 0.25)] {
            let brush = Brush(
                kind: kind, color: Color(red: 0.5, green: 0, blue: 1, alpha: alpha), width: width, tool: tool)
            let stroke = Stroke(brush: brush, points: StrokePoints([.zero, Point(x: 9, y: 9)], width: width))
            let export = try InkWriter.write(Self.document([stroke]), as: .pencilKit)
            #expect(export.dropped.isEmpty)
            var read = try #require(try pkStrokes(export.bytes).first)
            #expect(abs(read.brush.width - width) < 1e-5)
            read.brush.width = width
            #expect(read.brush == brush)
        }
    }

    @Test func `Unsupported content is listed`() throws {
        let line = StrokePoints([.zero, Point(x: 9, y: 9)], width: 1)
        let strokes = [
            Stroke(brush: Brush(cap: .square, dash: [3, 2], fill: 0.5), points: line),
            Stroke(brush: Brush(kind: .whiteout, color: .white), points: line, layer: 1),
            Stroke(brush: Brush(tool: .calligraphy), points: line),
            Stroke(brush: Brush(), points: StrokePoints()),
            Stroke(
                brush: Brush(),
                points: StrokePoints(
                    positions: line.positions, widths: line.widths,
                    channels: [.pressure: [0, 99], .altitude: [-1, 0]])),
        ]
        let layers: [Drawing.Layer] = [.init(name: "a"), .init()]
        let page = InkDocument.Page(
            background: .pdf(page: 1), drawing: Drawing(strokes: strokes, layers: layers),
            items: [PageItem(kind: .text, format: "xopp", position: 0, content: [])])
        let document = InkDocument(title: "T", pages: [page], template: .file("a.pdf"))
        let export = try InkWriter.write(document, as: .pencilKit)
        #expect(try pkStrokes(export.bytes).count == 4)
        #expect(
            export.dropped.map(\.description) == [
                "1 × title", "1 × PDF", "page 1: 1 × background (page of a PDF)", "page 1: 2 × layer",
                "page 1: 1 × page item (text)", "page 1: 1 × dash", "page 1: 1 × fill", "page 1: 1 × cap",
                "page 1: 1 × setting of a stroke (whiteout, now a pen)", "page 1: 1 × tool (calligraphy)",
                "page 1: 1 × malformed stroke (no points)", "page 1: 1 × channel of points (pressure beyond what fits)",
                "page 1: 1 × channel of points (altitude beyond what fits)",
            ])
    }

    @Test func `Several pages and values out of range are rejected`() throws {
        func error(_ document: InkDocument) -> InkFormatError? {
            do {
                _ = try InkWriter.write(document, as: .pencilKit)
                return nil
            } catch { return error }
        }
        let several = error(InkDocument(pages: [.init(), .init()]))
        #expect(several?.code == .severalPages)
        #expect(
            several?.description.hasSuffix("it holds one page, and there are 2; choose one.")
                == true)
        let none = try InkWriter.write(InkDocument(), as: .pencilKit)
        #expect(try InkReader.read(none.bytes).document.strokeCount == 0)
        for (position, width, code) in [
            (Point(x: .nan, y: 0), 1.0, InkFormatError.Code.invalidValue), (.zero, -1, .invalidValue),
            (Point(x: 1e7, y: 0), 1, .unwritable), (.zero, 1e6, .unwritable),
        ] {
            let stroke = Stroke(brush: Brush(), points: StrokePoints([position], width: width))
            #expect(error(Self.document([stroke]))?.code == code)
        }
        let late = StrokePoints(positions: [.zero], widths: [1], channels: [.time: [1e31]])
        #expect(error(Self.document([Stroke(brush: Brush(), points: late)]))?.code == .unwritable)
        for (width, code) in [
            (Double.infinity, InkFormatError.Code.invalidValue), (.nan, .invalidValue), (1e8, .unwritable),
            (-1, .unwritable),
        ] { #expect(error(Self.document([], size: Size(width: width, height: 1)))?.code == code) }
    }
}
