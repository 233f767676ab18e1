// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation

/// A confirmation before something is removed or replaced.
struct Confirmation: ParsableArguments {
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    /// Asks for confirmation on a terminal. Without a terminal, only `--yes` confirms.
    ///
    /// - Parameter consequence: what will happen, as a sentence without its full stop.
    /// - Throws: ``Sentence`` if the person does not confirm.
    func ask(_ consequence: String) throws {
        guard !yes else { return }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw Sentence("\(consequence). Nothing was done; --yes does it.")
        }
        Console.complain(text: "limn: \(consequence.onOneLine). Go on? [y/N] ")
        guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
            throw Sentence("Nothing was done.")
        }
    }
}
