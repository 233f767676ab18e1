// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing

/// Inks, visible parts, transforms and the canvas.
@Suite struct PencilKitStrokeTests {
    static let line: [(Float, Float)] = [(0, 0), (6, 0), (12, 0), (18, 0), (24, 0), (30, 0), (36, 0), (42, 0)]

    static func stroke(_ kind: String, size: Float = 8, alpha: Float = 1, opacity: UInt16 = 32767) throws -> Stroke {
        let path = pkPath([(0, 0), (1, 0)], size: size, opacity: opacity)
        return try #require(try pkStrokes(wrd([pkStroke(path)], inks: [pkInk(kind, [0, 0.5, 1, alpha])])).first)
    }

    @Test(arguments: [
        ("pen", Brush.Tool.ballpoint, Brush.Kind.pen, 12.0), ("monoline", .monoline, .pen, 12),
        ("pencil", .pencil, .pen, 15), ("marker", .marker, .highlighter, 4), ("fountainpen", .fountain, .pen, 3.3),
        ("watercolor", .watercolor, .pen, 13.6), ("crayon", .crayon, .pen, 14.8), ("reed", .ballpoint, .pen, 12),
    ])
    func `Every ink has its tool and its width`(
        kind: String, tool: Brush.Tool, brushKind: Brush.Kind, width: Double
    ) throws {
        let stroke = try Self.stroke(kind)
        #expect(stroke.brush.tool == tool)
        #expect(stroke.brush.kind == brushKind)
        #expect(abs(stroke.points.widths[0] - width) < 1e-9)
        #expect(stroke.brush.width == stroke.points.widths[0])
        #expect(stroke.brush.color == Color(red: 0, green: 0.5, blue: 1))
    }

    @Test func `Sizes below the measured ones still have a positive width`() throws {
        #expect(try Self.stroke("pen", size: 2).points.widths[0] == 1)
        #expect(try Self.stroke("pen", size: 0).points.widths[0] == 0)
    }

