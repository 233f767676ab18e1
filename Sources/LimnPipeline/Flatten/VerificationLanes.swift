// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnWorker
internal import LimnJobs
internal import Foundation
internal import LimnFiles
internal import Synchronization
internal import SystemPackage

/// Compares an export with its original in several workers, which start up while the export is being made.
///
/// Every lane ends when ``compare(_:export:ink:with:_:)`` has returned, or with this object.
final class VerificationLanes {
    /// What is allowed to differ, and how closely it is looked at.
    struct Terms {
        /// Whether pages keep their /UserUnit.
        var keepsUserUnit: Bool
        /// How far edges of the ink may have moved, in points.
        var tolerance: Double
        /// The pixels an inch to compare at.
        var resolution: Double
        /// Whether more exports of the same document follow.
        var sharesPages: Bool
    }

    /// What a lane waits for.
    private final class Work: @unchecked Sendable {
        // Unchecked: `job` is set before the lanes are woken, and not touched afterwards.
        let queue = VerificationQueue()
        /// A worker may see many exports of one document.
        let token = ExportToken.next()
        let ready = DispatchSemaphore(value: 0)
        let done = DispatchGroup()
        var job: (export: FileDescriptor, ink: ScratchFile, terms: Terms)?
    }

    private let document: OpenDocument
    private let work = Work()
    private let count: Int
    private var isOver = false

    /// Starts lanes besides the caller's own.
    ///
    /// - Parameters:
    ///   - pages: those that will be compared at least; few are left to the caller's lane.
    ///   - isAlone: whether no other export is being made, which would need the processors.
    init(_ request: FlattenRequest, _ document: OpenDocument, pages: Set<Int>, isAlone: Bool) {
        self.document = document
        // Poppler's documents in one process share locks.
        count =
            request.isolation.isInProcess || !isAlone
            ? 0 : max(0, min(ProcessInfo.processInfo.activeProcessorCount, pages.count / 4) - 1)
        for lane in 0..<count {
            work.done.enter()
            DrawingThread.start { [work, document] in
                defer { work.done.leave() }
                let runner = request.isolation.allowing(copyOf: document.input.size).makeRunner()
                defer { runner.end() }
                let client = JobClient(runner, access: request.access)
                // Poppler visits all pages before the one it is asked for: some lanes need not go through to the end,
                // and the others do so while they have to wait. What fails here fails again, and is told, with a page.
                let fromEnd = lane.isMultiple(of: 2)
                if let page = fromEnd ? pages.max() : pages.min() { try? client.visit(page: page, of: document) }
                work.ready.wait()
                Self.compare(work, document, client, fromEnd: fromEnd)
            }
        }
    }

    deinit { if !isOver { end() } }

    /// Compares pages, also with the caller's own client.
    ///
    /// - Throws: ``LimnError`` with `unverified`, or why a page could not be compared.
    func compare(
        _ pages: [VerificationQueue.Page], export: FileDescriptor, ink: ScratchFile, with client: JobClient,
        _ terms: Terms
    ) throws(LimnError) -> Verification {
        work.job = (export, ink, terms)
        work.queue.add(pages)
        isOver = true
        end()
        Self.compare(work, document, client, fromEnd: false)
        work.done.wait()
        return try work.queue.result()
    }

    private func end() { for _ in 0..<count { work.ready.signal() } }

    private static func compare(_ work: Work, _ document: OpenDocument, _ client: JobClient, fromEnd: Bool) {
        guard let (export, ink, terms) = work.job else { return }
        while let page = work.queue.next(fromEnd: fromEnd) {
            let job = VerifyJob(
                token: work.token, page: page.number, strictness: page.strictness, tolerance: terms.tolerance,
                resolution: terms.resolution, keepsUserUnit: terms.keepsUserUnit, userUnit: page.userUnit,
                sharesPages: terms.sharesPages)
            do throws(LimnError) {
                work.queue.finished(page, try client.verify(job, of: document, export: export, ink: ink))
            } catch { work.queue.failed(page, error) }
        }
    }
}

/// Numbers that tell exports apart.
private enum ExportToken {
    private static let last = Mutex(0)

    static func next() -> Int {
        last.withLock { number in
            number += 1
            return number
        }
    }
}
