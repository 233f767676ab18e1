// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn item` command.
struct ItemCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "item",
        abstract: "Adds texts, pictures and notes to pages of PDFs and ink files; lists and removes them.",
        subcommands: [Add.self, List.self, Remove.self])

    /// The `limn item add` command.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Adds a text, a picture or a note to a page, and writes a new file.",
            discussion:
                "On a PDF, the item becomes an annotation, which other programs can edit, unless --mode changes this.")

        @Argument(help: "The PDF, or an ink file; - is standard input.")
        var file: FilePath
        @Option(name: [.short, .long], help: "The new file; - is standard output.")
        var output: FilePath
        @Option(help: "The page.")
        var page: Int
        @OptionGroup var new: NewItemOptions
        @Option(help: "annotate adds the item to a PDF as an annotation; overlay and burn make it page content.")
        var mode = FlattenRequest.Mode.annotate
        @Flag(help: "Do not compare the new PDF with the original before it is published.")
        var noVerify = false
        @Flag(help: "Leave an existing output alone.")
        var noClobber = false
        @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        func validate() throws {
            guard page > 0 else { throw ValidationError("Pages are numbered from 1.") }
            if output == "-", report.json { throw ValidationError("--json and a file cannot share standard output.") }
            try checkStandardInput([file, access.passwordFile])
        }

        func run() throws {
            var writer = ItemWriter(file, access: try access.access())
            writer.options.mode = mode
            writer.options.verifies = !noVerify
            writer.options.keepsExisting = noClobber
            try ItemCommand.run(.add(new.item, page: page), by: writer, into: output, access, report)
        }
    }

    /// The `limn item list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the items of an ink file, or of the ink in a PDF, that are not strokes.")

        @Argument(help: "The ink file or the PDF; - is standard input.")
        var file: FilePath
        @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        func validate() throws { try checkStandardInput([file, access.passwordFile]) }

        func run() throws {
            let writer = ItemWriter(file, access: try access.access())
            try Ending.failing {
                let found = try waiting { [engine = access.engine()] () throws(LimnError) in
                    try await engine.items(of: writer)
                }
                for item in found {
                    if report.json {
                        try Console.print(json: item)
                    } else if !report.quiet {
                        try Console.print(Lines.item(item))
                    }
                }
            }
        }
    }

    /// The `limn item remove` command.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes items by their numbers, into a new file.",
            discussion: """
                From a PDF, it removes items that Limn appended. The PDF becomes what it was before, and Limn appends the \
                rest again.
                """)

        @Argument(help: "The ink file or the PDF; - is standard input.")
        var file: FilePath
        @Option(name: [.short, .long], help: "The new file; - is standard output.")
        var output: FilePath
        @Option(help: "The page.")
        var page: Int
        @Option(help: "The numbers of the items in the output of limn item list, such as 1-3,7.")
        var index: ItemNumbers
        @Flag(help: "Leave an existing output alone.")
        var noClobber = false
        @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        func validate() throws {
            guard page > 0 else { throw ValidationError("Pages are numbered from 1.") }
            guard index.numbers != nil else {
                throw ValidationError("--index takes numbers from 1, such as 1-3,7.")
            }
            if output == "-", report.json { throw ValidationError("--json and a file cannot share standard output.") }
            try checkStandardInput([file, access.passwordFile])
        }

        func run() throws {
            var writer = ItemWriter(file, access: try access.access())
            writer.options.keepsExisting = noClobber
            try ItemCommand.run(.remove(index.numbers ?? [], page: page), by: writer, into: output, access, report)
        }
    }

    /// Applies an edit to a file and prints the result.
    private static func run(
        _ edit: ItemEdit, by writer: ItemWriter, into output: FilePath, _ access: AccessOptions,
        _ report: ReportOptions
    ) throws {
        var outcome = Outcome()
        try Ending.failing {
            let result = try waiting { [engine = access.engine()] () throws(LimnError) in
                try await engine.result(of: edit, by: writer, into: output)
            }
            switch result {
            case .ink(let result):
                outcome.add(result.status)
                try result.tell(report)
            case .pdf(let result):
                outcome.add(result.status)
                try result.tell(report)
            }
        }
        try outcome.exit()
    }
}
