// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import LimnJobs

/// Blocks this thread until asynchronous work is complete, and returns its result.
///
/// The work calls its callbacks on another thread, one at a time, while this thread is blocked, so they may use this
/// thread's variables. The first call starts the concurrency runtime, which `--help` and `--version` do not need.
func waiting<R: Sendable>(for work: @escaping @Sendable () async throws(LimnError) -> R) throws(LimnError) -> R {
    nonisolated(unsafe) var result: Result<R, LimnError> = .failure(.cancelled)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        do throws(LimnError) { result = .success(try await work()) } catch { result = .failure(error) }
        done.signal()
    }
    done.wait()
    return try result.get()
}
