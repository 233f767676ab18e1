// SPDX-License-Identifier: Apache-2.0

/// Plausibility limits for values in all formats. Larger values are treated as damage.
enum ValueLimits {
    /// The maximum magnitude of a coordinate, in points: 3.5 km.
    static let maximumCoordinate = 1e7
    /// The maximum width of a stroke, in points.
    static let maximumWidth = 1e5
}
