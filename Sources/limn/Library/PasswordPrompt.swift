// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnPipeline

/// Asks for passwords on the terminal, without echo.
enum PasswordPrompt {
    /// The source that asks for passwords; nil if there is no terminal.
    static var source: PasswordSource? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        return PasswordSource { name in ask("Password of \(name.onOneLine): ") }
    }

    private static let lock = NSLock()
    /// The settings of the terminal before the echo was switched off; nil while no prompt is open. `lock` guards this
    /// variable and `isOver`.
    nonisolated(unsafe) private static var settings: termios?
    nonisolated(unsafe) private static var isOver = false

    /// Restores the echo of the terminal and prevents further prompts from switching it off. Called when the process is
    /// interrupted.
    static func showTyping() {
        lock.withLock {
            isOver = true
            if var settings { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
        }
    }

    private static func ask(_ prompt: String) -> String? {
        Secrets.protect()
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        lock.withLock {
            guard !isOver else { return }
            var silent = before
            silent.c_lflag &= ~tcflag_t(ECHO)
            settings = before
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        }
        // What is typed after the prompt is never shown.
        Console.complain(text: prompt)
        defer {
            lock.withLock {
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
                settings = nil
            }
            Console.complain(text: "\n")
        }
        let line = readLine()
        return line.flatMap { $0.isEmpty ? nil : $0 }
    }
}
