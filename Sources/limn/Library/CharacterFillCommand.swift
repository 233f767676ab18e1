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
        abstract: "Fills in the form of a character with data from a file or with values from the command line.",
        discussion: """
            The data have the formats of `limn form fill`, and one row. Limn checks the values against the template's \
            form and stores them in the library beside the ink. If one value is refused, none is stored. An empty \
            value clears a field; fields that are not named stay as they are. `limn character undo --form` undoes the \
            last change.
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup var report: ReportOptions
    @Argument(help: "The character.", completion: .characters)
    var character: Reference
    @OptionGroup var data: FormDataOptions
    @Flag(help: "Only check the values against the form; store nothing.")
    var dryRun = false
    @Flag(help: "Also fill in read-only fields, and store values even if others are refused.")
    var force = false
    @OptionGroup var access: AccessOptions

    func validate() throws {
        try checkStandardInput([data.data, access.passwordFile])
    }

    func run() throws {
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
