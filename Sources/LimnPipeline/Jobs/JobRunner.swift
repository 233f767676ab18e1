// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
package import LimnJobs
public import LimnWorker

/// Where documents are read.
public struct Isolation: Sendable {
    enum Kind: Sendable {
        case workers(executable: String, limits: WorkerLimits)
        case inProcess(@Sendable () -> any JobService)
        case none
    }

    let kind: Kind

    /// In confined child processes, so that a hostile document costs one failed result.
    ///
    /// - Parameter executable: the worker program, `limn-worker`.
    public static func workers(executable: String, limits: WorkerLimits = WorkerLimits()) -> Isolation {
        Isolation(kind: .workers(executable: executable, limits: limits))
    }

    /// In confined child processes of the worker program that is found beside this one.
    public static var standard: Isolation { .workers(executable: WorkerProgram.path) }

    /// In this process, by a service that somebody else provides.
    package static func inProcess(_ makeService: @escaping @Sendable () -> any JobService) -> Isolation {
        Isolation(kind: .inProcess(makeService))
    }
}

/// Does jobs, keeping one document open. Belongs to one thread.
protocol JobRunner: AnyObject {
    /// Changes when an open document was lost.
    var generation: Int { get }
    /// Does the job of a message.
    ///
    /// - Returns: the reply as JSON, and what libraries printed meanwhile.
    func exchange(
        _ message: [UInt8], descriptors: [Int32]
    ) throws(WorkerError) -> (reply: [UInt8], warnings: [String])
    /// Called between documents.
    func renew()
    /// Called when there is nothing more to do.
    func end()
}

extension JobRunner {
    /// Does a job.
    ///
    /// - Returns: its reply, and what libraries printed meanwhile.
    func run<J: Job>(_ job: J, descriptors: [Int32]) -> (reply: JobReply<J.Answer>, complaints: [String]) {
        do {
            let (reply, warnings) = try exchange(try JobMessage.encode(job), descriptors: descriptors)
            return (try JSONDecoder().decode(JobReply<J.Answer>.self, from: Data(reply)), warnings)
        } catch let error as WorkerError {
            return (.failed(LimnError(error)), error.complaints)
        } catch {
            // A worker that does not keep to the protocol is replaced.
            end()
            return (.failed(LimnError(.crashed, "The worker gave an answer that cannot be read.")), [])
        }
    }
}

extension Isolation {
    /// The same, with room and time in a worker to read a file of some size and to write it out again.
    func allowing(copyOf size: Int) -> Isolation {
        guard case .workers(let executable, var limits) = kind else { return self }
        limits.fileSize += size >> 20
        // What a slow disk reads and writes.
        limits.timeout += Double(size) / 50e6
        return .workers(executable: executable, limits: limits)
    }

    /// Whether documents are read in this process.
    var isInProcess: Bool { if case .inProcess = kind { true } else { false } }

    func makeRunner() -> any JobRunner {
        switch kind {
        case .inProcess(let makeService): InProcessRunner(makeService())
        case .none: NoRunner()
        case .workers(let executable, let limits): LaneRunner(WorkerLane(executable: executable, limits: limits))
        }
    }
}

/// Does jobs in this process.
final class InProcessRunner: JobRunner {
    private let service: any JobService
    let generation = 0

    init(_ service: any JobService) { self.service = service }

    func exchange(
        _ message: [UInt8], descriptors: [Int32]
    ) throws(WorkerError) -> (reply: [UInt8], warnings: [String]) {
        (service.answer(message, descriptors: descriptors), [])
    }

    func renew() {}
    func end() {}
}

/// Does jobs in a worker.
final class LaneRunner: JobRunner {
    private let lane: WorkerLane

    init(_ lane: WorkerLane) {
        self.lane = lane
        // So that it starts up while the parent still plans; a failure shows with the first job.
        try? lane.start()
    }

    var generation: Int { lane.generation }

    func exchange(
        _ message: [UInt8], descriptors: [Int32]
    ) throws(WorkerError) -> (reply: [UInt8], warnings: [String]) {
        let answer = try lane.ask(message, descriptors: descriptors)
        return (answer.bytes, answer.complaints)
    }

    func renew() { lane.renew() }
    func end() { lane.end() }
}

/// Does nothing, for lanes that ask for no jobs.
private final class NoRunner: JobRunner {
    let generation = 0
    func exchange(
        _ message: [UInt8], descriptors: [Int32]
    ) throws(WorkerError) -> (reply: [UInt8], warnings: [String]) { ([], []) }
    func renew() {}
    func end() {}
}
