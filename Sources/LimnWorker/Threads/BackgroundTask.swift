// SPDX-License-Identifier: GPL-3.0-or-later

/// A value that a thread of its own makes while the caller does other work.
///
/// When the task is released, its thread finishes what it does and ends.
public final class BackgroundTask<Made: Sendable, Failure: Error>: Sendable {
    private let result: Monitor<Result<Made, Failure>?>

    /// Starts to make the value. When the system grants no thread, the value is made before this returns.
    ///
    /// - Parameter stack: the size of the thread's stack in bytes; 16 MiB unless given, which is enough to draw.
    public init(stack: Int = 16 << 20, _ make: @escaping @Sendable () throws(Failure) -> Made) {
        let result = Monitor<Result<Made, Failure>?>(nil)
        self.result = result
        let run: @Sendable () -> Void = {
            let made = Result(catching: make)
            result.change { $0 = made }
        }
        if let thread = WorkThread(stack: stack, run) { thread.detach() } else { run() }
    }

    /// Waits for the value. It may be asked for more than once.
    ///
    /// - Throws: what the closure has thrown.
    public func value() throws(Failure) -> Made { try result.wait { $0 }.get() }
}
