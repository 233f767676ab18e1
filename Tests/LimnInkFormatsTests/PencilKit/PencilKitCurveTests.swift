// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// The curve given by control points.
@Suite struct PencilKitCurveTests {
    /// Reads the stroke of a drawing with one path and a constant pen size.
    static func stroke(_ points: [(Float, Float)]) throws -> Stroke {
        let strokes = try pkStrokes(wrd([pkStroke(pkPath(points))]))
        try #require(strokes.count == 1)
        return strokes[0]
    }

    @Test func `Control points on a straight line are sampled where segments meet`() throws {
        let stroke = try Self.stroke([(0, 5), (6, 5), (12, 5), (18, 5)])
        // The ends are the end control points. The next knot is (5·0 + 6) / 6 = 1, and inner knots equal their
        // control points.
        #expect(stroke.points.positions == [0, 1, 6, 12, 17, 18].map { Point(x: $0, y: 5) })
        #expect(stroke.constantWidth == 2)
        #expect(stroke.points.channels.isEmpty)
    }

    @Test func `An arch passes through the points that its Bézier curve has`() throws {
        let positions = try Self.stroke([(0, 0), (0, 12), (12, 12), (12, 0)]).points.positions
        #expect(positions.first == Point(x: 0, y: 0))
        #expect(positions.last == Point(x: 12, y: 0))
        // Between (2, 10) and (10, 10), the Bézier points are (4, 12) and (8, 12). The midpoint is (2 + 3·4 + 3·8 +
        // 10) / 8.
        for known in [Point(x: 2, y: 10), Point(x: 6, y: 11.5), Point(x: 10, y: 10)] {
            #expect(positions.contains { $0.distance(to: known) < 1e-12 })
        }
        // The lead-in is a straight line to (5P₀ + P₁) / 6.
        #expect(positions.contains { $0.distance(to: Point(x: 0, y: 2)) < 1e-12 })
        // At a quarter of a segment, the weights are 27, 235, 121 and 1 of 384.
        let quarter = Point(x: (121 * 12 + 12) / 384, y: (235 + 121) * 12.0 / 384)
        #expect(positions.contains { $0.distance(to: quarter) < 1e-12 })
    }

    @Test func `One control point is a dot, and so are several equal ones`() throws {
        #expect(try Self.stroke([(3, 4)]).points.positions == [Point(x: 3, y: 4)])
        #expect(try Self.stroke([(3, 4), (3, 4), (3, 4)]).points.positions == [Point(x: 3, y: 4)])
    }

    @Test func `Two control points give the line between them`() throws {
        #expect(try Self.stroke([(3, 4), (9, 4)]).points.positions == [Point(x: 3, y: 4), Point(x: 9, y: 4)])
    }

    @Test func `Triple control points are corners`() throws {
        let corners: [(Float, Float)] = [(0, 0), (20, 0), (20, 30), (5, 5)]
        let positions = try Self.stroke(corners.flatMap { [$0, $0, $0] }).points.positions
        #expect(positions == corners.map { Point(x: Double($0.0), y: Double($0.1)) })
    }

    /// The cardinal B-spline of degree 3 as a sum of truncated powers, independent of the module under test.
    static func weight(_ t: Double) -> Double {
        zip([1.0, -4, 6, -4, 1], 0...).reduce(0) { sum, term in
            let base = max(0, t - Double(term.1))
            return sum + term.0 * base * base * base
        } / 6
    }

