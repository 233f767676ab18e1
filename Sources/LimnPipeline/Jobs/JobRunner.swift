// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnWorker

/// Where documents are read.
public enum Isolation: Hashable, Sendable {
    /// In confined child processes, so that a hostile document costs one failed result. The executable calls
    /// ``PipelineWorker/serveIfAsked()`` first thing.
    case workers(executable: String, limits: WorkerLimits)
    /// In this process, for callers who trust their documents: a document can crash, hang or exhaust it.
    case inProcess
}

/// Does jobs, keeping one document open. Belongs to one thread.
protocol JobRunner: AnyObject {
    /// Changes when an open document was lost.
    var generation: Int { get }
    /// Does a job.
    ///
    /// - Returns: its answer, and what libraries complained about.
    func run(_ job: Job, descriptors: [Int32]) -> (answer: JobAnswer, complaints: [String])
    /// Called between documents.
    func renew()
    /// Called when there is nothing more to do.
    func end()
}

extension Isolation {
    /// The same, with room and time in a worker to read a file of some size and to write it out again.
    func allowing(copyOf size: Int) -> Isolation {
        guard case .workers(let executable, var limits) = self else { return self }
        limits.fileSize += size >> 20
        // What a slow disk reads and writes.
        limits.timeout += Double(size) / 50e6
        return .workers(executable: executable, limits: limits)
    }

    func makeRunner() -> any JobRunner {
        switch self {
        case .inProcess: InProcessRunner()
        case .workers(let executable, let limits): LaneRunner(WorkerLane(executable: executable, limits: limits))
        }
    }
}

/// Does jobs in this process.
final class InProcessRunner: JobRunner {
    private let session = JobSession()
    let generation = 0

    func run(_ job: Job, descriptors: [Int32]) -> (answer: JobAnswer, complaints: [String]) {
        (session.perform(job, descriptors: descriptors), [])
    }

    func renew() {}
    func end() {}
}

/// Does jobs in a worker.
final class LaneRunner: JobRunner {
    private let lane: WorkerLane
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    init(_ lane: WorkerLane) {
        self.lane = lane
        // So that it starts up while the parent still plans; a failure shows with the first job.
        try? lane.start()
    }

    var generation: Int { lane.generation }

    func run(_ job: Job, descriptors: [Int32]) -> (answer: JobAnswer, complaints: [String]) {
        do {
            let answer = try lane.ask(Array(try encoder.encode(job)), descriptors: descriptors)
            return (try decoder.decode(JobAnswer.self, from: Data(answer.bytes)), answer.complaints)
        } catch let error as WorkerError {
            return (.failed(PipelineError(error)), error.complaints)
        } catch {
            // What a worker says is not to be trusted; one that talks nonsense is replaced.
            lane.end()
            return (.failed(PipelineError(.failed, "The worker gave an answer that makes no sense.")), [])
        }
    }

    func renew() { lane.renew() }
    func end() { lane.end() }
}