    @Test func `Unknown inks are listed, eraser ink is invisible, and a missing ink is a black pen`() throws {
        let path = pkPath([(0, 0), (1, 0)])
        let file = try InkReader.read(
            wrd([0, 1, 9].map { pkStroke(path, ink: $0) }, inks: [pkInk("eraser"), pkInk("reed")]))
        #expect(file.document.strokeCount == 2)
        #expect(
            file.dropped.map(\.description) == [
                "page 1: 1 × tool (com.apple.ink.reed)",
                "page 1: 1 × unreadable attribute (ink of a stroke)",
            ])
    }

    @Test func `The ink's alpha and the points' opacity are multiplied`() throws {
        #expect(try Self.stroke("pen", alpha: 0.5).brush.color.alpha == 0.5)
        #expect(abs(try Self.stroke("pen", alpha: 0.5, opacity: 16383).brush.color.alpha - 0.25) < 1e-4)
        // An opacity may be up to 2, but the resulting alpha is at most 1.
        #expect(abs(try Self.stroke("pen", alpha: 0.25, opacity: 65535).brush.color.alpha - 0.5) < 1e-4)
        #expect(try Self.stroke("pen", alpha: 1, opacity: 65535).brush.color.alpha == 1)
        // A pencil stores the same value twice.
        #expect(try Self.stroke("pencil", alpha: 0.5, opacity: 16383).brush.color.alpha == 0.5)
        #expect(abs(try Self.stroke("pencil", alpha: 1, opacity: 16383).brush.color.alpha - 0.5) < 1e-4)
    }

    @Test func `A varying opacity above 1 raises the color's alpha up to 1`() throws {
        let records = [(Float(0), UInt16(16383)), (6, 65534)].flatMap {
            Wire.f32($0.0) + Wire.f32(0) + Wire.f32(0) + Wire.u16($0.1)
        }
        let path = pkPath(count: 2, masks: (0x103, 0x2fc), Array(pkConstants().prefix(14)) + Wire.f32(1), records)
        for (alpha, expected) in [(Float(0.25), (0.5, 0.25, 1.0)), (1, (1, 0.5, 1))] {
            let stroke = try pkStrokes(wrd([pkStroke(path)], inks: [pkInk("pen", [0, 0, 0, alpha])]))[0]
            #expect(abs(stroke.brush.color.alpha - expected.0) < 1e-4)
            let opacities = try #require(stroke.points[.opacity])
            #expect(abs(opacities.first! - expected.1) < 1e-4)
            #expect(abs(opacities.last! - expected.2) < 1e-4)
        }
    }

    @Test func `A fragment is the part of the path between its parameters`() throws {
        let ranges = Wire.data(12, [Float(0), 3.5, 6.5, 7].flatMap(Wire.f32))
        for path in [nil, pkPath(Self.line)] {
            let stroke = pkStroke(pkPath(Self.line), Wire.data(11, pkStroke(path, ranges)))
            let strokes = try pkStrokes(wrd([stroke]))
            try #require(strokes.count == 2)
            #expect(strokes[0].points.positions.map(\.x) == [0, 1, 6, 12, 18, 21])
            // At the middle of the second-last segment, the weights are 1, 23, 23, 1 of 48 on 30, 36, 42, 42.
            let cut = Double(30 + 23 * 36 + 23 * 42 + 42) / 48
            #expect(strokes[1].points.positions.map(\.x) == [cut, 41, 42])
        }
    }

    @Test func `Ranges may be unpacked, and may be on the stroke itself`() throws {
        let ranges = [Float(2), 4].flatMap { Wire.float(12, $0) }
        let strokes = try pkStrokes(wrd([pkStroke(pkPath(Self.line), ranges)]))
        #expect(strokes.map { $0.points.positions.map(\.x) } == [[12, 18, 24]])
    }

    @Test func `Invalid ranges are listed`() throws {
        let ranges = Wire.data(12, [3, 3, 5, 4, .nan, 1, 9, 12, 1].flatMap(Wire.f32))
        let file = try InkReader.read(wrd([pkStroke(pkPath(Self.line), ranges)]))
        #expect(file.document.strokeCount == 0)
        #expect(file.dropped.map(\.description) == ["page 1: 5 × unreadable attribute (visible part of a stroke)"])
    }

    @Test func `Masks are listed because they are not applied`() throws {
        let polygon = Wire.data(10, [0, 0, 9, 0, 9, 9].flatMap { Wire.f32($0) })
        let file = try InkReader.read(wrd([pkStroke(pkPath(Self.line), polygon)]))
        #expect(file.document.strokeCount == 1)
        #expect(file.dropped.map(\.description) == ["page 1: 1 × setting of a stroke (mask)"])
    }

    @Test func `Deleted strokes are skipped, and hidden ones are listed`() throws {
        let hidden = pkStroke(pkPath(Self.line), Wire.number(8, 0x20_0001))
        let seed = pkStroke(pkPath(Self.line), Wire.number(8, 0x1f_ffff_ffe0))
        let file = try InkReader.read(wrd([pkStroke(nil), pkStroke(nil, Wire.number(8, 1)), hidden, seed]))
        #expect(file.document.strokeCount == 1)
        #expect(file.dropped.map(\.description) == ["page 1: 1 × setting of a stroke (hidden, with the stroke)"])
    }

    @Test func `A transform moves points and scales widths`() throws {
        let path = pkPath([(0, 0), (6, 0)])
        let moved = try pkStrokes(wrd([pkStroke(path, Wire.floats(10, [0, 2, -2, 0, 100, 50]))]))[0]
        #expect(moved.points.positions == [Point(x: 100, y: 50), Point(x: 100, y: 62)])
        #expect(moved.constantWidth == 4)
        let odd = try InkReader.read(wrd([pkStroke(path, Wire.floats(10, [1, 0, 0, .nan, 0, 0]))]))
        #expect(odd.document.strokeCount == 1)
        #expect(odd.dropped.map(\.description) == ["page 1: 1 × unreadable attribute (transform of a stroke)"])
    }

    @Test func `The canvas becomes the page if it starts at the origin`() throws {
        let stroke = pkStroke(pkPath(Self.line))
        let set = try InkReader.read(wrd([stroke], canvas: [0, 0, 595, 842]))
        #expect(set.format == .pencilKit)
        #expect(set.document.pages.map(\.size) == [Size(width: 595, height: 842)])
        #expect(try InkReader.read(wrd([stroke])).document.pages[0].size == nil)
        let elsewhere = try InkReader.read(wrd([stroke], canvas: [5, 5, 90, 90]))
        #expect(elsewhere.document.pages[0].size == nil)
        #expect(elsewhere.dropped.map(\.description) == ["page 1: 1 × unreadable attribute (bounds of the canvas)"])
    }

    @Test func `An empty drawing is an empty page`() throws {
        // PencilKit's data for an empty drawing: versions and a clock of 2⁶³ − 1.
        let never: [UInt8] = [8, 0, 16] + [UInt8](repeating: 255, count: 8) + [127, 24, 0]
        let bytes =
            [0x77, 0x72, 0x64, 0xf0, 1, 0, 8, 0] + Wire.data(7, never) + Wire.data(8, Array(repeating: 1, count: 16))
        let file = try InkReader.read(bytes)
        #expect(file.document.pages.count == 1)
        #expect(file.document.strokeCount == 0)
        #expect(file.dropped.isEmpty)
    }
}
