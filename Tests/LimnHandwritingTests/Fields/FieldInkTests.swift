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

    @Test func `A line below a box is no mark, and a large one through it is`() {
        let box = Rect(x0: 0, y0: 0, x1: 10, y1: 10)
        #expect(FieldMark.certainty(of: [[Point(x: 0, y: 13), Point(x: 12, y: 13)]], in: box) == 0)
        #expect(FieldMark.certainty(of: [[Point(x: -9, y: 3), Point(x: 4, y: 6), Point(x: 18, y: -16)]], in: box) == 1)
    }

    @Test func `Ink that goes on beyond a box makes it crowded`() {
        let digits = [5.0, 15, 25, 35].map { x in stroke([(x, 4), (x + 5, 14)]) }
        let box = [FieldInk.Box(Rect(x0: 0, y0: 0, x1: 32, y1: 18), margin: 1)]
        let over = FieldInk(Drawing(strokes: digits), in: box)
        #expect(over.strokes == [[0, 1, 2]] && over.isCrowded(0, in: box[0].rect))
        #expect(!FieldInk(Drawing(strokes: Array(digits[..<3])), in: box).isCrowded(0, in: box[0].rect))
        // A level dash before the box may be its sign.
        let signed = FieldInk(Drawing(strokes: [stroke([(-7, 9), (0, 9)]), digits[0]]), in: box)
        #expect(signed.strokes == [[1]] && signed.isCrowded(0, in: box[0].rect))
        // What is far, higher, a long rule or a drawing is no part of the value.
        for other in [
            stroke([(45, 4), (50, 14)]), stroke([(35, -20), (40, -10)]), stroke([(33, 9), (133, 9.5)]),
            stroke([(34, -60), (60, 90)]),
        ] {
            let ink = FieldInk(Drawing(strokes: Array(digits[..<3]) + [other]), in: box)
            #expect(ink.strokes == [[0, 1, 2]] && !ink.isCrowded(0, in: box[0].rect))
        }
    }

    @Test func `Marks of neighbors do not crowd a mark, and loose ink does`() {
        let boxes = [0.0, 12].map { FieldInk.Box(Rect(x0: $0, y0: 0, x1: $0 + 10, y1: 10), margin: 1) }
        let marks = [stroke([(1, 1), (9, 9)]), stroke([(13, 1), (21, 9)])]
        #expect(!FieldInk(Drawing(strokes: marks), in: boxes).isCrowded(0, in: boxes[0].rect, isLoose: true))
        let word = FieldInk(Drawing(strokes: [marks[0], stroke([(-9, 1), (-3, 9)])]), in: boxes)
        #expect(word.isCrowded(0, in: boxes[0].rect, isLoose: true))
    }

    @Test func `Numbers that stand apart are told`() {
        func lines(_ places: [Double]) -> [[Point]] {
            places.map { x in [Point(x: x, y: 0), Point(x: x + 4, y: 10)] }
        }
        #expect(!GapClosing.isApart(lines([0, 6, 12])) && GapClosing.isApart(lines([0, 6, 20])))
        #expect(!GapClosing.isApart([]) && !GapClosing.isApart(lines([30])))
    }
}
