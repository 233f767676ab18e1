// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Divides the tolerance that a person grants among the steps that use it up, so that their sum stays within.
struct ToleranceBudget {
    /// For leaving out points, for lines of one width and for outlines.
    let path: Tolerance
    /// The step to which coordinates are rounded, in points. Rounding moves a point by at most √½ of it and a radius
    /// by a quarter, so one step covers both.
    let unit: Double

    init(_ total: Tolerance) {
        // A quarter gives the shortest content for handwriting; a coarser step saves hardly any digits.
        unit = min(0.025, max(total.points * 0.25, 0.0001))
        path = Tolerance(points: max(0, total.points - unit)) ?? .exact
    }

    /// The bound on the edge error.
    var total: Double { path.points + unit }
}
