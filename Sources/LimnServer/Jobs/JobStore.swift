// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import LimnFiles
internal import Synchronization

/// The jobs of a server: jobs that wait, run, or have ended within the last day. They are stored in the library's
/// folder, so that the server resumes interrupted jobs at its next start.
final class JobStore: Sendable {
    /// Performs a job.
    ///
    /// - Parameters:
    ///   - turn: waits for the person's turn. The job takes one for each document.
    ///   - progress: called with the completed share, 0…1.
    typealias Work =
        @Sendable (Job, JobFolder, _ turn: Turn, _ progress: @escaping @Sendable (Double) -> Void) async throws -> Done

    /// The turns of a job.
    struct Turn: Sendable {
        fileprivate let turns: Turns
        fileprivate let person: String
        fileprivate let onStart: @Sendable () -> Void

        /// Waits for the person's turn and reads one document.
        func run<R: Sendable>(_ work: @Sendable () async throws -> R) async throws -> R {
            try await turns.run(for: person) {
                onStart()
                return try await work()
            }
        }
    }

    /// The outcome of a successful job.
    struct Done: Sendable {
        var result: Job.Result
        var receipt: JSONValue
    }

    private struct State {
        var jobs: [String: Job] = [:]
        var tasks: [String: Task<Void, Never>] = [:]
        /// The last progress of each job that was reported to the listener.
        var reported: [String: Double] = [:]
        var listener: (@Sendable (Job) -> Void)?
        var counts: [String: Int] = [:]
    }

    /// The maximum number of jobs per person, including jobs that have ended.
    static let limit = 2000
    /// The largest receipt that is kept, in bytes of JSON.
    static let largestReceipt = 1 << 20
    /// The receipt of a job whose own is too large.
    static let omittedReceipt = JSONValue.object([
        "messages": .list([.text("The receipt is too long to be kept. The result is complete.")])
    ])
    /// The largest receipt that stays in memory. Larger ones are read from the folder of the job.
    private static let lightReceipt = 16 << 10

    private let folder: URL
    private let turns: Turns
    private let state = Mutex(State())

    /// Creates a store in a folder, which is created if it does not exist. The jobs in it are loaded by ``resume(_:)``.
    ///
    /// - Parameter turns: the queue, which limits the number of concurrent jobs.
    init(_ folder: URL, turns: Turns) throws {
        self.folder = folder
        self.turns = turns
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The smallest increase of the progress that is reported to the listener.
    private static let step = 0.05

    /// Sets the listener. It is called when a job is created, when its progress has increased by at least ``step``, and
    /// when it ends, in this order. The listener must not call the store.
    func listen(_ listener: @escaping @Sendable (Job) -> Void) { state.withLock { $0.listener = listener } }

    /// The numbers of running and of waiting jobs, and the number of jobs that have ended in each state since the
    /// start.
    var figures: (running: Int, waiting: Int, ended: [String: Int]) {
        let load = turns.load
        return (load.running, load.waiting, state.withLock(\.counts))
    }

    /// The number of exports in each state.
    var exportCounts: [String: Int] {
        state.withLock { state in
            state.jobs.values.reduce(into: [:]) { counts, job in
                if job.request.verb == .export { counts[job.state.rawValue, default: 0] += 1 }
            }
        }
    }

    /// Resumes the jobs that an earlier run of the server has not completed.
    func resume(_ work: @escaping Work) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names.sorted() {
            let own = self.folder(name)
            guard let job = own.load(), job.id == name else {
                own.remove()
                continue
            }
            state.withLock { $0.jobs[name] = Self.light(job) }
            if !job.isOver { start(job, own, work) }
        }
    }

    /// Creates and starts a job.
    ///
    /// - Parameter prepare: puts the job's input files into its folder.
    /// - Throws: ``Problem`` with status 429 if the person has too many jobs; any error of `prepare`. No job exists
    ///   then.
    func add(
        _ request: JobRequest, of person: String, prepare: (JobFolder) throws -> Void, work: @escaping Work
    ) throws -> Job {
        guard state.withLock({ $0.jobs.values.count { $0.person == person } }) < Self.limit else {
            throw Problem(.tooManyRequests, "too-many", "You have too many jobs; remove some.")
        }
        let job = Job(id: RequestIdentifier.next(), person: person, request: request, created: Date())
        let own = folder(job.id)
        do {
            try own.make()
            try prepare(own)
            try own.save(job)
        } catch {
            own.remove()
            throw error
        }
        state.withLock {
            $0.jobs[job.id] = job
            $0.listener?(job)
        }
        start(job, own, work)
        return job
    }

