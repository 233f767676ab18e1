// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// `limn form show`.
struct FormShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Lists the fields of forms and their values.")

    @OptionGroup var input: InputOptions
    @OptionGroup var access: AccessOptions
    @OptionGroup var report: ReportOptions

    func validate() throws { try checkStandardInput(input.read + [access.passwordFile]) }

    func run() throws {
        let access = try access.access()
        var outcome = Outcome()
        try Ending.failing {
            for file in try input.all() { try show(file, access, &outcome) }
        }
        try outcome.exit()
    }

    private func show(_ file: FilePath, _ access: Access, _ outcome: inout Outcome) throws {
        let read: ReadForm
        do {
            read = try waiting { [engine = self.access.engine()] () throws(LimnError) in
                try await engine.form(in: .path(file), access: access)
            }
        } catch {
            Console.complain(Advice.line(Diagnostic(error, about: file)))
            if report.json {
                try Console.print(json: Failed(input: file.json, status: .init(error), messages: [error.sentence]))
            }
            outcome.add(.init(error))
            return
        }
        Console.tell(read.diagnostics, report)
        if report.json { try Console.print(json: read) } else { try tell(read) }
        outcome.add(read.status)
    }

    private struct Failed: Encodable {
        let input: String
        let status: ResultStatus
        let messages: [String]
    }

    private func tell(_ read: ReadForm) throws {
        let name = read.input == "-" ? "standard input" : read.input.displayName
        let fields = read.form.fields
        let what = fields.isEmpty ? "no form fields" : Console.count(fields.count, "field")
        try Console.print("\(name): \(what), \(Console.count(read.pageCount, "page"))")
        for field in fields { try Console.print("  " + Self.line(field)) }
    }

    /// A field in one line: its name in quotes, since it may end in a space, and what there is to know.
    private static func line(_ field: FormField) -> String {
        var parts = ["\"\(field.name)\"", field.kind.rawValue]
        if let page = field.widgets.first?.page { parts.append("page \(page + 1)") }
        if !field.values.isEmpty { parts.append("= " + field.exportValues.joined(separator: ", ")) }
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
