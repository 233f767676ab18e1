// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn form show` command.
struct FormShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Lists the fields of forms and their values.")

    @OptionGroup var input: InputOptions<PDFInput>

    @Option(
        help: """
            csv writes a table, one row per file; fdf and xfdf write the values of one form; pdftk lists fields as \
            pdftk's dump_data_fields_utf8 does.
            """)
    var format: Format?

    @Flag(help: "The same as --format csv.")
    var csv = false

    @Flag(help: "The same as --format xfdf.")
    var xfdf = false

    @Option(help: "Write a PDF in which every field shows its number, and text fields their names.")
    var names: FilePath?

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    /// The output formats of other programs.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, fdf, xfdf, pdftk
    }

    /// The format that --format, --csv or --xfdf names; nil for lines for people.
    private var chosen: Format? { csv ? .csv : xfdf ? .xfdf : format }

    func validate() throws {
        try checkStandardInput(input.read + [access.passwordFile])
        let ways = [report.json, format != nil, csv, xfdf, names != nil].count { $0 }
        guard ways <= 1 else {
            throw ValidationError("--json, --format, --csv, --xfdf and --names contradict each other.")
        }
    }

    func run() throws {
        let access = try access.access()
        var outcome = Outcome()
        var table: [(file: String, form: Form)] = []
        try Ending.failing {
            let files = try input.all()
            if chosen == .fdf || chosen == .xfdf || names != nil, files.count > 1 {
                throw ValidationError("This output format is for one file.")
            }
            for file in files {
                if let names {
                    try name(file, into: names, access, &outcome)
                } else if let read = try read(file, access, &outcome) {
                    if chosen == .csv {
                        table.append((file.displayName, read.form))
                    } else {
                        try tell(read)
                    }
                }
            }
            if chosen == .csv { try Console.print(text: FormCSVWriter.text(of: table)) }
        }
        try outcome.exit()
    }

    /// Writes a copy of the form whose fields show their numbers: text fields hold theirs, and the numbers of boxes stand
    /// beside them.
    private func name(_ file: FilePath, into output: FilePath, _ access: Access, _ outcome: inout Outcome) throws {
        let folder = try ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let place = folder.path.appending("form.pdf")
        let request = FormRewriteRequest(
            form: file, output: place, change: .names, options: FormFillOptions(access: access))
        let engine = self.access.engine()
        let result = try waiting { () throws(LimnError) in try await engine.result(of: request) }
        // The numbers need not fit into the fields.
        let told = result.diagnostics.filter { $0.code != .fieldDoubtful }
        Console.tell(told, report)
        guard result.output != nil, let read = try read(file, access, &outcome) else {
            return outcome.add(result.status)
        }
        outcome.add(told.contains { $0.severity == .warning } ? .warnings : .ok)
        let boxes = BoxNumbers(of: read.form, besides: Set(result.fields.map(\.name)))
        var bytes = try InputFile(regularFile: place).bytes()
        if !boxes.drawings.isEmpty {
            var options = FlattenOptions(for: .gameMaster, access: access)
            (options.carriesSourceInk, options.verifies) = (false, false)
            bytes = try waiting { [bytes, options] () throws(LimnError) in
                try await engine.flatten(boxes.drawings, over: .bytes(bytes), options: options).bytes
            }
        }
        guard output != "-" else { return try StandardOutput.write(bytes) }
        try Publisher().publish(bytes, to: output)
        guard !report.quiet else { return }
        let numbered = read.form.fields.count { field in field.widgets.contains { !$0.isHidden } }
        try Console.print("\(output.displayName)  \(Console.count(numbered, "field")) numbered")
    }

    private func read(_ file: FilePath, _ access: Access, _ outcome: inout Outcome) throws -> ReadForm? {
        let read: ReadForm
        do {
            read = try waiting { [engine = self.access.engine()] () throws(LimnError) in
                try await engine.form(in: .path(file), access: access)
            }
        } catch {
            Console.complain(Advice.line(Diagnostic(error, about: file)))
            if report.json {
                try Console.print(json: JSONResult.FailedInput(file, error))
            }
            outcome.add(.init(error))
            return nil
        }
        Console.tell(read.diagnostics, report)
        outcome.add(read.status)
        return read
    }

    private func tell(_ read: ReadForm) throws {
        if report.json { return try Console.print(json: read) }
        switch chosen {
        case .xfdf: return try Console.print(text: XFDFWriter.text(of: read.form, file: read.input.displayName))
        case .pdftk: return try Console.print(text: PdftkWriter.text(of: read.form, isUTF8: true))
        case .fdf:
            let bytes = FDFWriter.bytes(of: read.form, file: read.input.displayName)
            _ = try FileDescriptor.standardOutput.writeAll(bytes)
            return
        case .csv, nil: break
        }
        let name = read.input == "-" ? "standard input" : read.input.displayName
        let fields = read.form.fields
        let what = fields.isEmpty ? "no form fields" : Console.count(fields.count, "field")
        try Console.print("\(name): \(what), \(Console.count(read.pageCount, "page"))")
        for field in fields { try Console.print("  " + Self.line(field)) }
    }

    /// Returns a line for a field: its name in quotes, because it may end in a space, and its properties.
    static func line(_ field: FormField) -> String {
        var parts = ["\"\(field.name)\"", field.kind.rawValue]
        if let page = field.widgets.first?.page { parts.append("page \(page + 1)") }
        if !field.values.isEmpty { parts.append("= " + field.exportedValues.joined(separator: ", ")) }
        if field.kind == .radio || field.kind == .check || field.kind == .combo || field.kind == .list {
            let shown = field.options.prefix(8).map(\.value)
            let rest = field.options.count > shown.count ? ", …" : ""
            if !shown.isEmpty { parts.append("[" + shown.joined(separator: ", ") + rest + "]") }
        }
        if let most = field.maximumLength { parts.append("at most \(most) characters") }
        if field.flags.contains(.readOnly) { parts.append("read-only") }
        if field.flags.contains(.required) { parts.append("required") }
        if field.calculation != nil { parts.append("calculated") }
        if let tooltip = field.tooltip, tooltip != field.name { parts.append("(\(tooltip))") }
        return parts.joined(separator: "  ")
    }
}
