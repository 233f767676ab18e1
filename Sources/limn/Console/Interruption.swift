// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import Foundation
internal import LimnFiles

/// What happens when somebody presses Control-C, ends the process, or closes its output.
enum Interruption {
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
    private static let lock = NSLock()
    nonisolated(unsafe) private static var ending: (@Sendable (Int32) -> Void)?

    /// Lets work end by itself at the first signal. The second one ends the process.
    ///
    /// - Parameter handler: called once with the number of the signal, on another thread.
    static func onFirst(_ handler: @escaping @Sendable (Int32) -> Void) { lock.withLock { ending = handler } }

    private static func takeHandler() -> (@Sendable (Int32) -> Void)? {
        lock.withLock {
            defer { ending = nil }
            return ending
        }
    }

    /// An interrupt removes temporary files, lets a terminal show again what is typed, and ends with 130, a termination with 143, a terminal that closes with 129;
    /// writing into a closed pipe or beyond `ulimit -f` is an error like others and no signal.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var hangup = sigaction()
        sigaction(SIGHUP, nil, &hangup)
        for (number, code) in [(SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129))] {
            // Who starts with nohup wants to outlive the terminal.
            if number == SIGHUP, Self.isIgnored(hangup) { continue }
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if let handler = takeHandler() { return handler(number) }
                PasswordPrompt.showTyping()
                StagedFiles.shared.removeAllAndExit(code)
            }
            source.resume()
            sources.append(source)
        }
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
