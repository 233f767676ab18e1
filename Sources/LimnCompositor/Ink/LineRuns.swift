// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// A stroke as lines of one width each, which take far fewer numbers than its outline.
///
/// The lines lead along some of the stroke's points, on the grid that they will be written on. Every point has a partner
/// on the chord that stands for its part of the stroke, and |Δcentre| + |Δradius| against that partner is at most the
/// tolerance, rounding and all: as in ``Simplifier`` the bound then holds all along the chord. Successive lines share a
/// place, and each covers whole discs there, so that the areas swept before and after lie within the tolerance of one
/// another. Where the width changes faster than the tolerance allows for one segment, the segment is cut.
///
/// Which chords are possible depends on the radius alone: each allows an interval of radii, and a line is a chain of chords
/// whose intervals have a radius in common. Of all chains ``LineSearch`` finds one that takes few bytes.
struct LineRuns {
    /// A polyline with round caps and joins.
    struct Run {
        /// The places in units, at least two.
        var places: [GridPoint]
        /// The width in units, at least 1.
        var width: Int
        /// The largest |Δcentre| + |Δradius| of what it stands for, in points.
        var edgeError: Double
    }

    /// How far edges may move in all, in points.
    let tolerance: Double
    /// The step of coordinates and widths, in points.
    let unit: Double

    /// The farthest that rounding moves an edge: a place by √½ of a unit, a radius by a quarter.
    private var rounding: Double { (0.5.squareRoot() + 0.25) * unit }
    /// With less than this left besides rounding, segments are not cut: there would be no end to it.
    private static let leastReach = 1e-3
    /// An outline takes less than a segment in so many pieces.
    private static let mostPieces = 100.0

    /// Whether a stroke may be painted piece by piece: what shows through would darken where pieces overlap.
    func suits(_ stroke: Stroke) -> Bool {
        let (points, brush) = (stroke.points, stroke.brush)
        return brush.kind != .highlighter && stroke.paintColor.alpha >= 1 && brush.dash.isEmpty
            && (brush.fill ?? 0) <= 0 && points.isValid && points.positions.contains { $0 != points.positions[0] }
            // Thinner lines than a unit cannot be written.
            && points.widths.allSatisfy { $0 >= 2 * unit }
    }

    /// Cuts a stroke of at least two points; empty where lines do not come close enough to it.
    func cut(positions: [Point], widths: [Double]) -> [Run] {
        // Beyond these, numbers have no room for places or errors any more.
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

/// A place on the grid of coordinates, in units.
struct GridPoint: Hashable {
    var x: Int
    var y: Int

    /// The place nearest to a point; far outside of the page it may be another one, which does not show.
    init(_ p: Point, unit: Double) {
        func units(_ value: Double) -> Int { Int(clamping: Swift.min(Swift.max((value / unit).rounded(), -1e9), 1e9)) }
        (x, y) = (units(p.x), units(p.y))
    }
}