    /// Returns a job of a person, or any job for the owner.
    ///
    /// - Throws: ``Problem`` with status 404 if the person may not see such a job.
    func job(_ id: String, for identity: Identity) throws(Problem) -> Job {
        guard let job = state.withLock({ $0.jobs[id] }), identity.isOwner || job.person == identity.key else {
            throw .notFound("There is no such job.")
        }
        return job
    }

    /// Returns the jobs of a person, or all jobs for the owner, the latest first.
    func jobs(for identity: Identity) -> [Job] {
        state.withLock { Array($0.jobs.values) }.filter { identity.isOwner || $0.person == identity.key }
            .sorted { ($0.created, $0.id) > ($1.created, $1.id) }
    }

    /// Returns the folder of a job.
    func folder(_ id: String) -> JobFolder { JobFolder(url: folder.appendingPathComponent(id, isDirectory: true)) }

    /// Removes a job, and cancels it first if it has not ended.
    func remove(_ id: String) {
        change(id) { $0.state = .cancelled }
        let task = state.withLock { state in
            state.jobs[id] = nil
            state.reported[id] = nil
            return state.tasks.removeValue(forKey: id)
        }
        task?.cancel()
        folder(id).remove()
    }

    /// Removes the jobs of all people but these, such as those whose access was revoked.
    ///
    /// - Parameter people: the keys of the people who may have jobs.
    func removeAll(exceptOf people: Set<String>) {
        let gone = state.withLock { state in state.jobs.values.filter { !people.contains($0.person) } }
        for job in gone { remove(job.id) }
    }

    /// Removes jobs that ended more than a day ago.
    func sweep(now: Date = Date()) {
        let old = state.withLock { state in
            state.jobs.values.filter { $0.finished.map { now.timeIntervalSince($0) > FileStore.lifetime } ?? false }
        }
        for job in old { remove(job.id) }
    }

    private func start(_ job: Job, _ own: JobFolder, _ work: @escaping Work) {
        let task = Task(executorPreference: HandlerThreads.shared) { [self] in
            do {
                let turn = Turn(turns: turns, person: job.person) { [self] in
                    guard state.withLock({ $0.jobs[job.id]?.state }) == .waiting else { return }
                    change(job.id) { $0.state = .running }
                }
                let done = try await work(job, own, turn) { [self] share in
                    change(job.id, isProgress: true) { $0.progress = max($0.progress, min(share, 1)) }
                }
                end(job.id, own) {
                    $0.result = done.result
                    $0.receipt = done.receipt
                    $0.progress = 1
                    $0.state = .done
                }
            } catch is CancellationError {
            } catch {
                // A cancelled job has been removed already.
                guard !Task.isCancelled else { return }
                end(job.id, own) {
                    $0.failure = Job.Failure(Problem(error))
                    $0.state = .failed
                }
            }
        }
        state.withLock { if $0.jobs[job.id] != nil { $0.tasks[job.id] = task } else { task.cancel() } }
    }

    /// Returns the receipt of a job that is done; nil if it has none.
    func receipt(of job: Job) -> JSONValue? {
        job.receipt ?? (job.state == .done ? folder(job.id).load()?.receipt : nil)
    }

    /// Returns a job without a receipt that is large. A person may have many jobs.
    private static func light(_ job: Job) -> Job {
        var light = job
        if size(of: job.receipt) > lightReceipt { light.receipt = nil }
        return light
    }

    private static func size(of receipt: JSONValue?) -> Int {
        receipt.flatMap { try? Answer.encode($0) }?.count ?? 0
    }

    private func end(_ id: String, _ own: JobFolder, _ body: (inout Job) -> Void) {
        guard var job = state.withLock({ $0.jobs[id] }), !job.isOver else { return }
        body(&job)
        job.finished = Date()
        if Self.size(of: job.receipt) > Self.largestReceipt { job.receipt = Self.omittedReceipt }
        // The whole receipt is on the disk before anybody hears that the job is over.
        try? own.save(job)
        let light = Self.light(job)
        guard change(id, { $0 = light }) != nil else { return }
        own.tidy()
        state.withLock {
            $0.tasks[id] = nil
            $0.reported[id] = nil
            $0.counts[job.state.rawValue, default: 0] += 1
        }
    }

    @discardableResult private func change(
        _ id: String, isProgress: Bool = false, _ body: (inout Job) -> Void
    ) -> Job? {
        state.withLock { state in
            guard var job = state.jobs[id], !job.isOver else { return nil }
            body(&job)
            state.jobs[id] = job
            if isProgress, job.progress < 1, job.progress - (state.reported[id] ?? 0) < Self.step { return job }
            if isProgress, job.progress <= state.reported[id] ?? 0 { return job }
            state.reported[id] = job.progress
            // The listener is called with the lock held, so that the calls are in order.
            state.listener?(job)
            return job
        }
    }
}
