// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import Testing
import TestSupport

@Suite struct StrokeIndexTests {
    @Test(arguments: [0, 1, 16, 17, 300, 2000]) func `The index finds the same strokes as a linear search`(count: Int)
        throws
    {
        var generator = SeededGenerator(seed: UInt64(count))
        let drawing = Drawing(
            strokes: (0..<count).map { _ in
                randomStroke(using: &generator).transformed(
                    by: .translation(
                        Vector(
                            dx: .random(in: 0...2000, using: &generator), dy: .random(in: 0...2000, using: &generator)))
                )
            })
        let index = StrokeIndex(drawing)
        for _ in 0..<100 {
            let corner = Point(
                x: .random(in: -100...2400, using: &generator), y: .random(in: -100...2400, using: &generator))
            let area = Rect(origin: corner, size: Size(width: .random(in: 0...300, using: &generator), height: 40))
            let all = drawing.strokes.indices.filter { drawing.strokes[$0].bounds?.intersection(area) != nil }
            #expect(index.strokes(meeting: area) == all)
            let finger = Eraser(path: [corner], radius: 5)
            #expect(
                drawing.strokes(under: finger, among: index.strokes(near: finger)) == drawing.strokes(under: finger))
            #expect(index.stroke(at: corner, reach: 5, in: drawing) == drawing.strokes(under: finger).last)
        }
    }

    @Test func `The topmost stroke within reach of a point is found`() throws {
        func line(_ y: Double) -> Stroke {
            Stroke(brush: Brush(), points: StrokePoints([Point(x: 0, y: y), Point(x: 50, y: y)], width: 4))
        }
        let drawing = Drawing(strokes: [line(10), line(11), line(30)])
        let index = StrokeIndex(drawing)
        #expect(index.stroke(at: Point(x: 20, y: 10.5), in: drawing) == 1)
        #expect(index.stroke(at: Point(x: 20, y: 8.5), in: drawing) == 0)
        #expect(index.stroke(at: Point(x: 20, y: 20), in: drawing) == nil)
        #expect(index.stroke(at: Point(x: 20, y: 26), reach: 2.5, in: drawing) == 2)
    }

    @Test func `A lasso selects strokes by the fraction inside`() throws {
        let lasso = Lasso(corners: [.zero, Point(x: 10, y: 0), Point(x: 10, y: 10), Point(x: 0, y: 10)])
        func line(_ xs: [Double]) -> Stroke {
            Stroke(brush: Brush(), points: StrokePoints(xs.map { Point(x: $0, y: 5) }))
        }
        let drawing = Drawing(strokes: [
            line([1, 9]), line([4, 9, 14]), line([9, 10.1, 30]), line([12, 13]), line([5]),
        ])
        #expect(drawing.items(in: lasso, .whole) == [0, 4])
        // Six tenths of the second stroke are inside, and a twentieth of the third.
        #expect(drawing.items(in: lasso, .half) == [0, 1, 4])
        let across = Drawing(strokes: [line([-50, 50]), line([-2, 8])])
        #expect(across.items(in: lasso, .any) == [0, 1] && across.items(in: lasso, .half) == [1])
        // A chord that crosses a notch of the lasso is not entirely inside.
        let notched = Lasso(corners: lasso.corners + [Point(x: 5, y: 4)])
        #expect(notched.selects(line([1, 9]), .whole) == false || notched.contains(Point(x: 3, y: 5)))
        #expect(drawing.items(in: lasso, .any) == [0, 1, 2, 4])
        #expect(Lasso(corners: []).contains(.zero) == false)
    }
}
