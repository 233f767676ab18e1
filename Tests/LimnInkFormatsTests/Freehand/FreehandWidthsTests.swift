// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

@testable import LimnInkFormats

@Suite struct FreehandWidthsTests {
    static let line = (0..<5).map { Point(x: Double($0) * 100, y: 0) }

    @Test func `Pressure sets the radius: size · easing(½ − thinning · (½ − pressure))`() {
        var model = FreehandWidths(size: 10, thinning: 0.6, simulatesPressure: false)
        #expect(
            model.widths(of: Self.line, pressures: [0, 0.25, 0.5, 0.75, 1]).map { ($0 * 1e9).rounded() / 1e9 } == [
                4, 7, 10, 13, 16,
            ])
        model.easing = .sine
        let expected = [0.2, 0.35, 0.5, 0.65, 0.8].map { 20 * sin($0 * Double.pi / 2) }
        #expect(
            zip(model.widths(of: Self.line, pressures: [0, 0.25, 0.5, 0.75, 1]), expected).allSatisfy {
                ($0 - $1).magnitude < 1e-12
            })
        #expect(model.widths(of: Self.line, pressures: [-9, 9, 0, 0, 0])[0] == expected[0])
        model.thinning = 0
        #expect(model.widths(of: Self.line, pressures: [0, 0.25, 0.5, 0.75, 1]) == Array(repeating: 10, count: 5))
        #expect(model.widths(of: [], pressures: nil).isEmpty)
        model.size = 0
        #expect(model.widths(of: Self.line, pressures: nil) == [0, 0, 0, 0, 0])
    }

    @Test func `The pressure of a fast line drops by 0.275 of the rest at every point`() {
        let model = FreehandWidths(size: 1, thinning: 1, streamline: 0)
        // At the first point the speed is 0. From then on the pen is faster than the size.
        var start = 0.5
        for i in 0..<5 { start = (start + (i == 0 ? start : start * 0.725)) / 2 }
        let expected = (0..<5).map { 2 * (start * pow(0.725, Double($0))) }
        #expect(zip(model.widths(of: Self.line, pressures: nil), expected).allSatisfy { ($0 - $1).magnitude < 1e-12 })
    }

    @Test func `A slow line thickens, and smoothing slows it further`() {
        let slow = (0..<200).map { Point(x: Double($0) * 0.01, y: 0) }
        let widths = FreehandWidths(size: 10).widths(of: slow, pressures: nil)
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(widths[0] > 10 - 1e-9 && widths[199] < 15)
        let jump = [Point(x: 0, y: 0), Point(x: 4, y: 0)]
        let lagging = FreehandWidths(size: 10, streamline: 1).widths(of: jump, pressures: nil)
        // The smoothed point moves by 0.15 of 4, so the speed is 0.06.
        func next(_ p: Double, _ s: Double) -> Double { p + (1 - s - p) * s * 0.275 }
        let start = (0.5 + next(0.5, 0.06)) / 2
        #expect((lagging[1] - 2 * 10 * (0.5 - 0.5 * (0.5 - next(start, 0.06)))).magnitude < 1e-12)
    }

    @Test func `Tapered ends have width 0`() {
        let model = FreehandWidths(size: 10, thinning: 0, streamline: 0, simulatesPressure: false, taper: (200, 200))
        #expect(
            model.widths(of: Self.line, pressures: nil).map { ($0 * 1e9).rounded() / 1e9 } == [0, 7.5, 10, 8.75, 0])
    }

    @Test func `Random points and pressures give finite widths`() {
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<500 {
            let points = randomStroke(using: &generator, points: 1...30).points.positions
            let model = FreehandWidths(
                size: .random(in: 0...50, using: &generator), thinning: .random(in: -1...1, using: &generator),
                streamline: .random(in: 0...1, using: &generator), easing: .pen,
                simulatesPressure: Bool.random(using: &generator), taper: (.random(in: 0...50, using: &generator), 0))
            let pressures = points.map { _ in Double.random(in: 0...1, using: &generator) }
            let widths = model.widths(of: points, pressures: pressures)
            #expect(
                widths.count == points.count && widths.allSatisfy { $0.isFinite && $0 >= 0 && $0 <= 2 * model.size })
        }
    }
}
