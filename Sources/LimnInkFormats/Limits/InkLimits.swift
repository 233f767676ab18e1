// SPDX-License-Identifier: Apache-2.0

/// Limits for ink files, so that a small file cannot fill the memory.
public struct InkLimits: Hashable, Sendable {
    /// The maximum size of the decompressed contents, in bytes. The memory that a document takes may be several times
    /// as large.
    public var maximumBytes: Int
    /// The maximum number of pages.
    public var maximumPages: Int
    /// The maximum total number of strokes, objects and layers.
    public var maximumStrokes: Int
    /// The maximum total number of points.
    public var maximumPoints: Int

    /// Makes limits. A file that exceeds one is refused with `tooLarge`; nothing is cut off.
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
