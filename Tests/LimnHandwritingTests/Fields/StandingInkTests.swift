// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import LimnHandwriting
import Testing

struct StandingInkTests {
    private func line(_ points: (Double, Double)...) -> [Point] { points.map { Point(x: $0.0, y: $0.1) } }

    /// Lines moved to the right.
    private func moved(_ line: [Point], _ distance: Double) -> [Point] {
        line.map { Point(x: $0.x + distance, y: $0.y) }
    }

    private var one: [Point] { line((3, 0), (3, 12)) }
    private var seven: [Point] { line((0, 0), (7, 0), (3, 12)) }
    private var five: [Point] { line((6, 0), (1, 0), (1, 5), (6, 7), (5, 12), (0, 12)) }
    private var zero: [Point] { line((3, 0), (0, 6), (3, 12), (6, 6), (3, 0)) }

    @Test func `A line through two digits strikes them out, level or slanted`() {
        let digits = [five, moved(zero, 9)]
        for strike in [line((-2, 6), (17, 6.5)), line((-1, 13), (16, -1)), line((16, -1), (-1, 13))] {
            let ink = StandingInk(digits + [strike])
            #expect(ink.lines.isEmpty && ink.isCorrected)
        }
    }

    @Test func `A number beside what is struck out stands, and is corrected`() {
        let ink = StandingInk([five, moved(zero, 9), line((-2, 6), (17, 6)), moved(one, 22), moved(seven, 30)])
        #expect(ink.lines == [3, 4] && ink.isCorrected)
    }

    @Test func `A digit of two lines is struck out with both`() {
        let four = [line((0, 0), (0, 7), (7, 7)), line((5, 0), (5, 12))]
        let ink = StandingInk(four + [moved(five, 10), line((-2, 5), (18, 5))])
        #expect(ink.lines.isEmpty && ink.isCorrected)
    }

    @Test func `Bars, signs and stems strike nothing out`() {
        let bar = line((0, 6), (6, 6))
        let plus = [line((3, 2), (3, 10)), bar]
        let four = [line((0, 0), (0, 7), (7, 7)), line((5, 0), (5, 12))]
        let dice = [line((6, 6), (1, 6), (1, 12), (6, 12)), line((6, -2), (6, 12))]
        let equals = [line((0, 4), (6, 4)), line((0, 8), (6, 8))]
        for lines in [
            plus + [moved(five, 9)], [seven, bar], [moved(seven, 9), moved(bar, 9), seven, bar],
            four + four.map { moved($0, 10) }, dice, equals, [one, moved(one, 5)],
            [line((0, 6), (8, 6)), moved(one, 12)],
            [],
        ] {
            let ink = StandingInk(lines)
            #expect(ink.lines == Array(lines.indices) && !ink.isCorrected, "\(lines)")
        }
    }

    @Test func `One digit with a line through it may be struck out`() {
        for strike in [line((-2, 12), (8, -1)), line((-3, 6), (9, 6))] {
            let ink = StandingInk([zero, strike])
            #expect(ink.lines.count == 2 && ink.isCorrected)
        }
    }

    @Test func `What is written over a line later is not struck out`() {
        let lines = [line((-2, 6), (17, 6)), five, moved(zero, 9)]
        #expect(StandingInk(lines).lines == [0, 1, 2])
    }
}
