// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnLibrary

/// Creates the message for an unknown command, with the command that was probably meant.
enum VerbSuggestion {
    /// Returns the message if the first arguments contain an unknown command; nil if they do not.
    static func sentence(for arguments: [String], of root: any ParsableCommand.Type) -> String? {
        var command = root
        var path = "limn"
        for word in arguments {
            let names = command.configuration.subcommands.map { verb in verb.configuration.commandName ?? "" }
            guard !names.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            if let index = names.firstIndex(of: word) {
                command = command.configuration.subcommands[index]
                path += " \(word)"
                continue
            }
            if let advice = TriedWords.advice(for: word.lowercased(), after: path) {
                return "\(path) has no command “\(word)”. \(advice)"
            }
            let near = Similarity.closest(to: word.lowercased(), among: names)
            return "\(path) has no command “\(word)”." + (near.map { " Did you mean “\($0)”?" } ?? "")
        }
        return nil
    }
}
