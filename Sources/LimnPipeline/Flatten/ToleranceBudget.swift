// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Divides a tolerance among the steps that move edges, so that their sum stays within it.
struct ToleranceBudget {
    /// The share of the tolerance for simplification, lines of constant width, and outlines.
    let path: Tolerance
    /// The step to which coordinates are rounded, in points. Rounding moves a point by at most √½ step and changes a
    /// radius by at most a quarter of a step, so an edge moves by less than one step.
    let unit: Double

    init(_ total: Tolerance) {
        // For handwriting, a quarter of the tolerance gives the shortest content. A larger step hardly saves digits.
        unit = min(0.025, max(total.points * 0.25, 0.0001))
        path = Tolerance(points: max(0, total.points - unit)) ?? .exact
    }

    /// The upper limit of the edge error, in points.
    var total: Double { path.points + unit }
}
