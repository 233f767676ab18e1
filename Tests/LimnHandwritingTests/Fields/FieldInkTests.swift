// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import LimnHandwriting
import LimnInk
import Testing

struct FieldInkTests {
    private func stroke(_ points: [(Double, Double)], brush: Brush = Brush(width: 1)) -> Stroke {
        Stroke(brush: brush, points: StrokePoints(points.map { Point(x: $0.0, y: $0.1) }, width: 1))
    }

    private let boxes = [
        FieldInk.Box(Rect(x0: 0, y0: 0, x1: 40, y1: 20), margin: 4),
        FieldInk.Box(Rect(x0: 0, y0: 20, x1: 40, y1: 40), margin: 4),
    ]

    @Test func `A stroke belongs to the box that has most of it`() {
        let drawing = Drawing(strokes: [
            stroke([(10, 2), (10, 25)]), stroke([(20, 18), (20, 38)]), stroke([(60, 5), (90, 5)]),
            stroke([(10, 10), (90, 10)]),
        ])
        #expect(FieldInk(drawing, in: boxes).strokes == [[0], [1]])
    }

    @Test func `Marks of a highlighter are no ink of a field`() {
        var marker = Brush(width: 8)
        marker.kind = .highlighter
        let drawing = Drawing(strokes: [stroke([(5, 10), (30, 10)], brush: marker), stroke([(5, 5), (9, 15)])])
        #expect(FieldInk(drawing, in: boxes).strokes == [[1], []])
    }

    @Test func `What is struck out does not stand, and a sign does`() {
        let five = stroke([(10, 5), (6, 5), (6, 9), (10, 10), (9, 15), (5, 15)])
        let six = stroke([(20, 5), (16, 12), (18, 15), (21, 12), (17, 11)])
        let rule = stroke([(2, 10), (30, 10.3)])
        let sign = stroke([(1, 10), (4, 10)])
        let all = Drawing(strokes: [sign, five, six, rule, five])
        #expect(HandwritingLayout.standing([0, 1, 2], in: all) == [0, 1, 2])
        #expect(HandwritingLayout.standing([1, 2, 3, 4], in: all) == [4])
    }

    @Test func `Wide gaps between the cells of a comb are closed`() {
        let lines = [0.0, 30, 60].map { x in [Point(x: x, y: 0), Point(x: x + 4, y: 10)] }
        let closed = GapClosing.closed(lines)
        #expect(closed.map { $0[0].x } == [0, 7.5, 15])
        #expect(closed.map { $0[1].x } == [4, 11.5, 19])
        let near = [0.0, 8].map { x in [Point(x: x, y: 0), Point(x: x + 4, y: 10)] }
        #expect(GapClosing.closed(near) == near)
    }

    @Test func `A mark is as certain as it is large`() {
        let box = Rect(x0: 0, y0: 0, x1: 10, y1: 10)
        #expect(FieldMark.certainty(of: [[Point(x: 1, y: 1), Point(x: 9, y: 9)]], in: box) == 1)
        #expect(FieldMark.certainty(of: [[Point(x: 5, y: 5), Point(x: 6, y: 5)]], in: box) == 0.2)
        #expect(FieldMark.certainty(of: [], in: box) == 0)
    }
}
