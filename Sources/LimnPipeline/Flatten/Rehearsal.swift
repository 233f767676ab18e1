// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnWorker

/// What a worker does before the export is there that it will compare: it opens the original, looks up its pages, and
/// draws what some pages will be compared with.
///
/// Nothing depends on it. What fails here fails again, and is told, when the pages are compared.
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
    /// The most pages that are drawn beforehand.
    private static let pageLimit = 4

    init(_ document: OpenDocument, _ client: JobClient, token: Int, resolution: Double) {
        (self.document, self.client, self.token, self.resolution) = (document, client, token, resolution)
    }

    /// Starts a thread that keeps a worker busy.
    func start(pages: Set<Int>) {
        let order = pages.sorted()
        guard let last = order.last else { return }
        state.change { $0.isRunning = true }
        _ = BackgroundTask { [self] () in
            defer { state.change { $0.isRunning = false } }
            // Poppler visits all pages before the one it is asked for.
            try? client.visit(page: last, of: document)
            draw(order.prefix(Self.pageLimit))
        }
    }

    /// Hands over the ink, without which nothing can be drawn.
    func take(_ ink: ScratchFile) { state.change { $0.ink = ink } }

    /// Begins no further page.
    func end() { state.change { $0.isOver = true } }

    /// Begins no further page, and waits for the one that was begun: its worker is the one that has drawn what is needed.
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
