// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnWorker
internal import NIOPosix

/// The threads on which the handlers of requests run.
///
/// Swift's own threads are as many as processors. They belong to those requests alone that never take long, such as
/// `/livez`, so that these never wait for another request.
final class HandlerThreads: TaskExecutor {
    static let shared = HandlerThreads()

    private let pool: NIOThreadPool

    private init() {
        pool = NIOThreadPool(numberOfThreads: max(4, 2 * WorkerPool.Configuration.processors))
        pool.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The threads live as long as the process.
        pool.submit { [self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
