// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn character rebase` command.
struct CharacterRebaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebase", abstract: "Moves a character to a new edition of its template, with its ink and values.",
        discussion: """
            The ink moves to the matching places in the new edition, and form values to the fields with the same name \
            or place. Items whose place is gone keep their positions, in a layer named “left over”. limn character undo \
            reverts the whole move. If the templates have nothing in common, nothing changes.
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
    @Argument(help: "The character.", completion: .characters)
    var character: Reference
    @Option(
        help: .init("The new edition, a template of the library.", valueName: "template"), completion: .templates)
    var to: Reference
    @Flag(help: "Change nothing; show what would happen.")
    var dryRun = false
    @Option(
        help: ArgumentHelp(
            "Write pictures of the old and new pages, with the ink colored by certainty, and index.html to compare them.",
            valueName: "dir"))
    var preview: FilePath?
    @Option(help: "Who gets the preview. Layers for the game master are left out for players. (default: players)")
    var audience: AudienceWord?
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions

    func validate() throws {
        if audience != nil, preview == nil { throw ValidationError("--audience requires --preview.") }
        try checkStandardInput([access.passwordFile])
    }

    func run() throws {
        let store = try library.open()
        let (id, template) = try Ending.failing {
            (try store.resolveCharacter(character.text).id, try store.resolveTemplate(to.text).id)
        }
        var request = CharacterRebaseRequest(id, to: template, access: try access.access())
        request.isRehearsal = dryRun
        request.preview = preview.map { ($0, (audience ?? .players).audience) }
        request.passwords = PasswordPrompt.source
        let result = try Ending.failing { [request, engine = access.engine()] in
            try waiting { () throws(LimnError) in try await engine.result(of: request, in: store) }
        }
        try Ending.failing { try tell(result) }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }

    private func tell(_ result: CharacterRebaseResult) throws {
        if report.json {
            try Console.print(json: result)
        } else if !report.quiet {
            let places = result.places
            let values =
                result.fields.isEmpty
                ? "" : ", \(result.movedFieldCount) of \(Console.count(result.fields.count, "value"))"
            try Console.print(
                "\(result.character.name)  \(result.old.name) → \(result.new.name)  "
                    + "\(Console.count(places.items.count, "item")): \(places.certain) certain, \(places.likely) likely, "
                    + "\(places.leftOver) left over\(values)" + (result.isRehearsal ? "  (nothing has changed)" : ""))
        }
        Console.tell(result.diagnostics, report)
    }
}
