// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import Limn
internal import LimnFiles
public import LimnForms
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// `limn form fill`.
struct FormFillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill", abstract: "Fills in a form, by data or by values given here.",
        discussion: """
            Data are JSON, JSON Lines, CSV, TSV, FDF, XFDF or the JSON of pdfcpu. Fields are named by their full names, as
            `limn form show` lists them. An empty value clears a field; fields that are not named stay as they are.
            """)

    @Argument(help: "The form, a PDF; - is standard input.")
    var form: FilePath

    @Argument(help: "The data; - is standard input.")
    var data: FilePath?

    @Option(
        name: .customLong("set"),
        help: "A field and its value, as NAME=VALUE; @FILE is a picture for a push button. May be given often.")
    var values: [FieldAssignment] = []

    @Option(name: [.short, .long], help: "The new PDF; - is standard output.")
    var output: FilePath

    @Option(help: "auto appends where the original is sound, append insists on it, rewrite writes all objects anew.")
    var save = SaveStrategy.auto

    @Flag(help: "Make the fields part of their pages, so that nobody can change them any more.")
    var flatten = false

    @Flag(help: "Make the filled fields read-only.")
    var lock = false

    @Flag(help: "Fill read-only and locked fields, too, and signed documents although that breaks their signatures.")
    var force = false

    @Option(help: "The format of the data: json, jsonLines, csv, tsv, fdf, xfdf or pdfcpu.")
    var dataFormat: FormDataFormat?

    @Option(help: "What stands between the cells of a table, such as ; or tab.")
    var delimiter: Delimiter?

    @Option(help: "Also write the result as JSON into a file.")
    var receipt: FilePath?

    @Flag(help: "Do not compare the new PDF with the original before it is published.")
    var noVerify = false

    @Flag(help: "Leave an existing output alone.")
    var noClobber = false

    @OptionGroup var access: AccessOptions
    @OptionGroup var report: ReportOptions

    func validate() throws {
        guard data != nil || !values.isEmpty else {
            throw ValidationError("Name a file of data, or values with --set NAME=VALUE.")
        }
        if output == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
        if flatten, save == .append { throw ValidationError("--flatten writes the document anew; it cannot append.") }
        if flatten, lock { throw ValidationError("--flatten leaves no field to --lock.") }
        try checkStandardInput([form, data, access.passwordFile])
    }

    func run() throws {
        var options = FormFillOptions(access: try access.access())
        (options.save, options.flattens, options.locks, options.force) = (save, flatten, lock, force)
        (options.verifies, options.keepsExisting) = (!noVerify, noClobber)
        var request = FormFillRequest(
            form: form, data: data.map { FormDataSource($0, format: dataFormat, delimiter: delimiter?.character) },
            entries: values.map(\.entry), output: output, options: options)
        request.receipt = receipt
        let result = try Ending.failing { [request, engine = access.engine()] in
            try waiting { () throws(LimnError) in try await engine.result(of: request) }
        }
        try Ending.failing { try tell(result) }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }

    private func tell(_ result: FormFillResult) throws {
        if report.json {
            try Console.print(json: result)
        } else if let output = result.output, output != "-", !report.quiet {
            var parts = [Console.count(result.filled, "field") + " filled"]
            let computed = result.fields.count { $0.outcome == .recalculated }
            let refused = result.fields.count { $0.outcome == .refused }
            let left = result.fields.count { $0.outcome == .notRecalculated }
            if computed > 0 { parts.append("\(computed) computed") }
            if refused > 0 { parts.append("\(refused) refused") }
            if left > 0 { parts.append("\(left) not recalculated") }
            let sizes = "\(result.inputBytes ?? 0) → \(result.bytes ?? 0) bytes"
            try Console.print("\(output.displayName)  \(parts.joined(separator: ", ")), \(sizes)")
        }
        Console.tell(result.diagnostics, report)
    }
}

/// `NAME=VALUE` on the command line.
struct FieldAssignment: ExpressibleByArgument {
    let entry: FormRow.Entry

    init?(argument: String) {
        // Names of fields hold an equals sign in no known form.
        let text = String(decoding: RawArguments.decode(argument), as: UTF8.self)
        guard let end = text.firstIndex(of: "="), end > text.startIndex else { return nil }
        let value = String(text[text.index(after: end)...])
        entry = FormRow.Entry(String(text[..<end]), .text(value))
    }
}

/// What stands between cells, on the command line.
struct Delimiter: ExpressibleByArgument {
    let character: Character

    init?(argument: String) {
        switch argument {
        case "tab", "\\t": character = "\t"
        default:
            guard argument.count == 1, let first = argument.first else { return nil }
            character = first
        }
    }
}

extension FormDataFormat: ExpressibleByArgument {}
