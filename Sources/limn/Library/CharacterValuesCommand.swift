// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnForms
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn character values` command.
struct CharacterValuesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "values", abstract: "Lists the fields of characters' forms and their values.",
        discussion:
            "The values are those of an export: the character's own, those computed from them, and the template's.")

    @OptionGroup var library: LibraryOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
    @Argument(help: "The characters: names, ids, or unambiguous beginnings of either.", completion: .characters)
    var characters: [References]
    @Option(
        help: """
            csv writes a table, one row per character; fdf and xfdf write the values of one character; pdftk lists \
            fields as pdftk's dump_data_fields_utf8 does.
            """)
    var format: FormShowCommand.Format?
    @Flag(help: "The same as --format csv.")
    var csv = false
    @Flag(help: "The same as --format xfdf.")
    var xfdf = false
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions

    /// The format that --format, --csv or --xfdf names; nil for lines for people.
    private var chosen: FormShowCommand.Format? { csv ? .csv : xfdf ? .xfdf : format }

    func validate() throws {
        try checkStandardInput([access.passwordFile])
        guard [report.json, format != nil, csv, xfdf].count(where: { $0 }) <= 1 else {
            throw ValidationError("--json, --format, --csv and --xfdf contradict each other.")
        }
    }

    func run() throws {
        let store = try library.open()
        let records = try characters.characters(in: store)
        if records.count > 1, chosen == .xfdf || chosen == .fdf {
            throw Ending.usage("This output format is for one character.")
        }
        let access = try access.access()
        var outcome = Outcome()
        try Ending.failing {
            var table: [(file: String, form: Form)] = []
            for record in records {
                let form = try waiting { [engine = self.access.engine()] () throws(LimnError) in
                    try await engine.form(
                        of: record.id, in: store, access: access, passwords: PasswordPrompt.source)
                }
                outcome.add(form.status)
                if chosen == .csv { table.append((record.name, form.read.form)) } else { try tell(form) }
                Console.tell(form.diagnostics, report)
            }
            if chosen == .csv { try Console.print(text: FormCSVWriter.text(of: table)) }
        }
        if store.isDamaged { outcome.add(.warnings) }
        try? library.tellDamage(store)
        try outcome.exit()
    }

    private func tell(_ found: CharacterForm) throws {
        if report.json { return try Console.print(json: found) }
        let form = found.read.form
        switch chosen {
        case .xfdf: return try Console.print(text: XFDFWriter.text(of: form))
        case .pdftk: return try Console.print(text: PdftkWriter.text(of: form, isUTF8: true))
        case .fdf: return try StandardOutput.write(FDFWriter.bytes(of: form))
        case .csv, nil: break
        }
        let name = found.character.name
        let what = form.fields.isEmpty ? "no form fields" : Console.count(form.fields.count, "field")
        let own = found.values.entries.isEmpty ? "" : ", \(found.values.entries.count) filled in"
        try Console.print("\(name): \(what)\(own)")
        for field in form.fields {
            var line = FormShowCommand.line(field)
            if case .picture = found.values.entries[field.name] { line += "  with a picture" }
            try Console.print("  " + line)
        }
    }
}
