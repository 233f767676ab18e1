// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// State shared by threads, with a lock and a condition variable to wait for changes.
///
/// It uses `pthread_mutex_t` and `pthread_cond_t`, so that the thread sanitizer sees every lock.
package final class Monitor<State: Sendable>: @unchecked Sendable {
    // Unchecked: only the thread that holds `mutex` uses `state`. The pointers never change.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    package init(_ state: State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        precondition(pthread_mutex_init(mutex, nil) == 0)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        defer { pthread_condattr_destroy(&attributes) }
        // With a monotonic clock, changes of the wall clock do not affect waits.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        precondition(pthread_cond_init(condition, &attributes) == 0)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(condition)
        mutex.deallocate()
        condition.deallocate()
    }

    /// Runs `body` while holding the lock. `body` must not take the same lock.
    package func withLock<R, Failure: Error>(_ body: (inout State) throws(Failure) -> R) throws(Failure) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Like ``withLock(_:)``, but returns nil immediately if another thread holds the lock.
    package func withLockIfAvailable<R>(_ body: (inout State) -> R) -> R? {
        guard pthread_mutex_trylock(mutex) == 0 else { return nil }
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Changes the state and wakes all waiting threads.
    package func change<R>(_ body: (inout State) -> R) -> R {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until `body` returns a value. It calls `body` now and after every change.
    package func wait<R>(_ body: (inout State) -> R?) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let value = body(&state) { return value }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits until `body` returns a value; returns nil if the time runs out first.
    package func wait<R>(atMost duration: Duration, _ body: (inout State) -> R?) -> R? {
        var deadline = Self.deadline(after: duration)
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let value = body(&state) { return value }
            if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return body(&state) }
        }
    }

    private static func deadline(after duration: Duration) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = duration.components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        // Clamp the time to a hundred years to avoid overflow.
        time.tv_sec += Int(min(max(0, seconds), 3_155_760_000)) + nanoseconds / 1_000_000_000
        time.tv_nsec = max(0, nanoseconds % 1_000_000_000)
        return time
    }
}
