// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import Testing

struct CurvedLinesTests {
    private static func spiral(_ kind: Brush.Kind = .highlighter, dash: [Double] = []) -> Stroke {
        let positions = (0..<600).map { index in
            Point(x: 200, y: 200) + UnitVector(angle: Double(index) / 30).vector * (20 + Double(index) / 8)
        }
        return Stroke(brush: Brush(kind: kind, width: 8, dash: dash), points: StrokePoints(positions, width: 8))
    }

    private static func content(_ stroke: Stroke) throws -> (content: InkContent, lines: [[Substring]]) {
        let tolerance = try #require(Tolerance(points: 0.1))
        let content = InkContent(Drawing(strokes: [stroke]), tolerance: tolerance, unit: 0.01)
        let text = String(decoding: content.bytes, as: UTF8.self)
        return (content, text.split(separator: "\n").map { $0.split(separator: " ") })
    }

    @Test(arguments: [Brush.Kind.highlighter, .pen])
    func `A long line of one width is written as curves that stay within the tolerance`(kind: Brush.Kind) throws {
        let stroke = Self.spiral(kind)
        let (content, lines) = try Self.content(stroke)
        let curves = lines.filter { $0.last == "c" }
        #expect((10...50).contains(curves.count) && !lines.contains { $0.last == "l" })
        #expect(content.largestEdgeError <= 0.11)
        // The operators again as places, and their distance from the points as they were.
        let matrix = try #require(lines.first { $0.last == "cm" }).dropLast().compactMap { Double($0) }
        var last = try #require(lines.first { $0.last == "m" }).dropLast().compactMap { Double($0) }
        var places: [Point] = []
        for curve in curves {
            let c = last + curve.dropLast().compactMap { Double($0) }
            for step in 0...20 {
                let t = Double(step) / 20
                let s = 1 - t
                let weights: [Double] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
                var (x, y) = (0.0, 0.0)
                for (k, weight) in weights.enumerated() {
                    x += weight * c[2 * k]
                    y += weight * c[2 * k + 1]
                }
                places.append(Point(x: (x + matrix[4]) / 100, y: (y + matrix[5]) / 100))
            }
            last = Array(c.suffix(2))
        }
        for place in places {
            let away = (place - Point(x: 200, y: 200)).length
            let angle = UnitVector(place - Point(x: 200, y: 200))?.angle(to: UnitVector(angle: 0)) ?? 0
            // The spiral passes this direction every turn; the chords sag by 0.013 at most.
            let turns = (0..<4).map { turn in 20 + (2 * .pi * Double(turn) - angle) * 30 / 8 }
            #expect((turns.map { ($0 - away).magnitude }.min() ?? 9) < 0.125, "\(place)")
        }
    }

    @Test func `Dashes keep to the points, as they would wander on a shorter line`() throws {
        let lines = try Self.content(Self.spiral(.pen, dash: [6, 3])).lines
        #expect(!lines.contains { $0.last == "c" })
    }
}
