// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The largest values that ink may have. Sums and squares of such values stay finite.
package enum InkBounds {
    /// The largest magnitude of a coordinate or a length, in points: 350 km.
    package static let length = 1e9
    /// The indices that a layer may have.
    package static let layers = 0...65_535

    /// Returns whether a coordinate or a length is finite and within bounds.
    @inline(__always)
    package static func hold(_ value: Double) -> Bool { value.magnitude <= length }
}

extension Rect {
    /// Whether all edges are within ``InkBounds``.
    var isStorable: Bool { [minX, minY, maxX, maxY].allSatisfy(InkBounds.hold) }
}

extension AffineTransform {
    /// Whether all numbers are within ``InkBounds``.
    var isStorable: Bool { [a, b, c, d, tx, ty].allSatisfy(InkBounds.hold) }
}
