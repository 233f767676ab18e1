// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import Limn
internal import LimnFiles
public import SystemPackage

/// Performs the tasks of a shard and records their results.
///
/// However a run ends, even by SIGKILL or with a full disk, each task has at most one result, and the files of each
/// result exist. Another run with the same arguments performs the missing tasks. ``BatchFolder`` describes the files.
public final class BatchRun: @unchecked Sendable {
    // Unchecked: `lock` guards `work` and `isStopped`.

    /// The settings of a run.
    public struct Configuration: Sendable {
        /// The list of tasks.
        public var tasks: FilePath
        /// The folder of results.
        public var folder: FilePath
        /// The shard to perform.
        public var shard = Shard.whole
        /// The number of documents to process at the same time.
        public var jobs = WorkerPool.Configuration.processors
        /// Whether tasks that failed earlier are performed again.
        public var retriesFailed = false
        /// The password and the limits.
        public var access = Access()
        /// The resources of each worker.
        public var limits = WorkerLimits()

        /// Creates a configuration with the default values.
        public init(tasks: FilePath, folder: FilePath) { (self.tasks, self.folder) = (tasks, folder) }
    }

    private let configuration: Configuration
    private let lock = NSLock()
    private var work: Task<BatchError?, Never>?
    private var isStopped = false

    /// Creates a run. It does nothing before ``run(note:progress:)``.
    public init(_ configuration: Configuration) { self.configuration = configuration }

    /// Stops the run soon: running tasks are abandoned, and finished ones are recorded.
    public func stop() {
        let work = lock.withLock {
            isStopped = true
            return self.work
        }
        work?.cancel()
    }

    /// Performs the missing tasks.
    ///
    /// - Parameters:
    ///   - note: is called with messages, for example that an incomplete line was dropped.
    ///   - progress: is called on one thread whenever results were recorded.
    /// - Returns: the final progress. All tasks are done unless the call throws.
    /// - Throws: ``BatchError``: `refused` or `unreadable`; `held`, `again` or `interrupted` if trying again may help.
    public func run(
        note: @Sendable (String) -> Void = { _ in }, progress: @escaping @Sendable (BatchProgress) -> Void
    ) async throws(BatchError) -> BatchProgress {
        let (folder, shard) = (BatchFolder(path: configuration.folder), configuration.shard)
        let list = try TaskList(configuration.tasks)
        if !list.repetitions.isEmpty {
            note("\(list.repetitions.count) lines repeat an earlier task, which is done only once.")
        }
        let cut = ShardCut(list.entries.map(\.weight), shards: shard.count, chosen: shard.number)
        try BatchRecord(list, cut, in: folder).claim(folder, list: list)
        let held = try ShardLock(folder.lock(shard), shard: shard)
        defer { withExtendedLifetime(held) {} }
        let log = try ResultLog(folder, shard: shard, retriesFailed: configuration.retriesFailed)
        if log.dropped > 0 {
            note(
                "\(log.dropped) results are not used: incomplete, repeated, failed, or without their files. "
                    + "Tasks without a result are done again.")
        }
        Self.remove(folder.staging(shard))
        defer { Self.remove(folder.staging(shard)) }

        let missing = cut.tasks.filter { !log.done.contains(list.entries[Int($0)].id) }
        let queue = TaskQueue(missing)
        let meter = Meter(shard: shard, total: cut.tasks.count, log: log, list: list, missing: missing)
        let committer = ResultCommitter(folder, log: log) { done, failed in
            progress(meter.progress(done: done, failed: failed))
        }
        if !missing.isEmpty {
            let error = await work(list, queue, committer, folder)
            await committer.finish()
            if let error = committer.failure ?? error { throw error }
        }
        let (done, failed) = committer.counts
        return meter.progress(done: done, failed: failed)
    }

    /// - Returns: the reason if the work ended early; nil if it did not.
    private func work(
        _ list: TaskList, _ queue: TaskQueue, _ committer: ResultCommitter, _ folder: BatchFolder
    ) async -> BatchError? {
        let configuration = configuration
        let work = Task { () -> BatchError? in
            await withTaskGroup(of: BatchError?.self) { group in
                for number in 0..<max(1, min(configuration.jobs, queue.count)) {
                    group.addTask {
                        let error = await Self.slot(number, configuration, list, queue, committer, folder)
                        if error != nil { queue.close() }
                        return error
                    }
                }
                var first: BatchError?
                for await error in group where first == nil { first = error }
                return first
            }
        }
        let isStopped = lock.withLock {
            self.work = work
            return self.isStopped
        }
        if isStopped { work.cancel() }
        return await work.value
    }

    /// Performs tasks one after another until none is left.
    private static func slot(
        _ number: Int, _ configuration: Configuration, _ list: TaskList, _ queue: TaskQueue,
        _ committer: ResultCommitter, _ folder: BatchFolder
    ) async -> BatchError? {
        let place = folder.staging(configuration.shard).appending("\(number)")
        let interrupted = BatchError(.interrupted, "The run was stopped before it was done; start it again.")
        do throws(BatchError) {
            do throws(FileError) { try Publisher.makeFolder(place) } catch { throw BatchError(error) }
            let runner = TaskRunner(
                configuration.shard, folder: place, access: configuration.access, limits: configuration.limits)
            if number == 0 { try await runner.check() }
            while let index = queue.take() {
                if Task.isCancelled { return interrupted }
                if let failure = committer.failure { return failure }
                switch await runner.run(try list.line(index)) {
                case .finished(let task): await committer.add(task)
                case .stopped(let error): return error
                case .cancelled: return interrupted
                }
            }
            return nil
        } catch { return error }
    }

    private static func remove(_ folder: FilePath) {
        guard let path = String(validating: folder) else { return }
        try? FileManager.default.removeItem(atPath: path)
    }
}
