// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import Testing
import TestSupport

@Suite struct EraserTests {
    private static func line(width: Double = 2, cap: Brush.Cap = .round, dash: [Double] = []) -> Drawing {
        let points = StrokePoints([Point(x: 0, y: 0), Point(x: 100, y: 0)], width: width)
        return Drawing(strokes: [Stroke(brush: Brush(width: width, cap: cap, dash: dash), points: points)])
    }

    /// The x coordinates of a stroke's points, rounded to nine decimals.
    private static func rounded(_ stroke: Stroke) -> [Double] {
        stroke.points.positions.map { ($0.x * 1e9).rounded() / 1e9 }
    }

    private static func erase(_ drawing: Drawing, _ eraser: Eraser) throws -> Drawing {
        var copy = drawing
        try copy.apply(drawing.erasing(under: eraser))
        return copy
    }

    @Test func `A line is cut where its new round ends touch the eraser`() throws {
        let eraser = Eraser(path: [Point(x: 50, y: 0)], radius: 4)
        let left = try Self.erase(Self.line(), eraser).strokes
        #expect(left.map(Self.rounded) == [[0, 45], [55, 100]])
        // The eraser is 3 beside the line, so the new ends are √(5² − 3²) = 4 away along it.
        let beside = try Self.erase(Self.line(), Eraser(path: [Point(x: 50, y: 3)], radius: 4)).strokes
        #expect(beside.map(Self.rounded) == [[0, 46], [54, 100]])
        // The eraser crosses at a right angle, so the sides of its path matter.
        let across = Eraser(path: [Point(x: 50, y: -20), Point(x: 50, y: 20)], radius: 4)
        #expect(
            try Self.erase(Self.line(), across).strokes.map(Self.rounded) == [[0, 45], [55, 100]])
    }

    @Test func `An eraser that only touches the edge removes nothing`() throws {
        let eraser = Eraser(path: [Point(x: 50, y: 5)], radius: 4)
        #expect(Self.line().erasing(under: eraser).isEmpty)
        #expect(Self.line().strokes(under: eraser).isEmpty)
    }

    @Test func `Covered ends are removed, and covered dots as a whole`() throws {
        let left = try Self.erase(Self.line(), Eraser(path: [Point(x: 0, y: 0)], radius: 9))
        #expect(left.strokes.map(Self.rounded) == [[10, 100]])
        let dot = Drawing(strokes: [Stroke(brush: Brush(), points: StrokePoints([Point(x: 3, y: 3)], width: 4))])
        #expect(try Self.erase(dot, Eraser(path: [Point(x: 3, y: 6)], radius: 1.5)).isEmpty)
        #expect(try Self.erase(dot, Eraser(path: [Point(x: 3, y: 6)], radius: 1)) == dot)
    }

    @Test func `The corners of square caps stay outside the eraser`() throws {
        let left = try Self.erase(Self.line(cap: .square), Eraser(path: [Point(x: 50, y: 0)], radius: 4)).strokes
        let end = try #require(left[0].points.positions.last)
        #expect((end.x - (46 - 2.0.squareRoot())).magnitude < 1e-12)
    }

    @Test func `Erasing does not move the remaining dashes`() throws {
        let dashed = Self.line(dash: [6, 4])
        let left = try Self.erase(dashed, Eraser(path: [Point(x: 33, y: 0)], radius: 1)).strokes
        #expect(left.count == 11 && left.allSatisfy { $0.brush.dash.isEmpty })
        #expect(
            left.prefix(5).map(Self.rounded) == [
                [0, 6], [10, 16], [20, 26], [30, 31], [35, 36],
            ])
        // There is no ink in a gap.
        #expect(dashed.erasing(under: Eraser(path: [Point(x: 38, y: 0)], radius: 0.5)).isEmpty)
    }

    @Test func `Erasing inside a filled shape removes the fill`() throws {
        let corners = [(0, 0), (100, 0), (100, 100), (0, 100)].map { Point(x: Double($0.0), y: Double($0.1)) }
        let filled = Drawing(strokes: [Stroke(brush: Brush(fill: 0.5), points: StrokePoints(corners, width: 2))])
        let left = try Self.erase(filled, Eraser(path: [Point(x: 50, y: 50)], radius: 5)).strokes
        #expect(left.count == 1 && left[0].brush.fill == nil && left[0].points.positions == corners)
        // The edge that closes the fill is not drawn as a line.
        #expect(!filled.erasing(under: Eraser(path: [Point(x: -3, y: 50)], radius: 5)).isEmpty)
        #expect(filled.erasing(under: Eraser(path: [Point(x: -9, y: 50)], radius: 5)).isEmpty)
    }

    @Test func `All channels are cut at the same parameters`() throws {
        let points = StrokePoints(
            positions: [Point(x: 0, y: 0), Point(x: 100, y: 0)], widths: [2, 2],
            channels: [.pressure: [0, 1], .azimuth: [0.1, 2 * .pi - 0.1], .time: [0, 10]])
        let drawing = Drawing(strokes: [Stroke(brush: Brush(), points: points)])
        let left = try Self.erase(drawing, Eraser(path: [Point(x: 50, y: 0)], radius: 4)).strokes
        #expect(left[0].points[.pressure] == [0, 0.45] && left[1].points[.pressure] == [0.55, 1])
        #expect(left[1].points[.time] == [5.5, 10])
        // The shorter way from 0.1 to −0.1 passes through 0.
        #expect(try #require(left[0].points[.azimuth]?.last).magnitude < 0.011)
    }

    /// The smallest distance between the edges of a stroke's discs and of an eraser, measured by sampling.
    private static func gap(_ center: Point, _ radius: Double, _ eraser: Eraser) -> Double {
        var smallest = Double.infinity
        for (a, b) in zip(eraser.path, eraser.path.dropFirst() + [eraser.path[eraser.path.count - 1]]) {
            for step in 0...400 {
                smallest = min(smallest, center.distance(to: a.interpolated(to: b, at: Double(step) / 400)))
            }
        }
        return smallest - radius - eraser.radius
    }

    @Test(arguments: 0..<6) func `No ink remains under the eraser, and no other ink is removed`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stroke = randomStroke(using: &generator)
        let box = try #require(stroke.bounds)
        let path = (0..<4).map { _ in
            Point(
                x: .random(in: box.minX...box.maxX, using: &generator),
                y: .random(in: box.minY...box.maxY, using: &generator))
        }
        let eraser = Eraser(path: path, radius: .random(in: 0.5...6, using: &generator))
        var plain = stroke
        plain.brush.dash = []
        plain.brush.cap = .round
        let left = try Self.erase(Drawing(strokes: [plain]), eraser).strokes
        // Sampling overestimates the distance by at most the sagitta between two samples.
        let slack = 0.02
        var lengthLeft = 0.0
        for piece in left {
            let (positions, widths) = (piece.points.positions, piece.points.widths)
            for i in positions.indices.dropFirst() {
                lengthLeft += positions[i - 1].distance(to: positions[i])
                for step in 0...8 {
                    let t = Double(step) / 8
                    let center = positions[i - 1].interpolated(to: positions[i], at: t)
                    let radius = (widths[i - 1] + (widths[i] - widths[i - 1]) * t) / 2
                    #expect(Self.gap(center, radius, eraser) > -1e-9)
                }
            }
        }
        var lengthOutside = 0.0
        let (positions, widths) = (plain.points.positions, plain.points.widths)
        for i in positions.indices.dropFirst() {
            let length = positions[i - 1].distance(to: positions[i])
            for step in 0..<50 {
                let t = (Double(step) + 0.5) / 50
                let center = positions[i - 1].interpolated(to: positions[i], at: t)
                let radius = (widths[i - 1] + (widths[i] - widths[i - 1]) * t) / 2
                if Self.gap(center, radius, eraser) > slack { lengthOutside += length / 50 }
            }
        }
        #expect(lengthLeft >= lengthOutside - 0.02 * Double(positions.count))
    }
}
