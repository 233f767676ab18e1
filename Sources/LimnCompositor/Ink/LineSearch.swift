// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Finds the lines of ``LineRuns`` by dynamic programming.
///
/// From each point, the search tries all possible chords. For each point, it keeps several of the cheapest ways to
/// reach it, because they differ in the radii with which a line can continue.
struct LineSearch {
    /// The possible radii of a line, in points.
    struct Radii {
        var least: Double
        var greatest: Double

        /// Returns the width in whole units nearest to twice the middle radius, and the resulting largest error in
        /// points.
        func width(unit: Double, tolerance: Double) -> (units: Int, error: Double) {
            let width = Swift.max(1, Int(clamping: Swift.min((least + greatest) / unit, 1e15) + 0.5))
            let radius = Double(width) * unit / 2
            return (width, tolerance - Swift.min(radius - least, greatest - radius))
        }

        /// Returns whether a width of whole units has its radius in the interval.
        @inline(__always) func hasWidth(unit: Double) -> Bool {
            guard least <= greatest else { return false }
            // Computes twice the middle radius in units and rounds it. Converting to an integer is faster than calling
            // a rounding function. The result does not matter far beyond any real width.
            let units = Double(Int(clamping: Swift.min((least + greatest) / unit, 1e15) + 0.5))
            let radius = units * unit / 2
            return radius >= least && radius <= greatest
        }
    }

    /// A chord, or a segment cut into pieces.
    struct Step {
        var start: Int
        var end: Int
        /// The number of pieces of the segment; 0 for a chord.
        var pieces: Int
        /// Whether the step continues the line of the previous step.
        var continues: Bool
        /// The possible radii of the line so far.
        var radii: Radii
    }

    /// A sequence of steps that ends at a point.
    private struct Way {
        var cost: Double
        var radii: Radii
        var start: Int32
        /// The index of the previous way, among the ways to `start`.
        var previous: Int32
        var pieces: Int32
        var continues: Bool
        /// Whether a line can continue from the end of this way.
        var isOpen: Bool
    }

    /// The cost of a new line for its width, first point and painting operator. One coordinate pair costs 1.
    private static let lineCost = 1.9
    /// The maximum number of ways that are kept for each point.
    private static let wayLimit = 4
    /// The maximum number of points that a chord spans. Longer chords save too little to justify the search.
    private static let chordLimit = 24
    /// The number of impossible chords after which the search tries no longer ones.
    private static let failureLimit = 2

    private let positions: [Point]
    private let widths: [Double]
    private let grid: [GridPoint]
    private let tolerance: Double
    private let unit: Double
    private var ways: [Way]
    private var counts: [Int]

    init(positions: [Point], widths: [Double], grid: [GridPoint], tolerance: Double, unit: Double) {
        self.positions = positions
        self.widths = widths
        self.grid = grid
        self.tolerance = tolerance
        self.unit = unit
        let nothing = Way(
            cost: 0, radii: Radii(least: 0, greatest: 0), start: -1, previous: 0, pieces: 0, continues: false,
            isOpen: false)
        ways = Array(repeating: nothing, count: positions.count * Self.wayLimit)
        counts = Array(repeating: 0, count: positions.count)
        counts[0] = 1
    }

    /// Returns the steps from the first to the last point; empty if there is no way.
    ///
    /// - Parameter pieces: returns the number of pieces into which a segment with a given change of width must be cut;
    ///   nil if it cannot be cut.
    mutating func run(pieces: (Double) -> Int?) -> [Step] {
        positions.withUnsafeBufferPointer { positions in
            widths.withUnsafeBufferPointer { widths in
                for start in 0..<(positions.count - 1) where counts[start] > 0 {
                    spread(from: start, positions, widths, pieces)
                }
            }
        }
        return steps()
    }

