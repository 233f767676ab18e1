// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import TestSupport

/// A pool of workers that do as they are told.
func makePool(
    workers: Int = 1, limits: WorkerLimits = WorkerLimits(memory: 256, timeout: 600, fileSize: 16),
    maximumWaiting: Int = 10_000, maximumWait: Duration? = nil
) -> WorkerPool {
    WorkerPool(
        WorkerPool.Configuration(
            executable: Fixture.path, limits: limits, workers: workers, maximumWaiting: maximumWaiting,
            maximumWait: maximumWait))
}

extension WorkerLease {
    /// The answer as text.
    func text(_ request: String, descriptors: [Int32] = []) throws(WorkerError) -> String {
        String(decoding: try ask(Array(request.utf8), descriptors: descriptors).bytes, as: UTF8.self)
    }

    func text(_ request: String) async throws(WorkerError) -> String {
        String(decoding: try await ask(Array(request.utf8)).bytes, as: UTF8.self)
    }

    /// The error of a request that must fail; nil when it does not.
    func failure(_ request: String, descriptors: [Int32] = []) -> WorkerError? {
        do throws(WorkerError) {
            _ = try text(request, descriptors: descriptors)
            return nil
        } catch { return error }
    }
}

extension WorkerPool {
    /// The answer to one request in a lease of its own.
    func text(_ request: String, for caller: CallerID = CallerID(), affinity: Affinity? = nil) throws -> String {
        try withLease(for: caller, affinity: affinity) { try $0.text(request) }
    }

    /// Opens something in a worker, and gives the worker's process.
    @discardableResult func open(_ affinity: Affinity) throws -> pid_t? {
        try withLease(for: CallerID(), affinity: affinity) { lease in
            let process = pid_t(try lease.text("pid"))
            lease.attach()
            return process
        }
    }

    /// The error of a lease that must be refused; nil when it is granted.
    func refusal(for caller: CallerID = CallerID(), cancellation: Cancellation? = nil) -> WorkerError? {
        do throws(WorkerError) {
            try lease(for: caller, cancellation: cancellation).end()
            return nil
        } catch { return error }
    }
}

/// What several threads write down, in order.
final class Notes<Entry: Sendable>: @unchecked Sendable {
    // Unchecked: everything is guarded by `lock`.
    private let lock = NSLock()
    private var all: [Entry] = []

    var entries: [Entry] { lock.withLock { all } }
    func add(_ entry: Entry) { lock.withLock { all.append(entry) } }
}

/// A door that threads wait at until it is opened.
final class Door: Sendable {
    private let group = DispatchGroup()

    init() { group.enter() }
    func open() { group.leave() }
    func pass() { group.wait() }
}

/// A file that a worker writes to when it begins to hang.
struct Signal {
    private let folder: TemporaryFolder
    private let file: FileHandle

    init() throws {
        folder = try TemporaryFolder()
        file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.write([], "signal")))
    }

    /// What the worker is given.
    var descriptor: Int32 { file.fileDescriptor }
    /// Whether the worker hangs.
    var hasCome: Bool { ((try? Data(contentsOf: URL(fileURLWithPath: folder.path("signal")))) ?? Data()).count == 1 }
}
