// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// What a file may still become: curves need more memory than their control points, and fragments share a path.
struct PencilKitAllowance {
    private let limits: InkLimits
    private var bytes: Int
    private var strokes: Int
    private var points: Int

    /// The allowance of a file: 32 MiB and eight times its size, within the limit for unpacked contents.
    init(file count: Int, limits: InkLimits) {
        self.limits = limits
        bytes = min(limits.maximumBytes, 32 << 20 + 8 * count)
        strokes = limits.maximumStrokes
        points = limits.maximumPoints
    }

    /// Takes off one stroke of the file, whatever becomes of it.
    mutating func spendStroke() throws(InkFormatError) {
        strokes -= 1
        guard strokes >= 0 else { throw tooMany("strokes", limits.maximumStrokes) }
    }

    /// No stroke can be made with more points than these.
    var mostPoints: Int { min(points, bytes / 24) }

    /// Takes off a stroke that is about to be made.
    ///
    /// - Parameter segments: how many segments of a path it runs along. They count like points without channels, because
    ///   fragments without number may run along one path.
    mutating func spend(points count: Int, channels: Int, segments: Int) throws(InkFormatError) {
        points -= count
        guard points >= 0 else { throw tooMany("points", limits.maximumPoints) }
        // What a stroke takes up without points: its arrays and their dictionary.
        bytes -= 512 + 24 * max(count, segments) + 8 * channels * count
        guard bytes >= 0 else {
            throw InkFormatError(.tooLarge, format: .pencilKit, "its curves need more points than its size allows")
        }
    }

    private func tooMany(_ what: String, _ limit: Int) -> InkFormatError {
        InkFormatError(.tooLarge, format: .pencilKit, "it has more than \(limit) \(what)")
    }
}
