// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import Testing
import TestSupport

@Suite struct BrushModelTests {
    private static func samples(
        pressure: Double? = nil, altitude: Double? = nil, azimuth: Double? = nil, towards direction: Double = 0
    ) -> [PenSample] {
        (0..<5).map { index in
            PenSample(
                position: .zero + UnitVector(angle: direction).vector * Double(index), time: Double(index) / 100,
                pressure: pressure, altitude: altitude, azimuth: azimuth)
        }
    }

    private static func widths(_ tool: Brush.Tool, _ samples: [PenSample]) -> [Double] {
        BrushModel(tool, size: 2).stroke(samples).points.widths.map { ($0 * 1e6).rounded() / 1e6 }
    }

    @Test(arguments: Brush.Tool.allCases) func `At half pressure an upright pen draws the nominal width`(
        tool: Brush.Tool
    ) {
        // The flat nib's edge lies at 45°, and its full width appears across that edge.
        let widths = Self.widths(tool, Self.samples(pressure: 0.5, altitude: .pi / 2, towards: .pi / 4))
        #expect(widths == Array(repeating: 2, count: 5))
        #expect(Self.widths(tool, Self.samples(towards: .pi / 4)) == widths, "a pen that cannot tell draws the same")
    }

    @Test func `Pressure widens a fountain pen's line but not a monoline`() {
        #expect(Self.widths(.fountain, Self.samples(pressure: 0))[0] == 0.8)
        #expect(Self.widths(.fountain, Self.samples(pressure: 1))[0] == 3.2)
        #expect(Self.widths(.monoline, Self.samples(pressure: 1))[0] == 2)
        #expect(Self.widths(.ballpoint, Self.samples(pressure: 1))[0] == 2.3)
        #expect(Self.widths(.paintbrush, Self.samples(pressure: 0))[0] == 0.2)
    }

    @Test func `A tilted pencil draws wide and pale`() {
        let flat = BrushModel(.pencil, size: 2).stroke(Self.samples(pressure: 0.5, altitude: 0))
        #expect((flat.points.widths[0] - 8).magnitude < 1e-12)
        let opacity = flat.points[.opacity]?[0] ?? 0
        #expect((opacity - 0.3375).magnitude < 1e-12)
    }

    @Test func `A flat nib draws thin lines along its edge, which is perpendicular to the pen's azimuth`() {
        #expect(Self.widths(.calligraphy, Self.samples(towards: -.pi / 4))[0] == 0.3)
        #expect(Self.widths(.calligraphy, Self.samples(towards: .pi / 4))[0] == 2)
        // If the pen leans along x, the nib's edge lies along y.
        #expect(Self.widths(.calligraphy, Self.samples(azimuth: 0, towards: 0))[0] == 2)
        #expect(Self.widths(.calligraphy, Self.samples(azimuth: 0, towards: .pi / 2))[0] == 0.3)
        let tilted = Self.samples(altitude: .pi / 4, azimuth: 0, towards: .pi / 2)
        #expect(Self.widths(.calligraphy, tilted)[0] == 0.45)
    }

    @Test func `The nib of a pen that does not report its azimuth lies at the angle that is set`() {
        func widths(_ samples: [PenSample]) -> [Double] {
            let stroke = BrushModel(.calligraphy, size: 2, nibAngle: 0).stroke(samples)
            return stroke.points.widths.map { ($0 * 1e6).rounded() / 1e6 }
        }
        #expect(widths(Self.samples(towards: 0))[0] == 0.3)
        #expect(widths(Self.samples(towards: .pi / 2))[0] == 2)
        // A pen that leans along x turns the nib.
        #expect(widths(Self.samples(azimuth: 0, towards: 0))[0] == 2)
    }

    @Test func `A stroke keeps exactly the channels that every sample has`() {
        var samples = Self.samples(pressure: 0.25, azimuth: 1)
        samples[2].azimuth = nil
        let stroke = BrushModel(.fountain, size: 1).stroke(samples, color: .white)
        #expect(stroke.points[.pressure] == Array(repeating: 0.25, count: 5))
        #expect(stroke.points[.azimuth] == nil && stroke.points[.altitude] == nil && stroke.points[.opacity] == nil)
        #expect(stroke.brush.tool == .fountain && stroke.brush.color == .white)
        #expect(BrushModel(.highlighter, size: 9).brush(color: .black).kind == .highlighter)
    }

    @Test func `Smoothing removes jitter, follows a fast pen, and ends where the pen did`() {
        var generator = SeededGenerator(seed: 2)
        let slow = (0..<200).map { index in
            PenSample(
                position: Point(x: Double(index) / 50, y: .random(in: -0.3...0.3, using: &generator)),
                time: Double(index) / 240)
        }
        let calm = InputSmoother.smooth(slow)
        func spread(_ samples: [PenSample]) -> Double {
            samples.dropFirst(20).dropLast().map { $0.position.y * $0.position.y }.reduce(0, +)
        }
        #expect(spread(calm) < spread(slow) / 5)
        #expect(calm.last?.position == slow.last?.position && calm.count == 201)
        let fast = (0..<60).map { PenSample(position: Point(x: Double($0) * 12, y: 0), time: Double($0) / 240) }
        let followed = InputSmoother.smooth(fast)
        #expect(fast[50].position.x - followed[50].position.x < 24, "two samples behind at most")
    }

    @Test func `Smoothing skips samples that are out of order or not finite`() {
        var smoother = InputSmoother()
        #expect(smoother.smooth(PenSample(position: Point(x: .nan, y: 0), time: 0)) == nil)
        #expect(smoother.smooth(PenSample(position: .zero, time: 1))?.position == .zero)
        #expect(smoother.smooth(PenSample(position: Point(x: 5, y: 5), time: 0.5)) == nil)
        #expect(smoother.smooth(PenSample(position: Point(x: .nan, y: 0), time: 2)) == nil)
        // If two samples have the same time, the stroke ends at the second one's position.
        #expect(smoother.smooth(PenSample(position: Point(x: 3, y: 0), time: 1)) == nil)
        #expect(smoother.finish()?.position == Point(x: 3, y: 0))
        #expect(InputSmoother.Parameters(minimumCutoff: -1, speedCoefficient: .nan, speedCutoff: 0).minimumCutoff > 0)
    }
}
