// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnGeometry
import LimnInk
import TestSupport
import Testing

@Suite struct StrokeSmootherTests {
    private let smoother = StrokeSmoother()

    private func samples(_ positions: [Point], rate: Double) -> [PenSample] {
        positions.enumerated().map { PenSample(position: $1, time: Double($0) / rate) }
    }

    private func jitter(_ positions: [Point], seed: UInt64) -> [Point] {
        var generator = SeededGenerator(seed: seed)
        return positions.map {
            Point(
                x: $0.x + .random(in: -0.3...0.3, using: &generator),
                y: $0.y + .random(in: -0.3...0.3, using: &generator))
        }
    }

    @Test(arguments: [60.0, 120, 240])
    func `Jitter of a slow line falls to a third, and the line ends where the pen did`(rate: Double) {
        var (before, after) = (0.0, 0.0)
        for seed in 1...10 as ClosedRange<UInt64> {
            let line = (0..<Int(2 * rate)).map { Point(x: 40 * Double($0) / rate, y: 0) }
            let raw = samples(jitter(line, seed: seed), rate: rate)
            let smooth = smoother.smooth(raw)
            #expect(smooth.count == raw.count)
            #expect(smooth.first == raw.first && smooth.last == raw.last)
            before += raw.dropFirst(2).dropLast(2).map { $0.position.y * $0.position.y }.reduce(0, +)
            after += smooth.dropFirst(2).dropLast(2).map { $0.position.y * $0.position.y }.reduce(0, +)
        }
        #expect((after / before).squareRoot() <= 1.0 / 3)
    }

    @Test(arguments: [60.0, 120, 240])
    func `Quick loops of small handwriting keep their height and place`(rate: Double) {
        // Letters of 6 pt, five loops a second, written forwards.
        let loops = (0..<Int(1.5 * rate)).map { index in
            let angle = 10 * Double.pi * Double(index) / rate
            return Point(x: 25 * Double(index) / rate + 2 * sin(angle), y: 3 * cos(angle))
        }
        let raw = samples(loops, rate: rate)
        let smooth = smoother.smooth(raw)
        let moved = zip(raw, smooth).map { ($0.position - $1.position).length }
        #expect((moved.max() ?? 0) < 0.15)
        let travel = { (all: [PenSample]) in
            zip(all, all.dropFirst()).map { ($1.position.y - $0.position.y).magnitude }.reduce(0, +)
        }
        #expect(travel(smooth) / travel(raw) > 0.985 && travel(smooth) / travel(raw) < 1.005)
    }

    @Test func `A corner that a fast pen draws stays a corner`() {
        let corner =
            (0...40).map { Point(x: Double($0) * 2.5, y: 0) } + (1...40).map { Point(x: 100, y: Double($0) * 2.5) }
        let smooth = smoother.smooth(samples(corner, rate: 120))
        #expect((smooth[40].position - Point(x: 100, y: 0)).length < 0.35)
        let (a, b) = (smooth[36].position, smooth[44].position)
        let before = smooth[40].position - a
        let after = b - smooth[40].position
        let angle = acos((before.dx * after.dx + before.dy * after.dy) / (before.length * after.length)) * 180 / .pi
        #expect(abs(angle - 90) < 10)
    }

    @Test func `Samples that are out of order or not finite are left out, and short strokes stay`() {
        let odd = [
            PenSample(position: Point(x: .nan, y: 0), time: 0), PenSample(position: .zero, time: 1),
            PenSample(position: Point(x: 5, y: 5), time: 0.5), PenSample(position: Point(x: 1, y: 0), time: .infinity),
            PenSample(position: Point(x: 3, y: 0), time: 1),
        ]
        // If two samples have the same time, the stroke ends at the second one's position.
        #expect(smoother.smooth(odd).map(\.position) == [Point(x: 3, y: 0)])
        #expect(smoother.smooth([]).isEmpty)
        let huge = (0..<80).map { PenSample(position: Point(x: $0 % 2 == 0 ? 1e308 : -1e308, y: 0), time: Double($0)) }
        #expect(smoother.smooth(huge).allSatisfy { $0.position.isFinite })
    }

    @Test func `Strength 0 keeps every sample, and more strength takes more of a tremor away`() {
        let line = (0..<200).map { Point(x: Double($0) / 5, y: 0) }
        let raw = samples(jitter(line, seed: 5), rate: 120)
        #expect(StrokeSmoother(strength: 0).smooth(raw) == raw)
        func spread(_ raw: [PenSample], _ strength: Double) -> Double {
            StrokeSmoother(strength: strength).smooth(raw).dropFirst(5).dropLast(5)
                .map { $0.position.y * $0.position.y }.reduce(0, +)
        }
        #expect(spread(raw, 0.5) < 0.5 * spread(raw, 0))
        // A hand trembles ten times a second.
        let tremor = samples((0..<200).map { Point(x: Double($0) / 5, y: 0.3 * sin(Double($0) / 2)) }, rate: 120)
        #expect(spread(tremor, 0.5) > 0.9 * spread(tremor, 0) && spread(tremor, 1) < 0.5 * spread(tremor, 0.5))
        #expect(StrokeSmoother(strength: .nan, pixel: -1).strength == 0.5)
    }

    @Test func `A pixel that is larger in points lets more noise be taken away`() {
        let line = (0..<200).map { Point(x: Double($0) / 5, y: 0) }
        let raw = samples(
            jitter(line, seed: 6).map { Point(x: $0.x, y: $0.y * 4) }, rate: 120)
        let spread = { (pixel: Double) in
            StrokeSmoother(pixel: pixel).smooth(raw).dropFirst(5).dropLast(5)
                .map { $0.position.y * $0.position.y }.reduce(0, +)
        }
        #expect(spread(4) < 0.5 * spread(1))
    }
}
