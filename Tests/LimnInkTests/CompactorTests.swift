// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import TestSupport
import Testing

@Suite struct CompactorTests {
    @Test func `Points that repeat the one before go first, and are counted`() {
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

    @Test func `What is reported is within the tolerance and not zero`() {
        var generator = SeededGenerator(seed: 5)
        let drawing = Drawing(strokes: (0..<20).map { _ in randomStroke(using: &generator) })
        let (compact, report) = Compactor().compact(drawing)
        #expect(report.pointsIn == drawing.pointCount && report.pointsOut == compact.pointCount)
        #expect(report.pointsOut < report.pointsIn && report.largestEdgeError > 0 && report.largestEdgeError <= 0.1)
    }
}
