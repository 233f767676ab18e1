// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnBatch
internal import LimnGeometry

/// Reports the progress of a run on standard error: as a line on a terminal, or as JSON objects for programs.
struct BatchProgressTeller {
    private let kind: BatchRunCommand.Progress
    private let quiet: Bool
    private var line: ProgressLine
    private var lastTold: ContinuousClock.Instant?
    private var last: BatchProgress

    init(_ kind: BatchRunCommand.Progress, shard: Shard, quiet: Bool) {
        (self.kind, self.quiet) = (kind, quiet)
        line = ProgressLine(quiet: quiet || kind != .auto)
        last = BatchProgress(shard: shard)
    }

    /// Shows the progress, if it is time for an update.
    mutating func show(_ progress: BatchProgress) {
        last = progress
        line.show { _ in Self.text(progress) }
        guard kind == .json else { return }
        let now = ContinuousClock.now
        if let lastTold, now - lastTold < .seconds(1) { return }
        lastTold = now
        tell(Event(event: "progress", progress))
    }

    /// Reports the end of a completed run.
    mutating func end(_ progress: BatchProgress, code: Int32) {
        line.clear()
        if kind == .json { tell(Event(event: "end", progress, exit: code)) }
        guard !quiet, kind != .json else { return }
        Console.complain(
            "shard \(progress.shard): \(progress.done) of \(Console.count(progress.total, "task")) done, "
                + "\(progress.failed) failed, \(progress.doneNow) in this run."
        )
    }

    /// Reports an error that ended a run early.
    mutating func fail(_ error: BatchError, code: Int32) {
        line.clear()
        Console.complain(error.sentence)
        if kind == .json { tell(Event(event: "end", last, exit: code)) }
    }

    private func tell(_ event: Event) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(event) else { return }
        Console.complain(text: String(decoding: data, as: UTF8.self) + "\n")
    }

    /// Returns a text such as `312 of 1000 tasks, 2 failed, 96 tasks/s, 2:13 left`.
    private static func text(_ progress: BatchProgress) -> String {
        var parts = ["\(progress.done) of \(Console.count(progress.total, "task"))"]
        if progress.failed > 0 { parts.append("\(progress.failed) failed") }
        let rate = progress.rate
        parts.append(rate >= 10 ? "\(Int(clamping: rate.rounded())) tasks/s" : "\((rate * 10).rounded() / 10) tasks/s")
        if let left = progress.left.map({ Int(clamping: $0.rounded()) }) {
            parts.append("\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left")
        }
        return parts.joined(separator: ", ")
    }

    /// A JSON object for programs.
    private struct Event: Encodable {
        let event: String
        let shard: String
        let done: Int
        let failed: Int
        let total: Int
        let seconds: Double
        let rate: Double
        let left: Double?
        let exit: Int32?

        init(event: String, _ progress: BatchProgress, exit: Int32? = nil) {
            func short(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
            (self.event, self.exit, shard) = (event, exit, "\(progress.shard)")
            (done, failed, total) = (progress.done, progress.failed, progress.total)
            (seconds, rate, left) = (short(progress.seconds), short(progress.rate), progress.left.map(short))
        }
    }
}
