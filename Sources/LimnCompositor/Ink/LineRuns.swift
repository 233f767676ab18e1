// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// Converts strokes to lines of constant width, which take far fewer numbers than outlines.
///
/// The lines connect some of the stroke's points, rounded to the grid of coordinates. Every point of the stroke is
/// compared with a point on the chord that replaces its part of the stroke: |Δcenter| + |Δradius| is at most the
/// tolerance, including rounding. As in ``Simplifier``, the bound then holds along the whole chord. Successive lines
/// share an end point, and each covers whole discs there. So the painted areas of the stroke and of the lines differ by
/// at most the tolerance. If the width changes too fast for one line along a segment, the segment is cut.
///
/// Each chord allows an interval of radii. A line is a chain of chords whose intervals have a radius in common.
/// ``LineSearch`` finds a chain that takes few bytes.
struct LineRuns {
    /// A polyline with round caps and joins.
    struct Run {
        /// The points in units, at least two.
        var places: [GridPoint]
        /// The width in units, at least 1.
        var width: Int
        /// The largest |Δcenter| + |Δradius| of the points that the line replaces, in points.
        var edgeError: Double
    }

    /// The largest displacement of an edge including rounding, in points.
    let tolerance: Double
    /// The step of coordinates and widths, in points.
    let unit: Double

    /// The largest displacement of an edge by rounding, in points: √½ unit for a point plus ¼ unit for a radius.
    private var rounding: Double { (0.5.squareRoot() + 0.25) * unit }
    /// The minimum tolerance for cutting segments, without rounding, in points. Smaller tolerances would give too many
    /// pieces.
    private static let leastReach = 1e-3
    /// The maximum number of pieces of a segment. With more pieces, an outline is smaller.
    private static let mostPieces = 100.0

    /// Returns whether a stroke may be painted in pieces. A translucent stroke must not be, because it would darken
    /// where the pieces overlap. An opaque stroke has the densest grain, which hardly darkens there.
    func suits(_ stroke: Stroke) -> Bool {
        let (points, brush) = (stroke.points, stroke.brush)
        return brush.kind != .highlighter && stroke.paintColor.alpha >= 1 && brush.dash.isEmpty
            && (brush.fill ?? 0) <= 0 && points.isValid && points.positions.contains { $0 != points.positions[0] }
            // A line must be at least one unit wide.
            && points.widths.allSatisfy { $0 >= 2 * unit }
    }

    /// Converts a stroke of at least two points to lines; empty if no lines are within the tolerance.
    func cut(positions: [Point], widths: [Double]) -> [Run] {
        // Beyond these limits, coordinates or errors exceed the precision of floating-point numbers.
        guard tolerance < 1e6, unit > 1e-9 else { return [] }
        let grid = positions.map { GridPoint($0, unit: unit) }
        let reach = tolerance - rounding
        var search = LineSearch(positions: positions, widths: widths, grid: grid, tolerance: tolerance, unit: unit)
        let steps = search.run(pieces: { (change: Double) -> Int? in
            let count = (change.magnitude / (4 * reach)).rounded(.up)
            return reach < Self.leastReach || count > Self.mostPieces ? nil : Int(clamping: count)
        })
        var runs: [Run] = []
        var places: [GridPoint] = []
        for (index, step) in steps.enumerated() {
            if step.pieces > 0 {
                runs += pieces(step, positions, widths)
                continue
            }
            if places.isEmpty { places.append(grid[step.start]) }
            places.append(grid[step.end])
            let next = index + 1 < steps.count ? steps[index + 1] : nil
            guard next?.continues ?? false else {
                let (width, error) = step.radii.width(unit: unit, tolerance: tolerance)
                runs.append(Run(places: places, width: width, edgeError: error))
                places = []
                continue
            }
        }
        return runs
    }

    private func pieces(_ step: LineSearch.Step, _ positions: [Point], _ widths: [Double]) -> [Run] {
        let (a, b) = (positions[step.start], positions[step.end])
        let (from, to, count) = (widths[step.start], widths[step.end], Double(step.pieces))
        return (0..<step.pieces).map { index in
            let (t, u) = (Double(index) / count, Double(index + 1) / count)
            let width = from + (to - from) * (t + u) / 2
            return Run(
                places: [t, u].map { GridPoint(a.interpolated(to: b, at: $0), unit: unit) },
                width: max(1, Int(clamping: min(width / unit, 1e15) + 0.5)),
                edgeError: (to - from).magnitude / (4 * count) + rounding)
        }
    }
}

/// A point on the grid of coordinates, in units.
struct GridPoint: Hashable {
    var x: Int
    var y: Int

    /// The nearest grid point. Coordinates far outside the page are clamped, which has no visible effect.
    init(_ p: Point, unit: Double) {
        func units(_ value: Double) -> Int { Int(clamping: Swift.min(Swift.max((value / unit).rounded(), -1e9), 1e9)) }
        (x, y) = (units(p.x), units(p.y))
    }
}
