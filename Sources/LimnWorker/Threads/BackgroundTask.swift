// SPDX-License-Identifier: GPL-3.0-or-later

/// A value that another thread computes while the caller does other work.
///
/// If the task is released, its thread finishes the value and ends.
public final class BackgroundTask<Made: Sendable, Failure: Error>: Sendable {
    private let result: Monitor<Result<Made, Failure>?>

    /// Starts computing the value. If the system cannot create a thread, computes it before returning.
    ///
    /// - Parameter stack: The size of the thread's stack in bytes. The default of 16 MiB is enough for drawing.
    public init(stack: Int = 16 << 20, _ make: @escaping @Sendable () throws(Failure) -> Made) {
        let result = Monitor<Result<Made, Failure>?>(nil)
        self.result = result
        let run: @Sendable () -> Void = {
            let made = Result(catching: make)
            result.change { $0 = made }
        }
        if let thread = WorkThread(stack: stack, run) { thread.detach() } else { run() }
    }

    /// Waits for the value and returns it. It may be called more than once.
    ///
    /// - Throws: The error of the closure.
    public func value() throws(Failure) -> Made { try result.wait { $0 }.get() }
}
