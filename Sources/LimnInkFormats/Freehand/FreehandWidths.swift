// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

/// Computes stroke widths as perfect-freehand (MIT license) does, which Excalidraw, tldraw and Saber use for drawing.
///
/// The radius is size · easing(½ − thinning · (½ − pressure)). For devices without pressure, the pressure is simulated
/// from the speed: the distance to the previous point, relative to the size. perfect-freehand also smooths the
/// positions (`streamline`). Here, the recorded positions are kept, and smoothing affects only the speed.
struct FreehandWidths {
    /// The easing function for the radius.
    enum Easing {
        case linear
        /// sin(t · π/2).
        case sine
        /// tldraw's easing for pens: 0.65 t + 0.35 sin(t · π/2). This formula is from memory and not verified.
        case pen

        func callAsFunction(_ t: Double) -> Double {
            switch self {
            case .linear: t
            case .sine: sin(t * .pi / 2)
            case .pen: 0.65 * t + 0.35 * sin(t * .pi / 2)
            }
        }
    }

    /// The diameter at pressure ½, in the units of the points.
    var size: Double
    /// The effect of pressure on the width; 0 for none.
    var thinning = 0.5
    /// The smoothing of positions, 0…1. With a higher value, the smoothed line lags further behind the pen.
    var streamline = 0.5
    /// The easing function for the radius.
    var easing = Easing.linear
    /// Whether pressure is simulated from the speed.
    var simulatesPressure = true
    /// The lengths of the tapered start and end, in the units of the points.
    var taper: (start: Double, end: Double) = (0, 0)

    /// The rate at which the simulated pressure follows the speed.
    private static let rate = 0.275
    /// The pressure of a point without a recorded pressure.
    private static let defaultPressure = 0.5

    /// Returns the full width at every point, finite and not negative.
    ///
    /// - Parameter pressures: one value per point, 0…1; nil if there are none.
    func widths(of positions: [Point], pressures: [Double]?) -> [Double] {
        guard size > 0, !positions.isEmpty else { return positions.map { _ in max(size, 0) } }
        let distances = distances(of: positions)
        func pressure(_ i: Int) -> Double { min(max(pressures?[i] ?? Self.defaultPressure, 0), 1) }
        func next(_ before: Double, _ i: Int) -> Double {
            guard simulatesPressure else { return pressure(i) }
            let speed = min(1, distances[i] / size)
            return min(1, before + (min(1, 1 - speed) - before) * speed * Self.rate)
        }
        // A pen starts slowly, which would make the start thick. So the initial pressure is an average over the first
        // points.
        var last = pressure(0)
        for i in 0..<min(10, positions.count) { last = (last + next(last, i)) / 2 }

        let total = distances.reduce(0, +)
        var run = 0.0
        return positions.indices.map { i in
            last = next(last, i)
            run += distances[i]
            let radius = thinning == 0 ? size / 2 : size * easing(0.5 - thinning * (0.5 - last))
            return max(0, 2 * radius * taperFactor(run, total))
        }
    }

    /// Returns the distance from every smoothed point to the previous one.
    private func distances(of positions: [Point]) -> [Double] {
        let follow = 0.15 + (1 - min(max(streamline, 0), 1)) * 0.85
        var smoothed = positions[0]
        return positions.map { position in
            let before = smoothed
            smoothed = before.interpolated(to: position, at: follow)
            return before.distance(to: smoothed)
        }
    }

    /// Returns the factor for the width at a distance from the start. The easing formulas are from memory and not
    /// verified.
    private func taperFactor(_ run: Double, _ total: Double) -> Double {
        var factor = 1.0
        if taper.start > 0, run < taper.start {
            let t = run / taper.start
            factor = t * (2 - t)
        }
        if taper.end > 0, total - run < taper.end {
            let t = max(0, (total - run) / taper.end) - 1
            factor = min(factor, t * t * t + 1)
        }
        return factor
    }
}
