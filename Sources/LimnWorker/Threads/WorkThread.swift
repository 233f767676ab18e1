// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// A POSIX thread. It must be joined or detached.
struct WorkThread: Sendable {
    /// The stack size in bytes of threads that may render. Poppler recurses deeply.
    static let drawingStack = 16 << 20
    /// The stack size in bytes of threads that only wait for workers.
    static let waitingStack = 1 << 20

    private let thread: pthread_t

    /// Starts a thread; nil if the system cannot create one.
    init?(stack: Int = drawingStack, _ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setstacksize(&attributes, stack) == 0 else { return nil }
        let box = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                body.run()
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            box.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits until the thread has ended. Call either this or ``detach()``, once.
    func join() { pthread_join(thread, nil) }

    /// Detaches the thread. Its resources are then freed when it ends.
    func detach() { pthread_detach(thread) }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
