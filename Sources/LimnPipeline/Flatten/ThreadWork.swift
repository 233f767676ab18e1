// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnWorker
internal import LimnJobs
internal import Foundation

/// Something that a thread of its own makes, while the caller has other work.
final class ThreadWork<Made: Sendable>: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let box = Box()

    private final class Box: @unchecked Sendable {
        // Unchecked: it is set before the semaphore is signalled and read after that.
        var result: Result<Made, LimnError>?
    }

    /// Begins it.
    init(_ make: @escaping @Sendable () throws(LimnError) -> Made) {
        DrawingThread.start { [done, box] in
            box.result = Result(catching: make)
            done.signal()
        }
    }

    /// What was made, once it is there; to be called once.
    func take() throws(LimnError) -> Made {
        done.wait()
        guard let result = box.result else { preconditionFailure("work that has ended has a result") }
        return try result.get()
    }
}
