// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn item` command.
struct ItemCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "item",
        abstract: "Adds texts, pictures, notes and links to pages of PDFs and ink files; lists and removes them.",
        subcommands: [Add.self, List.self, Remove.self])

    /// The `limn item add` command.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Adds a text, a picture, a note or a link to a page, and writes a new file.",
            discussion: """
                On a PDF, the item becomes an annotation, which other programs can edit, unless --mode changes this. \
                Several files get the same item, and go to a folder under their own names.
                """)

        @Argument(help: "The PDFs or ink files; - is standard input.")
        var files: [FilePath]
        @Option(name: [.short, .long], help: "The new file, or a folder for several files; - is standard output.")
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
            try checkStandardInput(files + [access.passwordFile])
        }

        /// Checks that several files have a folder to go to, and names of their own there.
        private func checkFiles() throws {
            guard files.count > 1 else { return }
            if output == "-" || (FileIdentity(output) != nil && !DocumentSearch.isFolder(output)) {
                throw ValidationError("Several files go to a folder, but \(output.displayName) is not a folder.")
            }
            var names: Set<FilePath.Component> = []
            for file in files {
                guard file != "-", let name = file.lastComponent else {
                    throw ValidationError("Standard input cannot be one of several files.")
                }
                guard names.insert(name).inserted else {
                    throw ValidationError("Two of the files are called \(name.string); give them folders of their own.")
                }
            }
        }

        func run() throws {
            try checkFiles()
            let isFolder = files.count > 1 || DocumentSearch.isFolder(output)
            if isFolder {
                try Ending.failing {
                    try FileManager.default.createDirectory(atPath: output.string, withIntermediateDirectories: true)
                }
            }
            var outcome = Outcome()
            for file in files {
                var writer = ItemWriter(file, access: try access.access())
                writer.options.mode = mode
                writer.options.verifies = !noVerify
                writer.options.keepsExisting = noClobber
                let target = isFolder ? file.lastComponent.map { output.appending($0) } ?? output : output
                do {
                    outcome.add(
                        try ItemCommand.status(
                            of: .add(new.item, page: page), by: writer, into: target, access, report,
                            naming: files.count > 1 ? file : nil))
                } catch is ExitCode {
                    // It is told, and the other files are written all the same.
                    outcome.add(.failed)
                }
            }
            try outcome.exit()
        }
    }

    /// The `limn item list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the items of a PDF or an ink file that are not strokes.")

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
                if found.isEmpty, !report.json, !report.quiet {
                    Console.complain("There are no items that Limn can change.")
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
        outcome.add(try status(of: edit, by: writer, into: output, access, report))
        try outcome.exit()
    }

    /// - Parameter input: the file that errors name; nil where there is only one.
    private static func status(
        of edit: ItemEdit, by writer: ItemWriter, into output: FilePath, _ access: AccessOptions,
        _ report: ReportOptions, naming input: FilePath? = nil
    ) throws -> ResultStatus {
        try Ending.failing {
            let result = try waiting { [engine = access.engine()] () throws(LimnError) in
                do throws(LimnError) {
                    return try await engine.result(of: edit, by: writer, into: output)
                } catch {
                    guard let input else { throw error }
                    throw LimnError(error.code, about: input, error.sentence)
                }
            }
            switch result {
            case .ink(let result):
                try result.tell(report)
                return result.status
            case .pdf(let result):
                try result.tell(report)
                return result.status
            }
        }
    }
}
