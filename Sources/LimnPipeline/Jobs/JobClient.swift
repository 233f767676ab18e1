// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnWorker
internal import SystemPackage

/// Performs jobs in workers. It leases a worker for each job, and opens the document if the worker does not have it
/// open. If a worker dies, the job is tried once more, because an earlier job may have been the cause.
///
/// Any thread may use a client.
final class JobClient: Sendable {
    let context: JobContext
    let access: Access
    private let budget: TimeBudget

    init(_ context: JobContext, access: Access) {
        self.context = context
        self.access = access
        budget = TimeBudget(given: access.timeBudget, timeout: context.dispatcher.timeout)
    }

    /// Returns a client that starts with a full time budget for each document. It is for work that is done many times with
    /// one document.
    func withNewBudget() -> JobClient { JobClient(context, access: access) }

    /// Opens a document unless it was opened before.
    ///
    /// - Throws: ``LimnError`` with `locked`, `limit`, `crashed`, `failed`, `cancelled` or `busy`.
    @discardableResult
    func open(_ document: OpenDocument) throws(LimnError) -> OpenDocument.Facts {
        if let known = document.facts(access, for: context.owner) { return known }
        let lease = try lease(for: document, .makes)
        defer { lease.end() }
        return try open(document, on: lease)
    }

    /// Has a judging worker open a document in advance. An error recurs when the document is used.
    func openForJudging(_ document: OpenDocument) throws(LimnError) {
        let lease = try lease(for: document, .judges)
        defer { lease.end() }
        if !lease.holdsAffinity { try open(document, on: lease) }
    }

    /// Performs a job on a document.
    ///
    /// - Parameters:
    ///   - inputs: the files that the job reads. Workers get descriptors that are open for reading only.
    ///   - output: the destination of what the job writes, which error messages name; nil for a job that writes nothing. If
    ///     a worker dies, its output is discarded before the next try.
    ///   - task: the task of the worker.
    ///   - allowance: the resources for a job without a document.
    /// - Returns: the job's answer, the warnings from PDF libraries, and the file with the job's output.
    @discardableResult
    func perform<J: Job>(
        _ job: J, on document: OpenDocument?, reading inputs: [any JobInput] = [], into output: JobOutput? = nil,
        as task: WorkerTask = J.task, allowing allowance: LeaseAllowance = .none
    ) throws(LimnError) -> Performed<J.Answer> {
        precondition(inputs.count == job.files.inputs && (output != nil) == job.files.hasOutput)
        let lease = try lease(for: document, task, allowing: allowance)
        defer { lease.end() }
        var file: ScratchFile?
        if let output { file = try output.makeFile() }
        let descriptors = (file.map { [$0.descriptor] } ?? []) + inputs.map(\.descriptorForReading)
        func reply(to job: J) throws(LimnError) -> Reply<J.Answer> {
            try retrying(lease) { () throws(LimnError) in
                if let document, !lease.holdsAffinity { try open(document, on: lease) }
                if let output, let file { try output.clear(file) }
                return try timed(document) { exchange(job, descriptors, on: lease) }
            }
        }
        var made = try reply(to: job)
        if made.ranOutOfMemory, let thriftier = job.thriftier {
            lease.replaceWorker()
            made = try reply(to: thriftier)
        }
        switch made.reply {
        case .done(let answer):
            if let output, let file {
                do throws(LimnError) { try output.take(file, reportedSize: job.files.size(in: answer)) } catch {
                    if error == Self.misanswered { lease.replaceWorker() }
                    throw error
                }
            }
            return Performed(answer: answer, warnings: made.warnings, file: file)
        case .failed(let error): throw error
        case .notWritten(let errno):
            guard let output, !output.isTemporary else {
                throw LimnError(.failed, "A temporary file cannot be written.")
            }
            throw LimnError(FileError(writing: output.path, cause: Errno(rawValue: errno)))
        }
    }

