// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Finds the lines of ``LineRuns`` by dynamic programming: from each point on it tries the chords that are possible, and
/// keeps for every point the cheapest ways to it, few of them, as they differ in the radii that a line may go on with.
struct LineSearch {
    /// The radii that a line may have, in points.
    struct Radii {
        var least: Double
        var greatest: Double

        /// The width in units that is nearest to the middle, and the error that it leaves at most.
        func width(unit: Double, tolerance: Double) -> (units: Int, error: Double) {
            let width = Swift.max(1, Int(clamping: Swift.min((least + greatest) / unit, 1e15) + 0.5))
            let radius = Double(width) * unit / 2
            return (width, tolerance - Swift.min(radius - least, greatest - radius))
        }

        /// Whether a width of whole units lies within.
        @inline(__always) func hasWidth(unit: Double) -> Bool {
            guard least <= greatest else { return false }
            // Twice the radius in the middle, rounded: a conversion is faster than a call that rounds. Far beyond any
            // width it does not matter what comes out.
            let units = Double(Int(clamping: Swift.min((least + greatest) / unit, 1e15) + 0.5))
            let radius = units * unit / 2
            return radius >= least && radius <= greatest
        }
    }

    /// A chord, or a segment that is cut.
    struct Step {
        var start: Int
        var end: Int
        /// How many pieces the segment is cut into; 0 for a chord.
        var pieces: Int
        /// Whether it goes on with the line of the step before it.
        var continues: Bool
        /// What the line up to here allows.
        var radii: Radii
    }

    /// A way to a point.
    private struct Way {
        var cost: Double
        var radii: Radii
        var start: Int32
        /// Which way to `start` it goes on from.
        var previous: Int32
        var pieces: Int32
        var continues: Bool
        /// Whether a line can go on from here.
        var isOpen: Bool
    }

    /// What beginning a line costs, in coordinate pairs: its width, its first place and the order to paint it.
    private static let lineCost = 1.9
    /// The ways that are kept for a point.
    private static let wayLimit = 4
    /// The points that a chord reaches at most: what longer ones save is not worth the search.
    private static let chordLimit = 24
    /// So many chords that are not possible end the search for longer ones.
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

    /// The steps from the first to the last point; empty where there is no way.
    ///
    /// - Parameter pieces: into how many pieces a segment is cut for a change of width; nil where it cannot be.
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
                // A line that begins here is as good.
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

    /// The radii that a line along a chord may have; nil where there are none.
    @inline(__always) private func radii(
        of start: Int, _ end: Int, _ origin: Point, _ near: Double, _ positions: UnsafeBufferPointer<Point>,
        _ widths: UnsafeBufferPointer<Double>
    ) -> Radii? {
        let far = error(at: end, positions)
        // A line cannot be thinner than a unit.
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
            // In this order, and written so, what is no number ends it.
            least = max(radius + error - tolerance, least)
            greatest = min(radius - error + tolerance, greatest)
            if !(least <= greatest) { return nil }
            index += 1
        }
        let radii = Radii(least: least, greatest: greatest)
        return radii.hasWidth(unit: unit) ? radii : nil
    }

    /// How far rounding moves a point.
    @inline(__always) private func error(at index: Int, _ positions: UnsafeBufferPointer<Point>) -> Double {
        let (p, place) = (positions[index], grid[index])
        let (dx, dy) = (p.x - Double(place.x) * unit, p.y - Double(place.y) * unit)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Keeps a way unless another one is at least as good, in the place of the dearest where there is no room.
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
