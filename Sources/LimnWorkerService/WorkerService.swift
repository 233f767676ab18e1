// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCairo
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFRendering
package import LimnWorker
internal import SystemPackage

/// A job with an implementation. Each job has its own file.
protocol PerformableJob: Job {
    /// Whether the job may draw text, and therefore waits for the font configuration.
    static var needsFonts: Bool { get }

    /// Performs the job.
    ///
    /// - Parameter descriptors: At least as many as ``Job/files`` says. The caller keeps ownership.
    /// - Throws: ``OutputError`` if the output cannot be written. Any other error becomes a ``LimnError``.
    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer
}

/// A job with an implementation that makes a value.
protocol PerformableValueJob: PerformableJob, ValueJob {
    /// Makes the value.
    ///
    /// - Parameter inputs: The files that the job reads.
    func value(in session: WorkerSession, _ inputs: [FileDescriptor]) throws -> Value
}

extension PerformableValueJob {
    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let bytes = Array(try JSONEncoder().encode(try value(in: session, Array(descriptors.dropFirst()))))
        try session.write(bytes, to: descriptors[0])
        return Answer(bytes: bytes.count)
    }
}

/// Performs the jobs of ``JobList``, either in a worker or in a process that trusts its documents.
package final class LimnWorkerService: WorkerService {
    private static let jobs = table(JobList.all)

    private static func table<each J: PerformableJob>(
        _ jobs: (repeat (each J).Type)
    ) -> [String: any PerformableJob.Type] {
        var table: [String: any PerformableJob.Type] = [:]
        for job in repeat each jobs { table[job.name] = job }
        return table
    }

    private let session: WorkerSession
    private let encoder = JSONEncoder()
    /// The task that loads the font configuration while this process waits for its first job and opens a document.
    private var fonts: BackgroundTask<Void, Never>?
    /// - Parameters:
    ///   - confinement: The confinement of this process, for ``ProbeJob``.
    ///   - process: The functions of this process.
    package init(confinement: Confinement = Confinement(), process: ProcessFunctions = ProcessFunctions()) {
        session = WorkerSession(confinement: confinement, process: process)
    }

    /// Prepares a process that only performs jobs. It sends poppler's warnings to standard error, and keeps poppler's
    /// global tables loaded.
    package func prepare() {
        // The stack is small, because it counts towards this process's memory limit.
        fonts = BackgroundTask(stack: 1 << 20) { FontConfiguration.load() }
        PopplerLibrary.printWarnings()
        session.tables.keep()
    }

    package func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8] {
        guard let (name, body) = JobMessage.split(request), let type = Self.jobs[name] else { return refusal }
        if type.needsFonts { fonts?.value() }
        func run<J: PerformableJob>(_ type: J.Type) -> [UInt8] {
            guard let job = try? BoundedJSON.decode(type, from: Data(body)), descriptors.count >= job.files.count
            else { return refusal }
            return encode(reply(to: job, descriptors.map { FileDescriptor(rawValue: $0) }))
        }
        return run(type)
    }

    private func reply<J: PerformableJob>(to job: J, _ descriptors: [FileDescriptor]) -> JobReply<J.Answer> {
        do { return .done(try job.perform(in: session, descriptors)) } catch let error as OutputError {
            return .notWritten(errno: error.cause.rawValue)
        } catch { return .failed(LimnError(error)) }
    }

    private var refusal: [UInt8] {
        encode(JobReply<WrittenAnswer>.failed(WorkerSession.invalidRequest))
    }

    private func encode(_ reply: some Encodable) -> [UInt8] {
        (try? encoder.encode(reply)).map { Array($0) } ?? []
    }
}
