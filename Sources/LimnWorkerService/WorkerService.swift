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
    /// Performs the job.
    ///
    /// - Parameter descriptors: At least ``Job/descriptorCount`` file descriptors. The caller keeps ownership.
    /// - Throws: ``OutputError`` if the output cannot be written. Any other error becomes a ``LimnError``.
    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer
}

/// Performs every job of LimnJobs, either in a worker or in a process that trusts its documents.
package final class LimnWorkerService: JobService {
    private static let jobs: [String: any PerformableJob.Type] = {
        let all: [any PerformableJob.Type] = [
            OpenJob.self, PageSizesJob.self, VisitPageJob.self, TraitsJob.self, PictureJob.self, InspectJob.self,
            TextJob.self, PDFInkJob.self, LastExportJob.self, StripJob.self, FlattenJob.self,
            PrepareVerificationJob.self,
            CheckExportJob.self, VerifyJob.self, ReadInkJob.self, WriteInkJob.self, ReadPackageJob.self,
            ContactSheetJob.self, PaperJob.self, InsertPaperJob.self, ArrangePagesJob.self, ReadFormJob.self,
            ReadFormDataJob.self,
            FillFormJob.self, CheckFormJob.self,
            CheckFormPageJob.self, RepeatFormJob.self, CheckFormCopyJob.self, DoctorJob.self, ProbeJob.self,
            ReadLayoutJob.self, DetectFieldsJob.self, AddFieldsJob.self, ReadHandwritingJob.self,
        ]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }()

    private let session: WorkerSession
    private let encoder = JSONEncoder()
    /// The task that loads the font configuration while this process waits for its first job and opens a document.
    private var fonts: BackgroundTask<Void, Never>?
    /// The names of jobs that draw nothing, so they need not wait for fonts.
    private static let fontless: Set = [
        OpenJob.name, ReadInkJob.name, ReadPackageJob.name, PaperJob.name, InsertPaperJob.name,
        ArrangePagesJob.name, TraitsJob.name,
        ReadFormJob.name, ReadFormDataJob.name, CheckFormJob.name,
        RepeatFormJob.name,
        PageSizesJob.name, VisitPageJob.name, ReadHandwritingJob.name,
    ]

    /// - Parameters:
    ///   - confinement: The confinement of this process, for ``ProbeJob``.
    ///   - process: The functions of this process.
    package init(confinement: Confinement = Confinement(), process: ProcessFunctions = ProcessFunctions()) {
        session = WorkerSession(confinement: confinement, process: process)
    }

    /// Prepares a process that only performs jobs: sends poppler's warnings to standard error, and keeps poppler's
    /// global tables loaded.
    package func prepare() {
        // The stack is small, because it counts towards this process's memory limit.
        fonts = BackgroundTask(stack: 1 << 20) { FontConfiguration.load() }
        PopplerLibrary.printWarnings()
        session.tables.keep()
    }

    package func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8] {
        guard let (name, body) = JobMessage.split(request), let type = Self.jobs[name] else { return refusal }
        if !Self.fontless.contains(name) { fonts?.value() }
        func run<J: PerformableJob>(_ type: J.Type) -> [UInt8] {
            guard let job = try? BoundedJSON.decode(type, from: Data(body)), descriptors.count >= job.descriptorCount
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
