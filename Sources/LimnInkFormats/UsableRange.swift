// SPDX-License-Identifier: Apache-2.0

/// Beyond which numbers no ink is found, only damage; all formats have the same.
enum UsableRange {
    /// Coordinates further from the origin than this, in points (3.5 km), make no sense.
    static let farthest = 1e7
    /// Widths in points beyond this one make no sense.
    static let widest = 1e5
}
