// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPipeline

/// A progress line on a terminal, for long work. It is shown only if standard error is a terminal that can erase lines.
struct ProgressLine {
    private let isShown: Bool
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now
    private var isOnScreen = false

    /// The time after which the line first appears.
    private static let patience = Duration.seconds(1)
    private static let interval = Duration.milliseconds(100)

    init(quiet: Bool) {
        let terminal = ProcessInfo.processInfo.environment["TERM"]
        isShown = !quiet && isatty(STDERR_FILENO) == 1 && terminal != nil && terminal != "dumb"
    }

    /// Shows the progress, if it is time for an update.
    mutating func show(_ progress: RenderProgress) { show { Self.text(progress, elapsed: $0) } }

    /// Shows a text, if it is time for an update.
    ///
    /// - Parameter text: creates the text from the time since the work began.
    mutating func show(_ text: (Duration) -> String) {
        let now = ContinuousClock.now
        guard isShown, now - start > Self.patience, !isOnScreen || now - last > Self.interval else { return }
        last = now
        isOnScreen = true
        Console.complain(text: "\r" + text(now - start) + "\u{1b}[K")
    }

    /// Removes the line. Call this method before other output and at the end.
    mutating func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        Console.complain(text: "\r\u{1b}[K")
    }

    /// A progress line that counts completed documents.
    struct Counting {
        private var line: ProgressLine
        private var progress: RenderProgress

        init(_ documents: Int, quiet: Bool) {
            line = ProgressLine(quiet: quiet)
            progress = RenderProgress(documents: documents)
        }

        /// Counts a completed document.
        mutating func finished(pages: Int) {
            progress.documentsDone += 1
            progress.pagesDone += pages
            progress.fraction = Double(progress.documentsDone) / Double(max(1, progress.documents))
            line.show(progress)
        }

        /// Removes the line. Call this method before other output and at the end.
        mutating func clear() { line.clear() }
    }

    /// Returns a text such as `312 of 1000 documents, 3456 pages, 96 pages/s, 2:13 left`.
    static func text(_ progress: RenderProgress, elapsed: Duration) -> String {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        var parts = [Console.count(progress.pagesDone, "page")]
        if progress.documents > 1 {
            parts.insert("\(progress.documentsDone) of \(Console.count(progress.documents, "document"))", at: 0)
        } else {
            parts[0] += " (\(Int(clamping: (progress.fraction * 100).rounded(.down))) %)"
        }
        let rate = Double(progress.pagesDone) / max(seconds, 0.001)
        parts.append(rate >= 10 ? "\(Int(clamping: rate.rounded())) pages/s" : "\((rate * 10).rounded() / 10) pages/s")
        if progress.fraction > 0.01 {
            let left = Int(clamping: (seconds * (1 - progress.fraction) / progress.fraction).rounded())
            parts.append("\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left")
        }
        return parts.joined(separator: ", ")
    }
}
