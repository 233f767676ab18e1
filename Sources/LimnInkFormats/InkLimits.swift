// SPDX-License-Identifier: Apache-2.0

/// What an ink file may hold at most, so that a small file cannot fill the memory.
public struct InkLimits: Hashable, Sendable {
    /// The largest size in bytes of the file's contents once unpacked.
    public var maximumBytes: Int
    /// The largest number of pages.
    public var maximumPages: Int
    /// The largest number of strokes and layers on all pages.
    public var maximumStrokes: Int
    /// The largest number of points of all strokes.
    public var maximumPoints: Int

    /// Makes limits.
    public init(maximumBytes: Int, maximumPages: Int, maximumStrokes: Int, maximumPoints: Int) {
        self.maximumBytes = maximumBytes
        self.maximumPages = maximumPages
        self.maximumStrokes = maximumStrokes
        self.maximumPoints = maximumPoints
    }

    /// 512 MiB, 100,000 pages, 5,000,000 strokes, 50,000,000 points.
    public static let standard = InkLimits(
        maximumBytes: 512 << 20, maximumPages: 100_000, maximumStrokes: 5_000_000, maximumPoints: 50_000_000)
}
