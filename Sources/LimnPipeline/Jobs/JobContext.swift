// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnJobs
public import LimnWorker

/// The caller, the owner and the workers of jobs.
public struct JobContext: Sendable {
    let dispatcher: any JobDispatcher
    /// The caller. Workers are shared fairly among callers.
    let caller: CallerID
    /// The owner of the documents. A worker serves one owner only.
    let owner: OwnerID
    /// Cancels the work; nil if it cannot be cancelled.
    package let cancellation: Cancellation?
    /// Receives the share of the work on one document that is done, 0…1; nil if nobody asked for it.
    private let progress: (@Sendable (Double) -> Void)?

    package init(
        _ dispatcher: any JobDispatcher, caller: CallerID = CallerID(), owner: OwnerID = .standard,
        cancellation: Cancellation? = nil, progress: (@Sendable (Double) -> Void)? = nil
    ) {
        self.progress = progress
        self.dispatcher = dispatcher
        self.caller = caller
        self.owner = owner
        self.cancellation = cancellation
    }

    /// The confined workers of this process's shared pool, one for each processor.
    public static var standard: JobContext { JobContext(sharedPool) }

    /// Returns a context with the confined workers of a new pool.
    ///
    /// - Parameters:
    ///   - count: the maximum number of workers at the same time; nil for one worker for each processor.
    ///   - limits: the resource limits of each worker.
    public static func workers(_ count: Int? = nil, limits: WorkerLimits = WorkerLimits()) -> JobContext {
        JobContext(
            WorkerPool(
                WorkerPool.Configuration(
                    executable: WorkerProgram.path, limits: limits,
                    workers: count ?? WorkerPool.Configuration.processors)))
    }

    private static let sharedPool = WorkerPool(WorkerPool.Configuration(executable: WorkerProgram.path))

    /// The number of jobs that can run at the same time.
    var width: Int { dispatcher.width }

    /// The number of idle workers.
    var idleCount: Int { dispatcher.idleCount }

    /// Returns a context with the same workers for a new caller.
    ///
    /// - Parameter cancellation: cancels the jobs of this caller; nil for none.
    package func forCaller(_ cancellation: Cancellation?) -> JobContext {
        JobContext(
            dispatcher, caller: CallerID(in: caller.group), owner: owner, cancellation: cancellation, progress: progress
        )
    }

    /// Returns a context that reports progress.
    ///
    /// - Parameter progress: called with the share of the work that is done, 0…1, on the threads that do it.
    package func reporting(_ progress: @escaping @Sendable (Double) -> Void) -> JobContext {
        JobContext(dispatcher, caller: caller, owner: owner, cancellation: cancellation, progress: progress)
    }

    /// Returns a context for a part of the work. Its progress, 0…1, is reported as progress within `range`.
    func part(_ range: ClosedRange<Double>) -> JobContext {
        guard let progress else { return self }
        return reporting { progress(range.lowerBound + $0 * (range.upperBound - range.lowerBound)) }
    }

    /// Reports the share of the work that is done, 0…1.
    func tell(_ share: Double) { progress?(share) }

    /// Returns a context for the documents of one owner. Workers that serve other owners never read them.
    ///
    /// - Parameter owner: whose documents are read. The worker processes are started when they are needed.
    public func forOwner(_ owner: OwnerID) -> JobContext {
        JobContext(dispatcher, owner: owner, cancellation: cancellation, progress: progress)
    }

    /// Returns a context for the documents of one owner, as ``forOwner(_:)`` does, which never has all workers.
    ///
    /// - Parameters:
    ///   - owner: whose documents are read.
    ///   - limit: the maximum number of workers that work for this owner at the same time.
    public func forOwner(_ owner: OwnerID, atMost limit: Int) -> JobContext {
        JobContext(
            dispatcher, caller: CallerID(in: CallerGroup(limit: limit)), owner: owner, cancellation: cancellation,
            progress: progress)
    }

    /// Returns the domain of workers for a task of this owner.
    func domain(_ task: WorkerTask) -> WorkerDomain {
        struct Domain: Hashable {
            var owner: OwnerID
            var task: WorkerTask
        }
        return WorkerDomain(Domain(owner: owner, task: task))
    }

    /// Ends the workers of this owner, each when its lease ends, because one of them may have been taken over.
    func retireWorkers() {
        for task in WorkerTask.allCases { dispatcher.retireWorkers(of: domain(task)) }
    }

    /// Whether the work was cancelled.
    package var isCancelled: Bool { cancellation?.isCancelled ?? false }

    /// Starts workers in the background. An error is reported by the first job.
    ///
    /// - Parameters:
    ///   - count: the number of workers.
    ///   - allowance: the limits with which they start.
    package func prewarm(_ count: Int = 1, allowance: LeaseAllowance = .none) {
        dispatcher.prewarm(min(count, width), allowance: allowance)
    }
}
