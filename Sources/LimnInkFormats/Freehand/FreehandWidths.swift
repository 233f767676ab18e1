// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

/// The widths that perfect-freehand (MIT) gives the points of a stroke; Excalidraw, tldraw and Saber draw with it.
///
/// radius = size · easing(½ − thinning · (½ − pressure)). Without a pen, pressure is made from speed: the distance to the
/// point before, as a share of the size. Where the line is drawn (its points follow the pen with a lag, `streamline`) is
/// not changed here: the recorded points stay, and the lag only enters the speed.
struct FreehandWidths {
    /// What becomes of the radius' share of the size.
    enum Easing {
        case linear
        /// sin(t · π/2).
        case sine
        /// What tldraw uses for pens: 0.65 t + 0.35 sin(t · π/2). (Recalled, not confirmed.)
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
    /// How much pressure matters: 0 not at all.
    var thinning = 0.5
    /// How much points lag behind the pen, 0…1.
    var streamline = 0.5
    /// What becomes of the radius.
    var easing = Easing.linear
    /// Whether pressure is made from speed.
    var simulatesPressure = true
    /// The lengths over which the line comes to a point at its beginning and its end.
    var taper: (start: Double, end: Double) = (0, 0)

    /// How quickly a made pressure follows the speed.
    private static let rate = 0.275
    /// What a point without pressure has.
    private static let usualPressure = 0.5

    /// The full width at every point; finite and not negative.
    ///
    /// - Parameter pressures: as many as there are points, or nil.
    func widths(of positions: [Point], pressures: [Double]?) -> [Double] {
        guard size > 0, !positions.isEmpty else { return positions.map { _ in max(size, 0) } }
        let distances = distances(of: positions)
        func pressure(_ i: Int) -> Double { min(max(pressures?[i] ?? Self.usualPressure, 0), 1) }
        func next(_ before: Double, _ i: Int) -> Double {
            guard simulatesPressure else { return pressure(i) }
            let speed = min(1, distances[i] / size)
            return min(1, before + (min(1, 1 - speed) - before) * speed * Self.rate)
        }
        // The beginning of a line is slow and would be thick: the first points share their mean.
        var last = pressure(0)
        for i in 0..<min(10, positions.count) { last = (last + next(last, i)) / 2 }

        let total = distances.reduce(0, +)
        var run = 0.0
        return positions.indices.map { i in
            last = next(last, i)
            run += distances[i]
            let radius = thinning == 0 ? size / 2 : size * easing(0.5 - thinning * (0.5 - last))
            return max(0, 2 * radius * tapering(run, total))
        }
    }

    /// The distance from every point to the one before, both as they lag behind the pen.
    private func distances(of positions: [Point]) -> [Double] {
        let follow = 0.15 + (1 - min(max(streamline, 0), 1)) * 0.85
        var place = positions[0]
        return positions.map { position in
            let before = place
            place = before.interpolated(to: position, at: follow)
            return before.distance(to: place)
        }
    }

    /// How much of the width is left so far from the ends. (The easings are recalled, not confirmed.)
    private func tapering(_ run: Double, _ total: Double) -> Double {
        var share = 1.0
        if taper.start > 0, run < taper.start {
            let t = run / taper.start
            share = t * (2 - t)
        }
        if taper.end > 0, total - run < taper.end {
            let t = max(0, (total - run) / taper.end) - 1
            share = min(share, t * t * t + 1)
        }
        return share
    }
}
