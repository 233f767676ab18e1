// SPDX-License-Identifier: GPL-3.0-or-later

/// A place for one worker at a time. It starts a worker on demand, and replaces one that has died, grown too much, or
/// served long enough.
///
/// A lane belongs to one thread. One lane per processor keeps a machine busy.
public final class WorkerLane {
    private let executable: String
    private let limits: WorkerLimits
    private var child: WorkerChild?
    /// A number that increases when a worker ends. Everything that the worker had open is then closed.
    public private(set) var generation = 1

    /// Makes a lane.
    ///
    /// - Parameter executable: The path of a program that calls ``WorkerProcess/serveIfAsked(_:)`` before anything
    ///   else.
    public init(executable: String, limits: WorkerLimits = WorkerLimits()) {
        self.executable = executable
        self.limits = limits
    }

    /// Starts the worker if there is none, so that it is ready when it is needed.
    ///
    /// - Throws: ``WorkerError`` with `unavailable`.
    public func start() throws(WorkerError) { _ = try current() }

    /// Ends a worker that has served long enough or uses too much memory. Call it between documents, because the next
    /// worker has none open.
    public func renew() {
        guard let child else { return }
        let mayHaveGrown = child.requests % 50 == 49
        if child.requests >= limits.requests || (mayHaveGrown && child.isLarge) { end() }
    }

    /// Sends the worker a request and waits for the response.
    ///
    /// - Parameters:
    ///   - request: The request, at most 128 KiB.
    ///   - descriptors: At most four file descriptors. The caller keeps ownership.
    /// - Throws: ``WorkerError``. The next request gets a new worker, unless the code is `tooLarge`.
    public func ask(_ request: [UInt8], descriptors: [Int32] = []) throws(WorkerError) -> WorkerAnswer {
        guard Channel.fits(request, descriptors: descriptors) else {
            throw WorkerError(.tooLarge, "The request does not fit in a message to a worker.")
        }
        let child = try current()
        do throws(WorkerError) {
            return try child.ask(request, descriptors: descriptors)
        } catch {
            end()
            throw error
        }
    }

    /// Ends the worker.
    public func end() {
        guard child != nil else { return }
        child = nil
        generation += 1
    }

    private func current() throws(WorkerError) -> WorkerChild {
        if let child { return child }
        let child = try WorkerChild(executable: executable, limits: limits)
        self.child = child
        return child
    }
}