    /// Performs a job whose result is a value. If the worker's JSON is no such value, or one that the job does not accept,
    /// all workers of this owner are ended.
    ///
    /// - Returns: the value, and the warnings from PDF libraries.
    func value<J: ValueJob>(
        of job: J, on document: OpenDocument?, reading inputs: [any JobInput] = [], as task: WorkerTask = J.task,
        allowing allowance: LeaseAllowance = .none
    ) throws(LimnError) -> (value: J.Value, warnings: [String]) {
        do {
            let output = try ScratchFile()
            let warnings = try perform(
                job, on: document, reading: inputs, into: JobOutput(temporary: output), as: task, allowing: allowance
            ).warnings
            let json = try output.data()
            return try accepting {
                let value = try BoundedJSON.decode(J.Value.self, from: json, limits: job.limits)
                guard job.accepts(value) else { throw Self.misanswered }
                return (value, warnings)
            }
        } catch { throw LimnError(error) }
    }

    /// The result of a job.
    struct Performed<Answer: Sendable>: Sendable {
        var answer: Answer
        /// The warnings from PDF libraries.
        var warnings: [String]
        /// The worker's output; nil if the job has none. The worker can still change it.
        var file: ScratchFile?
    }

    /// Leases a worker with enough resources to read the document and to write it again.
    ///
    /// - Parameter allowance: the resources for a request without a document.
    private func lease(
        for document: OpenDocument?, _ task: WorkerTask, allowing allowance: LeaseAllowance = .none
    ) throws(LimnError) -> any JobLease {
        // Within this process, one service does all tasks. Opening the document twice would not separate them.
        let task = context.dispatcher.isInProcess ? .makes : task
        let affinity = document.map { Affinity(DocumentKey(document: $0.id, access: access, task: task)) }
        var allowance = allowance
        if let document {
            allowance = LeaseAllowance(copyOf: document.input.size)
            let pageCount = document.facts(access, for: context.owner)?.pageCount
            allowance.atMost = try budget.left(for: document, pages: pageCount)
        }
        do throws(WorkerError) {
            return try context.dispatcher.jobLease(
                for: context.caller, domain: context.domain(task), affinity: affinity, allowance: allowance,
                cancellation: context.cancellation)
        } catch { throw LimnError(error) }
    }

    /// Measures the time of a request, without the time in which other programs had the processors. If the request fails
    /// because its time budget is used up, throws an error that says so.
    private func timed<Answer: Codable & Sendable>(
        _ document: OpenDocument?, _ body: () -> Reply<Answer>
    ) throws(LimnError) -> Reply<Answer> {
        guard let document else { return body() }
        let start = ContinuousClock.now
        let result = body()
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        let time = Double(seconds) + Double(attoseconds) / 1e18 - result.queuedTime
        let over = budget.spend(time, on: document, pages: document.facts(access, for: context.owner)?.pageCount)
        if let over, case .failed(let error) = result.reply, error.code == .limit { throw over }
        return result
    }

    @discardableResult
    private func open(_ document: OpenDocument, on lease: any JobLease) throws(LimnError) -> OpenDocument.Facts {
        let job = OpenJob(path: document.input.path.bytes, access: access)
        let made: Reply<OpenJob.Answer> = try retrying(lease) { () throws(LimnError) in
            try timed(document) { exchange(job, [document.descriptor], on: lease) }
        }
        guard case .done(let answer) = made.reply else {
            if case .failed(let error) = made.reply { throw error }
            lease.replaceWorker()
            throw Self.misanswered
        }
        lease.attach()
        let known = OpenDocument.Facts(
            pageCount: answer.pageCount, warnings: made.warnings, renderer: answer.renderer)
        let first = document.record(known, access, for: context.owner)
        // If workers report different numbers of pages, one of them has been taken over.
        guard first.pageCount == known.pageCount else {
            lease.replaceWorker()
            throw refusal()
        }
        return first
    }

