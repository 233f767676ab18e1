// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import SystemPackage

/// Keeps long lists of names, such as the expansion of `*.pdf`, away from the argument parser. The parser's time is
/// quadratic: it needs half a minute for 30,000 arguments.
enum LongLists {
    /// The number of arguments below which the parser gets them unchanged.
    private static let threshold = 512
    /// The prefix of an argument that represents a list; the index of the list follows. Real arguments contain no zero
    /// byte.
    private static let mark = "\0"

    nonisolated(unsafe) private static var lists: [[String]] = []

    /// Replaces each run of names with one argument. An argument is certainly a name if neither it nor the argument
    /// before it is an option.
    static func collapsed(_ arguments: [String]) -> [String] {
        // The names after `limn character` have different meanings: a character, then tags.
        guard arguments.count >= threshold, arguments.first != "character" else { return arguments }
        var rest: [String] = []
        var isInRun = false
        for argument in arguments {
            let isName = !argument.hasPrefix("-") && rest.count > 1 && !(rest.last ?? "").hasPrefix("-")
            if isName, isInRun {
                lists[lists.count - 1].append(argument)
            } else if isName {
                isInRun = true
                rest.append("\(mark)\(lists.count)")
                lists.append([argument])
            } else {
                isInRun = false
                rest.append(argument)
            }
        }
        return rest
    }

    /// Returns the arguments that an argument represents: itself, or those of a list.
    static func arguments(_ argument: String) -> [String] {
        guard argument.hasPrefix(mark), let index = Int(argument.dropFirst(mark.count)), lists.indices.contains(index)
        else { return [argument] }
        return lists[index]
    }

    /// Returns the paths that an argument represents; nil if there are none.
    fileprivate static func names(_ argument: String) -> [FilePath]? {
        let names = arguments(argument).compactMap { FilePath(argument: $0) }
        return names.isEmpty ? nil : names
    }
}

/// One name on the command line, or a list of them.
struct InputNames: ExpressibleByArgument {
    let paths: [FilePath]

    init?(argument: String) {
        guard let paths = LongLists.names(argument) else { return nil }
        self.paths = paths
    }
}
