// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import Foundation
internal import LimnFiles
internal import Limn
internal import SystemPackage

/// Records finished tasks, many at a time, while others are running: syncs their files, moves them to the objects,
/// syncs the folders, and then appends the lines.
///
/// At any moment, even after power loss, the objects of a complete line are complete.
final class ResultCommitter: @unchecked Sendable {
    // Unchecked: `lock` guards `state`; the log is used on `queue` only.

    private struct State {
        var waiting: [FinishedTask] = []
        var isScheduled = false
        var failure: BatchError?
        var done = 0
        var failed = 0
    }

    private let folder: BatchFolder
    private let log: ResultLog
    private let queue = DispatchQueue(label: "limn.batch.results")
    private let lock = NSLock()
    private var state = State()
    private let report: @Sendable (_ done: Int, _ failed: Int) -> Void

    /// The maximum number of finished tasks that wait for the disk.
    private static let limit = 1024

    /// - Parameter report: is called on one thread after each write, with the number of recorded tasks and the number
    ///   of these that failed.
    init(_ folder: BatchFolder, log: ResultLog, report: @escaping @Sendable (_ done: Int, _ failed: Int) -> Void) {
        (self.folder, self.log, self.report) = (folder, log, report)
        (state.done, state.failed) = (log.done.count, log.failed)
    }

    /// The reason why nothing more can be recorded; nil if there was no error.
    var failure: BatchError? { lock.withLock { state.failure } }
    /// The number of recorded tasks, and the number of these that failed.
    var counts: (done: Int, failed: Int) { lock.withLock { (state.done, state.failed) } }

    /// Adds a task. If too many tasks wait for the disk, the caller waits.
    func add(_ task: FinishedTask) async {
        while lock.withLock({ state.waiting.count >= Self.limit && state.failure == nil }) {
            try? await Task.sleep(for: .milliseconds(5))
            if Task.isCancelled { break }
        }
        let starts = lock.withLock {
            state.waiting.append(task)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if starts { queue.async { self.drain() } }
    }

    /// Waits until all added tasks are recorded, or until recording has failed.
    func finish() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func drain() {
        while true {
            let tasks = lock.withLock {
                defer { state.waiting = [] }
                if state.waiting.isEmpty || state.failure != nil { state.isScheduled = false }
                return state.failure == nil ? state.waiting : []
            }
            guard !tasks.isEmpty else { return }
            do throws(BatchError) {
                try record(tasks)
                let counts = lock.withLock {
                    state.done += tasks.count
                    state.failed += tasks.count { !$0.line.status.isSuccess }
                    return (state.done, state.failed)
                }
                report(counts.0, counts.1)
            } catch { lock.withLock { state.failure = error } }
        }
    }

    private func record(_ tasks: [FinishedTask]) throws(BatchError) {
        do throws(FileError) {
            let staged = tasks.flatMap(\.staged)
            try sync(staged.map(\.path))
            var folders: Set<FilePath> = []
            for output in staged {
                let target = folder.path.appending(output.object)
                let parent = target.removingLastComponent()
                if folders.insert(parent).inserted { try Publisher.makeFolder(parent) }
                try rename(output.path, to: target)
            }
            for parent in folders { try Publisher.syncFolder(parent) }
            var lines: [UInt8] = []
            for task in tasks {
                do { lines += try JSONLine.encode(task.line) } catch {
                    // JSON has no numbers that are not finite.
                    var line = task.line
                    line.body = FailedTask(input: nil, messages: ["The result cannot be written as JSON."])
                    (line.status, line.outputs) = (.failed, [])
                    lines += (try? JSONLine.encode(line)) ?? []
                }
            }
            try log.append(lines)
            for task in tasks { _ = task.folder.withPlatformString { rmdir($0) } }
        } catch { throw BatchError(error) }
    }

    /// Syncs files. The kernel starts to write all of them first, so syncing many costs little more than syncing one.
    private func sync(_ paths: [FilePath]) throws(FileError) {
        // Only a few are open at a time, because the limit on open files may be low.
        for start in stride(from: 0, to: paths.count, by: 64) {
            var open: [(FileDescriptor, FilePath)] = []
            defer { for (descriptor, _) in open { try? descriptor.close() } }
            for path in paths[start..<min(start + 64, paths.count)] {
                do { open.append((try .open(path, .readOnly, options: [.closeOnExec, .noFollow]), path)) } catch {
                    throw FileError(writing: path, cause: error as? Errno ?? .ioError)
                }
            }
            if open.count > 1 {
                for (descriptor, _) in open { _ = posix_fadvise(descriptor.rawValue, 0, 0, POSIX_FADV_DONTNEED) }
            }
            for (descriptor, path) in open where fsync(descriptor.rawValue) != 0 {
                throw FileError(writing: path, cause: Errno(rawValue: errno))
            }
        }
    }

    private func rename(_ old: FilePath, to new: FilePath) throws(FileError) {
        let status = old.withPlatformString { old in new.withPlatformString { Foundation.rename(old, $0) } }
        guard status == 0 else { throw FileError(writing: new, cause: Errno(rawValue: errno)) }
    }
}
