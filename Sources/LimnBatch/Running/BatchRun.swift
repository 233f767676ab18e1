// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import Limn
internal import LimnFiles
public import SystemPackage

/// Does the tasks of a shard and puts their results on record.
///
/// Whatever ends a run, also SIGKILL or a full disk, each task has at most one result, and what has a result has its
/// files. Another run with the same arguments does what is missing. ``BatchFolder`` tells the files.
public final class BatchRun: @unchecked Sendable {
    // Unchecked: `lock` guards `work` and `isStopped`.

    /// What to do, and how.
    public struct Configuration: Sendable {
        /// The list of tasks.
        public var tasks: FilePath
        /// The folder of results.
        public var folder: FilePath
        /// The part of the list.
        public var shard = Shard.whole
        /// How many documents are in work at once.
        public var jobs = WorkerPool.Configuration.processors
        /// Whether tasks that failed before are done again.
        public var retriesFailed = false
        /// The password and the limits.
        public var access = Access()
        /// The resources of each worker.
        public var limits = WorkerLimits()

        /// Makes a configuration with the usual choices.
        public init(tasks: FilePath, folder: FilePath) { (self.tasks, self.folder) = (tasks, folder) }
    }

    private let configuration: Configuration
    private let lock = NSLock()
    private var work: Task<BatchError?, Never>?
    private var isStopped = false

    /// Prepares a run.
    public init(_ configuration: Configuration) { self.configuration = configuration }

    /// Ends the run soon: tasks in work are given up, and finished ones are put on record.
    public func stop() {
        let work = lock.withLock {
            isStopped = true
            return self.work
        }
        work?.cancel()
    }

    /// Does what is missing.
    ///
    /// - Parameters:
    ///   - note: takes sentences for people, such as that a torn line was dropped.
    ///   - progress: called on one thread whenever results are on record.
    /// - Returns: how far the run is at its end; all is done unless it throws.
    /// - Throws: ``BatchError``: `refused`, `unreadable`; `held`, `again` and `interrupted` where trying again helps.
    public func run(
        note: @Sendable (String) -> Void = { _ in }, progress: @escaping @Sendable (BatchProgress) -> Void
    ) async throws(BatchError) -> BatchProgress {
        let (folder, shard) = (BatchFolder(path: configuration.folder), configuration.shard)
        let list = try TaskList(configuration.tasks)
        if list.repeated > 0 { note("\(list.repeated) lines repeat the task of an earlier line and are done once.") }
        let cut = ShardCut(list.entries.map(\.weight), shards: shard.count, chosen: shard.number)
        try BatchRecord(list, cut, in: folder).claim(folder, list: list)
        let held = try ShardLock(folder.lock(shard), shard: shard)
        defer { withExtendedLifetime(held) {} }
        let log = try ResultLog(folder, shard: shard, retriesFailed: configuration.retriesFailed)
        if log.dropped > 0 { note("\(log.dropped) results are done again: torn, without their files, or failed.") }
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

    /// - Returns: why the work ended early; nil if it did not.
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

    /// Does tasks one after another until none is left.
    private static func slot(
        _ number: Int, _ configuration: Configuration, _ list: TaskList, _ queue: TaskQueue,
        _ committer: ResultCommitter, _ folder: BatchFolder
    ) async -> BatchError? {
        let place = folder.staging(configuration.shard).appending("\(number)")
        let interrupted = BatchError(.interrupted, "The run was ended before it was done; run it again.")
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
