// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnWorker

/// The threads on which requests do their blocking work. Requests beyond the limit wait for a thread.
final class RequestThreads: Sendable {
    /// The maximum number of threads. It is higher than the number of workers, because most requests wait for a worker.
    private static let limit = 256

    private let crew = ThreadCrew(limit: limit)

    /// Runs work on a thread, or on the calling thread if the system cannot create one.
    func run(_ work: @escaping @Sendable () -> Void) { if !crew.run(work) { work() } }
}
