// SPDX-License-Identifier: Apache-2.0

/// A width and a height, in points unless documented otherwise.
public struct Size: Hashable, Sendable, Codable {
    /// The extent along x.
    public var width: Double
    /// The extent along y.
    public var height: Double

    /// Makes a size from a width and a height.
    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
