// SPDX-License-Identifier: Apache-2.0

/// Limits for ink files, so that a small file cannot use up all memory.
public struct InkLimits: Hashable, Sendable {
    /// The maximum size of the decompressed contents, in bytes. A document in memory may be several times as large.
    public var maximumBytes: Int
    /// The maximum number of pages.
    public var maximumPages: Int
    /// The maximum total number of strokes, objects and additional layers.
    public var maximumStrokes: Int
    /// The maximum total number of points.
    public var maximumPoints: Int

    /// Makes limits. A file that exceeds a limit is refused with `tooLarge` and never truncated.
    public init(maximumBytes: Int, maximumPages: Int, maximumStrokes: Int, maximumPoints: Int) {
        self.maximumBytes = maximumBytes
        self.maximumPages = maximumPages
        self.maximumStrokes = maximumStrokes
        self.maximumPoints = maximumPoints
    }

    /// The standard limits: 512 MiB, 100,000 pages, 5,000,000 strokes and 50,000,000 points.
    public static let standard = InkLimits(
        maximumBytes: 512 << 20, maximumPages: 100_000, maximumStrokes: 5_000_000, maximumPoints: 50_000_000)
}
