// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import LimnInk
import Testing
import TestSupport

@Suite struct SimplifierTests {
    @Test func `The swept areas before and after differ by at most the tolerance on 2000 random strokes`() throws {
        var generator = SeededGenerator(seed: 1)
        var (before, after) = (0, 0)
        for i in 0..<2000 {
            let stroke = randomStroke(using: &generator)
            let tolerance = try #require(Tolerance(points: [0.05, 0.1, 0.5][i % 3]))
            let result = Simplifier(tolerance: tolerance).simplify(stroke)
            #expect(result.largestEdgeError <= tolerance.points)
            #expect(farthest(from: stroke, to: result.stroke, within: tolerance.points) == nil, "stroke \(i)")
            #expect(farthest(from: result.stroke, to: stroke, within: tolerance.points) == nil, "stroke \(i), back")
            before += stroke.points.count
            after += result.stroke.points.count
        }
        #expect(after < before, "nothing was left out, so nothing was tested")
    }

    /// The first border point of one area whose distance to the other exceeds `reach`.
    private func farthest(from a: Stroke, to b: Stroke, within reach: Double) -> Point? {
        let area = SweptArea(positions: b.points.positions, widths: b.points.widths)
        return SweptArea(positions: a.points.positions, widths: a.points.widths)
            .samples(perSegment: 3, directions: 5)
            .first { !area.isWithin(reach + 1e-9, of: $0.point, hint: $0.fraction) }?.point
    }

    @Test func `A straight line of constant width keeps only its two ends`() {
        let points = StrokePoints((0...100).map { Point(x: Double($0), y: Double($0) * 2) }, width: 2)
        let result = Simplifier().simplify(Stroke(brush: Brush(), points: points))
        #expect(result.stroke.points.positions == [Point(x: 0, y: 0), Point(x: 100, y: 200)])
        #expect(result.largestEdgeError < 1e-12)
    }

    @Test func `A change of width counts like a bend`() {
        let line = (0...10).map { Point(x: Double($0), y: 0) }
        var widths = Array(repeating: 2.0, count: 11)
        widths[5] = 2.3  // 0.15 pt of radius
        let stroke = Stroke(brush: Brush(), points: StrokePoints(positions: line, widths: widths))
        #expect(Simplifier(tolerance: .storage).simplify(stroke).stroke.points.positions.contains(line[5]))
        widths[5] = 2.18  // 0.09 pt of radius
        let flat = Stroke(brush: Brush(), points: StrokePoints(positions: line, widths: widths))
        #expect(Simplifier(tolerance: .storage).simplify(flat).stroke.points.count == 2)
    }

    @Test func `Optional channels are kept with their points`() {
        let points = StrokePoints(
            positions: [Point(x: 0, y: 0), Point(x: 5, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 9)],
            widths: [1, 1, 1, 1], channels: [.pressure: [0.1, 0.2, 0.3, 0.4]])
        let kept = Simplifier().simplify(Stroke(brush: Brush(), points: points)).stroke.points
        #expect(kept[.pressure] == [0.1, 0.3, 0.4])
    }

    @Test func `Strokes of up to two points are unchanged`() {
        for count in 0...2 {
            let points = StrokePoints((0..<count).map { _ in Point(x: 1, y: 1) })
            #expect(Simplifier().simplify(Stroke(brush: Brush(), points: points)).stroke.points == points)
        }
    }

    @Test func `A dashed stroke keeps every point so that its dashes do not move`() {
        let points = StrokePoints((0...9).map { Point(x: Double($0), y: 0) })
        let stroke = Stroke(brush: Brush(dash: [3, 1]), points: points)
        #expect(Simplifier().simplify(stroke).stroke == stroke)
    }

    @Test func `A point that is not finite is kept`() {
        var positions = (0...9).map { Point(x: Double($0), y: 0) }
        positions[4].x = .nan
        let kept = Simplifier().simplify(Stroke(brush: Brush(), points: StrokePoints(positions))).stroke.points
        #expect(kept.positions.contains { $0.x.isNaN })
    }
}
