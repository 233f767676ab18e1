// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
public import LimnPipeline
public import LimnWorker

/// Renders PDFs, lays ink over them, and tells what is in them.
///
/// Documents are read in confined processes, several at once; a hostile document costs its own request one error. Every
/// function may be called from any task, at any time. Cancelling a task ends its work within a tenth of a second.
///
/// An engine is made once and kept. Its workers start with the first request and end with the engine.
public final class Engine: Sendable {
    /// How an engine works.
    public struct Configuration: Sendable {
        /// The most documents or pages that are read at once; as many as there are processors unless set.
        public var workers = WorkerPool.Configuration.processors
        /// What each worker may use.
        public var limits = WorkerLimits()
        /// The most requests that may wait for a worker; one more fails at once with `busy`.
        public var maximumWaiting = 10_000
        /// The longest time that a request may wait for a worker; then it fails with `busy`. Nil for no limit.
        public var maximumWait: Duration?
        /// The worker program, `limn-worker`; found beside this program unless set.
        public var workerProgram = WorkerProgram.path

        /// Makes a configuration with the usual values.
        public init() {}
    }

    let context: JobContext
    private let threads: RequestThreads

    /// Makes an engine whose documents are read in confined processes.
    ///
    /// No process is started yet. A worker program that cannot be started shows with the first request.
    public convenience init(_ configuration: Configuration = Configuration()) {
        let pool = WorkerPool(
            WorkerPool.Configuration(
                executable: configuration.workerProgram, limits: configuration.limits,
                workers: configuration.workers, maximumWaiting: configuration.maximumWaiting,
                maximumWait: configuration.maximumWait))
        self.init(JobContext(pool))
    }

    /// Makes an engine whose jobs are done elsewhere, such as in this process.
    public init(_ context: JobContext) {
        self.context = context
        threads = RequestThreads()
    }

    /// An engine with the same workers' places for the documents of one owner, such as a user of a server.
    ///
    /// A worker serves one owner as long as it lives: what a document makes of it never meets the documents of others.
    public func forOwner(_ owner: OwnerID) -> Engine { Engine(context.forOwner(owner)) }

    /// The version of Limn.
    public static var version: String { LimnVersion.text }

    /// Runs blocking work on a thread; cancelling the task cancels the work.
    ///
    /// - Parameter work: called with the context of one caller, whose requests take turns with those of others.
    func run<R: Sendable>(
        _ work: @escaping @Sendable (JobContext) throws(LimnError) -> R
    ) async throws(LimnError) -> R {
        let cancellation = Cancellation()
        let context = context.forCaller(cancellation)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<R, LimnError>, Never>) in
                threads.run {
                    guard !cancellation.isCancelled else {
                        continuation.resume(returning: .failure(.cancelled))
                        return
                    }
                    continuation.resume(
                        returning: Result { () throws(LimnError) in try work(context) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }
}