    @Test func `The edges of the samples are within 0.01 pt of those of the exact curve`() throws {
        var generator = SeededGenerator(seed: 41)
        var (worst, back, points) = (0.0, 0.0, 0)
        for round in 0..<15 {
            let reach: Float = [0.5, 5, 60][round % 3]
            var (x, y, size): (Float, Float, Float) = (100, 100, 4)
            let controls = (0..<12).map { _ in
                x += .random(in: -reach...reach, using: &generator)
                y += .random(in: -reach...reach, using: &generator)
                size = max(2.7, size + .random(in: -1...1, using: &generator))
                return (x, y, size)
            }
            let records = controls.flatMap { Wire.f32($0.0) + Wire.f32($0.1) + Wire.f32(0) + Wire.f32($0.2) }
            let path = pkPath(count: 12, masks: (0x007, 0x3f8), Array(pkConstants().dropFirst(4)), records)
            let stroke = try #require(try pkStrokes(wrd([pkStroke(path)])).first)
            points += stroke.points.count

            let all = [controls[0], controls[0]] + controls + [controls[11], controls[11]]
            var exact: (centers: [Point], widths: [Double]) = ([], [])
            for step in 0...(13 * 30) {
                let t = Double(step) / 30
                var (px, py, ps) = (0.0, 0.0, 0.0)
                for (index, control) in all.enumerated() {
                    let w = Self.weight(t + 3 - Double(index))
                    px += w * Double(control.0)
                    py += w * Double(control.1)
                    ps += w * Double(control.2)
                }
                exact.centers.append(Point(x: px, y: py))
                exact.widths.append(2 * ps - 4)
            }
            let curve = SweptArea(positions: exact.centers, widths: exact.widths)
            let samples = SweptArea(positions: stroke.points.positions, widths: stroke.points.widths)
            for (p, _) in curve.samples(perSegment: 1, directions: 6) { worst = max(worst, samples.distance(to: p)) }
            // In the other direction, the dense curve is itself a polygon, so its own error is included.
            for (p, _) in samples.samples(perSegment: 2, directions: 6) { back = max(back, curve.distance(to: p)) }
        }
        #expect(worst <= 0.01)
        #expect(back <= 0.03)
        #expect(worst > 0.002)
        #expect(points < 15 * 13 * 40)
    }

    @Test func `All components of a point follow the same spline`() throws {
        let records = (0..<4).flatMap { index -> [UInt8] in
            let i = Float(index)
            return Wire.f32(6 * i) + Wire.f32(0) + Wire.f32(i) + Wire.f32(3 + i) + Wire.u16(1000) + Wire.u16(0)
                + Wire.u16(UInt16(600 * index)) + Wire.u16(UInt16(6000 * index)) + Wire.u16(UInt16(3000 * index))
                + Wire.u16(UInt16(6000 * index)) + Wire.f32(1)
        }
        let bytes = wrd([pkStroke(pkPath(count: 4, masks: (0x3ff, 0), [], records))])
        let points = try pkStrokes(bytes)[0].points
        #expect(points.positions.map(\.x) == [0, 1, 6, 12, 17, 18])
        let along = [0, 1.0 / 6, 1, 2, 3 - 1.0 / 6, 3]
        func expect(_ values: [Double]?, _ step: Double, from start: Double = 0) throws {
            for (value, t) in zip(try #require(values), along) { #expect(abs(value - start - step * t) < 1e-9) }
        }
        try expect(points.widths, 2, from: 2)
        try expect(points[.time], 1)
        try expect(points[.pressure], 0.6)
        try expect(points[.azimuth], 6000 * 2 * .pi / 65534)
        try expect(points[.altitude], 3000 * .pi / 65535)
        try expect(points[.opacity], 6000.0 / 32767)
    }

    @Test func `An azimuth that crosses 2π takes the shorter way`() throws {
        let steps: [UInt16] = [65000, 65400, 266, 666]
        let records = steps.enumerated().flatMap { Wire.f32(Float($0) * 6) + Wire.f32(0) + Wire.u16($1) }
        let constants = Wire.f32(0) + pkConstants().prefix(10) + pkConstants().dropFirst(12)
        let bytes = wrd([pkStroke(pkPath(count: 4, masks: (0x041, 0x3be), Array(constants), records))])
        let azimuths = try #require(try pkStrokes(bytes)[0].points[.azimuth])
        #expect(azimuths.allSatisfy { $0 > 6.2 || $0 < 0.07 })
        #expect(azimuths.allSatisfy { 0..<(2 * .pi) ~= $0 })
    }
}
