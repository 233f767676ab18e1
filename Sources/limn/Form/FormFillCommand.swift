// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import Limn
internal import LimnFiles
public import LimnForms
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn form fill` command.
struct FormFillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill", abstract: "Fills in a form with data from a file or with values from the command line.",
        discussion: """
            The data are JSON, JSON Lines, CSV, TSV, FDF, XFDF or pdfcpu's JSON. Fields are identified by their full \
            names, as `limn form show` lists them. An empty value clears a field; fields that are not named stay as \
            they are.

            With --merge, the filled forms of all rows go into one PDF, in the order of the rows, with one bookmark \
            each. The fields of row 3 get the prefix “row3.”, as in row3.identity.name; with --flatten, all fields \
            become part of their pages instead. Sums are computed once, and viewers no longer recompute them. The \
            form's own bookmarks are not kept.
            """)

    @Argument(help: "The form, a PDF; - is standard input.")
    var form: FilePath

    @OptionGroup var data: FormDataOptions

    @Option(
        name: [.short, .long],
        help: """
            The new PDF; - is standard output. With a pattern such as out/{name}-{@row:03}.pdf, each row becomes a \
            document, named by its columns.
            """)
    var output: FilePath?

    @Option(
        help: ArgumentHelp("Put the filled forms of all rows into one PDF; replaces --output.", valueName: "one.pdf"))
    var merge: FilePath?

    @Flag(help: "Make the fields part of their pages, so that they can no longer be changed.")
    var flatten = false

    @Flag(help: "Make the filled fields read-only.")
    var lock = false

    @Option(help: "Fill in only these rows of the data, such as 2-9,12,z.")
    var rows: RowSelection?

    @Flag(help: "Only check all rows against the form; write nothing.")
    var dryRun = false

    @Option(help: "Also write the result of each row to a CSV table.")
    var results: FilePath?

    @Flag(help: "Keep documents that an earlier run has written.")
    var resume = false

    @Option(
        name: [.customShort("j"), .long],
        help: "How many rows are processed at a time. (default: the number of processors)")
    var jobs: Int?

    @Option(help: "Also write the result as JSON to a file.")
    var receipt: FilePath?

    @OptionGroup var writing: FormWritingOptions
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        try data.demand()
        guard output != nil || merge != nil || dryRun else {
            throw ValidationError("Name the new PDF with --output.")
        }
        try validateMerge()
        guard jobs.map({ (1...64).contains($0) }) ?? true else {
            throw ValidationError("--jobs takes a number from 1 to 64.")
        }
        let pattern = try pattern()
        if results == "-" { throw ValidationError("--results takes a file.") }
        if pattern == nil, !dryRun, results != nil || resume {
            throw ValidationError("--results and --resume require a pattern for --output.")
        }
        if pattern != nil, receipt != nil { throw ValidationError("--receipt is for one document; use --results.") }
        if pattern != nil || dryRun, data.data == nil { throw ValidationError("Name the file with the rows.") }
        if output == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
        if flatten, writing.save == .append {
            throw ValidationError("--flatten rewrites the document; it contradicts --save append.")
        }
        if flatten, lock {
            throw ValidationError("--flatten and --lock contradict each other: no fields remain to be locked.")
        }
        try checkStandardInput([form, data.data, access.passwordFile])
    }

    private func validateMerge() throws {
        guard let merge else { return }
        if output != nil { throw ValidationError("--merge and --output contradict each other.") }
        if receipt != nil { throw ValidationError("--receipt requires --output.") }
        if data.data == nil { throw ValidationError("Name the file with the rows.") }
        if merge == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
    }

    /// Returns the file name pattern for one output per row; nil if the output has a fixed name and no rows are chosen.
    private func pattern() throws -> FileNamePattern? {
        guard let output else { return nil }
        do {
            let pattern = try FileNamePattern(output.string)
            return pattern.isFixed && rows == nil ? nil : pattern
        } catch { throw ValidationError("\(error)") }
    }

    func run() throws {
        var options = writing.options(try access.access())
        (options.flattens, options.locks) = (flatten, lock)
        if let source = data.source, let pattern = try pattern() ?? (dryRun ? FileNamePattern("{@row}.pdf") : nil) {
            var batch = FormBatchRequest(form: form, data: source, pattern: pattern, options: options)
            (batch.rows, batch.isRehearsal, batch.resumes, batch.results) = (rows, dryRun, resume, results)
            (batch.mapping, batch.entries) = (data.mapping, data.entries)
            return try batch.run(access.engine(jobs: jobs), report)
        }
        if let merge, let source = data.source {
            var request = FormMergeRequest(form: form, data: source, output: merge, options: options)
            (request.rows, request.mapping, request.entries) = (rows, data.mapping, data.entries)
            return try end { [request, engine = access.engine(jobs: jobs)] () throws(LimnError) in
                try await engine.result(of: request)
            }
        }
        var request = FormFillRequest(
            form: form, data: data.source, entries: data.entries, output: output ?? "-", options: options)
        (request.receipt, request.mapping) = (receipt, data.mapping)
        try end { [request, engine = access.engine()] () throws(LimnError) in
            try await engine.result(of: request)
        }
    }

    /// Waits for the result of one document and prints it.
    private func end(_ work: @escaping @Sendable () async throws(LimnError) -> FormFillResult) throws {
        let result = try Ending.failing { try waiting(for: work) }
        try Ending.failing { try result.tell(report) }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }
}

extension RowSelection: ExpressibleByArgument {
    /// Parses a selection from the command line; returns nil if it is invalid.
    public init?(argument: String) { self.init(argument) }
}
