// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnJobs
internal import LimnWorker
internal import Synchronization
internal import SystemPackage

/// Has jobs done: leases a worker for each, opens the document where the worker does not have it open, and tries once more
/// where a worker died, as that may have been the fault of an earlier job.
///
/// Any thread may use it. ``JobClient+Jobs.swift`` names the jobs.
final class JobClient: Sendable {
    /// What is known of a document since it was opened first.
    struct Opened: Sendable {
        /// The number of pages.
        var pageCount: Int
        /// What libraries printed when it was opened.
        var warnings: [String]
        /// What draws, with its version.
        var renderer: String
    }

    let context: JobContext
    let access: Access
    private let opened = Mutex<[ObjectIdentifier: Opened]>([:])

    init(_ context: JobContext, access: Access) {
        self.context = context
        self.access = access
    }

    /// Opens a document, unless that was done before.
    ///
    /// - Throws: ``LimnError`` with `locked`, `limit`, `crashed`, `failed`, `cancelled` or `busy`.
    @discardableResult
    func open(_ document: OpenDocument) throws(LimnError) -> Opened {
        if let known = opened.withLock({ $0[ObjectIdentifier(document)] }) { return known }
        let lease = try lease(for: document)
        defer { lease.end() }
        return try open(document, on: lease)
    }

    /// Does a job on a document.
    ///
    /// - Parameters:
    ///   - output: where the job writes; named in errors. What a worker that died wrote is taken back before another tries.
    ///   - descriptors: what the job is told to work with, the output's own among them.
    /// - Returns: the job's answer, and what libraries printed meanwhile.
    func perform<J: Job>(
        _ job: J, on document: OpenDocument?, _ descriptors: [FileDescriptor] = [], output: JobOutput? = nil
    ) throws(LimnError) -> (answer: J.Answer, warnings: [String]) {
        let lease = try lease(for: document)
        defer { lease.end() }
        let (reply, warnings): (JobReply<J.Answer>, [String]) = try retrying { () throws(LimnError) in
            if let document, !lease.holdsAffinity { try open(document, on: lease) }
            if let output { try output.clear() }
            return exchange(job, descriptors, on: lease)
        }
        switch reply {
        case .done(let answer): return (answer, warnings)
        case .failed(let error): throw error
        case .notWritten(let errno):
            guard let output, !output.isTemporary else {
                throw LimnError(.failed, "A temporary file cannot be written.")
            }
            throw LimnError(FileError(writing: output.path, cause: Errno(rawValue: errno)))
        }
    }

    /// A worker, with room and time to read the document and to write it out again.
    private func lease(for document: OpenDocument?) throws(LimnError) -> any JobLease {
        let affinity = document.map { Affinity(DocumentKey(document: $0.id, access: access)) }
        do throws(WorkerError) {
            return try context.dispatcher.jobLease(
                for: context.caller, affinity: affinity,
                allowance: document.map { LeaseAllowance(copyOf: $0.input.size) } ?? .none,
                cancellation: context.cancellation)
        } catch { throw LimnError(error) }
    }

    @discardableResult
    private func open(_ document: OpenDocument, on lease: any JobLease) throws(LimnError) -> Opened {
        let job = OpenJob(path: document.input.path.bytes, access: access)
        let (reply, warnings): (JobReply<OpenJob.Answer>, [String]) = try retrying { () throws(LimnError) in
            exchange(job, [document.descriptor], on: lease)
        }
        guard case .done(let answer) = reply else {
            if case .failed(let error) = reply { throw error }
            throw Self.misanswered
        }
        lease.attach()
        let known = Opened(pageCount: answer.pageCount, warnings: warnings, renderer: answer.renderer)
        return opened.withLock { all in
            // The first opening counts; others print the same.
            if let first = all[ObjectIdentifier(document)] { return first }
            all[ObjectIdentifier(document)] = known
            return known
        }
    }

    /// Sends a job to a worker.
    private func exchange<J: Job>(
        _ job: J, _ descriptors: [FileDescriptor], on lease: any JobLease
    ) -> (reply: JobReply<J.Answer>, warnings: [String]) {
        do {
            let message = try JobMessage.encode(job)
            let answer = try lease.ask(message, descriptors: descriptors.map(\.rawValue))
            let reply = try JSONDecoder().decode(JobReply<J.Answer>.self, from: Data(answer.bytes))
            if case .done(let told) = reply, !AnswerBounds.allow(told) {
                lease.replaceWorker()
                return (.failed(Self.misanswered), answer.stderrLines)
            }
            guard answer.ranOutOfMemory else { return (reply, answer.stderrLines) }
            // What got no memory may be missing from a result that looks complete.
            return (.failed(LimnError(.limit, "It needs more memory than allowed.")), answer.stderrLines)
        } catch let error as WorkerError {
            return (.failed(LimnError(error)), error.stderrLines)
        } catch {
            lease.replaceWorker()
            return (.failed(LimnError(.crashed, "The worker gave an answer that cannot be read.")), [])
        }
    }

    private func retrying<Answer>(
        _ body: () throws(LimnError) -> (reply: JobReply<Answer>, warnings: [String])
    ) throws(LimnError) -> (reply: JobReply<Answer>, warnings: [String]) {
        let first = try body()
        guard case .failed(let error) = first.reply, error.code == .crashed else { return first }
        return try body()
    }
}

/// What a worker has open: a document, with the password that opened it.
private struct DocumentKey: Hashable, Sendable {
    let document: OpenDocument.ID
    let access: Access
}
