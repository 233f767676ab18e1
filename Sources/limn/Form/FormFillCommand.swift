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
        commandName: "fill", abstract: "Fills in a form, by data or by values given here.",
        discussion: """
            Data are JSON, JSON Lines, CSV, TSV, FDF, XFDF or the JSON of pdfcpu. Fields are named by their full names, as
            `limn form show` lists them. An empty value clears a field; fields that are not named stay as they are.

            With --merge, all rows go into one PDF, in their order, with a bookmark each. The fields of row 3 are named row3. \
            and their own names, as in row3.identity.name; --flatten makes all of them part of their pages instead. Sums are \
            computed once, and viewers no longer recompute them. Bookmarks of the form are not kept.
            """)

    @Argument(help: "The form, a PDF; - is standard input.")
    var form: FilePath

    @OptionGroup var data: FormDataOptions

    @Option(
        name: [.short, .long],
        help: """
            The new PDF; - is standard output. A pattern such as out/{name}-{@row:03}.pdf makes a document of each row, named by its columns.
            """)
    var output: FilePath?

    @Option(help: ArgumentHelp("Put the sheets of all rows into one PDF, in place of --output.", valueName: "one.pdf"))
    var merge: FilePath?

    @Flag(help: "Make the fields part of their pages, so that nobody can change them any more.")
    var flatten = false

    @Flag(help: "Make the filled fields read-only.")
    var lock = false

    @Option(help: "Fill these rows of the data only, such as 2-9,12,z.")
    var rows: RowSelection?

    @Flag(help: "Check all rows against the form, and write nothing.")
    var dryRun = false

    @Option(help: "Also write what became of each row as a table, CSV.")
    var results: FilePath?

    @Flag(help: "Leave documents alone that an earlier run has written.")
    var resume = false

    @Option(help: "How many rows to work on at once. (default: the number of processors)")
    var jobs: Int?

    @Option(help: "Also write the result as JSON into a file.")
    var receipt: FilePath?

    @OptionGroup var writing: FormWritingOptions
    @OptionGroup var access: AccessOptions
    @OptionGroup var report: ReportOptions

    func validate() throws {
        guard output != nil || merge != nil || dryRun else {
            throw ValidationError("Name the new PDF with --output.")
        }
        try validateMerge()
        guard jobs.map({ (1...64).contains($0) }) ?? true else { throw ValidationError("--jobs takes 1 to 64.") }
        let pattern = try pattern()
        if results == "-" { throw ValidationError("--results takes a file.") }
        if pattern == nil, !dryRun, rows != nil && merge == nil || results != nil || resume {
            throw ValidationError("--rows, --results and --resume belong to a pattern for --output.")
        }
        if pattern != nil, receipt != nil { throw ValidationError("--receipt takes one document; use --results.") }
        if pattern != nil || dryRun, data.data == nil { throw ValidationError("Name the file with the rows.") }
        if output == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
        if flatten, writing.save == .append {
            throw ValidationError("--flatten writes the document anew; it cannot append.")
        }
        if flatten, lock { throw ValidationError("--flatten leaves no field to --lock.") }
        try checkStandardInput([form, data.data, access.passwordFile])
    }

    private func validateMerge() throws {
        guard let merge else { return }
        if output != nil { throw ValidationError("--merge and --output contradict each other.") }
        if receipt != nil { throw ValidationError("--receipt belongs to --output.") }
        if data.data == nil { throw ValidationError("Name the file with the rows.") }
        if merge == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
    }

    /// Returns the file name pattern for one output per row; nil if the output has a fixed name.
    private func pattern() throws -> FileNamePattern? {
        guard let output else { return nil }
        do {
            let pattern = try FileNamePattern(output.string)
            return pattern.isFixed ? nil : pattern
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
