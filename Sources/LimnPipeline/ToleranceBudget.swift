// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Divides the tolerance that a person grants among the steps that use it up, so that their sum stays within.
struct ToleranceBudget {
    /// For leaving out points.
    let simplification: Tolerance
    /// For outlines.
    let outline: Tolerance
    /// The step to which coordinates are rounded, in points. Rounding moves a point by at most √½ of it and a radius
    /// by a quarter, so one step covers both.
    let unit: Double

    init(_ total: Tolerance) {
        let share = min(0.01, max(total.points / 10, 0.0001))
        unit = share
        outline = Tolerance(points: share) ?? .exact
        simplification = Tolerance(points: max(0, total.points - 2 * share)) ?? .exact
    }

    /// The bound on the edge error when simplification used up `error` points.
    func total(afterSimplification error: Double) -> Double { error + outline.points + unit }
}
