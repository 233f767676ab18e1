// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import LimnInk
import Testing

@Suite struct MarkTests {
    let line = [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10)]

    @Test func `A stroke of constant width becomes a line, one of varying width a filled outline`() {
        let even = Stroke(brush: Brush(), points: StrokePoints(line, width: 2)).marks()
        #expect(even.map(\.style) == [.line(width: 2, cap: .round, dash: [])])
        let varying = Stroke(brush: Brush(), points: StrokePoints(positions: line, widths: [1, 2, 3])).marks()
        #expect(varying.map(\.style) == [.fill])
    }

    @Test func `A highlighter is multiplied and everything else covers`() {
        for kind in Brush.Kind.allCases {
            let marks = Stroke(brush: Brush(kind: kind), points: StrokePoints(line)).marks()
            #expect(marks.map(\.blend) == [kind == .highlighter ? .multiply : .normal])
        }
    }

    @Test func `A fill is painted below its stroke with its own opacity`() {
        let marks = Stroke(brush: Brush(fill: 0.25), points: StrokePoints(line)).marks()
        #expect(marks.map(\.color.alpha) == [0.25, 1])
        #expect(marks[0].style == .fill)
    }

    @Test(arguments: [Brush.Tool.pencil, .crayon])
    func `Pencils and crayons have grain instead of opacity, and more of it the harder they press`(
        tool: Brush.Tool
    ) throws {
        func mark(_ opacity: Double, kind: Brush.Kind = .pen) throws -> Mark {
            let color = Color(red: 0, green: 0, blue: 1, alpha: opacity)
            let brush = Brush(kind: kind, color: color, tool: tool)
            return try #require(Stroke(brush: brush, points: StrokePoints(line)).marks().first)
        }
        let marks = try [0.3, 0.5, 0.7, 0.9].map { try mark($0) }
        #expect(marks.map(\.grain?.texture.rawValue) == Array(repeating: tool.rawValue, count: 4))
        #expect(marks.map(\.grain?.level) == [0, 1, 2, 3])
        #expect(marks.allSatisfy { $0.color.alpha == 1 })
        let inked = marks.compactMap { $0.grain?.cells.count(where: { $0 }) }
        let total = Double(Grain.side * Grain.side)
        for (count, share) in zip(inked, [0.5, 0.62, 0.75, 0.88]) {
            #expect((Double(count) / total - share).magnitude < 0.01)
        }
        // What the lightest level cannot show is translucent.
        #expect((try mark(0.15).color.alpha - 0.5).magnitude < 1e-12)
        #expect(try mark(0.9, kind: .highlighter).grain == nil)
    }

    @Test func `A watercolor fades towards its edge and has its opacity in the middle`() {
        let color = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
        let widths = StrokePoints(positions: line, widths: [4, 5, 6])
        let stroke = Stroke(brush: Brush(color: color, width: 5, fill: 0.25, tool: .watercolor), points: widths)
        let marks = stroke.marks()
        #expect(marks.count == 7)
        #expect(marks[0].color.alpha == 0.25, "the area comes first, and once")
        let through = marks.dropFirst().reduce(1) { $0 * (1 - $1.color.alpha) }
        #expect((through - 0.5).magnitude < 1e-12)
        var uneven = stroke
        uneven.points.mapWidths { ($0 - 3.5) * 4 }
        for stroke in [stroke, uneven] {
            for (outer, inner) in zip(stroke.washes, stroke.washes.dropFirst()) {
                #expect(zip(inner.points.widths, outer.points.widths).allSatisfy { $0 < $1 })
            }
        }
        #expect(stroke.washes[0].points == stroke.points)
        let pen = Stroke(brush: Brush(color: color), points: widths)
        #expect(pen.washes == [pen])
    }

    @Test func `A stroke without length is a disc`() throws {
        for count in [1, 5] {
            let points = StrokePoints(Array(repeating: Point(x: 3, y: 4), count: count), width: 2)
            let marks = Stroke(brush: Brush(cap: .butt), points: points).marks()
            #expect(marks.map(\.style) == [.fill])
            let area = flattened(marks[0].path, steps: 50).reduce(0) { $0 + signedArea($1) }.magnitude
            #expect((area - .pi).magnitude < 0.01)
        }
    }

    @Test func `Invisible strokes make no marks`() {
        #expect(Stroke(brush: Brush(), points: StrokePoints([])).marks().isEmpty)
        #expect(Stroke(brush: Brush(), points: StrokePoints(line, width: 0)).marks().isEmpty)
        #expect(Stroke(brush: Brush(color: Color(rgba: 0)), points: StrokePoints(line)).marks().isEmpty)
        #expect(Stroke(brush: Brush(), points: StrokePoints([Point(x: .infinity, y: 0)])).marks().isEmpty)
    }

    @Test func `The dashes of a stroke of varying width have the right total area`() throws {
        let long = StrokePoints(positions: [Point(x: 0, y: 0), Point(x: 90, y: 0)], widths: [1, 1.0001])
        let mark = try #require(Stroke(brush: Brush(dash: [6, 3]), points: long).marks().first)
        let areas = flattened(mark.path, steps: 30).map { signedArea($0).magnitude }
        #expect(areas.count == 10)
        // Each dash has the area 6 × 1 plus a disc for its round caps.
        for area in areas { #expect((area - (6 + .pi / 4)).magnitude < 0.01) }
    }

    @Test func `The bounds are tight around the outline`() throws {
        let stroke = Stroke(brush: Brush(), points: StrokePoints(positions: line, widths: [2, 2, 6]))
        #expect(stroke.bounds == Rect(x0: -1, y0: -1, x1: 13, y1: 13))
    }

    @Test func `Scaling a stroke scales its widths and dashes`() {
        let stroke = Stroke(brush: Brush(width: 1, dash: [2]), points: StrokePoints(line, width: 1))
        let twice = stroke.transformed(by: .scaling(x: 2, y: 2))
        #expect(twice.brush.width == 2 && twice.brush.dash == [4])
        #expect(twice.points.widths == [2, 2, 2])
        #expect(twice.points.positions.last == Point(x: 20, y: 20))
    }
}
