// SPDX-License-Identifier: Apache-2.0

/// The maximum distance, in points, by which an approximation may move an edge.
public struct Tolerance: Hashable, Sendable, Codable, Comparable {
    /// The distance in points, finite and not negative.
    public let points: Double

    /// Makes a tolerance. Nil if `points` is negative or not finite.
    public init?(points: Double) {
        guard points.isFinite, points >= 0 else { return nil }
        self.points = points
    }

    private init(known points: Double) { self.points = points }

    /// 0.1 pt, for storing and exporting ink. This is 1/720 inch, less than half a pixel at 300 dpi.
    public static let storage = Tolerance(known: 0.1)
    /// 0.01 pt, for flattening arcs and merging vertices of outlines.
    public static let outline = Tolerance(known: 0.01)
    /// 0 pt: no edge may move.
    public static let exact = Tolerance(known: 0)

    /// Returns whether `a` is smaller than `b`.
    public static func < (a: Tolerance, b: Tolerance) -> Bool { a.points < b.points }
}
