// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnWorker

/// Work in advance for a worker that will compare an export: it opens the original, looks up pages, and draws the
/// pictures for some pages.
///
/// Nothing depends on it. An error here is ignored; it occurs again when the pages are compared.
final class Rehearsal: Sendable {
    private struct State: Sendable {
        var ink: ScratchFile?
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

    /// Starts a thread for one worker.
    func start(pages: Set<Int>) {
        let order = pages.sorted()
        guard let last = order.last else { return }
        state.change { $0.isRunning = true }
        _ = BackgroundTask { [self] () in
            defer { state.change { $0.isRunning = false } }
            // Poppler reads all pages before the requested one.
            try? client.visit(page: last, of: document)
            draw(order.prefix(Self.pageLimit))
        }
    }

    /// Provides the ink, which drawing needs.
    func take(_ ink: ScratchFile) { state.change { $0.ink = ink } }

    /// Starts no further page.
    func end() { state.change { $0.isOver = true } }

    /// Starts no further page and waits for the current one, so that the worker with the pictures is free.
    func finish() {
        end()
        state.wait { $0.isRunning ? nil : () }
    }

    private func draw(_ pages: ArraySlice<Int>) {
        for page in pages {
            let ink = state.wait { state -> ScratchFile?? in state.isOver ? .some(nil) : state.ink.map { .some($0) } }
            guard let ink else { return }
            let job = PrepareVerificationJob(token: token, page: page, resolution: resolution)
            do { try client.prepareVerification(job, of: document, ink: ink) } catch { return }
        }
    }
}
