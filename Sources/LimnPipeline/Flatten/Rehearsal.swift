// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnWorker

/// Prepares a worker for the comparison of an export: opens the original, looks up pages, and draws the pictures for
/// some pages.
///
/// The comparison does not depend on it. Errors are ignored here, because they recur when the pages are compared.
final class Rehearsal: Sendable {
    private typealias Ink = (file: ScratchFile, pages: Set<Int>, frames: [Int: Rect])

    private struct State: Sendable {
        /// The ink, the pages that will be drawn, and the frames to which pages grow, by page number.
        var ink: Ink?
        var isOver = false
        var isRunning = false
    }

    private let document: OpenDocument
    private let client: JobClient
    private let token: Int
    private let resolution: Double
    private let state = Monitor(State())
    /// The maximum number of pages that are drawn in advance.
    private static let pageLimit = 4

    init(_ document: OpenDocument, _ client: JobClient, token: Int, resolution: Double) {
        (self.document, self.client, self.token, self.resolution) = (document, client, token, resolution)
    }

    /// Starts preparing one worker, on a new thread.
    func start(pages: Set<Int>) {
        let order = pages.sorted()
        guard let last = order.last else { return }
        state.change { $0.isRunning = true }
        _ = BackgroundTask { [self] () in
            defer { state.change { $0.isRunning = false } }
            // To find a page, poppler reads all pages before it.
            _ = try? client.perform(VisitPageJob(page: last), on: document)
            draw()
        }
    }

    /// Supplies the ink that drawing needs, the pages that will be drawn, and the frames to which pages grow, by page number.
    func take(_ ink: ScratchFile, _ pages: Set<Int>, _ frames: [Int: Rect]) {
        state.change { $0.ink = (ink, pages, frames) }
    }

    /// Prevents further pages from being drawn.
    func end() { state.change { $0.isOver = true } }

    /// Prevents further pages from being drawn and waits for the current one, so that the worker with the pictures is
    /// free.
    func finish() {
        end()
        state.wait { $0.isRunning ? nil : () }
    }

    private func draw() {
        let ink = state.wait { state -> Ink?? in state.isOver ? .some(nil) : state.ink.map { .some($0) } }
        guard let ink else { return }
        for page in ink.pages.sorted().prefix(Self.pageLimit) where !state.withLock(\.isOver) {
            let job = PrepareVerificationJob(
                token: token, page: page, frame: ink.frames[page], resolution: resolution)
            do { try client.perform(job, on: document, reading: [ink.file]) } catch { return }
        }
    }
}
