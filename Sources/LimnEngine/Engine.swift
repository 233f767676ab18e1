// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
public import LimnPipeline
public import LimnWorker

/// Renders and inspects PDFs and lays ink over them.
///
/// Documents are read in confined processes, several at the same time. A hostile document makes only its own request
/// fail. Any task may call any function at any time. Cancelling a task ends its work within a tenth of a second.
///
/// Make one engine and keep it. Its workers start with the first request and end with the engine.
public final class Engine: Sendable {
    /// The configuration of an engine.
    public struct Configuration: Sendable {
        /// The maximum number of documents or pages that are read at the same time; by default, one for each processor.
        public var workers = WorkerPool.Configuration.processors
        /// The resource limits of each worker.
        public var limits = WorkerLimits()
        /// The maximum number of requests that wait for a worker. Any further request fails at once with `busy`.
        public var maximumWaiting = 10_000
        /// The maximum time that a request waits for a worker before it fails with `busy`; nil for no limit.
        public var maximumWait: Duration?
        /// The path of the worker program, `limn-worker`; by default ``WorkerProgram/path``.
        public var workerProgram = WorkerProgram.path

        /// Makes the default configuration.
        public init() {}
    }

    let context: JobContext
    private let threads: RequestThreads

    /// Makes an engine that reads documents in confined processes.
    ///
    /// No process is started yet. If the worker program cannot be started, the first request fails.
    public convenience init(_ configuration: Configuration = Configuration()) {
        let pool = WorkerPool(
            WorkerPool.Configuration(
                executable: configuration.workerProgram, limits: configuration.limits,
                workers: configuration.workers, maximumWaiting: configuration.maximumWaiting,
                maximumWait: configuration.maximumWait))
        self.init(JobContext(pool))
    }

    /// Makes an engine with the given context for its jobs, for example one that reads documents in this process.
    public init(_ context: JobContext) {
        self.context = context
        threads = RequestThreads()
    }

    /// Returns an engine for the documents of one owner, such as a user of a server. It shares this engine's workers.
    ///
    /// A worker serves one owner for its whole life, so a hostile document cannot reach the documents of other owners.
    public func forOwner(_ owner: OwnerID) -> Engine { Engine(context.forOwner(owner)) }

    /// Returns an engine for the documents of one owner, as ``forOwner(_:)`` does, which never has all workers.
    ///
    /// - Parameters:
    ///   - owner: whose documents are read.
    ///   - limit: the maximum number of workers that work for this owner at the same time.
    public func forOwner(_ owner: OwnerID, atMost limit: Int) -> Engine {
        Engine(context.forOwner(owner, atMost: limit))
    }

    /// Returns an engine that reports the progress of flattening, exporting or filling a document. It shares this
    /// engine's workers.
    ///
    /// - Parameter progress: called repeatedly with the share of the work that is done, 0…1, on the threads that do it.
    public func reporting(_ progress: @escaping @Sendable (Double) -> Void) -> Engine {
        Engine(context.reporting(progress))
    }

    /// The version of Limn.
    public static var version: String { LimnVersion.text }

    /// Runs blocking work on a separate thread. Cancelling the task cancels the work.
    ///
    /// - Parameter work: called with the context of a new caller. Workers are shared fairly among callers.
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
