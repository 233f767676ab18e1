// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import LimnBatch
internal import LimnFiles
internal import SystemPackage

extension BatchVerb: ExpressibleByArgument {}

/// The `limn batch plan` command.
struct BatchPlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Writes a list of tasks to standard output, one JSON object per line.",
        discussion: """
            Each line of the list is a task with its estimated cost. Documents with the same content are worked on once, \
            and limn batch merge --link gives the result all of their names.

            A table (--csv) has one task per row. Its columns input, ink and output name files; the other columns are \
            fields for form fill, and options for the other verbs.
            """)

    @Argument(
        help: """
            PDF files, folders, or addresses of objects such as s3://bucket/key. Render and thumbnail draw the PDFs of a \
            folder with the ink beside them that has their name.
            """)
    var inputs: [String] = []

    @Option(help: "The work to do: render, thumbnail, flatten, inspect, \"form fill\" or \"form detect\".")
    var verb: BatchVerb

    @Option(
        help: """
            Read more names from a file, one per line; - is standard input. An address may be followed by its ETag and \
            its size, separated by tabs.
            """)
    var list: FilePath?

    @Flag(name: .customShort("0"), help: "Names in --list end with a zero byte instead of a line feed.")
    var zeroSeparated = false

    @Option(help: "A table with one task per row; - is standard input.")
    var csv: FilePath?

    @Option(help: "An ink file for all documents.")
    var ink: FilePath?

    @Option(help: "Learn the costs of tasks from the results of an earlier run in this folder. May be repeated.")
    var costs: [FilePath] = []

    @Flag(help: "Open each document to count its pages, for better estimates.")
    var countPages = false

    @Option(help: "Split documents into tasks of at most this many pages, for render.")
    var split: Int?

    @OptionGroup(title: "Options of render and thumbnail") var pictures: BatchPictureOptions
    @OptionGroup(title: "Options of flatten, form fill and form detect") var documents: BatchDocumentOptions

    func validate() throws {
        if inputs.isEmpty, list == nil, csv == nil { throw ValidationError("No PDF was given.") }
        if zeroSeparated, list == nil { throw ValidationError("-0 requires --list.") }
        if split.map({ $0 < 1 }) ?? false { throw ValidationError("--split takes a number of pages above 0.") }
        if split != nil, verb != .render { throw ValidationError("--split requires --verb render.") }
        try checkStandardInput([list, csv])
        do { try plan().check() } catch { throw ValidationError(error.sentence) }
    }

    private func plan() -> BatchPlan {
        let values = pictures.values.merging(documents.values) { _, last in last }
        var plan = BatchPlan(verb, options: TaskOptions(values))
        plan.inputs = inputs.flatMap { LongLists.arguments($0) }.map { RawArguments.decode($0) }
        (plan.list, plan.isZeroSeparated, plan.table, plan.ink) = (list, zeroSeparated, csv, ink)
        (plan.costs, plan.countsPages, plan.split) = (costs, countPages, split)
        return plan
    }

    func run() throws {
        let summary = try Ending.failing {
            try BatchCommand.ending {
                var lines: [UInt8] = []
                func flush() throws {
                    do { try StandardOutput.write(lines) } catch { throw OutputLost(cause: error) }
                    lines = []
                }
                let summary = try plan().run {
                    lines += $0
                    if lines.count > 1 << 16 { try flush() }
                } complain: {
                    Console.complain($0)
                }
                try flush()
                return summary
            }
        }
        if summary.repeated > 0 {
            Console.complain(
                "\(Console.count(summary.repeated, "input")) with the same content as an earlier one: done once, for all names."
            )
        }
        if summary.failed > 0 {
            let verb = summary.failed == 1 ? "has" : "have"
            Console.complain("\(Console.count(summary.failed, "input")) could not be read and \(verb) no task.")
            throw ExitCode(3)
        }
    }
}
