// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnWorker

/// On whose behalf jobs are done, and by whom.
public struct JobContext: Sendable {
    let dispatcher: any JobDispatcher
    /// Workers are shared fairly between callers.
    let caller: CallerID
    /// Whose documents are read: workers serve one owner only.
    let owner: OwnerID
    /// Ends the work early.
    package let cancellation: Cancellation?

    package init(
        _ dispatcher: any JobDispatcher, caller: CallerID = CallerID(), owner: OwnerID = .standard,
        cancellation: Cancellation? = nil
    ) {
        self.dispatcher = dispatcher
        self.caller = caller
        self.owner = owner
        self.cancellation = cancellation
    }

    /// Confined workers of this process's own pool, which has as many as there are processors.
    public static var standard: JobContext { JobContext(sharedPool) }

    /// Confined workers of a pool of its own.
    ///
    /// - Parameters:
    ///   - count: the most workers at once; nil for as many as there are processors.
    ///   - limits: what each worker may use.
    public static func workers(_ count: Int? = nil, limits: WorkerLimits = WorkerLimits()) -> JobContext {
        JobContext(
            WorkerPool(
                WorkerPool.Configuration(
                    executable: WorkerProgram.path, limits: limits,
                    workers: count ?? WorkerPool.Configuration.processors)))
    }

    private static let sharedPool = WorkerPool(WorkerPool.Configuration(executable: WorkerProgram.path))

    /// How many jobs are done at once.
    var width: Int { dispatcher.width }

    /// How many workers nobody uses.
    var idleCount: Int { dispatcher.idleCount }

    /// The same for a caller of its own.
    package func forCaller(_ cancellation: Cancellation?) -> JobContext {
        JobContext(dispatcher, owner: owner, cancellation: cancellation)
    }

    /// The same workers' program and limits for the documents of one owner, which no worker of another owner reads.
    public func forOwner(_ owner: OwnerID) -> JobContext {
        JobContext(dispatcher, owner: owner, cancellation: cancellation)
    }

    /// Whom a worker works for that does a task.
    func domain(_ task: WorkerTask) -> WorkerDomain {
        struct Domain: Hashable {
            var owner: OwnerID
            var task: WorkerTask
        }
        return WorkerDomain(Domain(owner: owner, task: task))
    }

    /// Ends the workers of this owner, once nobody uses them, as one of them may have been taken over.
    func retireWorkers() {
        for task in [WorkerTask.makes, .judges] { dispatcher.retireWorkers(of: domain(task)) }
    }

    /// Whether somebody has ended the work.
    package var isCancelled: Bool { cancellation?.isCancelled ?? false }

    /// Starts workers in the background; a failure shows with the first job.
    package func prewarm(_ count: Int = 1, allowance: LeaseAllowance = .none) {
        dispatcher.prewarm(min(count, width), allowance: allowance)
    }
}
