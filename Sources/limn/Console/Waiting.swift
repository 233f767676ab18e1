// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import LimnJobs

/// Waits on this thread until a task has done its work.
///
/// What the work reports comes on another thread, one call after another, while this one stands still. So the work may
/// use what belongs to this thread. The concurrency runtime starts with the first call, which neither help nor
/// `--version` makes.
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
