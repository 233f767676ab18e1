// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import Testing
import TestSupport

@Suite struct CompactorTests {
    @Test func `Points that repeat their predecessor are removed and counted`() {
        let points = StrokePoints(
            positions: [Point(x: 0, y: 0), Point(x: 0, y: 0), Point(x: 9, y: 9), Point(x: 9, y: 9), Point(x: 9, y: 9)],
            widths: [1, 1, 1, 1, 2], channels: [.time: [0, 1, 2, 3, 4]])
        let drawing = Drawing(strokes: [Stroke(brush: Brush(), points: points)])
        let (compact, report) = Compactor(tolerance: .exact).compact(drawing)
        #expect(report.pointsIn == 5 && report.duplicates == 2 && report.pointsOut == 3)
        #expect(compact.strokes[0].points[.time] == [0, 2, 4] && report.largestEdgeError == 0)
    }

    @Test func `A difference in a recorded channel keeps a point`() {
        let points = StrokePoints(positions: [.zero, .zero], widths: [1, 1], channels: [.pressure: [0.1, 0.2]])
        let drawing = Drawing(strokes: [Stroke(brush: Brush(dash: [1, 1]), points: points)])
        #expect(Compactor().compact(drawing).report.duplicates == 0)
    }

    @Test func `The reported error is within the tolerance and not zero`() {
        var generator = SeededGenerator(seed: 5)
        let drawing = Drawing(strokes: (0..<20).map { _ in randomStroke(using: &generator) })
        let (compact, report) = Compactor().compact(drawing)
        #expect(report.pointsIn == drawing.pointCount && report.pointsOut == compact.pointCount)
        #expect(report.pointsOut < report.pointsIn && report.largestEdgeError > 0 && report.largestEdgeError <= 0.1)
    }

    @Test func `Opacity that varies along a straight line is kept within its tolerance`() throws {
        let positions = (0...200).map { Point(x: Double($0), y: 0) }
        let opacities = positions.map { 0.5 + 0.5 * UnitVector(angle: $0.x / 20).vector.dy }
        let points = StrokePoints(
            positions: positions, widths: positions.map { _ in 1 }, channels: [.opacity: opacities])
        let drawing = Drawing(strokes: [Stroke(brush: Brush(), points: points)])
        let (compact, report) = Compactor().compact(drawing)
        #expect(report.pointsOut < 60 && report.pointsOut > 10)
        #expect((compact.strokes[0].paintColor.alpha - drawing.strokes[0].paintColor.alpha).magnitude < 1.0 / 64)
    }

    @Test func `A line that folds back and forth is simplified in linear time`() {
        let positions = (0..<20_000).map { index -> Point in
            let side: Double = index % 2 == 0 ? 1 : -1
            return Point(x: Double(index), y: side * Double(20_000 - index))
        }
        let drawing = Drawing(strokes: [Stroke(brush: Brush(), points: StrokePoints(positions, width: 1))])
        #expect(Compactor().compact(drawing).report.pointsOut == 20_000)
    }
}
