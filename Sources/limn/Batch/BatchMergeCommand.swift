// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnBatch
internal import SystemPackage

/// The `limn batch merge` command.
struct BatchMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Combines the results of all parts in one file, one line per task.",
        discussion: "The exit code is 0 when all tasks are done, and 3 when some are missing or failed.")

    @Argument(help: "The folder of results.")
    var folder: FilePath

    @Option(name: [.short, .long], help: "The new file.")
    var output: FilePath

    @Option(help: "Also link the output files into a folder, with readable names.")
    var link: FilePath?

    @Flag(help: "Make symbolic links, which may point to another file system.")
    var symbolic = false

    @Flag(help: "Read all output files and compare their hashes with their names.")
    var verify = false

    func validate() throws {
        if symbolic, link == nil { throw ValidationError("--symbolic requires --link.") }
        if output == "-" { throw ValidationError("--output takes a file.") }
    }

    func run() throws {
        var merge = BatchMerge(folder, output: output)
        (merge.links, merge.linksAreSymbolic, merge.verifies) = (link, symbolic, verify)
        let summary = try Ending.failing { [merge] in
            try BatchCommand.ending { try merge.run { Console.complain($0) } }
        }
        if summary.unlinked > 0 {
            Console.complain("\(Console.count(summary.unlinked, "name")) taken by another file: left alone.")
        }
        let missing = summary.missing + summary.damaged
        if missing > 0 {
            Console.complain(
                "\(missing) of \(Console.count(summary.count, "task")) \(missing == 1 ? "has" : "have") no result; run the batch again."
            )
        }
        if summary.failed > 0 { Console.complain("\(Console.count(summary.failed, "task")) failed.") }
        if missing > 0 || summary.failed > 0 { throw ExitCode(3) }
    }
}
