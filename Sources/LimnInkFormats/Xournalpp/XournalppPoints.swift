// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The coordinates of a stroke: `x y x y …` in points.
struct XournalppPoints {
    /// The points; nil when a coordinate is no usable number.
    private(set) var positions: [Point]?
    /// Whether a coordinate was left over.
    private(set) var isOdd = false

    init(_ coordinates: [Double]) {
        guard coordinates.allSatisfy({ $0.magnitude <= UsableRange.farthest }) else { return }
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
