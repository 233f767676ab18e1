// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
public import LimnGeometry

/// The option that makes pages larger.
struct ExtendOption: ParsableArguments {
    @Option(
        name: .customLong("extend"),
        help: ArgumentHelp(
            """
            Make pages larger to hold ink beyond them: on all sides (--extend alone), or on some of left, right, top \
            and bottom, separated by commas.
            """, valueName: "sides"))
    var sides: PageSides = []

    private static let name = "--extend"

    /// Returns the arguments with `--extend` alone written as `--extend=all`.
    static func completed(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments.indices.map { index in
            guard arguments[index] == name, index < end else { return arguments[index] }
            let next = index + 1 < arguments.endIndex ? arguments[index + 1] : ""
            return PageSides(next) == nil && !next.contains(",") ? "\(name)=all" : name
        }
    }
}

extension PageSides: ExpressibleByArgument {
    /// Reads `all`, or names separated by commas.
    public init?(argument: String) { self.init(argument) }

    /// The names of the sides, separated by commas.
    public var defaultValueDescription: String { names.joined(separator: ",") }
}
