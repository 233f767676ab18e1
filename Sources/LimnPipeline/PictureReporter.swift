// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles

/// Publishes finished pictures, many at a time so that the disk is waited for seldom, and reports results in the order
/// of documents and pages.
final class PictureReporter: @unchecked Sendable {
    // Unchecked: everything is guarded by `condition`; only the thread in `run` publishes and reports.

    /// Where a result stands in the order: the document, and the page's index within its plan.
    struct Place: Hashable {
        var document: Int
        var index: Int
    }

    private struct Finished {
        var place: Place
        /// Whether it is the document's last result.
        var count: Int
        var result: PictureResult
        var file: StagedFile?
    }

    /// So many results may wait to be published; lanes that are faster than the disk wait for it.
    private static let waitingLimit = 256

    private let condition = NSCondition()
    private let publisher: Publisher
    private var waiting: [Finished] = []
    private var isFinished = false

    init(publisher: Publisher) { self.publisher = publisher }

    /// Hands over a result.
    ///
    /// - Parameters:
    ///   - count: how many results its document has in all.
    ///   - file: what to publish; nil where nothing is.
    func deliver(_ result: PictureResult, at place: Place, of count: Int, file: StagedFile?) {
        condition.lock()
        defer { condition.unlock() }
        while waiting.count >= Self.waitingLimit { condition.wait() }
        waiting.append(Finished(place: place, count: count, result: result, file: file))
        condition.broadcast()
    }

    /// Says that no more results come.
    func finish() {
        condition.lock()
        isFinished = true
        condition.broadcast()
        condition.unlock()
    }

    /// Publishes and reports until everything is done.
    ///
    /// - Parameter tick: called at least ten times a second.
    func run(report: (PictureResult) -> Void, tick: () -> Void) {
        var held: [Place: (result: PictureResult, count: Int)] = [:]
        var next = Place(document: 0, index: 0)
        while let batch = take() {
            tick()
            for finished in publish(batch) { held[finished.place] = (finished.result, finished.count) }
            while let (result, count) = held.removeValue(forKey: next) {
                report(result)
                next.index += 1
                if next.index >= count { next = Place(document: next.document + 1, index: 0) }
            }
        }
    }

    private func take() -> [Finished]? {
        condition.lock()
        defer { condition.unlock() }
        if waiting.isEmpty, !isFinished { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1)) }
        guard !waiting.isEmpty || !isFinished else { return nil }
        defer {
            waiting = []
            condition.broadcast()
        }
        return waiting
    }

    private func publish(_ batch: [Finished]) -> [Finished] {
        var batch = batch
        let indices = batch.indices.filter { batch[$0].file != nil }
        let errors = publisher.publish(indices.compactMap { batch[$0].file })
        for (index, error) in zip(indices, errors) {
            batch[index].file = nil
            if let error {
                let result = batch[index].result
                batch[index].result = PictureResult(PipelineError(error), input: result.input, page: result.page)
            }
        }
        return batch
    }
}
