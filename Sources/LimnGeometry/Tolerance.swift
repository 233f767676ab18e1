// SPDX-License-Identifier: Apache-2.0

/// The largest distance, in points, by which an approximation may move an edge.
public struct Tolerance: Hashable, Sendable, Codable, Comparable {
    /// The distance in points: finite and not negative.
    public let points: Double

    /// Makes a tolerance; nil unless `points` is finite and not negative.
    public init?(points: Double) {
        guard points.isFinite, points >= 0 else { return nil }
        self.points = points
    }

    private init(known points: Double) { self.points = points }

    /// 0.1 pt (1/720 inch, under half a pixel at 300 dpi): for storing and exporting ink.
    public static let storage = Tolerance(known: 0.1)
    /// 0.01 pt: for turning arcs into lines and merging vertices of outlines.
    public static let outline = Tolerance(known: 0.01)
    /// Nothing may move.
    public static let exact = Tolerance(known: 0)

    /// Whether `a` allows less than `b`.
    public static func < (a: Tolerance, b: Tolerance) -> Bool { a.points < b.points }
}
