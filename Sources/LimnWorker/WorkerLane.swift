// SPDX-License-Identifier: GPL-3.0-or-later

/// A place for one worker at a time: starts it when it is needed, replaces it when it died, grew or served long enough.
///
/// Belongs to one thread; as many lanes as processors keep a machine busy.
public final class WorkerLane {
    /// What came back for a request.
    public struct Answer: Sendable {
        /// The service's answer.
        public let bytes: [UInt8]
        /// What libraries complained about meanwhile, each line once.
        public let complaints: [String]
    }

    private let executable: String
    private let limits: WorkerLimits
    private var child: WorkerChild?
    /// Changes whenever a new worker takes the place, which knows nothing of what the last one had open.
    public private(set) var generation = 0

    /// Makes a lane.
    ///
    /// - Parameter executable: a program that calls ``WorkerProcess/serveIfAsked(_:)`` first thing.
    public init(executable: String, limits: WorkerLimits = WorkerLimits()) {
        self.executable = executable
        self.limits = limits
    }

    /// Starts the worker if there is none, so that it starts up while there is other work.
    ///
    /// - Throws: ``WorkerError`` with `unavailable`.
    public func start() throws(WorkerError) { _ = try current() }

    /// Replaces a worker that served long enough or holds too much memory. To be called between documents, as the new
    /// worker has none open.
    public func renew() {
        guard let child else { return }
        let isOld = child.requests >= limits.requests
        let mayHaveGrown = child.requests % 50 == 49
        if isOld || (mayHaveGrown && child.residentMemory > limits.memory << 20 / 2) { self.child = nil }
    }

    /// Asks the worker.
    ///
    /// - Throws: ``WorkerError``; the next request gets a new worker.
    public func ask(_ request: [UInt8], descriptors: [Int32] = []) throws(WorkerError) -> Answer {
        let child = try current()
        do throws(WorkerError) {
            let (bytes, complaints) = try child.ask(request, descriptors: descriptors)
            return Answer(bytes: bytes, complaints: complaints)
        } catch {
            self.child = nil
            throw error
        }
    }

    /// Ends the worker.
    public func end() { child = nil }

    private func current() throws(WorkerError) -> WorkerChild {
        if let child { return child }
        let child = try WorkerChild(executable: executable, limits: limits)
        self.child = child
        generation += 1
        return child
    }
}
