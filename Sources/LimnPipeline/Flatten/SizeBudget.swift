// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnJobs

/// Chooses tolerances to try until a new document is small enough. It raises the requested tolerance, up to a limit,
/// and then lowers it as far as the maximum size allows.
public struct SizeBudget {
    /// The highest tolerance that is tried, in points. At this tolerance, ink still looks like the same handwriting.
    public static let largestTolerance = 1.0
    /// The number of bisection steps back to a lower tolerance.
    private static let refinements = 3

    private let limit: Int?
    private let granted: Double

    init(limit: Int?, granted: Tolerance) {
        self.limit = limit
        self.granted = granted.points
    }

    /// Makes documents until one is small enough. The last call makes the document to keep.
    ///
    /// - Parameter make: makes a document with a tolerance and returns its size in bytes.
    /// - Throws: ``LimnError`` with `tooBig` if no allowed tolerance makes the document small enough, and errors of
    ///   `make`.
    func run<Made>(
        _ make: (Tolerance) throws -> (size: Int, made: Made)
    ) throws -> (made: Made, tolerance: Tolerance) {
        func attempt(_ points: Double) throws -> (size: Int, made: Made) {
            try make(Tolerance(points: points) ?? .exact)
        }
        var last = try attempt(granted)
        let first = last.size
        guard let limit, last.size > limit else { return (last.made, Tolerance(points: granted) ?? .exact) }
        var (fine, coarse) = (granted, granted)
        while last.size > limit {
            guard coarse < Self.largestTolerance else {
                throw LimnError(
                    .tooBig,
                    "The new document cannot be as small as \(limit) bytes: it has \(first) with a tolerance of "
                        + "\(Self.text(granted)) pt, and \(last.size) with the largest one, "
                        + "\(Self.text(max(granted, Self.largestTolerance))) pt.")
            }
            fine = coarse
            coarse = min(max(coarse * 2, 0.05), Self.largestTolerance)
            last = try attempt(coarse)
        }
        var kept = coarse
        for _ in 0..<Self.refinements {
            let middle = (fine + coarse) / 2
            last = try attempt(middle)
            if last.size > limit { fine = middle } else { (coarse, kept) = (middle, middle) }
        }
        if last.size > limit { last = try attempt(kept) }
        return (last.made, Tolerance(points: kept) ?? .exact)
    }

    private static func text(_ points: Double) -> String { "\((points * 1000).rounded() / 1000)" }
}
