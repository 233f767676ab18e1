// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import LimnFiles
internal import Synchronization

/// The jobs of a server: those that wait, run, and were done within the last day. They are kept in the library's folder,
/// so that those that a stop has interrupted are taken up again at the next start.
final class JobStore: Sendable {
    /// Does the work of a job.
    ///
    /// - Parameter progress: called with how far it is, 0…1.
    typealias Work = @Sendable (Job, JobFolder, _ progress: @escaping @Sendable (Double) -> Void) async throws -> Done

    /// What a job has made.
    struct Done: Sendable {
        var result: Job.Result
        var receipt: JSONValue
    }

    private struct State {
        var jobs: [String: Job] = [:]
        var tasks: [String: Task<Void, Never>] = [:]
        /// How far jobs were when that was told last.
        var told: [String: Double] = [:]
        var listener: (@Sendable (Job) -> Void)?
        var counts: [String: Int] = [:]
    }

    /// How many jobs a person may have, those that are over among them.
    static let limit = 2000

    private let folder: URL
    private let turns: Turns
    private let state = Mutex(State())

    /// - Parameter turns: how many jobs are done at once.
    init(_ folder: URL, turns: Turns) throws {
        self.folder = folder
        self.turns = turns
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Progress is told in steps of at least this share.
    private static let step = 0.05

    /// Tells somebody of every job that begins, of its progress in steps, and of its end, in this order. The listener must not
    /// call the store.
    func listen(_ listener: @escaping @Sendable (Job) -> Void) { state.withLock { $0.listener = listener } }

    /// How many jobs run and wait, and how many ended in each state since the start.
    var figures: (running: Int, waiting: Int, ended: [String: Int]) {
        let load = turns.load
        return (load.running, load.waiting, state.withLock(\.counts))
    }

    /// How many exports there are in each state.
    var exportCounts: [String: Int] {
        state.withLock { state in
            state.jobs.values.reduce(into: [:]) { counts, job in
                if job.request.verb == .export { counts[job.state.rawValue, default: 0] += 1 }
            }
        }
    }

    /// Takes up the jobs that an earlier server has not ended.
    func resume(_ work: @escaping Work) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names.sorted() {
            let own = self.folder(name)
            guard let job = own.load(), job.id == name else {
                own.remove()
                continue
            }
            state.withLock { $0.jobs[name] = job }
            if !job.isOver { start(job, own, work) }
        }
    }

    /// Begins a job.
    ///
    /// - Parameter prepare: puts what the job reads into its folder.
    /// - Throws: ``Problem`` with 429, and what `prepare` throws; there is no job then.
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

    /// A job of a person.
    ///
    /// - Throws: ``Problem`` with 404.
    func job(_ id: String, of person: String) throws(Problem) -> Job {
        guard let job = state.withLock({ $0.jobs[id] }), job.person == person else {
            throw .notFound("There is no such job.")
        }
        return job
    }

    /// The folder of a job.
    func folder(_ id: String) -> JobFolder { JobFolder(url: folder.appendingPathComponent(id, isDirectory: true)) }

    /// Ends a job that is not over, and forgets it.
    func remove(_ id: String, of person: String) throws(Problem) {
        _ = try job(id, of: person)
        change(id) { $0.state = .cancelled }
        let task = state.withLock { state in
            state.jobs[id] = nil
            state.told[id] = nil
            return state.tasks.removeValue(forKey: id)
        }
        task?.cancel()
        folder(id).remove()
    }

    /// Forgets what was over a day ago.
    func sweep(now: Date = Date()) {
        let old = state.withLock { state in
            state.jobs.values.filter { $0.finished.map { now.timeIntervalSince($0) > FileStore.lifetime } ?? false }
        }
        for job in old { try? remove(job.id, of: job.person) }
    }

    private func start(_ job: Job, _ own: JobFolder, _ work: @escaping Work) {
        let task = Task { [self] in
            do {
                let done = try await turns.run(for: job.person) {
                    change(job.id) { $0.state = .running }
                    return try await work(job, own) { [self] share in
                        change(job.id, isProgress: true) { $0.progress = max($0.progress, min(share, 1)) }
                    }
                }
                end(job.id, own) {
                    $0.result = done.result
                    $0.receipt = done.receipt
                    $0.progress = 1
                    $0.state = .done
                }
            } catch is CancellationError {
            } catch {
                // What was cancelled is gone already.
                guard !Task.isCancelled else { return }
                end(job.id, own) {
                    $0.failure = Job.Failure(Problem(error))
                    $0.state = .failed
                }
            }
        }
        state.withLock { if $0.jobs[job.id] != nil { $0.tasks[job.id] = task } else { task.cancel() } }
    }

    private func end(_ id: String, _ own: JobFolder, _ body: (inout Job) -> Void) {
        guard
            let job = change(
                id,
                {
                    body(&$0)
                    $0.finished = Date()
                })
        else { return }
        try? own.save(job)
        own.tidy()
        state.withLock {
            $0.tasks[id] = nil
            $0.told[id] = nil
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
            if isProgress, job.progress < 1, job.progress - (state.told[id] ?? 0) < Self.step { return job }
            if isProgress, job.progress <= state.told[id] ?? 0 { return job }
            state.told[id] = job.progress
            // Told under the lock, so that nobody hears of the end before the rest.
            state.listener?(job)
            return job
        }
    }
}
