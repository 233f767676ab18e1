// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

/// Finds the strokes that stand on the same line.
struct LineFinder {
    /// The typical height of a stroke with letters, in points.
    let height: Double

    /// The widest gap in a line, in heights.
    private static let widestGap = 2.5
    /// Strokes below this height are dots and bars, in heights.
    static let smallest = 0.35
    /// How far from a line a dot may be, in heights.
    private static let dotReach = 1.5
    /// Strokes written so soon after each other belong together.
    private static let recent = 6

    /// Returns the parts of each line. Some parts may be in none.
    func lines(of parts: [InkPart]) -> [[InkPart]] {
        let bodies = parts.filter { $0.box.height >= Self.smallest * height }.sorted { $0.box.minX < $1.box.minX }
        var groups = Groups(count: bodies.count)
        let bands = Bands(bodies, height: height)
        for (index, part) in bodies.enumerated() {
            var best: (cost: Double, index: Int)?
            for other in bands.near(part.middle) where other != index {
                let next = bodies[other]
                if index < other, overlap(part, next) { groups.join(index, other) }
                guard let cost = cost(from: part, to: next), cost < best?.cost ?? .infinity else { continue }
                best = (cost, other)
            }
            if let best { groups.join(index, best.index) }
        }
        var lines = groups.members.map { $0.map { bodies[$0] } }
        attach(parts.filter { $0.box.height < Self.smallest * height }, to: &lines)
        return lines
    }

    /// Whether two strokes stand on each other in one band, as those of one letter do.
    private func overlap(_ one: InkPart, _ other: InkPart) -> Bool {
        let shared = min(one.box.maxX, other.box.maxX) - max(one.box.minX, other.box.minX)
        let fall = abs(one.middle - other.middle)
        return shared > 0.3 * min(one.box.width, other.box.width)
            && (fall < 0.5 * height || (fall < height && shareBand(one, other)))
    }

    /// How far the next stroke of a line is; nil if it is on another line.
    private func cost(from part: InkPart, to next: InkPart) -> Double? {
        guard next.box.center.x > part.box.center.x else { return nil }
        let gap = next.box.minX - part.box.maxX
        let fall = abs(part.middle - next.middle)
        guard gap <= Self.widestGap * height, fall <= height else { return nil }
        guard fall <= 0.45 * max(height, min(part.box.height, next.box.height)) || shareBand(part, next) else {
            return nil
        }
        return max(gap, 0) + 1.5 * fall
    }

    /// Whether a good part of the lower band lies in the other one, as with a stem beside a small letter.
    private func shareBand(_ one: InkPart, _ other: InkPart) -> Bool {
        let shared = min(one.band.upperBound, other.band.upperBound) - max(one.band.lowerBound, other.band.lowerBound)
        let least = min(one.band.upperBound - one.band.lowerBound, other.band.upperBound - other.band.lowerBound)
        return shared >= 0.4 * least
    }

    /// Adds dots and bars to the lines that they are nearest to. One that is far from all is left out.
    private func attach(_ small: [InkPart], to lines: inout [[InkPart]]) {
        let places = lines.enumerated().flatMap { line, parts in parts.map { (line: line, part: $0) } }
        let bands = Bands(places.map(\.part), height: height)
        for part in small {
            var best: (distance: Double, line: Int)?
            for index in bands.near(part.middle) {
                let (line, body) = places[index]
                let dx = max(body.box.minX - part.box.maxX, part.box.minX - body.box.maxX, 0)
                let dy = max(body.box.minY - part.box.maxY, part.box.minY - body.box.maxY, 0)
                let isRecent = abs(body.index - part.index) <= Self.recent
                let distance =
                    (dx * dx + dy * dy).squareRoot() + 0.3 * abs(part.middle - body.middle)
                    + (isRecent ? 0 : 0.3 * height)
                if distance < best?.distance ?? .infinity { best = (distance, line) }
            }
            if let best, best.distance < Self.dotReach * height { lines[best.line].append(part) }
        }
    }
}

/// Places by their height on the page, so that only those nearby are looked at.
private struct Bands {
    private var places: [Int: [Int]] = [:]
    private let height: Double

    init(_ parts: [InkPart], height: Double) {
        self.height = height
        for (index, part) in parts.enumerated() { places[Self.band(part.middle, height), default: []].append(index) }
    }

    /// The indices of the parts whose middle is within two heights, and of some further ones.
    func near(_ middle: Double) -> [Int] {
        let band = Self.band(middle, height)
        return (band - 2...band + 2).flatMap { places[$0] ?? [] }
    }

    private static func band(_ middle: Double, _ height: Double) -> Int {
        Int(clamping: min(max(middle / height, -1e9), 1e9).rounded(.down))
    }
}

/// Indices that are joined into groups.
private struct Groups {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func join(_ one: Int, _ other: Int) { parents[root(of: one)] = root(of: other) }

    private mutating func root(of index: Int) -> Int {
        var index = index
        while parents[index] != index {
            parents[index] = parents[parents[index]]
            index = parents[index]
        }
        return index
    }

    /// The groups, in the order of their first members.
    var members: [[Int]] {
        mutating get {
            var (places, groups): ([Int: Int], [[Int]]) = ([:], [])
            for index in parents.indices {
                let root = root(of: index)
                if let place = places[root] {
                    groups[place].append(index)
                } else {
                    places[root] = groups.count
                    groups.append([index])
                }
            }
            return groups
        }
    }
}