    private mutating func spread(
        from start: Int, _ positions: UnsafeBufferPointer<Point>, _ widths: UnsafeBufferPointer<Double>,
        _ pieces: (Double) -> Int?
    ) {
        let first = start * Self.wayLimit
        let cheapest = (0..<counts[start]).min { ways[first + $0].cost < ways[first + $1].cost } ?? 0
        let best = ways[first + cheapest].cost
        let origin = Point(x: Double(grid[start].x) * unit, y: Double(grid[start].y) * unit)
        let near = error(at: start, positions)
        var failures = 0
        for end in (start + 1)..<min(positions.count, start + 1 + Self.chordLimit) {
            guard let radii = radii(of: start, end, origin, near, positions, widths) else {
                if end == start + 1, let count = pieces(widths[end] - widths[start]) {
                    let cost = best + Double(max(1, count)) * (Self.lineCost + 1)
                    add(
                        Way(
                            cost: cost, radii: Radii(least: 0, greatest: 0), start: Int32(start),
                            previous: Int32(cheapest), pieces: Int32(max(1, count)), continues: false, isOpen: false),
                        to: end)
                }
                failures += 1
                if failures >= Self.failureLimit { return }
                continue
            }
            for index in 0..<counts[start] {
                let way = ways[first + index]
                // Otherwise, a new line from here is at least as cheap.
                guard way.isOpen, way.cost < best + Self.lineCost else { continue }
                let common = Radii(
                    least: max(way.radii.least, radii.least), greatest: min(way.radii.greatest, radii.greatest))
                guard common.hasWidth(unit: unit) else { continue }
                add(
                    Way(
                        cost: way.cost + 1, radii: common, start: Int32(start), previous: Int32(index), pieces: 0,
                        continues: true, isOpen: true),
                    to: end)
            }
            add(
                Way(
                    cost: best + Self.lineCost + 1, radii: radii, start: Int32(start), previous: Int32(cheapest),
                    pieces: 0, continues: false, isOpen: true),
                to: end)
        }
    }

    /// Returns the possible radii of a line along a chord; nil if there are none.
    @inline(__always) private func radii(
        of start: Int, _ end: Int, _ origin: Point, _ near: Double, _ positions: UnsafeBufferPointer<Point>,
        _ widths: UnsafeBufferPointer<Double>
    ) -> Radii? {
        let far = error(at: end, positions)
        // A line is at least one unit wide.
        var least = max(widths[start] / 2 + near, widths[end] / 2 + far, tolerance + unit / 2) - tolerance
        var greatest = min(widths[start] / 2 - near, widths[end] / 2 - far) + tolerance
        let chord = Vector(
            dx: Double(grid[end].x) * unit - origin.x, dy: Double(grid[end].y) * unit - origin.y)
        let inverse = chord.squaredLength > 0 ? 1 / chord.squaredLength : 0
        var index = start + 1
        while index < end {
            let offset = positions[index] - origin
            let t = min(max(offset.dot(chord) * inverse, 0), 1)
            let (dx, dy) = (offset.dx - chord.dx * t, offset.dy - chord.dy * t)
            let (error, radius) = ((dx * dx + dy * dy).squareRoot(), widths[index] / 2)
            // The order of the operands matters: a NaN must end up in `least`, so that the next comparison fails.
            least = max(radius + error - tolerance, least)
            greatest = min(radius - error + tolerance, greatest)
            if !(least <= greatest) { return nil }
            index += 1
        }
        let radii = Radii(least: least, greatest: greatest)
        return radii.hasWidth(unit: unit) ? radii : nil
    }

    /// Returns the distance by which rounding moves a point, in points.
    @inline(__always) private func error(at index: Int, _ positions: UnsafeBufferPointer<Point>) -> Double {
        let (p, place) = (positions[index], grid[index])
        let (dx, dy) = (p.x - Double(place.x) * unit, p.y - Double(place.y) * unit)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Keeps a way unless a known one is at least as good. If there is no room, the way replaces the most expensive one
    /// if it is cheaper.
    private mutating func add(_ way: Way, to end: Int) {
        let first = end * Self.wayLimit
        var dearest = 0
        for index in 0..<counts[end] {
            let other = ways[first + index]
            if other.cost <= way.cost,
                !way.isOpen
                    || other.isOpen && other.radii.least <= way.radii.least
                        && other.radii.greatest >= way.radii.greatest
            {
                return
            }
            if other.cost > ways[first + dearest].cost { dearest = index }
        }
        if counts[end] < Self.wayLimit {
            ways[first + counts[end]] = way
            counts[end] += 1
        } else if way.cost < ways[first + dearest].cost {
            ways[first + dearest] = way
        }
    }

    private func steps() -> [Step] {
        guard let last = positions.indices.last, counts[last] > 0 else { return [] }
        var steps: [Step] = []
        var end = last
        var index = (0..<counts[last]).min {
            ways[last * Self.wayLimit + $0].cost < ways[last * Self.wayLimit + $1].cost
        }
        while end > 0, let choice = index {
            let way = ways[end * Self.wayLimit + choice]
            steps.append(
                Step(
                    start: Int(way.start), end: end, pieces: Int(way.pieces), continues: way.continues,
                    radii: way.radii))
            (end, index) = (Int(way.start), Int(way.previous))
        }
        return steps.reversed()
    }
}
