// SPDX-License-Identifier: GPL-3.0-or-later

/// A place for one worker at a time: starts it when it is needed, replaces it when it died, grew or served long enough.
///
/// Belongs to one thread; as many lanes as processors keep a machine busy.
public final class WorkerLane {
    private let executable: String
    private let limits: WorkerLimits
    private var child: WorkerChild?
    /// Changes as soon as a worker is gone, with all that it had open.
    public private(set) var generation = 1

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
        let mayHaveGrown = child.requests % 50 == 49
        if child.requests >= limits.requests || (mayHaveGrown && child.isLarge) { end() }
    }

    /// Asks the worker.
    ///
    /// - Parameters:
    ///   - request: at most 128 KiB.
    ///   - descriptors: at most four; they stay the caller's.
    /// - Throws: ``WorkerError``; the next request gets a new worker, unless this one was `tooLarge` to be sent.
    public func ask(_ request: [UInt8], descriptors: [Int32] = []) throws(WorkerError) -> WorkerAnswer {
        guard Channel.fits(request, descriptors: descriptors) else {
            throw WorkerError(.tooLarge, "The request does not fit in a message to a worker.")
        }
        let child = try current()
        do throws(WorkerError) {
            let (bytes, complaints) = try child.ask(request, descriptors: descriptors)
            return WorkerAnswer(bytes: bytes, complaints: complaints)
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
