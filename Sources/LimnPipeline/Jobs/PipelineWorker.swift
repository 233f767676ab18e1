// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnPDFRendering
internal import LimnWorker

/// The child's side of the pipeline.
public enum PipelineWorker {
    /// Serves jobs if this process was started as a worker, and never returns then. To be called first thing in `main`.
    public static func serveIfAsked() { WorkerProcess.serveIfAsked { PipelineService(confinement: $0) } }

    /// This program, for ``Isolation/workers(executable:limits:)``.
    public static var thisExecutable: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }
}

/// Answers jobs in a worker.
final class PipelineService: WorkerService {
    private let session: JobSession
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()
    private var keptOpen: PDFDocument?

    init(confinement: Confinement) {
        session = JobSession(confinement: confinement) { WorkerProcess.hasComplaints }
    }

    func prepare() {
        PopplerLibrary.rememberColorTransforms()
        PopplerLibrary.printComplaints()
        // Poppler drops its global tables when the last document closes; a small one is kept open.
        let pdf = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
            trailer<</Root 1 0 R>>
            """
        keptOpen = try? PDFDocument(bytes: Array(pdf.utf8))
    }

    func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8] {
        let answer: JobAnswer
        if let job = try? decoder.decode(Job.self, from: Data(request)), descriptors.count >= job.descriptorCount {
            answer = session.perform(job, descriptors: descriptors)
        } else {
            answer = .failed(JobSession.nonsense)
        }
        return (try? encoder.encode(answer)).map { Array($0) } ?? []
    }
}

extension Job {
    /// How many descriptors come with the job.
    var descriptorCount: Int {
        switch self {
        case .open, .inspect, .text, .ink, .strip: 1
        case .picture(let job): job.hasInk ? 2 : 1
        case .flatten, .verify: 2
        case .sizes, .visit, .traits, .probe: 0
        }
    }
}
