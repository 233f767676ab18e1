// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The remaining strokes, points and memory of a file. Sampled curves need more memory than their control points, and
/// many fragments can share one path.
struct PencilKitBudget {
    private let limits: InkLimits
    private var bytes: Int
    private var strokes: Int
    private var points: Int

    /// Makes the budget of a file: 32 MiB plus eight times its size, within the limit for decompressed contents.
    init(file count: Int, limits: InkLimits) {
        self.limits = limits
        bytes = min(limits.maximumBytes, 32 << 20 + 8 * count)
        strokes = limits.maximumStrokes
        points = limits.maximumPoints
    }

    /// Counts a stroke of the file, even if it is dropped later.
    mutating func spendStroke() throws(InkFormatError) {
        strokes -= 1
        guard strokes >= 0 else { throw tooMany("strokes", limits.maximumStrokes) }
    }

    /// The maximum number of points in the next stroke.
    var maximumPoints: Int { min(points, bytes / 24) }

    /// Reserves points and memory for a stroke.
    ///
    /// - Parameter segments: the number of path segments that the stroke covers. If it exceeds the number of points,
    ///   each segment costs as much as a point without channels, because any number of fragments may cover the same
    ///   path.
    mutating func spend(points count: Int, channels: Int, segments: Int) throws(InkFormatError) {
        points -= count
        guard points >= 0 else { throw tooMany("points", limits.maximumPoints) }
        // A stroke without points takes about 512 bytes.
        bytes -= 512 + 24 * max(count, segments) + 8 * channels * count
        guard bytes >= 0 else {
            throw InkFormatError(.tooLarge, format: .pencilKit, "its curves need more points than its size allows")
        }
    }

    private func tooMany(_ what: String, _ limit: Int) -> InkFormatError {
        InkFormatError(.tooLarge, format: .pencilKit, "it has more than \(limit) \(what)")
    }
}
