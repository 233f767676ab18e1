// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnPipeline

/// Asks for passwords on the terminal, where there is one; what is typed is not shown.
enum PasswordPrompt {
    /// Somebody to ask; nil where nobody sits at a terminal.
    static var source: PasswordSource? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        return PasswordSource { name in ask("Password of \(name.onOneLine): ") }
    }

    private static func ask(_ prompt: String) -> String? {
        Console.complain(text: prompt)
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            Console.complain(text: "\n")
        }
        let line = readLine()
        return line.flatMap { $0.isEmpty ? nil : $0 }
    }
}
