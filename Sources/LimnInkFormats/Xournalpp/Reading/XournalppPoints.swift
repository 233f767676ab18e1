// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Converts the coordinates of a stroke, `x y x y …` in points, to positions.
struct XournalppPoints {
    /// The positions; nil if any coordinate is unusable.
    private(set) var positions: [Point]?
    /// Whether the number of coordinates is odd.
    private(set) var isOdd = false

    init(_ coordinates: [Double]) {
        guard coordinates.allSatisfy({ $0.magnitude <= ValueLimits.maximumCoordinate }) else { return }
        isOdd = coordinates.count % 2 == 1
        let count = coordinates.count / 2
        positions = Array(unsafeUninitializedCapacity: count) { buffer, initialized in
            for i in 0..<count {
                buffer.initializeElement(at: i, to: Point(x: coordinates[2 * i], y: coordinates[2 * i + 1]))
            }
            initialized = count
        }
    }
}
