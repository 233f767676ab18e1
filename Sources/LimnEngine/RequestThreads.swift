// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnWorker

/// The threads on which requests do their blocking work. Requests beyond the limit wait for a thread.
final class RequestThreads: Sendable {
    /// A request waits for workers most of its time, so there are more threads than workers.
    private static let limit = 256

    private let crew = ThreadCrew(limit: limit)

    /// Runs work on a thread, or on the caller's where the system grants none.
    func run(_ work: @escaping @Sendable () -> Void) { if !crew.run(work) { work() } }
}
