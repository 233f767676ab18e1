// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import SystemPackage

/// Long lists of names, as a shell makes them of `*.pdf`, kept away from the parser: it takes half a minute for 30,000
/// arguments, as its work grows with their square.
enum LongLists {
    /// Command lines with fewer arguments go to the parser as they are.
    private static let threshold = 512
    /// What stands for a list, with an index behind it; no argument holds a zero byte.
    private static let mark = "\0"

    nonisolated(unsafe) private static var lists: [[String]] = []

    /// Replaces each run of arguments that can only be names, because they follow another that is no option, by one
    /// argument.
    static func collapsed(_ arguments: [String]) -> [String] {
        // The names that `limn character` takes differ in what they mean: a character, then tags.
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

    /// The arguments that one stands for: itself, or those of a list.
    static func arguments(_ argument: String) -> [String] {
        guard argument.hasPrefix(mark), let index = Int(argument.dropFirst(mark.count)), lists.indices.contains(index)
        else { return [argument] }
        return lists[index]
    }

    /// The names that an argument stands for; nil for none.
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
