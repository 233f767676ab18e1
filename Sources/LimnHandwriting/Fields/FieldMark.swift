// SPDX-License-Identifier: Apache-2.0

package import LimnGeometry

/// A mark in a check box or in a radio button.
package enum FieldMark {
    /// A mark that is at least so large as a share of the box's shorter side is certainly one; a slip of the pen is smaller.
    private static let size = 0.5
    /// The share of a mark's length that lies in its box, at least; less only counts for a mark through the middle of the box.
    private static let share = 0.5
    /// The middle of a box, as a share of its sides.
    private static let middle = 0.4

    /// Returns how sure it is that ink in a box is a mark, 0…1. The certainty was not measured.
    ///
    /// - Parameters:
    ///   - lines: the lines of the ink in the box, in points.
    ///   - box: the box in the same unit.
    package static func certainty(of lines: [[Point]], in box: Rect) -> Double {
        let places = lines.flatMap { FieldInk.places(along: $0) }
        guard let ink = Rect(containing: places) else { return 0 }
        let side = max(min(box.width, box.height), 1e-9)
        let found = min(1, max(ink.width, ink.height) / (size * side))
        let inside = Double(places.count { box.contains($0) }) / Double(places.count)
        let isThrough = places.contains { place in
            abs(place.x - box.center.x) <= middle / 2 * box.width
                && abs(place.y - box.center.y) <= middle / 2 * box.height
        }
        return isThrough || inside >= share ? found : found * inside
    }
}