    /// Sends a job to a worker and checks its answer.
    private func exchange<J: Job>(
        _ job: J, _ descriptors: [FileDescriptor], on lease: any JobLease
    ) -> Reply<J.Answer> {
        do {
            let message = try JobMessage.encode(job)
            let answer = try lease.ask(message, descriptors: descriptors.map(\.rawValue))
            let reply = try BoundedJSON.decode(JobReply<J.Answer>.self, from: Data(answer.bytes))
            if case .done(let told) = reply, !(job.files.accept(told) && job.accepts(told, access)) {
                lease.replaceWorker()
                return Reply(reply: .failed(Self.misanswered), warnings: answer.stderrLines)
            }
            guard answer.ranOutOfMemory else {
                return Reply(reply: reply, warnings: answer.stderrLines, queuedTime: answer.queuedTime)
            }
            // A service that ran out of memory may have incomplete state.
            lease.recycleAfterwards()
            // If memory ran out, parts may be missing from a result that looks complete.
            let error = LimnError(.limit, "It needs more memory than allowed.")
            return Reply(reply: .failed(error), warnings: answer.stderrLines, ranOutOfMemory: true)
        } catch let error as WorkerError {
            return Reply(
                reply: .failed(LimnError(error)), warnings: error.stderrLines,
                ranOutOfMemory: error.code == .outOfMemory)
        } catch {
            lease.replaceWorker()
            let error = LimnError(.crashed, "The worker gave an answer that cannot be read.")
            return Reply(reply: .failed(error), warnings: [])
        }
    }

    /// The answer to a job, and what else is known of it.
    private struct Reply<Answer: Codable & Sendable> {
        var reply: JobReply<Answer>
        /// The warnings from PDF libraries.
        var warnings: [String]
        /// Whether the worker has too little memory for the job.
        var ranOutOfMemory = false
        /// How long the worker waited for a processor, in seconds.
        var queuedTime = 0.0
    }

    static let misanswered = LimnError(.crashed, "The worker's answer does not match the request.")

    /// Returns the error for a result that proves wrong after its lease has ended. The worker is no longer known then,
    /// so all workers of this owner are ended.
    func refusal() -> LimnError {
        context.retireWorkers()
        return Self.misanswered
    }

    /// Runs code that checks and uses a worker's output. If the code throws, all workers of this owner are ended.
    func accepting<R>(_ body: () throws -> R) rethrows -> R {
        do { return try body() } catch {
            context.retireWorkers()
            throw error
        }
    }

    /// Sends a request a second time if its worker crashed, or if it ran out of memory and holds memory of other
    /// documents. So the result does not depend on what the worker read before.
    private func retrying<Answer: Codable & Sendable>(
        _ lease: any JobLease, _ body: () throws(LimnError) -> Reply<Answer>
    ) throws(LimnError) -> Reply<Answer> {
        let hasServedOthers = lease.hasServedOthers
        let first = try body()
        guard case .failed(let error) = first.reply else { return first }
        let mayFitInNewWorker = first.ranOutOfMemory && hasServedOthers
        guard error.code == .crashed || mayFitInNewWorker else { return first }
        if mayFitInNewWorker { lease.replaceWorker() }
        return try body()
    }
}

/// A file that a job reads. It stays open while the job is done, unless it is a bare descriptor.
protocol JobInput {
    /// The descriptor that workers get.
    var descriptorForReading: FileDescriptor { get }
}

extension OpenDocument: JobInput {
    var descriptorForReading: FileDescriptor { descriptor }
}

extension ScratchFile: JobInput {
    var descriptorForReading: FileDescriptor { reader }
}

extension FileDescriptor: JobInput {
    var descriptorForReading: FileDescriptor { self }
}

/// The key of an open document: the document, the password and limits that opened it, and the task of its worker.
private struct DocumentKey: Hashable, Sendable {
    let document: OpenDocument.ID
    let access: Access
    let task: WorkerTask
}
