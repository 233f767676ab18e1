// SPDX-License-Identifier: GPL-3.0-or-later

/// Accepts the option `--library` before the verb, where other programs have their global options.
enum LeadingLibrary {
    /// Returns the arguments with a leading `--library FOLDER` moved to the end.
    static func moved(_ arguments: [String]) -> [String] {
        guard let first = arguments.first else { return arguments }
        if first == "--library", arguments.count > 2 { return Array(arguments.dropFirst(2)) + arguments.prefix(2) }
        if first.hasPrefix("--library="), arguments.count > 1 { return Array(arguments.dropFirst()) + [first] }
        return arguments
    }
}
