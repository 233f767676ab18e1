// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnForms
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn character fill` command.
struct CharacterFillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Fills in the form of a character, from a file or from the command line.",
        discussion: """
            The data have the formats of `limn form fill`, and one row. Limn checks the values against the template's \
            form and stores them in the library beside the ink. If one value is refused, none is stored. An empty \
            value clears a field; fields that are not named stay as they are. `limn character undo --form` undoes the \
            last change.
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
    @Argument(help: "The character.", completion: .characters)
    var character: Reference?
    @OptionGroup var data: FormDataOptions
    @Option(help: "A table with a row for each character, such as party.csv; no character is named then.")
    var rows: FilePath?
    @Option(help: "The column of --rows with the names. (default: the first called name, or ending in .name)")
    var nameColumn: String?
    @Flag(help: "Only check the values against the form; store nothing.")
    var dryRun = false
    @Flag(help: "Also fill in read-only fields, and store values even if others are refused.")
    var force = false
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions

    func validate() throws {
        if rows == nil { try data.demand() }
        guard (character == nil) == (rows != nil), rows == nil || data.data == nil && data.values.isEmpty else {
            throw ValidationError("Name a character and its data, or give a table with --rows.")
        }
        if nameColumn != nil, rows == nil { throw ValidationError("--name-column requires --rows.") }
        if rows != nil, force { throw ValidationError("--force is for one character.") }
        try checkStandardInput([data.data, rows, access.passwordFile])
    }

    private func fillParty(_ file: FilePath) throws {
        let store = try library.open()
        var outcome = Outcome()
        try Ending.failing {
            let party = try PartyRows(file, column: nameColumn, access: access).members.map { member in
                (try store.resolveCharacter(member.name).id, member.row)
            }
            for (id, row) in party {
                outcome.add(try PartyRows.fill(id, with: row, in: store, access, report, isRehearsal: dryRun))
            }
        }
        try outcome.exit()
    }

    func run() throws {
        if let rows { return try fillParty(rows) }
        guard let character else { return }
        let store = try library.open()
        let id = try Ending.failing { try store.resolveCharacter(character.text).id }
        var request = CharacterFormRequest(
            id, data: data.source, entries: data.entries, access: try access.access())
        (request.mapping, request.force, request.isRehearsal) = (data.mapping, force, dryRun)
        request.passwords = PasswordPrompt.source
        let result = try Ending.failing { [request, engine = access.engine()] in
            try waiting { () throws(LimnError) in try await engine.fill(request, in: store) }
        }
        try result.end(report)
    }
}

extension CharacterFormResult {
    /// Prints the result and ends the command.
    ///
    /// - Throws: the exit code 1 for a failure, or 3 for warnings.
    func end(_ report: ReportOptions) throws {
        try Ending.failing {
            if report.json {
                try Console.print(json: self)
            } else if !report.quiet {
                try Console.print(Lines.form(self))
            }
            Console.tell(diagnostics, report)
        }
        var outcome = Outcome()
        outcome.add(status)
        try outcome.exit()
    }
}

extension Lines {
    /// Returns a line that describes the result of filling in a character's form.
    static func form(_ result: CharacterFormResult) -> String {
        var parts: [String] = []
        let refused = result.fields.count { $0.outcome == .refused }
        let computed = result.fields.count { $0.outcome == .recalculated }
        let left = result.fields.count { $0.outcome == .notRecalculated }
        if result.isSaved {
            parts.append(
                result.changed.isEmpty ? "nothing changed" : Console.count(result.changed.count, "field") + " changed")
        } else {
            parts.append(Console.count(result.filled, "field") + " could be filled, nothing was saved")
        }
        if computed > 0 { parts.append("\(computed) computed") }
        if refused > 0 { parts.append("\(refused) refused") }
        if left > 0 { parts.append("\(left) not recalculated") }
        return "\(result.character.name), form: \(parts.joined(separator: ", "))"
    }
}
