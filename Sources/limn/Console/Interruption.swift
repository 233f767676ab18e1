// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import Foundation
internal import LimnFiles

/// Handles interruptions: Control-C, termination signals and closed output.
enum Interruption {
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
    private static let lock = NSLock()
    nonisolated(unsafe) private static var ending: (@Sendable (Int32) -> Void)?

    /// Sets a handler for the first signal, which lets the work end gracefully. The second signal ends the process.
    ///
    /// - Parameter handler: called at most once, on another thread, with the number of the signal.
    static func onFirst(_ handler: @escaping @Sendable (Int32) -> Void) { lock.withLock { ending = handler } }

    private static func takeHandler() -> (@Sendable (Int32) -> Void)? {
        lock.withLock {
            defer { ending = nil }
            return ending
        }
    }

    /// Installs the signal handlers.
    ///
    /// SIGINT, SIGTERM and SIGHUP restore the echo of the terminal, remove temporary files, and end the process with
    /// exit code 130, 143 or 129. SIGPIPE and SIGXFSZ are ignored, so that writing to a closed pipe or beyond `ulimit
    /// -f` returns an error.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var hangup = sigaction()
        sigaction(SIGHUP, nil, &hangup)
        for (number, code) in [(SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129))] {
            // A process that was started with nohup must outlive the terminal.
            if number == SIGHUP, Self.isIgnored(hangup) { continue }
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if let handler = takeHandler() { return handler(number) }
                PasswordPrompt.showTyping()
                if number == SIGINT { tell() }
                StagedFiles.shared.removeAllAndExit(code)
            }
            source.resume()
            sources.append(source)
        }
    }

    /// Ends the progress line of a terminal with a sentence that says how to go on.
    private static func tell() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let resumes = RawArguments.all().contains { ["render", "thumbnail", "fill"].contains($0) }
        let advice = resumes ? " To continue, add --resume to the same command." : ""
        Console.complain(
            text: "\r\u{1b}[Klimn: interrupted. Files that have their final names are complete.\(advice)\n")
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
