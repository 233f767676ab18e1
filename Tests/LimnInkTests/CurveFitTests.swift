// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import Testing
import TestSupport

@Suite struct CurveFitTests {
    /// The Hausdorff distance between curves and a polyline, measured by dense sampling and not by the bound under
    /// test.
    private static func distance(_ curves: [CurveFit.Cubic], _ line: [Point]) -> Double {
        func gap(_ p: Point, _ polyline: [Point]) -> Double {
            var least = Double.infinity
            for (a, b) in zip(polyline, polyline.dropFirst()) {
                let along = b - a
                let t = min(max((p - a).dot(along) / max(along.squaredLength, 1e-300), 0), 1)
                least = min(least, p.distance(to: a + along * t))
            }
            return least
        }
        let samples = curves.flatMap { curve in (0...40).map { curve.point(at: Double($0) / 40) } }
        return max(samples.map { gap($0, line) }.max() ?? 0, line.map { gap($0, samples) }.max() ?? 0)
    }

    @Test func `A quarter circle of a hundred points becomes one curve`() {
        let points = (0...100).map { Point.zero + UnitVector(angle: Double($0) / 100 * .pi / 2).vector * 50 }
        let (curves, error) = CurveFit().curves(along: points)
        #expect(curves.count == 1 && error < 0.1)
        // The handles of a quarter circle are 0.5523 radii long.
        let handle = curves[0].points.0.distance(to: curves[0].points.1)
        #expect((handle / 50 - 0.5523).magnitude < 0.01)
    }

    @Test func `A straight line becomes one curve without error, and a corner stays a corner`() {
        let line = (0...20).map { Point(x: Double($0), y: 2 * Double($0)) }
        let straight = CurveFit().curves(along: line)
        #expect(straight.curves.count == 1 && straight.largestError < 1e-9)
        let bent = CurveFit().curves(along: line + (1...20).map { Point(x: 20 + Double($0), y: 40 - 2 * Double($0)) })
        #expect(bent.curves.count == 2 && bent.curves[0].points.3 == Point(x: 20, y: 40))
    }

    @Test(arguments: 0..<8) func `Curves stay within the reported error, which is within the tolerance`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        for tolerance in [0.05, 0.1, 0.5] {
            let points = randomStroke(using: &generator).points.positions
            let fit = CurveFit(tolerance: try #require(Tolerance(points: tolerance)))
            let (curves, error) = fit.curves(along: points)
            #expect(error <= tolerance)
            #expect(Self.distance(curves, points) <= error + 1e-3)
            #expect(curves.first?.points.0 == points.first && curves.last?.points.3 == points.last)
            for (a, b) in zip(curves, curves.dropFirst()) { #expect(a.points.3 == b.points.0) }
        }
    }

    @Test func `Fewer than two different points give no curve`() {
        #expect(CurveFit().curves(along: []).curves.isEmpty)
        #expect(CurveFit().curves(along: [.zero, .zero]).curves.isEmpty)
    }
}
