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
    @OptionGroup var report: ReportOptions
    @Argument(help: "The characters: names, ids, or unambiguous beginnings of either.", completion: .characters)
    var characters: [References]
    @Option(help: "pdftk lists fields as pdftk's dump_data_fields_utf8 does, and fdf writes an FDF file.")
    var format: FormShowCommand.Format?
    @Flag(help: "Write the values of all characters as a CSV table, one row per character.")
    var csv = false
    @Flag(help: "Write the values as XFDF.")
    var xfdf = false
    @OptionGroup var access: AccessOptions

    func validate() throws {
        try checkStandardInput([access.passwordFile])
        guard [report.json, format != nil, csv, xfdf].count(where: { $0 }) <= 1 else {
            throw ValidationError("--json, --format, --csv and --xfdf contradict each other.")
        }
    }

    func run() throws {
        let store = try library.open()
        let records = try characters.characters(in: store)
        if records.count > 1, xfdf || format == .fdf {
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
                if csv { table.append((record.name, form.read.form)) } else { try tell(form) }
                Console.tell(form.diagnostics, report)
            }
            if csv { try Console.print(text: FormCSVWriter.text(of: table)) }
        }
        if store.isDamaged { outcome.add(.warnings) }
        try? library.tellDamage(store)
        try outcome.exit()
    }

    private func tell(_ found: CharacterForm) throws {
        if report.json { return try Console.print(json: found) }
        let form = found.read.form
        if xfdf { return try Console.print(text: XFDFWriter.text(of: form)) }
        switch format {
        case .pdftk: return try Console.print(text: PdftkWriter.text(of: form, isUTF8: true))
        case .fdf: return try StandardOutput.write(FDFWriter.bytes(of: form))
        case nil: break
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
