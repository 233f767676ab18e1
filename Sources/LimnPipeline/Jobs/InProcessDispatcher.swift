// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
package import LimnWorker

/// Performs jobs in this process, one at a time, because poppler's documents share global state.
package final class InProcessDispatcher: JobDispatcher, @unchecked Sendable {
    // Unchecked: only the lease that holds the semaphore uses the service and its open document.
    private let service: any WorkerService
    private var open: Affinity?
    private let turn = DispatchSemaphore(value: 1)

    /// Makes a dispatcher that owns a service. Nothing else may use the service.
    ///
    /// - Parameter service: performs the jobs in this process. It is not prepared. A document that crashes it ends the process.
    package init(_ service: any WorkerService) { self.service = service }

    package var width: Int { 1 }
    package var idleCount: Int { 0 }
    package var timeout: Double { .infinity }
    package var isInProcess: Bool { true }

    package func prewarm(_ count: Int, allowance: LeaseAllowance) {}

    package func jobLease(
        for caller: CallerID, domain: WorkerDomain, affinity: Affinity?, allowance: LeaseAllowance,
        cancellation: Cancellation?
    ) throws(WorkerError) -> any JobLease {
        turn.wait()
        if let library = allowance.library { LoadedLibrary.load(library) }
        guard cancellation?.isCancelled != true else {
            turn.signal()
            throw .cancelled
        }
        return Lease(self, affinity)
    }

    /// Does nothing: this process cannot be ended.
    package func retireWorkers(of domain: WorkerDomain) {}

    private final class Lease: JobLease, @unchecked Sendable {
        // Unchecked: only one caller has the lease.
        private let owner: InProcessDispatcher
        private let affinity: Affinity?
        private var isOver = false

        init(_ owner: InProcessDispatcher, _ affinity: Affinity?) { (self.owner, self.affinity) = (owner, affinity) }

        deinit { end() }

        var holdsAffinity: Bool { affinity != nil && owner.open == affinity }

        /// Always false: this process has no limit of memory, and cannot be replaced.
        var hasServedOthers: Bool { false }

        func attach() { owner.open = affinity }

        func ask(_ request: [UInt8], descriptors: [Int32]) throws(WorkerError) -> WorkerAnswer {
            if !holdsAffinity { owner.open = nil }
            return WorkerAnswer(bytes: owner.service.answer(request, descriptors: descriptors), stderrLines: [])
        }

        func replaceWorker() { owner.open = nil }
        func recycleAfterwards() { owner.open = nil }

        func end() {
            if !isOver { owner.turn.signal() }
            isOver = true
        }
    }
}
