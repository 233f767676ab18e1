// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation

/// The word that a person gives before something goes.
struct Confirmation: ParsableArguments {
    @Flag(help: "Do not ask.")
    var yes = false

    /// Asks at a terminal; elsewhere only `--yes` goes on.
    ///
    /// - Parameter consequence: what is going to happen, as a sentence without its full stop.
    /// - Throws: a sentence, if the answer is no.
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
