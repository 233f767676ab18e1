// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser

/// What is said of a verb that does not exist: its name, and the one that was probably meant.
enum VerbSuggestion {
    /// The sentence for arguments whose first words name no verb; nil where they do.
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
            let near = nearest(to: word, among: names)
            return "\(path) has no verb “\(word)”." + (near.map { " Did you mean “\($0)”?" } ?? "")
        }
        return nil
    }

    /// The name that is the fewest typing mistakes away, at most one for each three letters.
    private static func nearest(to word: String, among names: [String]) -> String? {
        let ranked = names.map { (name: $0, distance: distance(Array(word), Array($0))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.name.count / 3) ? best.name : nil
    }

    /// How many letters are to be added, removed, replaced or swapped with their neighbour (optimal string alignment).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var rows = [Array(0...b.count)]
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var least = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), min(rows[i][j + 1], row[j]) + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
